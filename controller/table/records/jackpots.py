"""Records of a jackpot's life: its terms, its transfers, its end."""

from dataclasses import dataclass
from typing import Any

from controller.table.counters import Parts
from controller.table.funding.base import Terms
from controller.table.records.base import Record, record


@dataclass(frozen=True)
class TermsChange:
    old: Terms
    new: Terms


@dataclass(frozen=True)
class TableTermChange:
    old: Any
    new: Any


@record
class TermsPending(Record):
    """The configuration changes terms, and two people must accept the change."""

    jackpots: dict[str, TermsChange]
    table: dict[str, TableTermChange]  # which table terms differ from those in force
    digest: str = ""  # of the table terms of the configuration, if they are not the last known ones


@record
class TermsAccepted(Record):
    jackpots: dict[str, Terms]
    table: dict[str, TableTermChange]  # what changes
    table_terms: dict[str, Any]  # all table terms from now on; empty: they stay
    day_until: int = 0  # ms; the gaming day that runs does not end before. 0: roll time and zone stay


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
