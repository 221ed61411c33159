"""LOCK and the late lock: no more bets; what is lit plays."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.table import funds, posting, progressive, records, sign_silence
from controller.table.awards import undecided
from controller.table.claim_book import forget_paid, remembered
from controller.table.decision import Decision
from controller.table.duties import Deed, Step
from controller.table.events import LateLock, Lock
from controller.table.gaming_day import local_time
from controller.table.journal import Entry, fold
from controller.table.locked_round import end_round
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.sensors import bets, has_ended, is_stuck
from controller.table.spot_book import change_spot
from controller.table.spots import deeds_of_bets
from controller.table.state import NEVER_EMPTY, Alarm, Book, Earlier, MissedRound, Phase, Round
from controller.table.tiers import raised
from controller.table.values import replace
from controller.table.wagers import accruals, counted_in, credited, running_day, wagered

AGAIN = 8_000  # ms in which a second LOCK counts as an accidental repeat (R032, E07)
STUCK_ROUNDS = 3  # a spot that shows no vacancy for so many rounds in a row goes out of service (E10)


def lock(decision: Decision, event: Lock) -> None:
    """No more bets: what is lit at the edge of the key press plays (R020, R021). If nothing is lit, it is still a round
    (R033)."""
    decision.no_fault()
    spots = bets(decision.rules, decision.state, event.at.mono)
    number = decision.book.round + 1
    facts, transfers = _locking(decision, spots, raised(decision.rules, decision.state, spots), number)
    decision.write(records.Lock(**facts), transfers, number=number)
    _begin(decision)


def lock_again(decision: Decision, event: Lock) -> None:
    """A second LOCK never ends a round; shortly after the first one it is an accidental repeat (R032, E07, E08)."""
    if event.at.mono - decision.live.locked_at >= AGAIN:
        raise Refused("clear_first")
    decision.note("lock_again")


def lock_after_settle(decision: Decision, event: Lock) -> None:
    """At presence tables, after SETTLE and without an open claim, the next LOCK also does what CLEAR does."""
    presence = any(rule.sensor is Sensor.PRESENCE for rule in decision.rules.spots.values())
    if not (presence and decision.live.settle_pressed) or undecided(decision.book):
        lock_again(decision, event)
        return
    decision.no_fault()
    before = decision.state
    end_round(decision)
    posting.attend(decision)  # at a table that is played like this, this is the only moment between rounds
    sign_silence.attend(decision, before, event)
    funds.attend(decision, before, event)
    lock(decision, event)


def late_lock(decision: Decision, event: LateLock) -> None:
    """E05: what was lit at a moment that a person chose plays. If the hand was already cleared, it is locked and ended
    at once."""
    if decision.book.faults:
        decision.no_fault()
    missed = decision.book.missed
    today = decision.book.today.day if decision.book.today else ""
    if missed and (event.moment > missed.utc or missed.day != today):
        missed = None
    seen = missed.seen if missed else decision.live.seen
    then = [lit for lit in seen if lit.utc <= event.moment <= decision.at.utc]
    if not then:
        moments = tuple(local_time(lit.utc, decision.rules.zone) for lit in seen)
        raise Refused("moment_unknown", moments=moments) if moments else Refused("no_moment")
    number = missed.number if missed else decision.book.round + 1
    spots = tuple(spot for spot in then[-1].spots if _paid(decision, spot))
    facts, transfers = _locking(decision, spots, _tiers_of(decision, spots, then[-1].tiers), number, missed, late=True)
    decision.write(
        records.LateLock(moment=event.moment, finished=missed is not None, **facts), transfers, number=number
    )
    if not missed:
        _begin(decision)


def _locking(
    decision: Decision,
    spots: tuple[str, ...],
    tiers: Mapping[str, int],
    number: int,
    missed: MissedRound | None = None,
    *,
    late: bool = False,
) -> tuple[dict[str, Any], list[Any]]:
    """The record's fields and its transfers. A round that was missed has the amounts that it was played for (R091),
    and what people did to its bets."""
    rules, book = decision.rules, decision.book
    wagers, adds = accruals(rules, book, spots, tiers)
    charge = progressive.charge(decision, number, spots, tiers, adds)
    posted = {name: book.posted(name) for name in rules.jackpots} | (missed.meters if missed else {})
    for name, contribution in charge.contributions.items():
        posted[name] += contribution.displayed
    decided: dict[str, tuple[int, ...]] = {}
    for won in book.won:
        if won.moves:
            decided[won.jackpot] = (*decided.get(won.jackpot, ()), won.round)
    transfers, credit = wagered(rules, spots, tiers)
    facts = {
        "spots": spots,
        "wagers": wagers,
        "accruals": adds,
        "meters": posted,
        "tiers": dict(tiers),
        "credit": credit,
        "contributions": charge.contributions,
        "repaid": charge.repaid,
        "decided": decided,
        "stuck": tuple(spot for spot in rules.spots if is_stuck(rules, decision.state, spot, decision.at.mono)),
        "deeds": _deeds(decision, spots, tiers, number, missed, late=late),
    }
    return facts, [*transfers, *charge.transfers]


def _deeds(
    decision: Decision,
    spots: Iterable[str],
    tiers: Mapping[str, int],
    number: int,
    missed: MissedRound | None,
    *,
    late: bool,
) -> dict[str, tuple[Deed, ...]]:
    """What people did to the bets that play. A bet that differs from a lock that was taken back was decided after it,
    at a moment that whoever took it back chose (decision 23)."""
    found = missed.deeds_of(spots) if missed else deeds_of_bets(decision, spots, tiers, late=late)
    for lock in decision.book.unlocked:
        for spot in spots if lock.round == number else ():
            known = {each.by for each in found.get(spot, ()) if each.step is Step.LOCK}
            if not lock.had(spot, tiers) and lock.deed.by not in known:
                found[spot] = (*found.get(spot, ()), lock.deed)
    return found


def _begin(decision: Decision) -> None:
    decision.set_spots(bet=False, presses=0, alarm=Alarm.NONE, tier=0, deeds=())
    decision.live = replace(
        decision.live,
        tier_until=0,
        locked_at=decision.at.mono,
        settled=False,
        settle_pressed=False,
        dealt=False,
        unwatched=False,
        cleared_at=None,
        seen=(),
    )


def _paid(decision: Decision, spot: str) -> bool:
    """Whether the bet is paid. Coins may have been refunded since; the dealer collects chips for other bets by hand. A
    wager for a jackpot that has ended is no bet."""
    rule = decision.rules.spots[spot]
    if has_ended(decision.rules, decision.book, spot):
        return False
    return rule.sensor is not Sensor.COIN or decision.book.spot(spot).credit >= decision.rules.wagers[rule.wager].amount


def _tiers_of(decision: Decision, spots: Iterable[str], then: Mapping[str, int]) -> dict[str, int]:
    """The tiers at that moment; for coins, at most what the remaining credit covers."""
    tiers = {spot: then[spot] for spot in spots if spot in then}
    now = raised(decision.rules, decision.state, tiers)
    coins = [spot for spot in tiers if decision.rules.spots[spot].sensor is Sensor.COIN]
    return {spot: amount for spot, amount in tiers.items() if spot not in coins or now.get(spot, 0) >= amount}


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Lock)
def _locked(book: Book, entry: Entry, record: records.Lock) -> Book:
    return _locked_now(book, entry, record)


def _locked_now(book: Book, entry: Entry, record: records.Locking) -> Book:
    book, locked = _folded(book, entry, record)
    book = replace(book, phase=Phase.LOCKED, locked=locked)
    return credited(progressive.contributed(book, entry.round, record), record.credit, -1)


@fold(records.LateLock)
def _late_locked(book: Book, entry: Entry, record: records.LateLock) -> Book:
    if not record.finished:
        return _locked_now(book, entry, record)
    book, locked = _folded(book, entry, record)
    book = progressive.contributed(replace(book, previous=locked), entry.round, record)
    return credited(book, record.credit, -1)


def _folded(book: Book, entry: Entry, record: records.Locking) -> tuple[Book, Round]:
    """What both locks do: update the day's count, the sensors' vacancies and the round's number."""
    book = counted_in(book, record.accruals, record.wagers, entry.day, 1)
    for spot in {*record.stuck, *(name for name, each in book.spots.items() if each.stuck)}:
        times = book.spot(spot).stuck + 1 if spot in record.stuck else 0
        out = NEVER_EMPTY if times >= STUCK_ROUNDS else book.spot(spot).out
        book = change_spot(book, spot, stuck=times, out=out)
    book = forget_paid(book, entry.round)
    earlier = Earlier(dict(record.decided))
    locked = Round(
        entry.round, entry.day, entry.at.utc, record.spots, dict(record.meters), dict(record.tiers), earlier=earlier
    )
    today = running_day(book)
    book = replace(
        book,
        round=max(book.round, entry.round),
        shoe_rounds=book.shoe_rounds + 1,
        shoe_first=record.spots if book.shoe_rounds == 0 else book.shoe_first,
        unlocked=tuple(each for each in book.unlocked if each.round == entry.round),
        missed=None,
        today=replace(today, rounds=today.rounds + 1),
    )
    return remembered(book, entry), locked
