"""Journal entries, and what each one does to the book. The book is nothing but the fold of its entries, so that
the start, the audit and the running table all read the same history the same way."""

from collections.abc import Mapping
from typing import Any

from controller.core import claim_folds, pot_folds, progressive_folds, variances
from controller.core.claim_folds import forget_paid
from controller.core.counters import Custody, JackpotBook
from controller.core.journal import Body, BrokenEntryError, Entry, Fold, Transfer, counted, entrusted
from controller.core.progressive_folds import with_contributions, with_keeping
from controller.core.rules import Terms
from controller.core.state import (
    Book,
    DayBook,
    Due,
    Earlier,
    MissedRound,
    Phase,
    Round,
    Seen,
    SpotBook,
    Trusted,
)
from controller.core.values import replace
from controller.core.whys import why

__all__ = ["BrokenEntryError", "Entry", "Transfer", "apply", "continuity"]

NEVER_EMPTY = why("never_empty")
STUCK_ROUNDS = 3  # rounds in a row without a vacancy, then the spot is out of service (E10)


def apply(book: Book, entry: Entry) -> Book:
    """The book after `entry`."""
    if entry.seq != book.seq + 1:
        raise BrokenEntryError(f"row {entry.seq} cannot follow row {book.seq}")
    fold = FOLDS.get(entry.kind)
    if fold is None:
        raise BrokenEntryError(f"row {entry.seq} is of the unknown kind {entry.kind!r}")
    book = fold(book, entry, entry.body)
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


def continuity(book: Book) -> list[str]:
    """R053: each account of a jackpot is what went in less what came out, by counters kept apart from the transfers.
    Every sentence returned is a breach."""
    breaches = []
    for jackpot, count in book.jackpots.items():
        came = count.seeded + count.posted + count.raised + count.reseeded + count.restored + count.received.meter
        proof = came - count.lowered - count.won - count.unseeded - count.sent.meter - count.disposed.meter
        if held := count.custody:
            proof += held.contributed
            reserve = held.reserve_in + count.received.reserve - held.reserve_out - count.sent.reserve
            overflow = held.overflow_in + count.received.overflow - held.overflow_out - count.sent.overflow
            breaches += _proved(jackpot, "reserve", book.reserve(jackpot), reserve - count.disposed.reserve)
            breaches += _proved(jackpot, "overflow", book.overflow(jackpot), overflow - count.disposed.overflow)
        breaches += _proved(jackpot, "meter", book.meter(jackpot), proof)
    if sum(book.balances.values()):
        breaches.append(why("no_sum"))
    return breaches


def _proved(jackpot: str, account: str, holds: int, proof: int) -> list[str]:
    breaches = []
    if holds != proof:
        breaches.append(why("unproved", jackpot=jackpot, account=account, holds=holds, proof=proof))
    if holds < 0:
        breaches.append(why("below_zero", jackpot=jackpot, account=account))
    return breaches


# -- what each kind does -------------------------------------------------------------------------------------


def _today(book: Book) -> DayBook:
    if book.today is None:
        raise BrokenEntryError("no gaming day runs")
    return book.today


def _locked(book: Book) -> Round:
    if book.locked is None:
        raise BrokenEntryError("no round is locked")
    return book.locked


def _spot(book: Book, spot: str, **changes: Any) -> Book:
    """`book` with one spot changed; a spot with nothing to remember is forgotten."""
    new = replace(book.spot(spot), **changes)
    spots = {name: kept for name, kept in book.spots.items() if name != spot}
    if new != SpotBook():
        spots[spot] = new
    return replace(book, spots=spots)


def _count(book: Book, adds: Mapping[str, list[int]], wagers: Mapping[str, int], day: str, sign: int) -> Book:
    """Locked wagers join the day's base (+1) or leave it (-1): `adds` is jackpot -> [wagers, base, accrued]."""
    today = _today(book)
    if today.day != day:
        raise BrokenEntryError(f"wagers of {day} cannot change the running day, which is {today.day}")
    for jackpot, (number, _base, _accrued) in adds.items():
        book = counted(book, jackpot, **{"wagers" if sign > 0 else "returned": number})
    today = replace(
        today,
        wagers=_summed(today.wagers, wagers, sign),
        base=_summed(today.base, {jackpot: add[1] for jackpot, add in adds.items()}, sign),
        accrued=_summed(today.accrued, {jackpot: add[2] for jackpot, add in adds.items()}, sign),
    )
    return replace(book, today=today)


def _summed(old: Mapping[str, int], more: Mapping[str, int], sign: int) -> dict[str, int]:
    return {name: old.get(name, 0) + sign * more.get(name, 0) for name in {**old, **more}}


