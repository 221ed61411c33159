"""Compares counts with the exact odds: how often each line came, how often it should have come, and the distance as z.

z is the difference in standard deviations. For frequent lines, the deviation is the one measured between rounds; for
rare lines, z is that of the normal distribution whose tail has the same probability as the Poisson tail of the count.
Rounds of one shoe balance each other a little, so z tends to be too small rather than too large.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from controller.games.game import Looks, SideBet
from controller.games.odds import Odds, odds
from controller.games.paytable import Line, Paytable
from testbed.rounds.meter_life import MeterLife
from testbed.rounds.table import Table
from testbed.rounds.tally import MAIN, NOTHING, Sum, Tally

FAR = 3
OFTEN = 30  # from this number of hits on, a normal distribution is good enough
_NEVER = 1e-300  # the probability used for an impossible count


@dataclass(frozen=True, slots=True)
class LineFound:
    line: Line | None  # None: no line, the wager loses
    hits: int
    frequency: Fraction
    exact: Fraction
    z: float


@dataclass(frozen=True, slots=True)
class BetFound:
    bet: SideBet
    odds: Odds
    wager: int
    lines: tuple[LineFound, ...]
    returned: Fraction  # per wager of one, with meters at the opening amount
    exact: Fraction
    error: float  # the standard error of the return

    @property
    def paytable(self) -> Paytable:
        return self.odds.paytable


@dataclass(frozen=True, slots=True)
class Found:
    bets: tuple[BetFound, ...]
    edge: Fraction  # of the main bets, for each dollar bet before the deal
    edge_error: float
    staked: Fraction  # on main bets, for each dollar bet before the deal

    @property
    def lines(self) -> list[LineFound]:
        return [line for bet in self.bets for line in bet.lines]

    @property
    def far(self) -> int:
        return sum(abs(line.z) > FAR for line in self.lines)


def compare(table: Table, tally: Tally) -> Found:
    before = tally.rounds * sum(sum(seat.main) for seat in table.seats)
    main = tally.net[MAIN]
    return Found(
        bets=tuple(_bet(table, tally, table.felt.game.side_bets[bet], wager) for bet, wager in table.wagers.items()),
        edge=Fraction(-main.total, before),
        edge_error=math.sqrt(main.variance(tally.rounds)) / before,
        staked=Fraction(tally.staked[MAIN], before),
    )


def mean_expected(life: MeterLife, found: Found) -> Fraction | None:
    """The exact mean of the meter's amount when it is hit, if only one bet plays for it."""
    jackpot = life.jackpot.configured
    own = [each for each in found.bets if each.bet.id in life.jackpot.wagers]
    if len(own) != 1:
        return None
    meter = next(meter for meter in own[0].paytable.meters if life.jackpot.pays(own[0].bet.id, meter))
    return own[0].odds.mean_meter(own[0].wager, jackpot.terms.rate_bp, jackpot.terms.reset, meter)


def _bet(table: Table, tally: Tally, bet: SideBet, wager: int) -> BetFound:
    exact = _exact(table, bet)
    lines = exact.paytable.lines
    together = len(table.seats) if bet.looks_at is Looks.HAND else 1  # the dealer's hand is the same for all seats
    wagers = tally.rounds * len(table.seats)
    chances = [exact.probability(line) for line in lines]
    places: Sequence[tuple[Line | None, int, Fraction]] = [
        *((line, number, chance) for number, (line, chance) in enumerate(zip(lines, chances, strict=True))),
        (None, NOTHING, 1 - sum(chances, Fraction(0))),
    ]
    net = tally.net[bet.id]
    staked = tally.staked[bet.id]
    return BetFound(
        bet=bet,
        odds=exact,
        wager=wager,
        lines=tuple(
            _line(line, tally.hits[bet.id, number], chance, wagers, tally.rounds, together)
            for line, number, chance in places
        ),
        returned=1 + Fraction(net.total, staked),
        exact=exact.returned(wager, table.opening(bet.id)),
        error=math.sqrt(net.variance(tally.rounds)) / staked,
    )


def _exact(table: Table, bet: SideBet) -> Odds:
    felt = table.felt
    strategy = table.strategy if bet.loses_on_player_total else "basic"  # no other bet depends on how people play
    return odds(felt.paytables[bet.id], felt.decks, felt.suit, strategy, felt.game.play.dealer_hits_soft_17)


def _line(line: Line | None, hits: Sum, exact: Fraction, wagers: int, rounds: int, together: int) -> LineFound:
    expected = float(exact * wagers)
    if min(hits.total, expected) < OFTEN * together:
        z = tail_z(round(hits.total / together), expected / together)
    else:  # few rounds may not vary at all, so never less than for independent seats
        spread = max(hits.variance(rounds), expected * float(1 - exact))
        z = (hits.total - expected) / math.sqrt(spread) if spread else 0.0
    return LineFound(line, hits.total, Fraction(hits.total, wagers), exact, z)


def tail_z(hits: int, expected: float) -> float:
    """Half of the probability of exactly this many hits, plus that of all counts farther from the expected one."""
    mean = max(expected, _NEVER)

    def chance(number: int) -> float:
        return math.exp(number * math.log(mean) - mean - math.lgamma(number + 1))

    more = hits > mean
    farther = range(hits + 1, hits + 200) if more else range(hits)
    tail = chance(hits) / 2 + sum(map(chance, farther))
    z = NormalDist().inv_cdf(max(tail, _NEVER))
    return -z if more else z
