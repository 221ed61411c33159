"""Records of a jackpot's own life: its terms, its way to another table, its end."""

from dataclasses import dataclass

from controller.table.counters import Parts
from controller.table.funding.base import Terms
from controller.table.records.base import Record, record


@dataclass(frozen=True)
class TermsChange:
    old: Terms
    new: Terms


@record
class TermsPending(Record):
    """What the configuration changes, and two people have not accepted yet."""

    jackpots: dict[str, TermsChange]
    game: str = ""  # the digest of another game on offer


@record
class TermsAccepted(Record):
    jackpots: dict[str, Terms]
    game: str = ""


@record
class TermsInForce(Record):
    jackpot: str
    terms: Terms
    cause: str  # opening or win


@record
class TransferOut(Record):
    jackpot: str
    to: str  # account
    cause: str
    reason: str
    before: int
    parts: Parts
    note: str


@record
class TransferIn(Record):
    jackpot: str
    source: str  # account
    origin: str  # of the note: table, epoch and row
    before: int
    parts: Parts
    note: str


@record
class Retirement(Record):
    """The end of jackpots is announced."""

    jackpots: tuple[str, ...]
    last_day: str
    reason: str


@record
class RetirementRecall(Record):
    jackpots: tuple[str, ...]
    reason: str


@record
class JackpotEnd(Record):
    jackpots: tuple[str, ...]
    since: str  # gaming day


@record
class Disposal(Record):
    """Where the money of an ended jackpot went."""

    jackpot: str
    to: str
    reason: str
    before: int
    parts: Parts
