"""What each locked bet was worth, told by the rows of locks and of what was given back. A round lies in one gaming day:
its rows are all among those of the day."""

from collections.abc import Iterable, Iterator, Mapping

from controller.core.journal import Entry
from controller.core.rules import Rules

LOCKS = ("lock", "late_lock")


class Stakes:
    """Rows go in one after the other, in their order."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._rounds: dict[int, dict[str, int]] = {}  # round -> spot -> micro-dollars

    def changes(self, entry: Entry) -> Iterator[tuple[str, int]]:
        """Each bet that the row adds, as spot and micro-dollars, or takes back, as below zero."""
        body, tiers = entry.body, entry.body.get("tiers", {})
        if entry.kind in LOCKS:
            self._rounds[entry.round] = {spot: self._stake(spot, tiers) for spot in body["spots"]}
            yield from self._rounds[entry.round].items()
        elif entry.kind == "add_spot":
            plays = self._rounds.setdefault(entry.round, {})
            plays[body["spot"]] = self._stake(body["spot"], tiers)
            yield body["spot"], plays[body["spot"]]
        elif entry.kind == "tier":
            self._rounds[entry.round][body["spot"]] = body["after"]
            yield body["spot"], body["after"] - body["before"]
        elif entry.kind in ("unlock", "void", "void_spot"):
            plays = self._rounds.get(entry.round, {})
            for spot in body["spots"] if entry.kind != "void_spot" else (body["spot"],):
                yield spot, -plays.pop(spot, 0)

    def _stake(self, spot: str, tiers: Mapping[str, int]) -> int:
        """By the table's file as it is; nothing for a wager that it has no more."""
        wager = self._rules.wagers.get(wager_of(spot))
        return tiers.get(spot) or (wager.amount if wager else 0)


def wager_of(spot: str) -> str:
    return spot.partition("/")[2]


def locked_in(rules: Rules, entries: Iterable[Entry], wager: str, day: str) -> int:
    """Micro-dollars of a wager that the sensors and people's corrections say were locked on a day: what its chips must
    come to. A correction's row may be of a later day."""
    stakes, total = Stakes(rules), 0
    for entry in entries:
        total += sum(amount for spot, amount in stakes.changes(entry) if wager_of(spot) == wager)
        if entry.kind == "recount" and entry.body["of"] == day:
            total += entry.body["wagers"].get(wager, 0) * rules.wagers[wager].amount
    return total
