"""Records of the controller itself: starts, the clock, faults, the second copy, the box, training, restored ledgers."""

from controller.table.funding.base import Terms
from controller.table.records.base import Record, record
from words.message import Message


@record
class Init(Record):
    """The first row of a ledger."""

    table: str
    zone: str
    epoch: int
    config: str  # the configuration's digest
    release: str  # of litbet
    seeds: dict[str, int]  # jackpot -> opening amount
    terms: dict[str, Terms]
    game: str  # the digest of the game on offer
    custodial: tuple[str, ...] = ()  # jackpots of players' money


@record
class Start(Record):
    boot: str
    release: str  # of litbet
    config: str
    program: str
    damage: Message | None = None  # the program is not what was installed


@record
class Stop(Record):
    pass


@record
class ClockTrust(Record):
    """The time is trusted, by whose word; or no longer, and why."""

    trusted: bool
    source: str = ""  # time_server or person
    reason: Message | None = None
    offset: int = 0  # between the two clocks, while it is trusted


@record
class Fault(Record):
    code: str
    reason: Message


@record
class FaultEnd(Record):
    code: str
    reason: str


@record
class SecondCopyLost(Record):
    reason: Message


@record
class SecondCopyBack(Record):
    pass


@record
class SignOverride(Record):
    """No sign acknowledges; the amount is posted by hand until the shoe ends."""

    reason: Message


@record
class Door(Record):
    open: bool


@record
class Training(Record):
    """Training begins or ends; the epoch that the table's next run has."""

    on: bool
    epoch: int


@record
class Restoration(Record):
    epoch: int
    older: bool  # than what was shown before
