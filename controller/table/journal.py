"""Journal entries and their fold. The book is the result of folding its entries, so the start, the audit and the
running table all read the history in the same way.

Each topic registers with `fold` what its records do to the book, beside the handler that writes them. Code that folds
entries without deciding anything imports `controller.table.topics`, which loads all topics.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from controller.table.events import Moment
from controller.table.records.base import Record
from controller.table.state import Book, Note
from controller.table.values import replace
from words.message import Fact, Problem

R = TypeVar("R", bound=Record)
Fold = Callable[[Book, "Entry", Any], Book]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Double entry: a positive amount of micro-dollars from one account to another, and a code for the reason."""

    source: str
    target: str
    amount: int
    code: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. It becomes one row of the journal."""

    seq: int
    at: Moment
    trusted: bool  # whether the time is trusted
    day: str  # its gaming day; empty before the first one
    round: int  # 0 if the entry concerns no round
    record: Record
    transfers: tuple[Transfer, ...] = ()
    by: tuple[str, ...] = ()  # the people who gave the command
    notes: tuple[Note, ...] = ()  # what happened since the previous row
    notes_lost: int = 0  # notes beyond the number that a row keeps
    at_screen: str = ""  # where a command without a name was given; empty: by a key at the table, or by nobody

    @property
    def kind(self) -> str:
        return self.record.kind


class BrokenEntryError(Problem):
    """An entry that cannot follow this book; the message says why."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"broken_entries.{code}", **facts)


_FOLDS: dict[type[Record], Fold] = {}


def fold(of: type[R]) -> Callable[[Callable[[Book, Entry, R], Book]], Callable[[Book, Entry, R], Book]]:
    """Registers what a kind of record does to the book."""

    def registered(function: Callable[[Book, Entry, R], Book]) -> Callable[[Book, Entry, R], Book]:
        _FOLDS[of] = function
        return function

    return registered


def without_fold(*of: type[Record]) -> None:
    """Registers records that do not change the book: they are only for readers."""
    for kind in of:
        _FOLDS[kind] = lambda book, entry, record: book


def apply(book: Book, entry: Entry) -> Book:
    """The book after `entry`."""
    if entry.seq != book.seq + 1:
        raise BrokenEntryError("order", row=entry.seq, after=book.seq)
    book = _FOLDS[type(entry.record)](book, entry, entry.record)
    last = entry.at if entry.trusted else book.last
    return replace(book, seq=entry.seq, last=last, balances=_moved(book.balances, entry.transfers))


def _moved(balances: dict[str, int], transfers: tuple[Transfer, ...]) -> dict[str, int]:
    if not transfers:
        return balances
    after = dict(balances)
    for move in transfers:
        if move.amount <= 0 or move.source == move.target:
            raise BrokenEntryError("transfer", amount=move.amount, source=move.source, target=move.target)
        after[move.source] = after.get(move.source, 0) - move.amount
        after[move.target] = after.get(move.target, 0) + move.amount
    return {account: amount for account, amount in after.items() if amount}
