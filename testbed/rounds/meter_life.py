"""A meter during simulated rounds: what is added, who wins, and its amount afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from controller.table.money import BASIS_POINTS
from testbed.rounds.table import FeltJackpot, Table
from testbed.rounds.tally import Win

DAY = 60 * 16  # rounds of a gaming day: sixty an hour, sixteen hours
POINTS = 2000  # points of the drawing, in addition to those of wins


@dataclass(frozen=True, slots=True)
class MeterLife:
    jackpot: FeltJackpot
    points: tuple[tuple[int, int], ...]  # (number of rounds, micro-dollars)
    at_hits: tuple[int, ...]  # its amount at each win

    @property
    def mean_at_hit(self) -> Fraction | None:
        return Fraction(sum(self.at_hits), len(self.at_hits)) if self.at_hits else None


def meter_life(table: Table, jackpot: FeltJackpot, wins: Sequence[Win], rounds: int) -> MeterLife:
    """Daily funding is posted before the first round of the next day; each wager's own part counts in its round.

    A win takes its share of the meter, and several winners with one line split that share: the meter falls once. When
    nothing is left, or all of it was won, it starts again at the reset amount.
    """
    funding, terms = jackpot.configured.funding, jackpot.configured.terms
    a_round = sum(funding.growth(terms, amount) for amount in jackpot.wagers.values()) * len(table.seats)
    each_wager = funding.custodial
    step = 1 if each_wager else DAY
    taken = -jackpot.configured.base  # by all wins, less what it was filled with

    def stands(after: int) -> int:
        return after // step * step * a_round + after // DAY * funding.day_accrual(terms) - taken

    points = [(0, stands(0))]
    at_hits = []
    stride = max(1, rounds // POINTS // step) * step
    drawn = stride
    shares = ((win.round, share) for win in wins if (share := _share(table, jackpot, win)))
    for at, winners in groupby(shares, key=lambda each: each[0]):
        points += [(each, stands(each)) for each in range(drawn, at + 1, stride)]
        drawn = (at // stride + 1) * stride
        stood = stands(at + each_wager)
        lost = sum(stood * share // BASIS_POINTS for _, share in winners)
        left = stood - lost if lost < stood else terms.reset
        taken += stood - left
        points += [(at, stood), (at, left)]
        at_hits.append(stood)
    points += [(each, stands(each)) for each in range(drawn, rounds + 1, stride)]
    return MeterLife(jackpot, tuple(points), tuple(at_hits))


def _share(table: Table, jackpot: FeltJackpot, win: Win) -> int:
    """Basis points of this jackpot's meter that the win takes; 0 if it takes from another."""
    paytable = table.felt.paytables[win.bet]
    line = paytable.lines[win.line]
    return paytable.share(line, jackpot.wagers[win.bet]) if jackpot.pays(win.bet, line.meter) else 0
