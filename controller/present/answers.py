"""The answer to a command: messages of the section `answers`, from its rows and the book after them.

Most rows give one message, by the code of what the row says (`statements.py`), with the row's fields as facts.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.present.division import division
from controller.present.statements import statement
from controller.table import records
from controller.table.accounts import elsewhere_account, recipient
from controller.table.awards import expected, title_of
from controller.table.counters import Parts
from controller.table.journal import Entry
from controller.table.money import BASIS_POINTS, CENT
from controller.table.records import Record
from controller.table.rules import Rules
from controller.table.state import Book, Claim
from controller.table.terms import table_changes
from words.message import Fact, Message, message

Facts = dict[str, Fact]


def answer_of(rules: Rules, book: Book, entries: Iterable[Entry]) -> list[Message]:
    return [each for entry in entries for each in _messages(rules, book, entry)]


def _messages(rules: Rules, book: Book, entry: Entry) -> list[Message]:
    if messages := MESSAGES.get(type(entry.record)):
        return messages(rules, book, entry, entry.record)
    row = statement(entry)
    facts: Facts = {name: fact for name, fact in row.facts.items() if _is_fact(fact)}
    facts["place"] = _place(rules, [spot for spot in row.spots if spot in rules.spots])
    facts["titles"] = tuple(rules.jackpots[name].title for name in row.jackpots if name in rules.jackpots)
    if "slip" in row.facts:
        facts["slip"] = rules.slip(row.facts["slip"])
    if more := _FACTS.get(type(entry.record)):
        facts |= more(rules, book, entry.record)
    return [message(f"answers.{row.code}", **facts)]


def _is_fact(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_fact(each) for each in value)
    return value is None or isinstance(value, int | str | Message)


def _place(rules: Rules, spots: Iterable[str]) -> Message:
    """A seat by its number, or the spot's full name if a seat has several."""
    single = len({rule.seat for rule in rules.spots.values()}) == len(rules.spots)
    names = tuple(rules.spots[spot].seat if single else spot for spot in spots)
    if not names:
        return message("places.none")
    return message("places.seats", seats=names) if len(names) > 1 else message("places.seat", seat=names[0])


def _meter(rules: Rules, jackpot: str) -> Message:
    return message("places.meter") if len(rules.jackpots) == 1 else message("places.meter_of", jackpot=jackpot)


def _stands(rules: Rules, jackpot: str, amount: int, *, again: bool = False) -> Message:
    """Rounded down, as signs show it."""
    code = "stands_again" if again else "stands"
    return message(f"answers.{code}", meter=_meter(rules, jackpot), amount=amount - amount % CENT)


def _found(book: Book, number: int) -> Claim | None:
    return next((claim for claim in book.claims if claim.number == number), None)


def _parts(parts: Parts) -> tuple[Message, ...]:
    """The amounts that are not zero, each with its account."""
    amounts = {"displayed": parts.meter, "reserve": parts.reserve, "overflow": parts.overflow}
    there = tuple(
        message("answers.part", amount=amount, account=account) for account, amount in amounts.items() if amount
    )
    return there or (message("answers.nothing"),)


# -- facts that the row itself does not have -------------------------------------------------------------------


def _post(rules: Rules, book: Book, record: records.Post) -> Facts:
    return {"stands": _stands(rules, record.jackpot, book.meter(record.jackpot))}


def _take_over(rules: Rules, book: Book, record: records.TakeOver) -> Facts:
    return {"stands": _stands(rules, record.jackpot, record.after)}


def _lowered(rules: Rules, book: Book, record: records.MeterLowered) -> Facts:
    return _adjusted(rules, record, record.account)


def _raised(rules: Rules, book: Book, record: records.MeterRaised) -> Facts:
    return _adjusted(rules, record, "displayed")


def _adjusted(rules: Rules, record: records.MeterLowered | records.MeterRaised, account: str) -> Facts:
    if account == "displayed":
        return {"stands": _stands(rules, record.jackpot, record.after[account])}
    where = message("places.account", account=account, jackpot=record.jackpot)
    return {"stands": message("answers.stands", meter=where, amount=record.after[account])}


def _set(rules: Rules, book: Book, record: records.MeterSet) -> Facts:
    return {"meter": _meter(rules, record.jackpot)}


def _transfer_out(rules: Rules, book: Book, record: records.TransferOut) -> Facts:
    return {"to": record.to.removeprefix(elsewhere_account("")), "parts": _parts(record.parts)}


def _transfer_in(rules: Rules, book: Book, record: records.TransferIn) -> Facts:
    source = record.source.removeprefix(elsewhere_account(""))
    stands = _stands(rules, record.jackpot, book.meter(record.jackpot))
    return {"source": source, "parts": _parts(record.parts), "stands": stands}


def _disposal(rules: Rules, book: Book, record: records.Disposal) -> Facts:
    return {"to": recipient(record.to), "parts": _parts(record.parts)}


def _fixed_award(rules: Rules, book: Book, record: records.FixedAward) -> Facts:
    claim = _found(book, record.claim)
    return {"place": _place(rules, [claim.spot] if claim else [])}


def _correction(rules: Rules, book: Book, record: records.PaymentCorrection) -> Facts:
    return {"amount": abs(record.amount)}


