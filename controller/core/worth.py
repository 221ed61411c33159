"""What each locked bet was worth, told by the rows of locks and of what was given back. A round lies in one gaming day:
its rows are all among those of the day."""

from collections.abc import Iterable, Iterator

from controller.core.accounts import PLAYERS
from controller.core.journal import Entry

LOCKS = ("lock", "late_lock")


class Stakes:
    """Rows go in one after the other, in their order."""

    def __init__(self) -> None:
        self._rounds: dict[int, dict[str, int]] = {}  # round -> spot -> micro-dollars

    def changes(self, entry: Entry) -> Iterator[tuple[str, int]]:
        """Each bet that the row adds, as spot and micro-dollars, or takes back, as below zero."""
        body = entry.body
        if entry.kind in LOCKS:
            self._rounds[entry.round] = stakes_of(entry)
            yield from self._rounds[entry.round].items()
        elif entry.kind == "add_spot":
            plays = self._rounds.setdefault(entry.round, {})
            plays |= stakes_of(entry)
            yield body["spot"], plays[body["spot"]]
        elif entry.kind == "tier":
            self._rounds[entry.round][body["spot"]] = body["after"]
            yield body["spot"], body["after"] - body["before"]
        elif entry.kind in ("unlock", "void", "void_spot"):
            plays = self._rounds.get(entry.round, {})
            for spot in body["spots"] if entry.kind != "void_spot" else (body["spot"],):
                yield spot, -plays.pop(spot, 0)


def stakes_of(entry: Entry) -> dict[str, int]:
    """What each bet of a lock, or one added by hand, was worth: spot -> micro-dollars, whatever the table's file says
    of its wagers by now. The row names the coins and the higher amounts; the rest is in its transfers, one for each
    wager in the order of its first spot."""
    body = entry.body
    spots = body["spots"] if entry.kind in LOCKS else (body["spot"],)
    named = {**body.get("tiers", {}), **body.get("credit", {})}
    by_hand: dict[str, list[str]] = {}
    for spot in spots:
        if spot not in body.get("credit", {}):
            by_hand.setdefault(wager_of(spot), []).append(spot)
    sums = (move.amount for move in entry.transfers if move.source == PLAYERS and move.code == "wager")
    for mine, total in zip(by_hand.values(), sums, strict=False):
        first = [spot for spot in mine if spot not in named]
        rest = total - sum(named[spot] for spot in mine if spot in named)
        named |= {spot: rest // len(first) for spot in first}
    return {spot: named[spot] for spot in spots if spot in named}


def wager_of(spot: str) -> str:
    return spot.partition("/")[2]


def locked_in(entries: Iterable[Entry], wager: str, day: str) -> int:
    """Micro-dollars of a wager that the sensors and people's corrections say were locked on a day: what its chips must
    come to. A correction's row may be of a later day."""
    stakes, total = Stakes(), 0
    for entry in entries:
        total += sum(amount for spot, amount in stakes.changes(entry) if wager_of(spot) == wager)
        if entry.kind == "recount" and entry.body["of"] == day:
            total += next(iter(entry.body["adds"].values()))[0] if wager in entry.body["wagers"] else 0
    return total
