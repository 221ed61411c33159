"""Changed terms wait (R011, E63): a configured change to a jackpot's terms, or to the game on offer, comes into force
only after two people accepted it, with an opening or with the reset after a win."""

import hashlib
from collections.abc import Iterator
from dataclasses import asdict

from controller.table import records
from controller.table.awards import waiting
from controller.table.codec import encode
from controller.table.decision import Decision
from controller.table.funding.base import Terms
from controller.table.jackpot_counters import changed
from controller.table.journal import BrokenEntryError, Entry, fold
from controller.table.meter_events import AcceptTerms
from controller.table.refusals import Refused
from controller.table.rules import Jackpot, Rules
from controller.table.state import Book, Stage
from controller.table.values import replace
from words.message import Fact, Message, message


def play_digest(rules: Rules) -> str:
    """A digest of the wagers: their amounts, pay tables and jackpots, the decks and the chosen suit."""
    wagers = {
        wager.id: {"amounts": wager.amounts, "jackpots": wager.jackpots, "paytable": asdict(wager.paytable)}
        for wager in rules.wagers.values()
    }
    return hashlib.sha256(encode({"wagers": wagers, "decks": rules.decks, "suit": rules.suit}).encode()).hexdigest()


def compare(decision: Decision) -> None:
    """At a start: compare the configuration with the book."""
    rules = decision.rules
    changes: dict[str, records.TermsChange] = {}
    for jackpot in rules.jackpots.values():
        counters = decision.book.jackpots.get(jackpot.id)
        if counters is None or counters.left_to:
            continue
        if jackpot.terms != (counters.pending or counters.terms):
            changes[jackpot.id] = records.TermsChange(counters.terms, jackpot.terms)
    game = play_digest(rules)
    game = game if game != (decision.book.game_pending or decision.book.game) else ""
    if changes or game:
        decision.write(records.TermsPending(jackpots=changes, game=game))


def accept(decision: Decision, event: AcceptTerms) -> None:
    """Accepts everything that waits at once, because the two people have looked at all of it."""
    book = decision.book
    asked = {jackpot.id: jackpot for jackpot in decision.rules.jackpots.values() if _unaccepted(book, jackpot)}
    if not asked and not book.game_pending:
        raise Refused("nothing_pending")
    terms = {}
    for jackpot in asked.values():
        new = terms[jackpot.id] = _pending(book, jackpot)
        if _too_low(book, jackpot, new):
            raise Refused("limit_too_low", title=jackpot.title, limit=new.limit, amount=book.posted(jackpot.id))
    decision.write(records.TermsAccepted(jackpots=terms, game=book.game_pending))


def at_opening(decision: Decision) -> None:
    """Not while a claim is undecided: its winners share by the terms of their hand."""
    if decision.book.game_pending:
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
    if book.game_pending:
        yield message("asks.terms_play")
    for jackpot in rules.jackpots.values():
        for change in changes(book, jackpot):
            if _unaccepted(book, jackpot):
                yield message("asks.terms_waiting", change=change)
            elif _too_low(book, jackpot, _pending(book, jackpot)):
                yield message("asks.terms_too_low", change=change)
            else:
                yield message("asks.terms_accepted", change=change)


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
    if record.game:
        book = replace(book, game_pending="" if record.game == book.game else record.game)
    return book


@fold(records.TermsAccepted)
def _accepted(book: Book, entry: Entry, record: records.TermsAccepted) -> Book:
    """A new game on offer is in force at once, since the table is closed; terms wait for an opening or a win."""
    for jackpot_id, terms in record.jackpots.items():
        if terms != book.jackpots[jackpot_id].pending:
            raise BrokenEntryError("terms", jackpot=jackpot_id)
        book = changed(book, jackpot_id, accepted=True)
    if record.game:
        if record.game != book.game_pending:
            raise BrokenEntryError("game")
        book = replace(book, game=record.game, game_pending="")
    return book
