"""What the rows of a jackpot's own life do to the book: new terms, its way to another table, its end."""

from typing import Any

from controller.core.counters import Parts
from controller.core.journal import Body, BrokenEntryError, Entry, Fold
from controller.core.rules import Terms
from controller.core.state import Book
from controller.core.values import replace


def _pot(book: Book, jackpot: str, **changes: Any) -> Book:
    """`book` with one jackpot changed."""
    return replace(book, jackpots={**book.jackpots, jackpot: replace(book.jackpots[jackpot], **changes)})


def _terms(book: Book, entry: Entry, body: Body) -> Book:
    """In force from here on. Whatever was pending is past: it is these, or the ledger had none before."""
    return _pot(book, body["jackpot"], terms=Terms(**body["terms"]), pending=None, accepted=False)


def _terms_pending(book: Book, entry: Entry, body: Body) -> Book:
    """What is configured waits for two people; what is in force anyway ends the waiting."""
    for jackpot, change in body["jackpots"].items():
        new = Terms(**change["to"])
        pending = None if new == book.jackpots[jackpot].terms else new
        book = _pot(book, jackpot, pending=pending, accepted=False)
    if "play" in body:
        book = replace(book, play_pending="" if body["play"] == book.play else body["play"])
    return book


def _terms_accepted(book: Book, entry: Entry, body: Body) -> Book:
    """The game on offer is that of the closed table at once; terms wait for an opening or a win."""
    for jackpot, terms in body["jackpots"].items():
        if Terms(**terms) != book.jackpots[jackpot].pending:
            raise BrokenEntryError(f"the accepted terms of {jackpot} are not those that wait")
        book = _pot(book, jackpot, accepted=True)
    if "play" in body:
        if body["play"] != book.play_pending:
            raise BrokenEntryError("the accepted game is not the one that waits")
        book = replace(book, play=body["play"], play_pending="")
    return book


def _transfer_out(book: Book, entry: Entry, body: Body) -> Book:
    jackpot = body["jackpot"]
    count = book.jackpots[jackpot]
    return _left(book, jackpot, body["to"], entry.day, sent=count.sent.plus(Parts(**body["parts"])))


def _transfer_in(book: Book, entry: Entry, body: Body) -> Book:
    """A meter that had gone to another table runs here again."""
    jackpot = body["jackpot"]
    received = book.jackpots[jackpot].received.plus(Parts(**body["parts"]))
    book = _pot(book, jackpot, received=received, ended="", left_to="")
    return replace(book, notes=(*book.notes, body["origin"]))


def _retire(book: Book, entry: Entry, body: Body) -> Book:
    for jackpot in body["jackpots"]:
        book = _pot(book, jackpot, last_day=body["last_day"])
    return book


def _keep(book: Book, entry: Entry, body: Body) -> Book:
    for jackpot in body["jackpots"]:
        book = _pot(book, jackpot, last_day="")
    return book


def _ended(book: Book, entry: Entry, body: Body) -> Book:
    for jackpot in body["jackpots"]:
        book = _pot(book, jackpot, ended=body["from"])
    return book


def _dispose(book: Book, entry: Entry, body: Body) -> Book:
    jackpot = body["jackpot"]
    count = book.jackpots[jackpot]
    return _left(book, jackpot, body["to"], entry.day, disposed=count.disposed.plus(Parts(**body["parts"])))


def _left(book: Book, jackpot: str, to: str, day: str, **counters: Parts) -> Book:
    """Its money has gone. Whatever of its past hands is still found is the house's to pay (see `Book.gone`)."""
    ended = book.jackpots[jackpot].ended or day
    return _pot(book, jackpot, ended=ended, left_to=to, won_round=book.round, pending=None, accepted=False, **counters)


FOLDS: dict[str, Fold] = {
    "terms": _terms,
    "play": lambda book, entry, body: replace(book, play=body["play"], play_pending=""),
    "terms_pending": _terms_pending,
    "terms_accepted": _terms_accepted,
    "transfer_out": _transfer_out,
    "transfer_in": _transfer_in,
    "retire": _retire,
    "keep": _keep,
    "ended": _ended,
    "dispose": _dispose,
}