def _init(book: Book, entry: Entry, body: Body) -> Book:
    terms = {jackpot: Terms(**each) for jackpot, each in body.get("terms", {}).items()}
    custody = {jackpot: Custody(advanced=body["jackpots"][jackpot]) for jackpot in body.get("custodial", ())}
    jackpots = {
        jackpot: JackpotBook(seeded=base, terms=terms.get(jackpot), custody=custody.get(jackpot))
        for jackpot, base in body["jackpots"].items()
    }
    return replace(book, table=body["table"], epoch=body["epoch"], jackpots=jackpots, play=body.get("play", ""))


def _start(book: Book, entry: Entry, body: Body) -> Book:
    """With another configuration no paid claim is kept: its spot or its award may be gone."""
    kept = book.clock if book.clock and book.clock.boot == body["boot"] else None
    if book.config not in ("", body["config"]):
        book = replace(forget_paid(book), previous=None)
    return replace(book, boot=body["boot"], config=body["config"], clock=kept)


def _clock(book: Book, entry: Entry, body: Body) -> Book:
    return replace(book, clock=Trusted(book.boot, body["offset"]) if body["trusted"] else None)


def _day(book: Book, entry: Entry, body: Body) -> Book:
    """The old day becomes due, then days without play, then corrections; each once (R061, R064)."""
    due = list(book.due)
    for jackpot in body["daily"]:
        if book.today:
            base, amount = book.today.base.get(jackpot, 0), book.today.accrued.get(jackpot, 0)
            due.append(Due(book.today.day, jackpot, base, amount))
        due.extend(Due(day, jackpot, 0, 0) for day in body["idle"])
    to: str = body["to"]
    readings = {**dict.fromkeys(body.get("unread", ()), to), **book.readings}
    return replace(book, today=DayBook(to), due=(*due, *book.corrections), corrections=(), readings=readings)


def _post(book: Book, entry: Entry, body: Body) -> Book:
    """Takes exactly the next due addition, so that none is posted twice or passed over."""
    due = next((due for due in book.due if due.jackpot == body["jackpot"]), None)
    amount = body["amount"] - body.get("waived", 0)
    if due is None or (due.day, due.amount, due.correction) != (body["of"], amount, body["correction"]):
        raise BrokenEntryError(f"the post of {body['of']} for {body['jackpot']} is not the one that is due")
    count = book.jackpots[due.jackpot]
    if due.correction:
        up = body["amount"]
        count = replace(count, raised=count.raised + max(up, 0), lowered=count.lowered - min(up, 0))
    elif due.day <= count.posted_to:
        raise BrokenEntryError(f"{due.day} was posted to {due.jackpot} before")
    else:
        count = replace(
            count,
            posted=count.posted + due.amount,
            posts=count.posts + 1,
            last_post=entry.at.utc if due.amount else count.last_post,
            may_set=count.may_set and not due.amount,
            posted_to=due.day,
        )
    left = tuple(other for other in book.due if other is not due)
    return replace(book, due=left, jackpots={**book.jackpots, due.jackpot: count})


def _recount(book: Book, entry: Entry, body: Body) -> Book:
    """A day's count was wrong: in the running or due base while unposted, else due the next morning (E51)."""
    day, adds = body["of"], body["adds"]
    if book.today and book.today.day == day:
        today = replace(
            book.today,
            wagers=_summed(book.today.wagers, body["wagers"], 1),
            base=_summed(book.today.base, {jackpot: add[0] for jackpot, add in adds.items()}, 1),
            accrued=_summed(book.today.accrued, {jackpot: add[1] for jackpot, add in adds.items()}, 1),
        )
        return replace(book, today=today)
    for jackpot, (base, amount) in adds.items():
        held = next((d for d in book.due if d.day == day and d.jackpot == jackpot and not d.correction), None)
        if held is not None:
            new = replace(held, base=held.base + base, amount=held.amount + amount)
            book = replace(book, due=tuple(new if due is held else due for due in book.due))
        else:
            late = Due(day, jackpot, base, amount, correction=True)
            book = replace(book, corrections=(*book.corrections, late))
    return book


def _take_over(book: Book, entry: Entry, body: Body) -> Book:
    """Yesterday's wagers elsewhere are due at once: as a correction, for here that day may be posted as one of none."""
    jackpot, more = body["jackpot"], body["after"] - body["before"]
    book = counted(book, jackpot, raised=max(more, 0), lowered=max(-more, 0))
    if more < 0 and book.jackpots[jackpot].custody:
        book = entrusted(book, jackpot, advanced=more)  # of the seed the house has this back
    if not body["due"]:
        return book
    return replace(book, due=(*book.due, Due(body["of"], jackpot, body["base"], body["due"], correction=True)))


