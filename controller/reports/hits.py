"""Hits against the exact odds (R215). A band of so many per cent fits no bet as volatile as this one: what is told is
how many standard deviations lie between, by the same measure as the simulations use."""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from controller.core.rules import Rules, Wager
from controller.gameplay.compare import FAR, OFTEN, tail_z
from controller.games.game import Looks
from controller.games.odds import Odds, odds
from controller.games.paytable import Line

_counted = cache(odds)


@dataclass(frozen=True, slots=True)
class Hits:
    wager: str
    award: str
    hits: int
    wagers: int
    expected: Fraction
    z: float

    @property
    def far(self) -> bool:
        """Chance alone does this to one line in 370."""
        return abs(self.z) > FAR


def hits(rules: Rules, wagers: Counter[str], won: Counter[tuple[str, str]]) -> list[Hits]:
    """`wagers`: how many of each were locked; `won`: (wager, award) -> wins. A wager on the dealer's whole hand is left
    out: its odds depend on how people play."""
    return [
        _of(wager, line, _counted(wager.paytable, rules.decks, rules.suit), wagers[wager.id], won[wager.id, line.event])
        for wager in rules.wagers.values()
        if wagers[wager.id] > 0 and wager.looks_at is not Looks.HAND
        for line in wager.paytable.lines
        if not line.loses
    ]


def _of(wager: Wager, line: Line, exact: Odds, wagers: int, found: int) -> Hits:
    chance = exact.probability(line)
    expected = chance * wagers
    if found < OFTEN or expected < OFTEN:
        z = tail_z(found, float(expected))
    else:
        z = float(found - expected) / math.sqrt(expected * (1 - chance))
    return Hits(wager.id, line.title, found, wagers, expected, z)
