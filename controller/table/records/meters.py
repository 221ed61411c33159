"""Records of manual changes to meters, and of the funds hold."""

from controller.table.records.base import Record, record


@record
class MeterSet(Record):
    """Management sets the amount."""

    jackpot: str
    before: int
    after: int
    reason: str


@record
class MeterLowered(Record):
    jackpot: str
    amount: int
    account: str  # displayed, reserve or overflow
    cause: str
    reason: str
    before: dict[str, int]  # by account
    after: dict[str, int]


@record
class MeterRaised(Record):
    jackpot: str
    amount: int
    source: str  # house, reserve or overflow
    cause: str
    reason: str
    before: dict[str, int]
    after: dict[str, int]


@record
class FundsHold(Record):
    reason: str


@record
class FundsRelease(Record):
    reason: str
