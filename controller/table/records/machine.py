"""Records of the controller itself: starts, clock, faults, second copy, box, training, restored ledgers."""

from typing import Any

from controller.table.funding.base import Terms
from controller.table.records.base import Record, record
from words.message import Message


@record
class Init(Record):
    """The first row of a ledger."""

    table: str
    zone: str
    epoch: int
    config: str  # digest of the configuration
    release: str  # version of litbet
    seeds: dict[str, int]  # jackpot -> opening amount
    terms: dict[str, Terms]
    table_terms: dict[str, Any]
    custodial: tuple[str, ...] = ()  # jackpots that hold players' money
    training: bool = False  # nothing in this ledger is real (E75)
    laboratory: bool = False  # nor in this one, whose time a laboratory sets
    after: str = ""  # the last head on paper of a lost ledger, which this one follows


@record
class Start(Record):
    boot: str
    release: str  # version of litbet
    config: str
    program: str
    damage: Message | None = None  # set if the program differs from what was installed
    installation: str = ""  # SHA-256 of the program and its libraries on this machine


@record
class Stop(Record):
    pass


@record
class ClockTrust(Record):
    """The time is trusted, and on whose word; or no longer trusted, and why."""

    trusted: bool
    source: str = ""  # time_server or person
    reason: Message | None = None
    offset: int = 0  # between wall clock and monotonic clock, while trusted


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
    """No sign acknowledges; a person posts the amount by hand until the shoe ends."""

    reason: Message


@record
class Door(Record):
    open: bool


@record
class Training(Record):
    """Training begins or ends, and the epoch of the table's next run."""

    on: bool
    epoch: int


@record
class Restoration(Record):
    epoch: int
    older: bool  # older than what signs have shown
    keys: tuple[str, ...] = ()  # the property's keys that stood in for PINs; its people chose new ones