_FACTS: Mapping[type[Record], Callable[[Rules, Book, Any], Facts]] = {
    records.Post: _post,
    records.TakeOver: _take_over,
    records.MeterLowered: _lowered,
    records.MeterRaised: _raised,
    records.MeterSet: _set,
    records.TransferOut: _transfer_out,
    records.TransferIn: _transfer_in,
    records.Disposal: _disposal,
    records.FixedAward: _fixed_award,
    records.PaymentCorrection: _correction,
}


# -- rows whose message depends on their content or on the book ------------------------------------------------


def _open(rules: Rules, book: Book, entry: Entry, record: records.Open) -> list[Message]:
    if record.reason:
        return [message("answers.open_not_offered", reason=record.reason)]
    return [message("answers.open")]


def _terms_accepted(rules: Rules, book: Book, entry: Entry, record: records.TermsAccepted) -> list[Message]:
    titles = tuple(rules.jackpots[name].title for name in record.jackpots)
    table = [message("answers.table_terms_accepted", changes=table_changes(record.table))] if record.table else []
    return [*table, message("answers.terms_accepted", titles=titles)] if titles else table


def _claim(rules: Rules, book: Book, entry: Entry, record: records.Claim | records.AwardName) -> list[Message]:
    claim = _found(book, record.claim)
    if claim is None:
        return []
    facts: Facts = {"claim": claim.number, "place": _place(rules, [claim.spot]), "round": claim.round}
    if not claim.award:
        return [message("answers.claim", **facts)]
    facts |= {"title": title_of(rules, claim), "amount": expected(rules, book, claim)}
    parts = division(rules, book, claim)
    if parts and parts.code != "division.divided_alone":
        return [message("answers.shared_award_name", **facts, division=parts)]
    return [message("answers.award_name", **facts)]


def _approval(rules: Rules, book: Book, entry: Entry, record: records.Approval) -> list[Message]:
    if record.missing:
        return [message("answers.approval_missing", names=entry.by, missing=record.missing)]
    claim = _found(book, record.claim)
    return [message("answers.approval", claim=record.claim)] if claim and not claim.slip else []


def _meter_award(rules: Rules, book: Book, entry: Entry, record: records.MeterAward) -> list[Message]:
    claims = {number: _found(book, number) for number in record.amounts}
    owed = tuple(
        message(
            "answers.owed",
            place=_place(rules, [claim.spot]),
            amount=record.amounts[number],
            slip=rules.slip(claim.slip),
        )
        for number, claim in claims.items()
        if claim
    )
    again = record.won.reseeded > record.won_before.reseeded
    stands = _stands(rules, record.jackpot, record.after, again=again)
    return [message("answers.meter_award" if owed else "answers.given_back", owed=owed, stands=stands)]


def _payment(rules: Rules, book: Book, entry: Entry, record: records.Payment) -> list[Message]:
    facts: Facts = {"claim": record.claim, "amount": record.amount, "method": record.method}
    facts["slip"] = rules.slip(record.slip)
    claim = _found(book, record.claim)
    if claim and record.reseeded:
        stands = _stands(rules, claim.jackpot, book.meter(claim.jackpot), again=True)
        return [message("answers.payment_and_reset", **facts, stands=stands)]
    return [message("answers.payment", **facts)]


def _reading(rules: Rules, book: Book, entry: Entry, record: records.Reading) -> list[Message]:
    code = "reading_at_claim" if record.claim else "reading"
    facts: Facts = {"jackpot": record.jackpot, "shown": record.shown, "ledger": record.ledger, "claim": record.claim}
    return [message(f"answers.{code}", **facts, difference=_difference(record)), *_variance(record)]


def _chip_count(rules: Rules, book: Book, entry: Entry, record: records.ChipCount) -> list[Message]:
    facts: Facts = {"chips": record.chips, "day": record.for_day, "ledger": record.ledger}
    facts["amount"] = record.chips * record.chip
    return [message("answers.chip_count", **facts, difference=_difference(record)), *_variance(record)]


def _difference(record: records.Reading | records.ChipCount) -> Message:
    if not record.difference:
        return message("answers.no_difference")
    side, amount = "more" if record.difference > 0 else "less", abs(record.difference)
    if isinstance(record, records.Reading) or not record.ledger:
        return message(f"answers.{side}", amount=amount)
    share = amount * BASIS_POINTS // record.ledger
    return message(f"answers.chips_{side}", amount=amount, units=abs(record.units), share=share)


def _variance(record: records.Reading | records.ChipCount) -> list[Message]:
    if not record.variance or record.grade is None:
        return []
    return [message("answers.variance", variance=record.variance, grade=record.grade.value)]


def _clock(rules: Rules, book: Book, entry: Entry, record: records.ClockTrust) -> list[Message]:
    return [message("answers.clock_trusted" if record.trusted else "answers.clock_not_trusted")]


MESSAGES: Mapping[type[Record], Callable[[Rules, Book, Entry, Any], list[Message]]] = {
    records.Open: _open,
    records.TermsAccepted: _terms_accepted,
    records.Claim: _claim,
    records.AwardName: _claim,
    records.Approval: _approval,
    records.MeterAward: _meter_award,
    records.Payment: _payment,
    records.Reading: _reading,
    records.ChipCount: _chip_count,
    records.ClockTrust: _clock,
}
