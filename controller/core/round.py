"""The round of a table: one transition table, and a handler for each of its lines.

Read `TABLE` first. An event that has no line for the phase is refused with the reason that `REFUSALS` names; a
handler may refuse too. Either way nothing changes. The diagram in ARCHITECTURE.md is drawn from this table.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.core import days
from controller.core.entries import Transfer
from controller.core.events import (
    AckSpot,
    AddSpot,
    Clear,
    Close,
    ConfirmSpot,
    DropSpot,
    Event,
    FlatBet,
    LastShoe,
    LateLock,
    Lock,
    Offer,
    Open,
    Resume,
    Settle,
    ShoeEnded,
    StopOffering,
    TrySpots,
    Unlock,
    Void,
    VoidSpot,
)
from controller.core.gaming_day import local_time
from controller.core.refusals import Refused
from controller.core.rules import Sensor
from controller.core.senses import bets, fresh_spots, in_service, is_bet, is_stuck, settled
from controller.core.state import (
    HOUSE,
    PLAYERS,
    Alarm,
    Phase,
    Trial,
    credit_account,
    hard_fault,
    phase_of,
)
from controller.core.turn import Turn
from controller.core.values import replace

AGAIN = 8_000  # ms in which a repeated LOCK or CLEAR is a bounce of the hand, not a new wish (R032, E07)
UNLOCK_FOR = 15_000  # ms in which a lock can be taken back where no deal sensor tells of the first card
TRIAL_FOR = 120_000  # ms in which all spots must be touched in a sensor test


# -- opening and closing -------------------------------------------------------------------------------------


def open_table(turn: Turn, event: Open) -> None:
    turn.no_fault()
    if turn.live.trial:
        raise Refused("trial_runs")
    days.attend(turn)
    turn.write("open", {"reason": "" if days.clock_allows(turn) else days.CLOCK})
    fresh_spots(turn)


def close_table(turn: Turn, event: Close) -> None:
    _no_bets(turn)
    turn.write("close")


def announce_last_shoe(turn: Turn, event: LastShoe) -> None:
    if turn.book.last_shoe:
        raise Refused("last_shoe_already")
    turn.write("last_shoe")


def end_shoe(turn: Turn, event: ShoeEnded) -> None:
    """Flat bets end with the shoe, and so does the table's day if this was announced as its last."""
    if turn.book.last_shoe:
        _no_bets(turn)
    turn.write("shoe", {"closes": turn.book.last_shoe})


def stop_offering(turn: Turn, event: StopOffering) -> None:
    """Only between shoes, and not over a chip on a sensor (R040, E54)."""
    if turn.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=turn.book.shoe_rounds)
    _no_bets(turn, covered=True)
    turn.write("not_offered", {"reason": turn.reason(event.reason)})


def offer(turn: Turn, event: Offer) -> None:
    turn.no_fault()
    if turn.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=turn.book.shoe_rounds)
    if not days.clock_allows(turn):
        raise Refused("clock_unknown", why=turn.live.clock.why)
    turn.write("offered")
    fresh_spots(turn)


def _no_bets(turn: Turn, *, covered: bool = False) -> None:
    """Nothing is lit, or even no chip lies on a sensor in service. Coins stay as credit. Where nothing is offered or
    a fault keeps the lamps dark there are no bets."""
    if phase_of(turn.state) is not Phase.BETTING or hard_fault(turn.state):
        return
    on = [
        spot
        for spot, rule in turn.rules.spots.items()
        if (rule.sensor is not Sensor.COIN and is_bet(turn.rules, turn.state, spot, turn.at.mono))
        or (covered and rule.sensor is Sensor.PRESENCE and turn.spot(spot).level and in_service(turn.state, spot))
    ]
    if on:
        raise Refused("bets_on", spots=", ".join(on))


# -- lock ----------------------------------------------------------------------------------------------------


def lock(turn: Turn, event: Lock) -> None:
    """No more bets: what is lit at the key's own edge plays (R020, R021); nothing lit is a round too (R033)."""
    turn.no_fault()
    _lock(turn, "lock", bets(turn.rules, turn.state, event.at.mono), turn.book.round + 1, {})


