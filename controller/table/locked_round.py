"""A locked round, from the first card to CLEAR: handlers for the transition table in round.py."""

from collections.abc import Callable, Iterable
from functools import partial

from controller.table import progressive, records
from controller.table.approvals import may_be_taken_back
from controller.table.awards import drop_claims
from controller.table.claim_book import remembered
from controller.table.decision import Decision
from controller.table.duties import Deed, Step
from controller.table.events import Clear, Resume, Settle, Unlock, Void
from controller.table.journal import Entry, fold, without_fold
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.sensors import fresh_spots, settled
from controller.table.spot_book import change_spot
from controller.table.spots import deeds_of_bets
from controller.table.state import NEVER_EMPTY, Alarm, Book, MissedRound, Phase, Round, Unlocked
from controller.table.tiers import raised
from controller.table.values import replace
from controller.table.wagers import accruals, counted_in, credited, given_back, locked_round, running_day

CLEARED_AGAIN = 8_000  # ms in which a second CLEAR counts as an accidental repeat (R032, E07)
UNLOCK_FOR = 15_000  # ms in which a lock can be taken back, if no deal sensor was there to report the first card


def unlock(decision: Decision, event: Unlock) -> None:
    """E06, and the miscount of R025: possible until the first card, or for 15 s if no sensor reports it. Whoever pulls
    the sensor's plug has 15 s, too."""
    if decision.live.dealt:
        raise Refused("dealt")
    watched = decision.rules.deal_input and not decision.live.unwatched
    if not watched and decision.at.mono - decision.live.locked_at > UNLOCK_FOR:
        raise Refused("too_late", seconds=UNLOCK_FOR // 1000)
    spots = locked_spots(decision)
    tiers = decision.book.locked.tiers if decision.book.locked else {}
    stuck = tuple(
        spot for spot, each in decision.book.spots.items() if each.stuck
    )  # this is how that lock counted them (E10)
    take_back(decision, partial(records.Unlock, spots=spots, stuck=stuck), spots, "unlock")
    for spot in spots:
        if spot in tiers:
            decision.set_spot(
                spot, tier=decision.rules.wagers[decision.rules.spots[spot].wager].amounts.index(tiers[spot])
            )
        if decision.rules.spots[spot].sensor is Sensor.BUTTON:
            decision.set_spot(spot, bet=True, toggled=decision.at.mono)
    decision.set_spots(alarm=Alarm.NONE, presses=0)
    decision.live = replace(decision.live, win_until=0, void_asked=False)


def settle(decision: Decision, event: Settle) -> None:
    settled(decision, pressed=True)


def settle_again(decision: Decision, event: Settle) -> None:
    """SETTLE pressed again, or after the timer: the dealer counts as having pressed it."""
    decision.note("settle_again")
    decision.live = replace(decision.live, settle_pressed=True)


def clear(decision: Decision, event: Clear) -> None:
    """The round is over. CLEAR acknowledges all alarms that remain."""
    end_round(decision)


def clear_unlocked(decision: Decision, event: Clear) -> None:
    """CLEAR without a LOCK: reset the lamps and record the hand as not locked; a late lock is still possible."""
    last = decision.live.cleared_at
    if last is not None and event.at.mono - last < CLEARED_AGAIN:
        decision.note("clear_again")
        return
    meters = {name: decision.book.posted(name) for name in decision.rules.jackpots}
    spots = tuple(decision.rules.spots)
    deeds = deeds_of_bets(decision, spots, raised(decision.rules, decision.state, spots), late=True)
    record = records.NotLocked(seen=decision.live.seen, meters=meters, deeds=deeds)
    decision.write(record, number=decision.book.round + 1)
    fresh_spots(decision)
    decision.live = replace(decision.live, cleared_at=event.at.mono)


def end_round(decision: Decision) -> None:
    waiting = [spot for spot in decision.rules.spots if decision.spot(spot).next]
    alarms = {spot: str(live.alarm) for spot, live in decision.live.spots.items() if live.alarm}
    presses = {spot: live.presses for spot, live in decision.live.spots.items() if live.presses}
    decision.write(records.Clear(alarms=alarms, presses=presses), number=decision.book.round)
    _after_round(decision)
    for spot in waiting:
        decision.set_spot(spot, armed=True)


def _after_round(decision: Decision) -> None:
    fresh_spots(decision)
    decision.live = replace(
        decision.live,
        recovered=False,
        settled=False,
        settle_pressed=False,
        dealt=False,
        win_until=0,
        tier_until=0,
        void_asked=False,
        cleared_at=decision.at.mono,
    )


def void_round(decision: Decision, event: Void) -> None:
    """E18: the wagers are returned and no longer count for the day."""
    spots = locked_spots(decision)
    take_back(decision, partial(records.Void, spots=spots, reason=decision.reason(event.reason)), spots, "void")
    _after_round(decision)


def resume(decision: Decision, event: Resume) -> None:
    """E31: the same seats continue to play; reports of their sensors about this round are ignored."""
    decision.write(records.Resume(), number=decision.book.round if decision.book.locked else 0)
    decision.live = replace(decision.live, recovered=False)
    if decision.book.locked:
        settled(decision, pressed=False)
    else:
        fresh_spots(decision)


def clear_recovered(decision: Decision, event: Clear) -> None:
    """Nothing was locked when the power failed, so CLEAR is enough to confirm (E30)."""
    if decision.book.locked:
        raise Refused("resume_first")
    decision.write(records.Resume())
    _after_round(decision)


def locked_spots(decision: Decision) -> tuple[str, ...]:
    if decision.book.locked is None:
        raise Refused("no_round")
    return decision.book.locked.spots


def take_back(
    decision: Decision, record: Callable[..., records.WagerReturn], spots: tuple[str, ...], cause: str
) -> None:
    """Return the wagers of these spots, and end the claims on them."""
    number = decision.book.round  # because an unlocked round gives its number back
    may_be_taken_back(decision, number, spots)
    tiers = decision.book.locked.tiers if decision.book.locked else {}
    wagers, adds = accruals(decision.rules, decision.book, spots, tiers)
    transfers, credit = given_back(decision.rules, spots, "unlock" if cause == "unlock" else "void", tiers)
    retained = progressive.retained(decision.rules, decision.book, spots, tiers)
    when = decision.when(number)
    returning = record(wagers=wagers, accruals=adds, when=when, credit=credit, retained=retained)
    decision.write(returning, transfers, number=number)
    drop_claims(decision, number, spots, cause)


# -- what the records do to the book -------------------------------------------------------------------------

without_fold(records.Resume)


@fold(records.Clear)
def _cleared(book: Book, entry: Entry, record: records.Clear) -> Book:
    return _over(book)


def _over(book: Book) -> Book:
    """The locked round ends, counted or void."""
    return replace(book, phase=Phase.BETTING, previous=locked_round(book), locked=None)


@fold(records.Unlock)
def _unlocked(book: Book, entry: Entry, record: records.Unlock) -> Book:
    """Undo the lock: the next lock uses the same round number (E06). The round before stays over, and its paid claims
    stay forgotten."""
    before = locked_round(book)
    taken = Unlocked(entry.round, before.spots, before.tiers, Deed(Step.LOCK, entry.by, record.when, entry.at.utc))
    book = counted_in(book, record.accruals, record.wagers, entry.day, -1)
    for spot in record.stuck:
        known = book.spot(spot)
        book = change_spot(book, spot, stuck=known.stuck - 1, out=None if known.out == NEVER_EMPTY else known.out)
    today = running_day(book)
    book = replace(
        book,
        phase=Phase.BETTING,
        locked=None,
        previous=None,
        unlocked=book.unlocked if any(taken.like(each) for each in book.unlocked) else (*book.unlocked, taken),
        round=book.round - 1,
        shoe_rounds=book.shoe_rounds - 1,
        today=replace(today, rounds=today.rounds - 1),
    )
    return returned(book, entry, record, before, record.spots)


@fold(records.NotLocked)
def _not_locked(book: Book, entry: Entry, record: records.NotLocked) -> Book:
    missed = MissedRound(entry.round, entry.day, entry.at.utc, record.seen, dict(record.meters), dict(record.deeds))
    return replace(book, round=entry.round, missed=missed)


@fold(records.Void)
def _voided(book: Book, entry: Entry, record: records.Void) -> Book:
    """Nothing of a void round can be claimed."""
    before = locked_round(book)
    book = replace(book, locked=replace(before, spots=()))
    book = _over(counted_in(book, record.accruals, record.wagers, entry.day, -1))
    return returned(book, entry, record, before, record.spots)


def returned(book: Book, entry: Entry, record: records.WagerReturn, before: Round, spots: Iterable[str]) -> Book:
    """Contributions of returned wagers stay in the jackpot, and their coins become credit again."""
    book = progressive.retaining(remembered(book, entry), entry.round, before, spots, record.retained)
    return credited(book, record.credit, 1)
