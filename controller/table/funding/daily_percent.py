"""A bonus that rises each morning by a percentage of the previous day's locked wagers (R060)."""

from dataclasses import dataclass

from controller.table.funding.base import RATE, Cause, Terms
from controller.table.funding.ownership import Bonus
from controller.table.money import percentage


@dataclass(frozen=True)
class DailyPercent(Bonus):
    name = "daily_percent"
    requires = frozenset({RATE})
    causes = (Cause("may_rise", "post", "R060"),)
    posts = True

    def accrual(self, terms: Terms, amount: int) -> int:
        return percentage(amount, terms.rate_bp)
