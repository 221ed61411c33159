"""A span of days compared with the exact odds (R215): hits, fixed awards, shares of meters and the house's income. Only
the days of the span are read, and only sums are held in memory."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from controller.games.game import Looks
from controller.games.odds import Odds, odds
from controller.games.paytable import Line
from controller.history.bets import wager_of
from controller.history.claims import Win, claims_in
from controller.history.rounds import Rounds
from controller.reports.chances import Band, band, p_value
from controller.reports.history import History
from controller.reports.wins import wins_in
from controller.table.journal import Entry
from controller.table.money import BASIS_POINTS
from controller.table.rules import Rules, Wager

_counted = cache(odds)


@dataclass(frozen=True, slots=True)
class Hits:
    """One line of a pay table."""

    wager: str
    line: Line
    hits: int
    band: Band
    p: float

    @property
    def says(self) -> str:
        return self.band.says(self.hits)


@dataclass(frozen=True, slots=True)
class Money:
    """What was paid, and what the odds predict, in micro-dollars."""

    paid: int
    expected: Fraction
    deviation: float  # standard deviation

    @property
    def far(self) -> bool:
        """More than three standard deviations off, which happens once in 370 times in a normal distribution."""
        return abs(self.paid - self.expected) > 3 * self.deviation


@dataclass(slots=True)
class Play:
    """One wager in the span."""

    wager: str
    wagers: int = 0
    wagered: int = 0  # micro-dollars
    hits: tuple[Hits, ...] = ()
    fixed: Money | None = None  # None: the odds depend on how people play
    shares: Money | None = None


@dataclass(slots=True)
class Stats:
    first: str
    last: str
    days: int = 0
    rounds: int = 0
    lit: Counter[str] = field(default_factory=Counter)  # spot -> wagers
    plays: list[Play] = field(default_factory=list)


@dataclass(slots=True)
class _Sums:
    """For the bets of one wager and one stake: their number, and the meters' amounts at their locks."""

    number: int = 0
    meters: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)

    def add(self, sign: int, meters: dict[str, int]) -> None:
        self.number += sign
        for jackpot, amount in meters.items():
            self.meters[jackpot] += sign * amount
            self.squares[jackpot] += sign * amount * amount


class Gathering:
    """Takes the days of a span one by one, in order."""

    def __init__(self, first: str, last: str) -> None:
        self._found = Stats(first, last)
        self._sums: dict[tuple[str, int], _Sums] = {}
        self._claims: list[Entry] = []  # the rows about claims

    def add(self, entries: Iterable[Entry]) -> None:
        found = self._found
        found.days += 1
        rounds = Rounds()
        for entry in entries:
            if claims_in(entry.record):
                self._claims.append(entry)
            for bet in rounds.take(entry):
                found.lit[bet.spot] += bet.wagers
                meters = rounds.round(bet.round).meters
                for stake, sign in ((bet.before, -1), (bet.after, 1)):
                    if stake:
                        self._sums.setdefault((wager_of(bet.spot), stake), _Sums()).add(sign, meters)
        found.rounds += sum(each.played for each in rounds.all)

    def result(self, history: History) -> Stats:
        rows = {entry.seq for entry in self._claims}
        wins = [win for win in wins_in(history, self._claims) if win.won and win.decided and win.decided.row in rows]
        self._found.plays = [_play(history.rules, wager, self._sums, wins) for wager in history.rules.wagers.values()]
        return self._found


def stats_of(history: History, first: str, last: str) -> Stats:
    found = Gathering(first, last)
    for day in history.days(first, last):
        found.add(history.day(day))
    return found.result(history)


def _play(rules: Rules, wager: Wager, sums: dict[tuple[str, int], _Sums], wins: list[Win]) -> Play:
    own = {stake: each for (name, stake), each in sums.items() if name == wager.id}
    wins = [win for win in wins if wager_of(win.spot) == wager.id]
    found = Play(wager.id, sum(each.number for each in own.values()))
    found.wagered = sum(stake * each.number for stake, each in own.items())
    if wager.looks_at is Looks.HAND or not found.wagers:
        return found
    exact = _counted(wager.paytable, rules.decks, rules.suit)
    hits = Counter(win.award for win in wins)
    found.hits = tuple(
        _hits(wager.id, line, exact.probability(line), found.wagers, hits[line.event])
        for line in wager.paytable.lines
        if not line.loses
    )
    found.fixed = _money(sum(win.amount for win in wins if not win.jackpot), _fixed(wager, exact, own))
    if exact.meters:
        found.shares = _money(sum(win.amount for win in wins if win.jackpot), _shares(wager, exact, own))
    return found


def _hits(wager: str, line: Line, chance: Fraction, wagers: int, hits: int) -> Hits:
    return Hits(wager, line, hits, band(wagers, chance), p_value(wagers, chance, hits))


def _money(paid: int, moments: Iterator[tuple[Fraction, Fraction]]) -> Money:
    """`moments`: expected amount and variance of independent parts."""
    mean, variance = Fraction(0), Fraction(0)
    for one, spread in moments:
        mean, variance = mean + one, variance + spread
    return Money(paid, mean, math.sqrt(variance))


def _fixed(wager: Wager, exact: Odds, sums: dict[int, _Sums]) -> Iterator[tuple[Fraction, Fraction]]:
    for stake, own in sums.items():
        lines = [line for line in wager.paytable.lines if not line.shares and not line.loses]
        paid = [(exact.probability(line), wager.paytable.pays(line, stake)) for line in lines]
        mean = sum((chance * amount for chance, amount in paid), Fraction(0))
        square = sum((chance * amount * amount for chance, amount in paid), Fraction(0))
        yield own.number * mean, own.number * (square - mean * mean)


def _shares(wager: Wager, exact: Odds, sums: dict[int, _Sums]) -> Iterator[tuple[Fraction, Fraction]]:
    """By the meters' amounts for each bet, and each winner counted as if alone in the hand. The square of the mean is
    negligible compared with the mean square, so it is left out."""
    for stake, own in sums.items():
        for line in wager.paytable.lines:
            if line.shares:
                share = Fraction(wager.paytable.share(line, stake), BASIS_POINTS)
                chance, jackpot = exact.probability(line), wager.jackpot_of(line)
                yield chance * share * own.meters[jackpot], chance * share * share * own.squares[jackpot]
