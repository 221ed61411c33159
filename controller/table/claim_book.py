"""Helpers with which folds change the book's claims and wins."""

from typing import Any

from controller.table.jackpot_counters import changed, entrusted
from controller.table.journal import BrokenEntryError
from controller.table.state import Book, Claim, Earlier, Stage, Won
from controller.table.values import replace


def claim_of(book: Book, number: int) -> Claim:
    claim = next((each for each in book.claims if each.number == number), None)
    if claim is None:
        raise BrokenEntryError("no_claim", claim=number)
    return claim


def change_claim(book: Book, number: int, **changes: Any) -> Book:
    """`book` with one claim changed."""
    claims = tuple(replace(each, **changes) if each.number == number else each for each in book.claims)
    return replace(book, claims=claims)


def set_won(book: Book, now: Won, posted_change: int) -> Book:
    """Record a win, and correct what hands locked since then count as posted, as if it had been decided before
    (R094)."""
    jackpot = now.jackpot

    def since(number: int, earlier: Earlier) -> Earlier:
        if not posted_change or not earlier.counts(now, number):
            return earlier
        return replace(earlier, moved={**earlier.moved, jackpot: earlier.moved.get(jackpot, 0) + posted_change})

    claims = tuple(replace(each, earlier=since(each.round, each.earlier)) for each in book.claims)
    locked, previous = (
        each and replace(each, earlier=since(each.number, each.earlier)) for each in (book.locked, book.previous)
    )
    others = (each for each in book.won if (each.jackpot, each.round) != (jackpot, now.round))
    return replace(book, won=(*others, now), claims=claims, locked=locked, previous=previous)


def accounts_moved(book: Book, before: Won, now: Won) -> Book:
    """Record what a progressive's reserve and overflow paid or got back."""
    if not book.jackpots[now.jackpot].custody:
        return book
    return entrusted(
        book,
        now.jackpot,
        reserve=now.rounding - before.rounding + before.from_reserve - now.from_reserve,
        overflow=before.from_overflow - now.from_overflow,
        advanced=now.from_house - before.from_house,
    )


def forget_won(book: Book) -> Book:
    """Keep a round's win in detail while a claim of that round may still change it; afterwards keep only the round's
    number."""
    claimed = {(each.jackpot, each.round) for each in book.claims}
    for won in book.won:
        if (won.jackpot, won.round) not in claimed and won.drawn:
            newest = max(book.jackpots[won.jackpot].won_round, won.round)
            book = changed(book, won.jackpot, won_round=newest)
    return replace(book, won=tuple(each for each in book.won if (each.jackpot, each.round) in claimed))


def forget_paid(book: Book) -> Book:
    """The next lock ends the claims of the last round (E21), once all claims of a round are paid."""
    if not book.claims and not book.reopened and not book.claimants:
        return book
    unpaid = {each.round for each in book.claims if each.stage is not Stage.PAID}
    claims = tuple(each for each in book.claims if each.round in unpaid)
    return forget_won(replace(book, claims=claims, reopened=False, claimants={}))
