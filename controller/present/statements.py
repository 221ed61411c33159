"""What a row says, defined once: a code, whom it concerns, and its facts. Answers, replays, the exception report and
the signs' events look up by this code what they show."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from controller.table import records
from controller.table.journal import Entry
from controller.table.records import Record


@dataclass(frozen=True, slots=True)
class Statement:
    code: str
    spots: tuple[str, ...]
    jackpots: tuple[str, ...]
    claims: tuple[int, ...]
    facts: Mapping[str, Any]  # the fields of the record, and the row's round, day and people


def statement(entry: Entry) -> Statement:
    record = entry.record
    facts = vars(record)
    return Statement(
        code_of(record),
        _each(facts, "spot", "spots"),
        _each(facts, "jackpot", "jackpots"),
        _claims(record, facts),
        {**facts, "round": entry.round, "day": entry.day, "by": entry.by},
    )


def code_of(record: Record) -> str:
    """The record's kind, or a more exact code if one kind covers several cases."""
    match record:
        case records.Claim(reference=reference) if reference:
            return "late_claim"
        case records.ClaimEnd(cause=cause):
            return f"claim_{cause}" if cause in ("denied", "withdrawn") else "claim_void"
        case records.Approval(missing=missing) if missing:
            return "approval_missing"
        case records.FlatBet(must=must):
            return f"flat_bet_{must}"
        case records.Reading(difference=difference) if difference:
            return "reading_off"
        case records.PaymentCorrection(amount=amount):
            return "payment_added" if amount > 0 else "payment_returned"
        case records.Door(open=is_open):
            return "door_open" if is_open else "door_closed"
        case records.Training(on=on):
            return "training_begun" if on else "training_ended"
        case records.LockOut(name=""):
            return "lock_out_screen"
        case records.LockOut(screen=""):
            return "lock_out_everywhere"
        case records.ShoeEnd(closes=True):
            return "last_shoe_end"
    return record.kind


def _each(facts: Mapping[str, Any], one: str, several: str) -> tuple[str, ...]:
    return (facts[one],) if facts.get(one) else tuple(facts.get(several, ()))


def _claims(record: Record, facts: Mapping[str, Any]) -> tuple[int, ...]:
    if isinstance(record, records.MeterAward):
        return (*record.amounts, *([record.denied] if record.denied else []))
    return (facts["claim"],) if facts.get("claim") else ()
