"""The one list of what people ask of a running table: what a command is called, what it takes, who answers for it,
where a page has its key. The control socket, the command line, the allowed actions, the pages and the core's authority
derive from it: a new command is an entry, its event and a handler."""

from controller.table.commands import money, people, play, wins
from controller.table.commands.entry import Action, Query

FAMILIES = (
    "table", "round", "spot", "coin", "sign", "clock", "jackpot", "win", "user", "reconcile", "fault",
)  # fmt: skip

_LISTS = (play, money, wins, people)
ACTIONS: dict[str, Action] = {entry.name: entry for each in _LISTS for entry in each.ACTIONS}
QUERIES: dict[str, Query] = {entry.name: entry for each in _LISTS for entry in each.QUERIES}
