"""A progressive that rises by a percentage of each wager at the lock, and feeds a reserve (R070, R071)."""

from collections.abc import Iterator
from dataclasses import dataclass

from controller.table.funding.base import RATE, Cause, Portion, Term, Terms
from controller.table.funding.ownership import Progressive
from controller.table.money import BASIS_POINTS, dollars, percentage
from words.message import Message, message

RESERVE = Term("reserve", "R071", "rate", "reserve_bp")
LIMIT = Term("limit", "R075", "amount", "limit")


@dataclass(frozen=True)
class PerWager(Progressive):
    name = "per_wager"
    requires = frozenset({RATE})
    permits = frozenset({RESERVE, LIMIT})
    causes = (Cause("may_rise", "wager", "R070"),)

    def faults(self, terms: Terms, base: int) -> Iterator[tuple[Term, Message]]:
        if terms.rate_bp + terms.reserve_bp > BASIS_POINTS:
            yield RESERVE, message("config.above_wager")
        if terms.limit and terms.limit < base:
            yield LIMIT, message("config.limit_below_base", base=dollars(base))

    def contribution(self, terms: Terms, amount: int) -> Portion:
        return Portion(percentage(amount, terms.rate_bp), percentage(amount, terms.reserve_bp))