def lock_again(turn: Turn, event: Lock) -> None:
    """A second LOCK never ends a round; right after the first it is only a bounce of the hand (R032, E07, E08)."""
    if event.at.mono - turn.live.locked_at >= AGAIN:
        raise Refused("clear_first")
    turn.note("lock_again")


def lock_after_settle(turn: Turn, event: Lock) -> None:
    """At presence tables a pressed SETTLE with no claim open lets the next LOCK stand for CLEAR too."""
    presence = any(rule.sensor is Sensor.PRESENCE for rule in turn.rules.spots.values())
    if not (presence and turn.live.settle_pressed) or turn.book.claims:
        lock_again(turn, event)
        return
    turn.no_fault()
    _end(turn)
    days.attend(turn)  # the only moment between rounds at a table that is played like this
    lock(turn, event)


def late_lock(turn: Turn, event: LateLock) -> None:
    """E05: what was lit at a moment that a person chose stands. A hand already cleared is locked and over at once."""
    if turn.book.faults:
        turn.no_fault()
    missed = turn.book.missed
    today = turn.book.today.day if turn.book.today else ""
    if missed and (event.moment > missed.utc or missed.day != today):
        missed = None
    seen = missed.seen if missed else turn.live.seen
    then = [lit for lit in seen if lit.utc <= event.moment <= turn.at.utc]
    if not then:
        raise Refused(
            "moment_unknown", moments=", ".join(local_time(lit.utc, turn.rules.zone) for lit in seen) or "none"
        )
    number = missed.number if missed else turn.book.round + 1
    facts = {"moment": event.moment, "finished": missed is not None}
    _lock(turn, "late_lock", tuple(spot for spot in then[-1].spots if _paid(turn, spot)), number, facts)


def _lock(turn: Turn, kind: str, spots: tuple[str, ...], number: int, facts: Mapping[str, Any]) -> None:
    rules, book = turn.rules, turn.book
    wagers, pots = days.adds(rules, spots)
    body: dict[str, Any] = {
        **facts,
        "spots": spots,
        "wagers": wagers,
        "adds": pots,
        "meters": {name: book.meter(name) for name in rules.jackpots},
    }
    if stuck := [spot for spot in rules.spots if is_stuck(rules, turn.state, spot, turn.at.mono)]:
        body["stuck"] = stuck
    transfers, credit = _wagered(turn, spots)
    if credit:
        body["credit"] = credit
    turn.write(kind, body, transfers, number=number)
    if not facts.get("finished"):
        turn.set_spots(bet=False, presses=0, alarm=Alarm.NONE)
        turn.live = replace(
            turn.live,
            locked_at=turn.at.mono,
            settled=False,
            settle_pressed=False,
            dealt=False,
            cleared_at=None,
            seen=(),
        )


def _paid(turn: Turn, spot: str) -> bool:
    """Coins may have been refunded since; a chip or a button's bet is taken by hand."""
    rule = turn.rules.spots[spot]
    return rule.sensor is not Sensor.COIN or turn.book.spot(spot).credit >= turn.rules.wagers[rule.wager].amount


def _wagered(turn: Turn, spots: Iterable[str]) -> tuple[list[Transfer], dict[str, int]]:
    """The wagers' way to the house: coins from their credit, all others from the players."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand: dict[str, int] = {}
    for spot in spots:
        rule = turn.rules.spots[spot]
        amount = turn.rules.wagers[rule.wager].amount
        if rule.sensor is Sensor.COIN:
            credit[spot] = amount
            transfers.append(Transfer(credit_account(spot), HOUSE, amount, "wager"))
        else:
            by_hand[rule.wager] = by_hand.get(rule.wager, 0) + amount
    transfers.extend(Transfer(PLAYERS, HOUSE, amount, "wager") for amount in by_hand.values())
    return transfers, credit


def _given_back(turn: Turn, spots: Iterable[str], code: str) -> tuple[list[Transfer], dict[str, int]]:
    """The same way back."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand = 0
    for spot in spots:
        rule = turn.rules.spots[spot]
        amount = turn.rules.wagers[rule.wager].amount
        if rule.sensor is Sensor.COIN:
            credit[spot] = amount
            transfers.append(Transfer(HOUSE, credit_account(spot), amount, code))
        else:
            by_hand += amount
    if by_hand:
        transfers.append(Transfer(HOUSE, PLAYERS, by_hand, code))
    return transfers, credit


