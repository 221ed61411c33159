"""Journal entries and their fold: the book is nothing but what its entries add up to, so that the start, the audit and
the running table read the same history the same way.

Each topic registers what its records do to the book (`fold`), beside the handler that writes them. Who folds entries
without deciding anything imports `controller.table.topics`, which loads them all.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from controller.table.events import Moment
from controller.table.records.base import Record
from controller.table.state import Book, Note
from controller.table.values import replace

R = TypeVar("R", bound=Record)
Fold = Callable[[Book, "Entry", Any], Book]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Double entry: one positive amount of micro-dollars from one account to another, and a code for the why."""

    source: str
    target: str
    amount: int
    code: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision. It becomes one row of the journal."""

    seq: int
    at: Moment
    trusted: bool  # the time
    day: str  # the gaming day it belongs to; empty before the first
    round: int  # 0 where no round is concerned
    record: Record
    transfers: tuple[Transfer, ...] = ()
    by: tuple[str, ...] = ()  # whoever gave the command
    notes: tuple[Note, ...] = ()  # what happened since the row before
    notes_lost: int = 0  # more of them than a row keeps

    @property
    def kind(self) -> str:
        return self.record.kind


class BrokenEntryError(Exception):
    """An entry that cannot follow this book; the text says why."""


_FOLDS: dict[type[Record], Fold] = {}


def fold(of: type[R]) -> Callable[[Callable[[Book, Entry, R], Book]], Callable[[Book, Entry, R], Book]]:
    """Registers what records of a kind do to the book."""

    def registered(function: Callable[[Book, Entry, R], Book]) -> Callable[[Book, Entry, R], Book]:
        _FOLDS[of] = function
        return function

    return registered


def without_fold(*of: type[Record]) -> None:
    """These records are for readers alone: the book stays as it is."""
    for kind in of:
        _FOLDS[kind] = lambda book, entry, record: book


def apply(book: Book, entry: Entry) -> Book:
    """The book after `entry`."""
    if entry.seq != book.seq + 1:
        raise BrokenEntryError(f"row {entry.seq} cannot follow row {book.seq}")
    book = _FOLDS[type(entry.record)](book, entry, entry.record)
    last = entry.at if entry.trusted else book.last
    return replace(book, seq=entry.seq, last=last, balances=_moved(book.balances, entry.transfers))


def _moved(balances: dict[str, int], transfers: tuple[Transfer, ...]) -> dict[str, int]:
    if not transfers:
        return balances
    after = dict(balances)
    for move in transfers:
        if move.amount <= 0 or move.source == move.target:
            raise BrokenEntryError(f"a transfer must move a positive amount between two accounts: {move}")
        after[move.source] = after.get(move.source, 0) - move.amount
        after[move.target] = after.get(move.target, 0) + move.amount
    return {account: amount for account, amount in after.items() if amount}
