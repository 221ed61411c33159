"""Helpers with which folds change a jackpot's counters."""

from typing import Any

from controller.table.counters import Custody
from controller.table.journal import BrokenEntryError
from controller.table.state import Book
from controller.table.values import replace


def changed(book: Book, jackpot: str, **changes: Any) -> Book:
    """`book` with one jackpot changed."""
    return replace(book, jackpots={**book.jackpots, jackpot: replace(book.jackpots[jackpot], **changes)})


def counted(book: Book, jackpot: str, **added: int) -> Book:
    """`book` with these counters of one jackpot increased."""
    old = book.jackpots[jackpot]
    return changed(book, jackpot, **{name: getattr(old, name) + amount for name, amount in added.items()})


def entrusted(
    book: Book, jackpot: str, *, contributed: int = 0, reserve: int = 0, overflow: int = 0, advanced: int = 0
) -> Book:
    """`book` with the additional counters of a progressive changed: positive amounts came in, negative ones went out. A
    negative `advanced` is what the house has recovered."""
    old = book.jackpots[jackpot].custody
    if old is None:
        raise BrokenEntryError("no_custody", jackpot=jackpot)
    new = Custody(
        contributed=old.contributed + contributed,
        reserve_in=old.reserve_in + max(reserve, 0),
        reserve_out=old.reserve_out + max(-reserve, 0),
        overflow_in=old.overflow_in + max(overflow, 0),
        overflow_out=old.overflow_out + max(-overflow, 0),
        advanced=old.advanced + max(advanced, 0),
        recovered=old.recovered + max(-advanced, 0),
    )
    return changed(book, jackpot, custody=new)
