"""What just happened, for the signs' `event` topic: the rows of the newest decision without names, reasons or other
internal facts. For display only; the ledger is the record."""

from collections.abc import Iterable
from typing import Any

from controller.present.statements import code_of, statement
from controller.table import records
from controller.table.journal import Entry
from controller.table.money import cents
from controller.table.records import Record

Event = dict[str, Any]

EVENTS = {  # a statement's code -> the event that signs are told
    "open": "open",
    "close": "close",
    "not_offered": "not_offered",
    "offered": "offered",
    "lock": "lock",
    "late_lock": "lock",
    "add_spot": "add_spot",
    "void_spot": "void_spot",
    "unlock": "unlock",
    "clear": "clear",
    "void": "void",
    "claim": "claim",
    "late_claim": "claim",
    "claim_denied": "claim_denied",
    "claim_withdrawn": "claim_denied",
    "claim_void": "claim_denied",
    "fixed_award": "award_fixed",
    "meter_award": "award",
    "payment": "paid",
    "post": "post",
    "meter_set": "set",
}


def events_of(entries: Iterable[Entry]) -> list[Event]:
    """In the order in which they happened, without rows that do not concern signs."""
    return [
        {"what": what, **({"round": entry.round} if entry.round else {}), **_facts(entry)}
        for entry in entries
        if (what := EVENTS.get(code_of(entry.record)))
    ]


def _facts(entry: Entry) -> Event:
    match entry.record:
        case records.Locking() | records.AddSpot() | records.VoidSpot():
            return {"spots": list(statement(entry).spots)}
        case records.Claim(claim=claim, spot=spot):
            return {"claim": claim, "spots": [spot]}
        case _:
            return _money(entry.record)


def _money(record: Record) -> Event:
    match record:
        case records.ClaimEnd(claim=claim) | records.Payment(claim=claim):
            return {"claim": claim}
        case records.FixedAward(claim=claim, amount=amount):
            return {"claim": claim, "cents": cents(amount)}
        case records.MeterAward(jackpot=jackpot, amounts=amounts, after=after):
            shares = {str(claim): cents(amount) for claim, amount in amounts.items()}
            return {"jackpot": jackpot, "amounts": shares, "cents": cents(after)}
        case records.Post(jackpot=jackpot, for_day=day, amount=amount):  # a correction may be negative
            return {"jackpot": jackpot, "day": day, "cents": cents(amount) if amount >= 0 else -cents(-amount)}
        case records.MeterSet(jackpot=jackpot, after=after):
            return {"jackpot": jackpot, "cents": cents(after)}
        case _:
            return {}
