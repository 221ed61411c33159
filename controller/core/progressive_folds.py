"""What the rows of progressives do to the book: contributions of locked wagers, adjustments, the funds hold."""

from collections.abc import Mapping, Sequence

from controller.core.journal import Body, Entry, Fold, counted, entrusted
from controller.core.state import Book, Contributed, Round
from controller.core.values import replace

Puts = Mapping[str, Sequence[int]]  # jackpot -> displayed, reserve, overflow


def with_contributions(fold: Fold) -> Fold:
    """`fold`, and what its wagers add to progressives."""

    def folded(book: Book, entry: Entry, body: Body) -> Book:
        book = fold(book, entry, body)
        if "contributed" not in body and "repaid" not in body:
            return book
        new, repaid = body.get("contributed", {}), body.get("repaid", {})
        for jackpot, (displayed, reserve, overflow) in new.items():
            book = entrusted(book, jackpot, contributed=displayed, reserve=reserve, overflow=overflow)
        if book.contributed and repaid:
            kept = _summed(book.contributed.kept, repaid, -1)
            book = replace(book, contributed=replace(book.contributed, kept=kept))
        locked = book.locked
        if locked is None or locked.number != entry.round:  # a late lock of a round that is over at once
            return book
        locked = replace(locked, put=_summed(_summed(locked.put, new), repaid))
        return _snapshots_raised(book, locked, new) if entry.kind == "add_spot" else replace(book, locked=locked)

    return folded


def _snapshots_raised(book: Book, locked: Round, new: Puts) -> Book:
    """A bet added by hand was there at the lock: the amount of that moment has its part in it (R091)."""
    rises = {jackpot: put[0] for jackpot, put in new.items()}
    meters = _risen(locked.meters, rises)
    claims = tuple(
        replace(each, meters=_risen(each.meters, rises), shown=_risen(each.shown, rises))
        if each.round == locked.number
        else each
        for each in book.claims
    )
    return replace(book, locked=replace(locked, meters=meters), claims=claims)


def _risen(amounts: Mapping[str, int], rises: Mapping[str, int]) -> dict[str, int]:
    return {jackpot: amount + rises.get(jackpot, 0) for jackpot, amount in amounts.items()}


def with_keeping(fold: Fold) -> Fold:
    """`fold` gives wagers back; what they have contributed stays, and the same round does not take it of them again."""

    def folded(book: Book, entry: Entry, body: Body) -> Book:
        before = book.locked
        book = fold(book, entry, body)
        if before is None or "kept" not in body:
            return book
        old = book.contributed if book.contributed and book.contributed.round == entry.round else None
        spots = dict(old.spots) if old else {}
        for spot in body["spots"] if "spots" in body else [body["spot"]]:
            spots[spot] = max(spots.get(spot, 0), before.tiers.get(spot, 0))
        kept = _summed(old.kept if old else {}, body["kept"])
        book = replace(book, contributed=Contributed(entry.round, spots, kept))
        if book.locked:
            book = replace(book, locked=replace(book.locked, put=_summed(book.locked.put, body["kept"], -1)))
        return book

    return folded


def _summed(old: Puts, more: Puts, sign: int = 1) -> dict[str, tuple[int, ...]]:
    nothing = (0, 0, 0)
    return {
        name: tuple(a + sign * b for a, b in zip(old.get(name, nothing), more.get(name, nothing), strict=True))
        for name in {**old, **more}
    }


def _lower(book: Book, entry: Entry, body: Body) -> Book:
    jackpot, account, amount = body["jackpot"], body["account"], body["amount"]
    if account == "displayed":
        book = counted(book, jackpot, lowered=amount)
    elif account == "reserve":
        book = entrusted(book, jackpot, reserve=-amount)
    else:
        book = entrusted(book, jackpot, overflow=-amount)
    if body["cause"] == "over_limit":
        book = entrusted(book, jackpot, overflow=amount)
    elif body["cause"] == "seed_recovery":
        book = entrusted(book, jackpot, advanced=-amount)
    return book


def _raise(book: Book, entry: Entry, body: Body) -> Book:
    jackpot, amount = body["jackpot"], body["amount"]
    book = counted(book, jackpot, raised=amount)
    if body["from"] == "reserve":
        book = entrusted(book, jackpot, reserve=-amount)
    elif body["from"] == "overflow":
        book = entrusted(book, jackpot, overflow=-amount)
    return book


FOLDS: dict[str, Fold] = {
    "lower": _lower,
    "raise": _raise,
    "funds_hold": lambda book, entry, body: replace(book, funds=body["reason"]),
    "funds_release": lambda book, entry, body: replace(book, funds=""),
}
