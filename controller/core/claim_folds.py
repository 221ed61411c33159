"""What the rows of claims and of people do to the book."""

from typing import Any

from controller.core.journal import Body, BrokenEntryError, Entry, Fold, counted, entrusted
from controller.core.state import Book, Claim, Earlier, Person, Stage, Won, hand_of
from controller.core.values import replace


def _claim(book: Book, entry: Entry, body: Body) -> Book:
    here = [each.earlier for each in (book.locked, book.previous) if each and each.number == entry.round]
    beside = [each.earlier for each in book.claims if each.round == entry.round]
    claim = Claim(
        number=body["claim"],
        round=entry.round,
        spot=body["spot"],
        utc=entry.at.utc,
        meters=dict(body["meters"]),
        claimant=tuple(dict.fromkeys((*body.get("before", ()), *body.get("by", ())))),
        stake=body.get("stake", 0),
        award=body.get("award", ""),
        cards=body.get("cards", ""),
        beside={jackpot: tuple(shares) for jackpot, shares in body.get("beside", {}).items()},
        shown=dict(body.get("shown", {})),
        earlier=next(iter(here + beside), Earlier()),
    )
    return replace(book, claims=(*book.claims, claim), claim_count=body["claim"])


def _claim_of(book: Book, number: int) -> Claim:
    claim = next((each for each in book.claims if each.number == number), None)
    if claim is None:
        raise BrokenEntryError(f"claim {number} is not in the book")
    return claim


def _claims(book: Book, number: int, **changes: Any) -> Book:
    """`book` with one claim changed."""
    claims = tuple(replace(each, **changes) if each.number == number else each for each in book.claims)
    return replace(book, claims=claims)


def _name(book: Book, entry: Entry, body: Body) -> Book:
    """Whoever names the award has made the claim, too; approvals were of something else."""
    claim = _claim_of(book, body["claim"])
    claimant = tuple(dict.fromkeys((*claim.claimant, *body.get("by", ()))))
    shown = {**claim.shown, **body.get("shown", {})}
    return _claims(
        book, claim.number, award=body["award"], cards=body["cards"], claimant=claimant, approved=(), shown=shown
    )


def _approve(book: Book, entry: Entry, body: Body) -> Book:
    claim = _claim_of(book, body["claim"])
    approved = tuple(dict.fromkeys((*claim.approved, *body.get("by", ()))))
    stage = Stage.OPEN if body["missing"] else Stage.APPROVED
    return _claims(book, claim.number, approved=approved, stage=stage, jackpot=body.get("jackpot", ""))


def _unclaim(book: Book, entry: Entry, body: Body) -> Book:
    """Who has made it stays known: of a new claim for the same hand they approve nothing either."""
    claim = _claim_of(book, body["claim"])
    if claim.claimant:
        book = replace(book, claimants={**book.claimants, hand_of(claim.round, claim.spot): claim.claimant})
    return _forget_won(replace(book, claims=tuple(each for each in book.claims if each is not claim)))


def _fixed(book: Book, entry: Entry, body: Body) -> Book:
    """A fixed award is paid from the rack as it is confirmed."""
    claim = _claim_of(book, body["claim"])
    approved = tuple(dict.fromkeys((*claim.approved, *body.get("by", ()))))
    book = _claims(book, claim.number, stage=Stage.PAID, amount=body["amount"], slip=body["slip"], approved=approved)
    return replace(book, slips=body["slip"])


def _award(book: Book, entry: Entry, body: Body) -> Book:
    """The winners of a round share a meter, or share it anew; whoever is paid already keeps what he has."""
    jackpot, won, had = body["jackpot"], body["won"], body["had"]
    new = 0
    for number, amount in body["amounts"].items():
        claim = _claim_of(book, int(number))
        if claim.stage is Stage.APPROVED:
            new += 1
            claim = replace(claim, stage=Stage.OWED, decided=book.round)
        slip = body["slips"].get(number, claim.slip)
        book = _claims(book, claim.number, stage=claim.stage, decided=claim.decided, amount=amount, slip=slip)
        book = replace(book, slips=max(book.slips, slip))
    taken = won["drawn"] + won["rounding"] - had["drawn"] - had["rounding"]
    reseeded = won["reseeded"] - had["reseeded"]
    book = counted(
        book,
        jackpot,
        won=max(taken, 0),
        restored=max(-taken, 0),
        reseeded=max(reseeded, 0),
        unseeded=max(-reseeded, 0),
        wins=new,
    )
    if book.jackpots[jackpot].custody:
        book = _trusted(book, Won(**had), Won(**won))
    return _won(book, Won(**won), body.get("moved", 0))


