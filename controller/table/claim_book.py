"""Helpers with which folds change the book's claims and wins."""

from collections.abc import Iterator, Mapping
from typing import Any

from controller.table import records
from controller.table.duties import Deed, Step, When
from controller.table.jackpot_counters import changed, entrusted
from controller.table.journal import BrokenEntryError, Entry
from controller.table.state import Book, Claim, Earlier, Grade, Stage, Won, hand_of
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


def forget_paid(book: Book, number: int) -> Book:
    """The lock of this round ends the claims of the last one (E21), once all claims of a round are paid, and whoever a
    sign promised more is paid that, too (E58)."""
    if not book.claims and not book.reopened and not book.deeds:
        return book
    read = {
        each.claim for each in book.variances if each.amount > 0 and not each.outcome and each.grade is not Grade.NOTED
    }
    unpaid = {each.round for each in book.claims if each.stage is not Stage.PAID or each.number in read}
    unpaid |= {book.locked.number} if book.locked else set()  # its seats can still be claimed
    claims = tuple(each for each in book.claims if each.round in unpaid)
    meters = book.jackpots.keys()
    deeds = {
        key: done
        for key, done in book.deeds.items()
        if key.split()[-1] in meters or _still(key, number, unpaid)  # a meter, a meter that a hand took, or a hand
    }
    return forget_won(replace(book, claims=claims, reopened=False, deeds=deeds))


def _still(hand: str, number: int, unpaid: set[int]) -> bool:
    """Whether this hand may still be claimed or decided from the book alone. A round number that was unlocked is used
    again, so its deeds stay: a bet that a person added is lit again."""
    of = int(hand.split()[0])
    return of >= number or of in unpaid


# -- what people did on a hand -------------------------------------------------------------------------------


def remembered(book: Book, entry: Entry) -> Book:
    """The book with what this entry's people did on hands."""
    spots = {claim.number: claim.spot for claim in book.claims}
    for spot, deeds in deeds_in(entry, spots).items():
        book = done(book, hand_of(entry.round, spot), deeds)
    return book


def done(book: Book, key: str, deeds: tuple[Deed, ...]) -> Book:
    """The book with more deeds on a hand or a meter. Who has taken a hand's lock back may do so any number of times."""
    known = book.deeds.get(key, ())
    taken_back = {(each.by, each.when) for each in known if each.step is Step.VOID}
    new = (each for each in deeds if each.step is not Step.VOID or (each.by, each.when) not in taken_back)
    return replace(book, deeds={**book.deeds, key: tuple(dict.fromkeys((*known, *new)))})


def raised_by(book: Book, jackpot_id: str, entry: Entry) -> Book:
    """The book with who has put money into a meter."""
    return done(book, jackpot_id, (Deed(Step.RAISE, entry.by, When.BEFORE, entry.at.utc),))


def meter_paid(book: Book, claim: Claim) -> Book:
    """The winners of a hand have got the whole meter, and with it all that people had put into it before its lock.
    Those stay interested in that hand and the ones before it, which may have further winners. A corrected count may
    have been posted only since then, so it stays for one more win."""
    won = book.taken(claim.jackpot, claim.round)
    if won is None or not won.due:
        return book
    then = book.deeds.get(claim.jackpot, ())
    stay = [each for each in then if each.utc >= claim.locked_at]
    stay += [replace(each, step=Step.RAISE) for each in then if each.utc < claim.locked_at and each.step is Step.COUNT]
    others = {key: deeds for key, deeds in book.deeds.items() if key != claim.jackpot}
    book = replace(book, deeds={**others, claim.jackpot: tuple(stay)} if stay else others)
    taken = tuple(each for each in then if each.utc < claim.locked_at)
    return done(book, hand_of(claim.round, claim.jackpot), taken) if taken else book


def put_in(book: Book, jackpot_id: str, number: int) -> Iterator[Deed]:
    """What people did to the meter that this hand was played for."""
    yield from book.deeds.get(jackpot_id, ())
    for key, deeds in book.deeds.items():
        taken_by, _, of = key.partition(" ")
        if of == jackpot_id and int(taken_by) >= number:
            yield from deeds


def deeds_in(entry: Entry, spots: Mapping[int, str]) -> dict[str, tuple[Deed, ...]]:
    """Spot -> the steps on its hand that the people of this entry did; `spots` has the spot of each claim. A reader of
    some days may not know an older claim."""

    def one(spot: str, step: Step, when: When) -> dict[str, tuple[Deed, ...]]:
        return {spot: (Deed(step, entry.by, when, entry.at.utc),)} if spot else {}

    match entry.record:
        case records.LateLock(spots=playing, deeds=before):
            chosen = Deed(Step.LOCK, entry.by, When.LATE, entry.at.utc)
            return {spot: (*before.get(spot, ()), chosen) for spot in playing}
        case records.Lock(deeds=before):
            return before
        case records.AddSpot(spot=spot, when=when):
            return one(spot, Step.BET, when)
        case records.StakeChange(spot=spot, when=when):
            return one(spot, Step.TIER, when)
        case records.VoidSpot(spot=spot, when=when):
            return one(spot, Step.VOID, when)
        case records.Unlock(spots=played, when=when) | records.Void(spots=played, when=when):
            return {spot: (Deed(Step.VOID, entry.by, when, entry.at.utc),) for spot in played}
        case records.ClaimsReopened(spots=over):
            return {spot: (Deed(Step.REOPENING, entry.by, When.LATE, entry.at.utc),) for spot in over}
        case records.Claim(spot=spot, when=when, deeds=before):
            return {spot: (*before, Deed(Step.CLAIM, entry.by, when, entry.at.utc))}
        case records.AwardName(claim=claim, when=when):
            return one(spots.get(claim, ""), Step.AWARD, when)
        case records.Approval(claim=claim, when=when) | records.FixedAward(claim=claim, when=when):
            return one(spots.get(claim, ""), Step.APPROVAL, when)
        case records.Payment(claim=claim, when=when):
            return one(spots.get(claim, ""), Step.PAYMENT, when)
    return {}