def _set(book: Book, entry: Entry, body: Body) -> Book:
    """What management sets is of the hands to come: a late winner of an earlier one takes nothing of it."""
    jackpot, more = body["jackpot"], body["after"] - body["before"]
    book = counted(book, jackpot, raised=max(more, 0), lowered=max(-more, 0))
    count = replace(book.jackpots[jackpot], last_set=entry.at.utc, may_set=False, won_round=book.round)
    return replace(book, jackpots={**book.jackpots, jackpot: count})


def _lock(book: Book, entry: Entry, body: Body) -> Book:
    spots = tuple(body["spots"])
    book = _count(book, body["adds"], body["wagers"], entry.day, 1)
    stuck = body.get("stuck", ())
    for spot in {*stuck, *(name for name, kept in book.spots.items() if kept.stuck)}:
        times = book.spot(spot).stuck + 1 if spot in stuck else 0
        out = NEVER_EMPTY if times >= STUCK_ROUNDS else book.spot(spot).out
        book = _spot(book, spot, stuck=times, out=out)
    book = forget_paid(book)
    tiers = dict(body.get("tiers", {}))
    earlier = Earlier({jackpot: tuple(rounds) for jackpot, rounds in body.get("decided", {}).items()})
    locked = Round(entry.round, entry.day, entry.at.utc, spots, dict(body["meters"]), tiers, earlier=earlier)
    first = spots if book.shoe_rounds == 0 else book.shoe_first
    book = replace(
        book,
        round=max(book.round, entry.round),
        shoe_rounds=book.shoe_rounds + 1,
        shoe_first=first,
        missed=None,
        today=replace(_today(book), rounds=_today(book).rounds + 1),
    )
    if body.get("finished"):
        return replace(book, previous=locked)
    return replace(book, phase=Phase.LOCKED, locked=locked)


def _ended(book: Book, entry: Entry, body: Body) -> Book:
    """The locked round is over, counted or void."""
    return replace(book, phase=Phase.BETTING, previous=_locked(book), locked=None)


def _unlock(book: Book, entry: Entry, body: Body) -> Book:
    """As if the lock had not been: the same round is locked again with the same number (E06). But the round before has
    been past: what was paid of it is forgotten."""
    _locked(book)
    book = _count(book, body["adds"], body["wagers"], entry.day, -1)
    for spot in body.get("stuck", ()):
        kept = book.spot(spot)
        book = _spot(book, spot, stuck=kept.stuck - 1, out="" if kept.out == NEVER_EMPTY else kept.out)
    return replace(
        book,
        phase=Phase.BETTING,
        locked=None,
        previous=None,
        round=book.round - 1,
        shoe_rounds=book.shoe_rounds - 1,
        today=replace(_today(book), rounds=_today(book).rounds - 1),
    )


def _not_locked(book: Book, entry: Entry, body: Body) -> Book:
    seen = tuple(Seen(utc, tuple(spots), *map(dict, tiers)) for utc, spots, *tiers in body["seen"])
    return replace(
        book,
        round=entry.round,
        missed=MissedRound(entry.round, entry.day, entry.at.utc, seen, dict(body.get("meters", {}))),
    )


def _void(book: Book, entry: Entry, body: Body) -> Book:
    """Nothing of it can be claimed any more."""
    book = replace(book, locked=replace(_locked(book), spots=()))
    return _ended(_count(book, body["adds"], body["wagers"], entry.day, -1), entry, body)


def _void_spot(book: Book, entry: Entry, body: Body) -> Book:
    locked = _locked(book)
    left = tuple(spot for spot in locked.spots if spot != body["spot"])
    tiers = {spot: amount for spot, amount in locked.tiers.items() if spot in left}  # added again, it is the first
    book = replace(book, locked=replace(locked, spots=left, tiers=tiers))
    return _count(book, body["adds"], body["wagers"], entry.day, -1)


def _add_spot(book: Book, entry: Entry, body: Body) -> Book:
    locked = _locked(book)
    book = replace(book, locked=replace(locked, spots=(*locked.spots, body["spot"])))
    return _count(book, body["adds"], body["wagers"], entry.day, 1)


def _tier(book: Book, entry: Entry, body: Body) -> Book:
    """A spot played for another amount; whoever has approved its claim has approved something else."""
    locked = replace(_locked(book), tiers=dict(body["tiers"]))
    claims = tuple(
        replace(claim, stake=body["after"], approved=())
        if (claim.round, claim.spot) == (locked.number, body["spot"])
        else claim
        for claim in book.claims
    )
    return _count(replace(book, locked=locked, claims=claims), body["adds"], {}, entry.day, 1)


