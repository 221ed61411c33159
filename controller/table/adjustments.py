"""Manual adjustments (R140-R145): a closed list of causes, two people, and every account recorded before and after. No
command sets a meter directly."""

from collections.abc import Iterable

from controller.table import records
from controller.table.accounts import HOUSE, meter_account, overflow_account, reserve_account
from controller.table.awards import waiting
from controller.table.claim_book import raised_by
from controller.table.decision import Decision
from controller.table.jackpot_counters import counted, entrusted
from controller.table.journal import Entry, Transfer, fold
from controller.table.meter_events import LowerMeter, RaiseMeter
from controller.table.refusals import Refused
from controller.table.rules import Jackpot
from controller.table.state import Book

ACCOUNTS = {"displayed": meter_account, "reserve": reserve_account, "overflow": overflow_account}
FALLS = {  # cause -> the accounts that it may lower
    "malfunction": ("displayed", "reserve", "overflow"),
    "over_limit": ("displayed",),
    "nondisplayed": ("reserve", "overflow"),
    "seed_recovery": ("reserve", "overflow", "displayed"),
}
RISES = ("variance", "malfunction")
SOURCES = ("house", "reserve", "overflow")
CODES = {"nondisplayed": "gross_receipts"}  # codes of transfers that differ from their cause


def lower(decision: Decision, event: LowerMeter) -> None:
    jackpot = _adjustable(decision, event.jackpot, event.amount)
    causes = [
        cause
        for cause in FALLS
        if cause in decision.rules.may_fall and (jackpot.funding.custodial or cause == "malfunction")
    ]
    if event.cause not in causes:
        raise _unlawful(event.cause, causes)
    accounts = FALLS[event.cause] if jackpot.funding.custodial else ("displayed",)
    if event.account not in accounts:
        raise _elsewhere(jackpot, event.cause, event.account, accounts)
    _enough(decision, jackpot, event.account, event.amount)
    limit = decision.book.limit(jackpot)
    above = max(decision.book.meter(jackpot.id) - limit, 0) if limit else 0
    if event.cause == "over_limit" and event.amount > above:
        raise Refused("within_limit", jackpot=jackpot.id, above=above)
    if event.cause == "seed_recovery" and event.amount > (there := _to_recover(decision, jackpot, event.account)):
        raise Refused("nothing_to_recover", jackpot=jackpot.id, there=there)
    target = overflow_account(jackpot.id) if event.cause == "over_limit" else HOUSE
    source = ACCOUNTS[event.account](jackpot.id)
    before, after, moves = _move(decision, jackpot, source, target, event.amount, event.cause)
    record = records.MeterLowered(
        jackpot=jackpot.id,
        amount=event.amount,
        account=event.account,
        cause=event.cause,
        reason=decision.reason(event.reason),
        before=before,
        after=after,
    )
    decision.write(record, moves)


def _to_recover(decision: Decision, jackpot: Jackpot, account: str) -> int:
    """The part of the house's advance that it may take back now. Taking it back never lowers the displayed amount below
    the reset amount."""
    there = decision.book.jackpots[jackpot.id].advance
    if account == "displayed":
        there = min(there, decision.book.meter(jackpot.id) - decision.book.terms(jackpot).reset)
    return max(there, 0)


def rise(decision: Decision, event: RaiseMeter) -> None:
    jackpot = _adjustable(decision, event.jackpot, event.amount)
    causes = [cause for cause in RISES if cause in decision.rules.may_rise]
    if event.cause not in causes:
        raise _unlawful(event.cause, causes)
    sources = SOURCES if jackpot.funding.custodial else ("house",)
    if event.source not in sources:
        raise _elsewhere(jackpot, event.cause, event.source, sources)
    if event.source != "house":
        _enough(decision, jackpot, event.source, event.amount)
    limit, meter = decision.book.limit(jackpot), decision.book.meter(jackpot.id)
    if limit and meter + event.amount > limit:
        raise Refused("over_the_limit", jackpot=jackpot.id, room=max(limit - meter, 0))
    source = HOUSE if event.source == "house" else ACCOUNTS[event.source](jackpot.id)
    before, after, moves = _move(decision, jackpot, source, meter_account(jackpot.id), event.amount, event.cause)
    record = records.MeterRaised(
        jackpot=jackpot.id,
        amount=event.amount,
        source=event.source,
        cause=event.cause,
        reason=decision.reason(event.reason),
        before=before,
        after=after,
    )
    decision.write(record, moves)


def _adjustable(decision: Decision, jackpot_id: str, amount: int) -> Jackpot:
    """Meters are adjusted only between rounds, and never while a winner's amount depends on them."""
    jackpot = decision.rules.jackpots.get(jackpot_id)
    if jackpot is None:
        raise Refused("unknown_jackpot", jackpot=jackpot_id, jackpots=tuple(decision.rules.jackpots))
    if amount <= 0:
        raise Refused("above_zero")
    if decision.book.locked:
        raise Refused("clear_first")
    if waiting(decision.rules, decision.book, jackpot.id) or decision.book.posted(jackpot.id) != decision.book.meter(
        jackpot.id
    ):
        raise Refused("claim_on_meter", jackpot=jackpot.id)
    return jackpot


def _enough(decision: Decision, jackpot: Jackpot, account: str, amount: int) -> None:
    there = decision.book.balances.get(ACCOUNTS[account](jackpot.id), 0)
    if amount > there:
        raise Refused("holds_less", jackpot=jackpot.id, account=account, there=there)


def _unlawful(cause: str, causes: Iterable[str]) -> Refused:
    lawful = tuple(causes)
    return Refused("unlawful_cause", cause=cause, causes=lawful) if lawful else Refused("no_lawful_cause")


def _elsewhere(jackpot: Jackpot, cause: str, account: str, accounts: tuple[str, ...]) -> Refused:
    return Refused("no_such_account", jackpot=jackpot.id, cause=cause, account=account, accounts=accounts)


def _move(
    decision: Decision, jackpot: Jackpot, source: str, target: str, amount: int, cause: str
) -> tuple[dict[str, int], dict[str, int], list[Transfer]]:
    """The balances before and after, and the transfer between the accounts."""
    before = {name: decision.book.balances.get(account(jackpot.id), 0) for name, account in ACCOUNTS.items()}
    change = {source: -amount, target: amount}
    after = {name: before[name] + change.get(account(jackpot.id), 0) for name, account in ACCOUNTS.items()}
    return before, after, [Transfer(source, target, amount, CODES.get(cause, cause))]


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.MeterLowered)
def _lowered(book: Book, entry: Entry, record: records.MeterLowered) -> Book:
    jackpot_id, amount = record.jackpot, record.amount
    if record.account == "displayed":
        book = counted(book, jackpot_id, lowered=amount)
    elif record.account == "reserve":
        book = entrusted(book, jackpot_id, reserve=-amount)
    else:
        book = entrusted(book, jackpot_id, overflow=-amount)
    if record.cause == "over_limit":
        book = entrusted(book, jackpot_id, overflow=amount)
    elif record.cause == "seed_recovery":
        book = entrusted(book, jackpot_id, advanced=-amount)
    return book


@fold(records.MeterRaised)
def _raised(book: Book, entry: Entry, record: records.MeterRaised) -> Book:
    jackpot_id, amount = record.jackpot, record.amount
    book = counted(book, jackpot_id, raised=amount)
    book = raised_by(book, jackpot_id, entry)
    if record.source == "reserve":
        book = entrusted(book, jackpot_id, reserve=-amount)
    elif record.source == "overflow":
        book = entrusted(book, jackpot_id, overflow=-amount)
    return book
