"""Records of sign readings, chip counts, and what became of a difference."""

from controller.table.records.base import Record, record
from controller.table.state import Grade


@record
class Reading(Record):
    jackpot: str
    shown: int
    ledger: int
    difference: int
    claim: int = 0  # set if the sign was read at a win; compared with the meter at that round's lock
    variance: int = 0  # the number of the variance that it opens; 0: none
    grade: Grade | None = None


@record
class ChipCount(Record):
    for_day: str
    wager: str
    chips: int
    chip: int  # micro-dollars
    ledger: int
    difference: int
    units: int
    variance: int = 0
    grade: Grade | None = None


@record
class VarianceEnd(Record):
    variance: int
    outcome: str
    reason: str