def _coin(book: Book, entry: Entry, body: Body) -> Book:
    credit = book.spot(body["spot"]).credit + body["amount"]
    return _spot(book, body["spot"], boot=body["boot"], pulses=body["pulses"], credit=credit)


def _spend(book: Book, entry: Entry, body: Body) -> Book:
    """A refund empties the credit; a lock takes the wager's worth of it (see `_with_credits`)."""
    return _spot(book, body["spot"], credit=0)


def _trial(book: Book, entry: Entry, body: Body) -> Book:
    for spot in body["passed"]:
        book = _spot(book, spot, out="", stuck=0)
    for spot in body["failed"]:
        book = _spot(book, spot, out=why("failed_test"))
    return book


def _new_shoe(book: Book) -> Book:
    for spot in [name for name, kept in book.spots.items() if kept.flat]:
        book = _spot(book, spot, flat="")
    return replace(book, shoe_rounds=0, shoe_first=(), last_shoe=False, by_hand=False)


def _shoe(book: Book, entry: Entry, body: Body) -> Book:
    return replace(_new_shoe(book), phase=Phase.CLOSED if body["closes"] else book.phase)


def _open(book: Book, entry: Entry, body: Body) -> Book:
    phase = Phase.NOT_OFFERED if body["reason"] else Phase.BETTING
    return replace(_new_shoe(book), phase=phase, reason=body["reason"])


def _credits(book: Book, spent: Mapping[str, int], sign: int) -> Book:
    for spot, amount in spent.items():
        book = _spot(book, spot, credit=book.spot(spot).credit + sign * amount)
    return book


def _with_credits(fold: Fold, sign: int) -> Fold:
    """`fold`, and the coin credit that its wagers spend (-1) or get back (+1)."""
    return lambda book, entry, body: _credits(fold(book, entry, body), body.get("credit", {}), sign)


FOLDS: dict[str, Fold] = {
    **claim_folds.FOLDS,
    **progressive_folds.FOLDS,
    **pot_folds.FOLDS,
    **variances.FOLDS,
    "init": _init,
    "start": _start,
    "stop": lambda book, entry, body: book,
    "clock": _clock,
    "day": _day,
    "post": _post,
    "recount": _recount,
    "take_over": _take_over,
    "set": _set,
    "hold": lambda book, entry, body: replace(book, held=body["reason"]),
    "release": lambda book, entry, body: replace(book, held=""),
    "open": _open,
    "close": lambda book, entry, body: replace(book, phase=Phase.CLOSED, reason=""),
    "last_shoe": lambda book, entry, body: replace(book, last_shoe=True),
    "shoe": _shoe,
    "not_offered": lambda book, entry, body: replace(book, phase=Phase.NOT_OFFERED, reason=body["reason"]),
    "offered": lambda book, entry, body: replace(book, phase=Phase.BETTING, reason=""),
    "lock": _with_credits(with_contributions(_lock), -1),
    "late_lock": _with_credits(with_contributions(_lock), -1),
    "unlock": _with_credits(with_keeping(_unlock), 1),
    "clear": _ended,
    "not_locked": _not_locked,
    "void": _with_credits(with_keeping(_void), 1),
    "void_spot": _with_credits(with_keeping(_void_spot), 1),
    "add_spot": with_contributions(_add_spot),
    "tier": _tier,
    "resume": lambda book, entry, body: book,
    "spot_out": lambda book, entry, body: _spot(book, body["spot"], out=body["why"]),
    "trial": _trial,
    "flat": lambda book, entry, body: _spot(book, body["spot"], flat=body["must"]),
    "coin": _coin,
    "refund": _spend,
    "dispute": lambda book, entry, body: book,
    "pin": lambda book, entry, body: book,
    "locked_out": lambda book, entry, body: book,
    "login": lambda book, entry, body: book,
    "training": lambda book, entry, body: replace(book, epoch=body["epoch"]),
    "restored": lambda book, entry, body: replace(book, epoch=body["epoch"]),
    "fault": lambda book, entry, body: replace(book, faults={**book.faults, body["code"]: body["text"]}),
    "unfault": lambda book, entry, body: replace(
        book, faults={code: text for code, text in book.faults.items() if code != body["code"]}
    ),
    "copy_away": lambda book, entry, body: book,
    "copy_back": lambda book, entry, body: book,
    "door": lambda book, entry, body: book,
    "by_hand": lambda book, entry, body: replace(book, by_hand=True),
}
