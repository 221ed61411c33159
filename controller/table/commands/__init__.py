"""The one list of what people ask of a running table: what a command is called, what it takes, who answers for it,
where a page has its key. The control socket, the command line, the allowed actions, the pages and the core's authority
derive from it: a new command is an entry, its event and a handler."""

from controller.table.commands import money, people, play, wins
from controller.table.commands.entry import Action, Query

FAMILIES = {
    "table": "open and close the table, offer the bet or not, train",
    "round": "lock, unlock, settle, clear, void, and mend a dealer's mistake",
    "spot": "test sensors, confirm or exclude a spot, name its tier, acknowledge a removal",
    "coin": "give coins back",
    "sign": "what is posted when the signs are silent",
    "clock": "confirm the table's time",
    "jackpot": "meters and their money, the morning post, new parameters, a way to another table, an end",
    "win": "claims: made, confirmed, denied, paid",
    "user": "people, their roles and PINs",
    "reconcile": "hold the ledger against signs that are read and chips that are counted",
    "fault": "clear a fault whose cause is gone",
}

_LISTS = (play, money, wins, people)
ACTIONS: dict[str, Action] = {entry.name: entry for each in _LISTS for entry in each.ACTIONS}
QUERIES: dict[str, Query] = {entry.name: entry for each in _LISTS for entry in each.QUERIES}
