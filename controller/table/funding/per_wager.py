"""A progressive that rises by a percentage of each wager at the lock, and feeds a reserve (R070, R071)."""

from dataclasses import dataclass

from controller.table.funding.base import RATE, Cause, Portion, Term, Terms
from controller.table.funding.ownership import Progressive
from controller.table.money import percentage

RESERVE = Term("reserve", "R071")
LIMIT = Term("limit", "R075")


@dataclass(frozen=True)
class PerWager(Progressive):
    name = "per_wager"
    requires = frozenset({RATE})
    permits = frozenset({RESERVE, LIMIT})
    causes = (Cause("may_rise", "wager", "R070"),)

    def contribution(self, terms: Terms, amount: int) -> Portion:
        return Portion(percentage(amount, terms.rate_bp), percentage(amount, terms.reserve_bp))
