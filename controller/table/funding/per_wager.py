"""A progressive that rises by a percentage of each wager as it is locked, with a reserve beside it (R070, R071)."""

from dataclasses import dataclass

from controller.table.funding.base import Cause, Portion, Terms
from controller.table.funding.ownership import Progressive
from controller.table.money import percentage


@dataclass(frozen=True)
class PerWager(Progressive):
    name = "per_wager"
    requires = frozenset({"rate"})
    permits = frozenset({"reserve", "limit"})
    causes = (Cause("may_rise", "wager", "R070"),)

    def contribution(self, terms: Terms, amount: int) -> Portion:
        return Portion(percentage(amount, terms.rate_bp), percentage(amount, terms.reserve_bp))
