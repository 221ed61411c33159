"""Records of a jackpot's life: its terms, its transfers, its end."""

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
    """The configuration changes terms, and two people must accept the change."""

    jackpots: dict[str, TermsChange]
    game: str = ""  # the digest of a different game on offer


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
class TransferAsk(Record):
    jackpot: str
    giver: str  # table
    nonce: str
    ask: str


@record
class TransferOut(Record):
    jackpot: str
    nonce: str  # of the ask that it answers
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
    nonce: str  # of the ask that it answers
    before: int
    parts: Parts
    note: str


@record
class Retirement(Record):
    """The end of jackpots was announced."""

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
    since: str  # a gaming day


@record
class Disposal(Record):
    """Where an ended jackpot's money went."""

    jackpot: str
    to: str
    reason: str
    before: int
    parts: Parts