def _won(book: Book, now: Won, moved: int) -> Book:
    """Hands that were locked since are to have what was posted as if this win had been decided before (R094)."""
    jackpot = now.jackpot

    def since(number: int, earlier: Earlier) -> Earlier:
        if not moved or not earlier.counts(now, number):
            return earlier
        return replace(earlier, moved={**earlier.moved, jackpot: earlier.moved.get(jackpot, 0) + moved})

    claims = tuple(replace(each, earlier=since(each.round, each.earlier)) for each in book.claims)
    locked, previous = (
        each and replace(each, earlier=since(each.number, each.earlier)) for each in (book.locked, book.previous)
    )
    others = (each for each in book.won if (each.jackpot, each.round) != (jackpot, now.round))
    return replace(book, won=(*others, now), claims=claims, locked=locked, previous=previous)


def _trusted(book: Book, had: Won, now: Won) -> Book:
    """What a progressive's further accounts have given, or got back."""
    return entrusted(
        book,
        now.jackpot,
        reserve=now.rounding - had.rounding + had.from_reserve - now.from_reserve,
        overflow=had.from_overflow - now.from_overflow,
        advanced=now.from_house - had.from_house,
    )


def _paid(book: Book, entry: Entry, body: Body) -> Book:
    claim = _claim_of(book, body["claim"])
    if reseeded := body.get("reseeded", 0):
        book = counted(book, claim.jackpot, reseeded=reseeded)
        won = book.taken(claim.jackpot, claim.round)
        if won is None:
            raise BrokenEntryError(f"the meter {claim.jackpot} was not won in round {claim.round}")
        of_reserve, of_overflow = body.get("from_reserve", 0), body.get("from_overflow", 0)
        now = replace(won, reseeded=won.reseeded + reseeded, from_reserve=of_reserve, from_overflow=of_overflow)
        if book.jackpots[claim.jackpot].custody:
            book = _trusted(book, won, now)
        book = _won(book, now, body.get("moved", 0))
    if body.get("unfilled") and (here := book.taken(claim.jackpot, claim.round)):
        book = _won(book, replace(here, due=here.reseeded), body.get("moved", 0))
    owed = any(each.stage is Stage.OWED and each is not claim for each in book.claims)
    if claim.jackpot and not owed:  # a win of any one of them lets all be set anew, once it is paid out (R063)
        free = {name: replace(count, may_set=True) for name, count in book.jackpots.items()}
        book = replace(book, jackpots=free)
    return _claims(book, claim.number, stage=Stage.PAID)


def _forget_won(book: Book) -> Book:
    """What a round took of a meter matters as long as a claim of it may still change that; then only that it did."""
    kept = {(each.jackpot, each.round) for each in book.claims}
    for won in book.won:
        if (won.jackpot, won.round) not in kept and won.drawn:
            count = book.jackpots[won.jackpot]
            count = replace(count, won_round=max(count.won_round, won.round))
            book = replace(book, jackpots={**book.jackpots, won.jackpot: count})
    return replace(book, won=tuple(each for each in book.won if (each.jackpot, each.round) in kept))


def forget_paid(book: Book) -> Book:
    """With the next lock the claims of the last round are past (E21), once all of a round are paid."""
    if not book.claims and not book.reopened and not book.claimants:
        return book
    unpaid = {each.round for each in book.claims if each.stage is not Stage.PAID}
    kept = tuple(each for each in book.claims if each.round in unpaid)
    return _forget_won(replace(book, claims=kept, reopened=False, claimants={}))


def _correct_win(book: Book, entry: Entry, body: Body) -> Book:
    for claim in book.claims:
        if claim.number == body["claim"]:
            book = _claims(book, claim.number, corrected=claim.corrected + body["amount"])
    return replace(book, slips=body["slip"])


def _person(book: Book, entry: Entry, body: Body) -> Book:
    return replace(book, people={**book.people, body["name"]: Person(tuple(body["roles"]))}, founded=True)


def _no_person(book: Book, entry: Entry, body: Body) -> Book:
    return replace(book, people={name: each for name, each in book.people.items() if name != body["name"]})


FOLDS: dict[str, Fold] = {
    "claim": _claim,
    "name": _name,
    "approve": _approve,
    "unclaim": _unclaim,
    "fixed": _fixed,
    "award": _award,
    "paid": _paid,
    "correct_win": _correct_win,
    "reopen": lambda book, entry, body: replace(book, reopened=True),
    "person": _person,
    "no_person": _no_person,
}
