"""What a row of the journal is: an entry with its transfers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.core.counters import Custody
from controller.core.events import Moment
from controller.core.state import Book
from controller.core.values import replace

Body = Mapping[str, Any]


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
    trusted: bool
    kind: str
    day: str  # the gaming day it belongs to; empty before the first
    round: int  # 0 where no round is concerned
    body: Body
    transfers: tuple[Transfer, ...] = ()


class BrokenEntryError(Exception):
    """An entry that cannot follow this book; the text says why."""


Fold = Callable[[Book, Entry, Body], Book]  # what a kind of entry does to the book


def counted(book: Book, jackpot: str, **added: int) -> Book:
    """`book` with counters of one jackpot risen."""
    old = book.jackpots[jackpot]
    new = replace(old, **{name: getattr(old, name) + amount for name, amount in added.items()})
    return replace(book, jackpots={**book.jackpots, jackpot: new})


def entrusted(
    book: Book, jackpot: str, *, contributed: int = 0, reserve: int = 0, overflow: int = 0, advanced: int = 0
) -> Book:
    """`book` with the counters of a progressive's further accounts risen: what came in is above zero, what went out is
    below; `advanced` below zero is what the house has recovered."""
    count = book.jackpots[jackpot]
    if count.custody is None:
        raise BrokenEntryError(f"jackpot {jackpot} holds no players' money")
    old = count.custody
    new = Custody(
        contributed=old.contributed + contributed,
        reserve_in=old.reserve_in + max(reserve, 0),
        reserve_out=old.reserve_out + max(-reserve, 0),
        overflow_in=old.overflow_in + max(overflow, 0),
        overflow_out=old.overflow_out + max(-overflow, 0),
        advanced=old.advanced + max(advanced, 0),
        recovered=old.recovered + max(-advanced, 0),
    )
    return replace(book, jackpots={**book.jackpots, jackpot: replace(count, custody=new)})
