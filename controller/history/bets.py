"""What each locked bet was worth, by the rows of the locks, whatever the table's file says about its wagers now."""

from typing import NamedTuple

from controller.table import records
from controller.table.accounts import PLAYERS
from controller.table.journal import Entry


class Bet(NamedTuple):
    """A row's change to what a spot plays for, in micro-dollars: 0 before it bets, and after its wager is returned."""

    round: int
    spot: str
    before: int
    after: int

    @property
    def wagers(self) -> int:
        """1: a wager more; -1: one less; 0: the same wager with another amount."""
        return (self.after > 0) - (self.before > 0)

    @property
    def amount(self) -> int:
        return self.after - self.before


def stakes_of(entry: Entry) -> dict[str, int]:
    """What each bet of a lock, or one added by hand, was worth: spot -> micro-dollars. The record names coins and
    higher amounts; the rest is in the transfers, one for each wager in the order of its first spot."""
    match entry.record:
        case records.Locking(spots=spots, tiers=tiers, credit=credit):
            named = {**tiers, **credit}
        case records.AddSpot(spot=spot):
            spots, credit, named = (spot,), {}, {}
        case _:
            return {}
    by_hand: dict[str, list[str]] = {}
    for spot in spots:
        if spot not in credit:
            by_hand.setdefault(wager_of(spot), []).append(spot)
    sums = (move.amount for move in entry.transfers if move.source == PLAYERS and move.code == "wager")
    for mine, total in zip(by_hand.values(), sums, strict=False):
        first = [spot for spot in mine if spot not in named]
        rest = total - sum(named[spot] for spot in mine if spot in named)
        named |= {spot: rest // len(first) for spot in first}
    return {spot: named[spot] for spot in spots if spot in named}


def wager_of(spot: str) -> str:
    return spot.partition("/")[2]
