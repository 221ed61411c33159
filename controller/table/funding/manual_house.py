"""A bonus whose amount management sets between hands (R068, R144); wagers do not add to it."""

from dataclasses import dataclass

from controller.table.funding.base import Cause
from controller.table.funding.ownership import Bonus


@dataclass(frozen=True)
class ManualHouse(Bonus):
    name = "manual_house"
    causes = (
        Cause("may_rise", "management", "R068"),
        Cause("may_fall", "management", "R144"),
    )
    managed = True
