"""Changed terms wait (R011, E63): what a file changes comes into force only after two people accepted it; a jackpot's
terms with an opening or with the reset after a win, the table terms (table_terms.py) at once, at a closed table."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from controller.table import records
from controller.table.awards import waiting
from controller.table.claim_book import forget_paid
from controller.table.codec import encode
from controller.table.decision import Decision
from controller.table.funding.base import Terms
from controller.table.gaming_day import DAY as ONE_DAY
from controller.table.gaming_day import starts_at
from controller.table.jackpot_counters import changed
from controller.table.journal import BrokenEntryError, Entry, fold
from controller.table.meter_events import AcceptTerms
from controller.table.refusals import Refused
from controller.table.rules import Jackpot, Rules
from controller.table.state import Book, Phase, Stage
from controller.table.table_terms import DAY, GAME, changed_terms, differences, digest_of, table_terms
from controller.table.values import replace
from words.message import Fact, Message, message


def compare(decision: Decision) -> None:
    """At a start: compare the configuration with the book."""
    rules, book = decision.rules, decision.book
    changes: dict[str, records.TermsChange] = {}
    for jackpot in rules.jackpots.values():
        counters = book.jackpots.get(jackpot.id)
        if counters is None or counters.left_to:
            continue
        if jackpot.terms != (counters.pending or counters.terms):
            changes[jackpot.id] = records.TermsChange(counters.terms, jackpot.terms)
    digest = digest_of(rules.proposed or table_terms(rules))
    known = digest == (book.table_terms_pending or book.table_terms)
    if changes or not known:
        table = {} if known else _table_changes(rules)
        decision.write(records.TermsPending(jackpots=changes, table=table, digest="" if known else digest))


def accept(decision: Decision, event: AcceptTerms) -> None:
    """Accepts everything that waits at once, because the two people have looked at all of it."""
    book, proposed = decision.book, decision.rules.proposed if decision.book.table_terms_pending else {}
    asked = {jackpot.id: jackpot for jackpot in decision.rules.jackpots.values() if _unaccepted(book, jackpot)}
    if not asked and not proposed:
        raise Refused("nothing_pending")
    if proposed:
        _at_rest(decision)
    terms = {}
    for jackpot in asked.values():
        new = terms[jackpot.id] = _pending(book, jackpot)
        if _too_low(book, jackpot, new):
            raise Refused("limit_too_low", title=jackpot.title, limit=new.limit, amount=book.posted(jackpot.id))
    table = _table_changes(decision.rules) if proposed else {}
    until = _end_of_day(decision) if table.keys() & DAY else 0
    decision.write(records.TermsAccepted(jackpots=terms, table=table, table_terms=proposed, day_until=until))


def _at_rest(decision: Decision) -> None:
    """No hand and no claim begins by some table terms and ends by others."""
    book = decision.book
    if book.phase is not Phase.CLOSED or decision.live.sensor_test:
        raise Refused("accept_closed")
    for claim in book.claims:
        if claim.stage is not Stage.PAID:
            raise Refused("accept_claim", claim=claim.number)
    if left := [spot for spot in book.spots if spot not in decision.rules.proposed["spots"]]:
        raise Refused("accept_spot", spot=left[0])


def _end_of_day(decision: Decision) -> int:
    """When the gaming day that runs ends by the terms so far: other terms never end it earlier, so that nobody causes a
    post by changing a clock."""
    rules, today = decision.rules, decision.book.today
    if today is None:
        return 0
    return max(starts_at(date.fromisoformat(today.day) + ONE_DAY, rules.roll, rules.zone), today.until)


def _table_changes(rules: Rules) -> dict[str, records.TableTermChange]:
    return {name: records.TableTermChange(old, new) for name, (old, new) in changed_terms(rules).items()}


def at_opening(decision: Decision) -> None:
    """Not while a claim is undecided: its winners share by the terms of their hand."""
    pending = changed_terms(decision.rules)
    if pending and not decision.book.table_terms_pending:
        raise Refused("new_terms_start")  # accepted, but these rules are still the old ones
    if pending.keys() & GAME:
        raise Refused("unaccepted")
    for jackpot in decision.rules.jackpots.values():
        if not waiting(decision.rules, decision.book, jackpot.id):
            _take_effect(decision, jackpot, "opening")


def after_wins(decision: Decision) -> None:
    """Between rounds: if a meter was reset by accepted terms and its winners are paid, those terms come into force."""
    for won in decision.book.won:
        if won.renews and won.reseeded == won.due:
            claims = [each for each in decision.book.claims if (each.round, each.jackpot) == (won.round, won.jackpot)]
            if all(each.stage is Stage.PAID for each in claims):
                _take_effect(decision, decision.rules.jackpots[won.jackpot], "win")


def _take_effect(decision: Decision, jackpot: Jackpot, cause: str) -> None:
    counters = decision.book.jackpots[jackpot.id]
    if counters.accepted and counters.pending and not _too_low(decision.book, jackpot, counters.pending):
        _into_force(decision, jackpot, counters.pending, cause)


def _into_force(decision: Decision, jackpot: Jackpot, terms: Terms, cause: str) -> None:
    decision.write(records.TermsInForce(jackpot=jackpot.id, terms=terms, cause=cause))


def _unaccepted(book: Book, jackpot: Jackpot) -> bool:
    counters = book.jackpots[jackpot.id]
    return counters.pending is not None and not counters.accepted


def _pending(book: Book, jackpot: Jackpot) -> Terms:
    return book.jackpots[jackpot.id].pending or book.terms(jackpot)


def _too_low(book: Book, jackpot: Jackpot, terms: Terms) -> bool:
    """R075: a limit must not be below the amount that players have been shown."""
    return bool(terms.limit) and terms.limit < book.posted(jackpot.id)


# -- what people are asked -----------------------------------------------------------------------------------


def asks(rules: Rules, book: Book) -> Iterator[Message]:
    """What waits, and for whom."""
    pending = changed_terms(rules)
    if pending and not book.table_terms_pending:
        yield message("asks.table_terms_accepted")
    elif pending:
        code = "asks.table_terms_game" if pending.keys() & GAME else "asks.table_terms_waiting"
        yield message(code, changes=table_changes(_table_changes(rules)))
    for jackpot in rules.jackpots.values():
        for change in changes(book, jackpot):
            if _unaccepted(book, jackpot):
                yield message("asks.terms_waiting", change=change)
            elif _too_low(book, jackpot, _pending(book, jackpot)):
                yield message("asks.terms_too_low", change=change)
            else:
                yield message("asks.terms_accepted", change=change)


def table_changes(table: Mapping[str, records.TableTermChange]) -> tuple[Message, ...]:
    """What changes, one message for each table term."""
    found = []
    for name, change in sorted(table.items()):
        places = [_place(*each) for each in differences(change.old, change.new)]
        more = (message("table_terms.more", number=len(places) - MOST_PLACES),) if len(places) > MOST_PLACES else ()
        where = (*places[:MOST_PLACES], *more)
        found.append(message("table_terms.change", term=message(f"table_terms.{name}"), places=where))
    return tuple(found)


def _place(path: str, old: Any, new: Any) -> Message:
    """Amounts of money as money, anything else as the row has it."""
    money = isinstance(old, int) and isinstance(new, int) and not MONEY.isdisjoint(path.split(".")[-2:])
    before, after = (old, new) if money else (encode(old), encode(new))
    code = ("money" if money else "place") if path else "whole"
    return message(f"table_terms.{code}", path=path, old=before, new=after)


MOST_PLACES = 8  # more would hide the rest of the page
MONEY = frozenset(
    {"up_to", "amount", "amounts", "minimum", "investigate", "report", "notify", "base_wager", "withhold_above"}
)


def changes(book: Book, jackpot: Jackpot) -> list[Message]:
    """What pending terms change, each as the beginning of a sentence."""
    old, new = book.terms(jackpot), _pending(book, jackpot)
    facts = ((field, getattr(old, field), getattr(new, field)) for field in CHANGING)
    found = [_change(field, jackpot.title, before, after) for field, before, after in facts if before != after]
    own = ((term, term.of(old), term.of(new)) for term in jackpot.funding.terms if not term.field)
    return found + [
        message(f"asks.change_{term.unit}", term=term.key, title=jackpot.title, old=before, new=after)
        for term, before, after in own
        if before != after
    ]


def _change(field: str, title: str, old: Fact, new: Fact) -> Message:
    if field == "limit" and not (old and new):
        field = "no_limit" if old else "new_limit"
    return message(f"asks.change_{field}", title=title, old=old, new=new)


CHANGING = ("reset", "rate_bp", "reserve_bp", "limit", "unreasonable", "multiple_winners")


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.TermsInForce)
def _in_force(book: Book, entry: Entry, record: records.TermsInForce) -> Book:
    """These terms are in force, and nothing is pending any more. A recorded win no longer brings terms into force, so
    that it cannot bring ones accepted later."""
    won = tuple(replace(each, renews=False) if each.jackpot == record.jackpot else each for each in book.won)
    return changed(replace(book, won=won), record.jackpot, terms=record.terms, pending=None, accepted=False)


@fold(records.TermsPending)
def _now_pending(book: Book, entry: Entry, record: records.TermsPending) -> Book:
    """The configured terms wait for two people, unless they are already in force."""
    for jackpot_id, change in record.jackpots.items():
        pending = None if change.new == book.jackpots[jackpot_id].terms else change.new
        book = changed(book, jackpot_id, pending=pending, accepted=False)
    if record.digest:
        book = replace(book, table_terms_pending="" if record.digest == book.table_terms else record.digest)
    return book


@fold(records.TermsAccepted)
def _accepted(book: Book, entry: Entry, record: records.TermsAccepted) -> Book:
    """Table terms are in force at once, since the table is closed; a jackpot's wait for an opening or a win. Paid
    claims are forgotten: their spot or award may no longer exist."""
    for jackpot_id, terms in record.jackpots.items():
        if terms != book.jackpots[jackpot_id].pending:
            raise BrokenEntryError("terms", jackpot=jackpot_id)
        book = changed(book, jackpot_id, accepted=True)
    if record.table_terms:
        digest, today = digest_of(record.table_terms), book.today
        if digest != book.table_terms_pending:
            raise BrokenEntryError("table_terms")
        if today and record.day_until:
            today = replace(today, until=record.day_until)
        book = replace(forget_paid(book, book.round), previous=None, today=today)
        book = replace(book, table_terms=digest, table_terms_row=entry.seq, table_terms_pending="")
    return book
