"""The one list of commands of a running table: each command's name, its arguments, who must approve it, and where a
page has its key. The control socket, the command line, the allowed actions, the pages and the core's authority all
derive from it. To add a command: an entry here, its event and a handler."""

from controller.table.commands import money, people, play, wins
from controller.table.commands.entry import Action, Query

FAMILIES = (
    "table", "round", "spot", "coin", "sign", "clock", "jackpot", "win", "user", "reconcile", "fault",
)  # fmt: skip

_LISTS = (play, money, wins, people)
ACTIONS: dict[str, Action] = {entry.name: entry for each in _LISTS for entry in each.ACTIONS}
QUERIES: dict[str, Query] = {entry.name: entry for each in _LISTS for entry in each.QUERIES}