# -- a locked round ------------------------------------------------------------------------------------------


def unlock(turn: Turn, event: Unlock) -> None:
    """E06, and the miscount of R025: until the first card, or for 15 s where no sensor tells of it."""
    if turn.live.dealt:
        raise Refused("dealt")
    if not turn.rules.deal_input and turn.at.mono - turn.live.locked_at > UNLOCK_FOR:
        raise Refused("too_late", seconds=UNLOCK_FOR // 1000)
    spots = _locked_spots(turn)
    _take_back(turn, "unlock", spots, {"spots": spots})
    for spot in spots:
        if turn.rules.spots[spot].sensor is Sensor.BUTTON:
            turn.set_spot(spot, bet=True, toggled=turn.at.mono)
    turn.set_spots(alarm=Alarm.NONE, presses=0)
    turn.live = replace(turn.live, win_until=0, void_asked=False)


def settle(turn: Turn, event: Settle) -> None:
    settled(turn, pressed=True)


def settle_again(turn: Turn, event: Settle) -> None:
    """The key after the timer (or after itself): from now on the dealer has said it."""
    turn.note("settle_again")
    turn.live = replace(turn.live, settle_pressed=True)


def clear(turn: Turn, event: Clear) -> None:
    """The round is over. What still raised an alarm is acknowledged by it."""
    _end(turn)


def clear_unlocked(turn: Turn, event: Clear) -> None:
    """CLEAR without a LOCK: lamps anew, the hand on record as not locked, a late lock still possible."""
    last = turn.live.cleared_at
    if last is not None and event.at.mono - last < AGAIN:
        turn.note("clear_again")
        return
    seen = [[lit.utc, list(lit.spots)] for lit in turn.live.seen]
    turn.write("not_locked", {"seen": seen}, number=turn.book.round + 1)
    fresh_spots(turn)
    turn.live = replace(turn.live, cleared_at=event.at.mono)


def _end(turn: Turn) -> None:
    waiting = [spot for spot in turn.rules.spots if turn.spot(spot).next]
    left = {spot: str(live.alarm) for spot, live in turn.live.spots.items() if live.alarm}
    pressed = {spot: live.presses for spot, live in turn.live.spots.items() if live.presses}
    body: dict[str, Any] = {}
    if left:
        body["alarms"] = left
    if pressed:
        body["presses"] = pressed
    turn.write("clear", body, number=turn.book.round)
    _after_round(turn)
    for spot in waiting:
        turn.set_spot(spot, armed=True)


def _after_round(turn: Turn) -> None:
    fresh_spots(turn)
    turn.live = replace(
        turn.live,
        recovered=False,
        settled=False,
        settle_pressed=False,
        dealt=False,
        win_until=0,
        void_asked=False,
        cleared_at=turn.at.mono,
    )


def void_round(turn: Turn, event: Void) -> None:
    """E18: the wagers go back and leave the day's count."""
    spots = _locked_spots(turn)
    _take_back(turn, "void", spots, {"spots": spots, "reason": turn.reason(event.reason)})
    _after_round(turn)


def void_spot(turn: Turn, event: VoidSpot) -> None:
    """E19: that seat only."""
    _playing(turn, event.spot)
    _take_back(turn, "void_spot", (event.spot,), {"spot": event.spot, "reason": turn.reason(event.reason)})
    turn.set_spot(event.spot, alarm=Alarm.NONE)


def add_spot(turn: Turn, event: AddSpot) -> None:
    """E11: a bet that the sensor did not see, by hand and marked as such."""
    turn.known(event.spot)
    if event.spot in _locked_spots(turn):
        raise Refused("plays_already", spot=event.spot, round=turn.book.round)
    if turn.rules.spots[event.spot].sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    wagers, pots = days.adds(turn.rules, (event.spot,))
    transfers, _ = _wagered(turn, (event.spot,))
    turn.write(
        "add_spot",
        {"spot": event.spot, "reason": turn.reason(event.reason), "wagers": wagers, "adds": pots},
        transfers,
        number=turn.book.round,
    )
    turn.set_spot(event.spot, alarm=Alarm.NONE)


def ack_spot(turn: Turn, event: AckSpot) -> None:
    turn.known(event.spot)
    if turn.spot(event.spot).alarm is not Alarm.REMOVED:
        raise Refused("no_alarm", spot=event.spot)
    turn.note("removal_acknowledged", event.spot)
    turn.set_spot(event.spot, alarm=Alarm.NONE)


def resume(turn: Turn, event: Resume) -> None:
    """E31: the same seats play on; the sensors' word on this round is past."""
    turn.write("resume", number=turn.book.round if turn.book.locked else 0)
    turn.live = replace(turn.live, recovered=False)
    if turn.book.locked:
        settled(turn, pressed=False)
    else:
        fresh_spots(turn)


def clear_recovered(turn: Turn, event: Clear) -> None:
    """Nothing was locked when the power went: CLEAR is confirmation enough (E30)."""
    if turn.book.locked:
        raise Refused("resume_first")
    turn.write("resume")
    _after_round(turn)


def _locked_spots(turn: Turn) -> tuple[str, ...]:
    if turn.book.locked is None:
        raise Refused("no_round")
    return turn.book.locked.spots


def _playing(turn: Turn, spot: str) -> None:
    turn.known(spot)
    if spot not in _locked_spots(turn):
        raise Refused("not_playing", spot=spot, round=turn.book.round)


def _take_back(turn: Turn, kind: str, spots: tuple[str, ...], body: dict[str, Any]) -> None:
    wagers, pots = days.adds(turn.rules, spots)
    transfers, credit = _given_back(turn, spots, "unlock" if kind == "unlock" else "void")
    body |= {"wagers": wagers, "adds": pots}
    if credit:
        body["credit"] = credit
    number = turn.book.round  # an unlocked round gives its number back
    turn.write(kind, body, transfers, number=number)
    for claim in turn.book.claims:
        if claim.round == number and claim.spot in spots:
            turn.write("unclaim", {"claim": claim.number, "reason": kind}, number=claim.round)


# -- spots before the lock -----------------------------------------------------------------------------------


def drop_spot(turn: Turn, event: DropSpot) -> None:
    """R039, E14: a seat without a base bet."""
    turn.known(event.spot)
    if turn.rules.spots[event.spot].sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if not is_bet(turn.rules, turn.state, event.spot, turn.at.mono):
        raise Refused("not_lit", spot=event.spot)
    turn.note("dropped", event.spot)
    button = turn.rules.spots[event.spot].sensor is Sensor.BUTTON
    turn.set_spot(event.spot, bet=False, toggled=turn.at.mono, dropped=not button)


def confirm_spot(turn: Turn, event: ConfirmSpot) -> None:
    turn.known(event.spot)
    if not is_stuck(turn.rules, turn.state, event.spot, turn.at.mono):
        raise Refused("not_stuck", spot=event.spot)
    turn.note("confirmed", event.spot)
    turn.set_spot(event.spot, confirmed=True)


def flat_bet(turn: Turn, event: FlatBet) -> None:
    """The seat's bet stays what it was in the shoe's first hand."""
    turn.known(event.spot)
    if turn.book.spot(event.spot).flat:
        raise Refused("flat_already", spot=event.spot)
    if turn.book.shoe_rounds == 0:
        raise Refused("no_hand")
    must = "lit" if event.spot in turn.book.shoe_first else "dark"
    turn.write("flat", {"spot": event.spot, "must": must})


def try_spots(turn: Turn, event: TrySpots) -> None:
    """R031: every spot must be seen taken and free again. One spot that is out of service is tested at any time
    between rounds."""
    for spot in event.spots:
        turn.known(spot)
    spots = event.spots or tuple(turn.rules.spots)
    if turn.live.trial:
        raise Refused("trial_runs")
    if phase_of(turn.state) is not Phase.CLOSED and any(in_service(turn.state, spot) for spot in spots):
        raise Refused("only_closed")
    turn.live = replace(turn.live, trial=Trial(turn.at.mono + TRIAL_FOR, spots))


# -- the table -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the transition table: who handles it, and which phases may follow."""

    handle: Callable[..., None]
    to: tuple[Phase, ...]


_CLOSED, _NOT, _BET = Phase.CLOSED, Phase.NOT_OFFERED, Phase.BETTING
_LOCKED, _SETTLED, _RECOVERED = Phase.LOCKED, Phase.SETTLED, Phase.RECOVERED

TABLE: dict[tuple[Phase, type[Event]], Line] = {
    (_CLOSED, Open): Line(open_table, (_BET, _NOT)),
    (_CLOSED, TrySpots): Line(try_spots, (_CLOSED,)),
    (_NOT, Offer): Line(offer, (_BET,)),
    (_NOT, Close): Line(close_table, (_CLOSED,)),
    (_NOT, LastShoe): Line(announce_last_shoe, (_NOT,)),
    (_NOT, ShoeEnded): Line(end_shoe, (_NOT, _CLOSED)),
    (_NOT, TrySpots): Line(try_spots, (_NOT,)),
    (_BET, StopOffering): Line(stop_offering, (_NOT,)),
    (_BET, Close): Line(close_table, (_CLOSED,)),
    (_BET, LastShoe): Line(announce_last_shoe, (_BET,)),
    (_BET, ShoeEnded): Line(end_shoe, (_BET, _CLOSED)),
    (_BET, TrySpots): Line(try_spots, (_BET,)),
    (_BET, DropSpot): Line(drop_spot, (_BET,)),
    (_BET, ConfirmSpot): Line(confirm_spot, (_BET,)),
    (_BET, FlatBet): Line(flat_bet, (_BET,)),
    (_BET, Lock): Line(lock, (_LOCKED,)),
    (_BET, LateLock): Line(late_lock, (_LOCKED, _BET)),
    (_BET, Clear): Line(clear_unlocked, (_BET,)),
    (_LOCKED, Lock): Line(lock_again, (_LOCKED,)),
    (_LOCKED, Unlock): Line(unlock, (_BET,)),
    (_LOCKED, Settle): Line(settle, (_SETTLED,)),
    (_LOCKED, AckSpot): Line(ack_spot, (_LOCKED,)),
    (_LOCKED, AddSpot): Line(add_spot, (_LOCKED,)),
    (_LOCKED, VoidSpot): Line(void_spot, (_LOCKED,)),
    (_LOCKED, Void): Line(void_round, (_BET,)),
    (_LOCKED, Clear): Line(clear, (_BET,)),
    (_LOCKED, LastShoe): Line(announce_last_shoe, (_LOCKED,)),
    (_SETTLED, Lock): Line(lock_after_settle, (_LOCKED, _SETTLED)),
    (_SETTLED, Settle): Line(settle_again, (_SETTLED,)),
    (_SETTLED, AckSpot): Line(ack_spot, (_SETTLED,)),
    (_SETTLED, AddSpot): Line(add_spot, (_SETTLED,)),
    (_SETTLED, VoidSpot): Line(void_spot, (_SETTLED,)),
    (_SETTLED, Void): Line(void_round, (_BET,)),
    (_SETTLED, Clear): Line(clear, (_BET,)),
    (_SETTLED, LastShoe): Line(announce_last_shoe, (_SETTLED,)),
    (_RECOVERED, Resume): Line(resume, (_SETTLED, _BET)),
    (_RECOVERED, Clear): Line(clear_recovered, (_BET,)),
    (_RECOVERED, Void): Line(void_round, (_BET,)),
}

# What is said of an event that has no line: first by phase and event, then by event, then by phase.
REFUSALS: dict[tuple[Phase | None, type[Event] | None], str] = {
    (_BET, Open): "already_open",
    (_NOT, Open): "already_open",
    (_BET, Offer): "offered_already",
    (None, Resume): "nothing_to_resume",
    (_CLOSED, None): "closed",
    (_NOT, None): "not_offered",
    (_BET, None): "no_round",
    (_LOCKED, None): "clear_first",
    (_SETTLED, None): "clear_first",
    (_RECOVERED, None): "resume_first",
}


def refusal(phase: Phase, event: type[Event]) -> str:
    return REFUSALS.get((phase, event)) or REFUSALS.get((None, event)) or REFUSALS[(phase, None)]
