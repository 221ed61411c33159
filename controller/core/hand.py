"""One hand, from LOCK to CLEAR, and what a person mends in it: lines of the table in round.py."""

from collections.abc import Iterable, Mapping
from typing import Any

from controller.core import days, funds, progressive, signs
from controller.core.accounts import HOUSE, PLAYERS, credit_account
from controller.core.awards import drop_claims, no_award, undecided
from controller.core.entries import Transfer
from controller.core.events import (
    AckSpot,
    AddSpot,
    Clear,
    LateLock,
    Lock,
    Resume,
    Settle,
    Unlock,
    Void,
    VoidSpot,
)
from controller.core.gaming_day import local_time
from controller.core.refusals import Refused
from controller.core.rules import Sensor
from controller.core.senses import bets, fresh_spots, has_ended, is_stuck, settled
from controller.core.state import Alarm
from controller.core.tiers import raised
from controller.core.turn import Turn
from controller.core.values import replace

AGAIN = 8_000  # ms in which a repeated LOCK or CLEAR is a bounce of the hand, not a new wish (R032, E07)
UNLOCK_FOR = 15_000  # ms in which a lock can be taken back where no deal sensor tells of the first card


def lock(turn: Turn, event: Lock) -> None:
    """No more bets: what is lit at the key's own edge plays (R020, R021); nothing lit is a round too (R033)."""
    turn.no_fault()
    spots = bets(turn.rules, turn.state, event.at.mono)
    _lock(turn, "lock", spots, raised(turn.rules, turn.state, spots), turn.book.round + 1, {})


def lock_again(turn: Turn, event: Lock) -> None:
    """A second LOCK never ends a round; right after the first it is only a bounce of the hand (R032, E07, E08)."""
    if event.at.mono - turn.live.locked_at >= AGAIN:
        raise Refused("clear_first")
    turn.note("lock_again")


def lock_after_settle(turn: Turn, event: Lock) -> None:
    """At presence tables a pressed SETTLE with no claim open lets the next LOCK stand for CLEAR too."""
    presence = any(rule.sensor is Sensor.PRESENCE for rule in turn.rules.spots.values())
    if not (presence and turn.live.settle_pressed) or undecided(turn.book):
        lock_again(turn, event)
        return
    turn.no_fault()
    before = turn.state
    _end(turn)
    days.attend(turn)  # the only moment between rounds at a table that is played like this
    signs.attend(turn, before, event)
    funds.attend(turn, before, event)
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
    spots = tuple(spot for spot in then[-1].spots if _paid(turn, spot))
    _lock(turn, "late_lock", spots, _tiers_of(turn, spots, then[-1].tiers), number, facts)


def _lock(
    turn: Turn, kind: str, spots: tuple[str, ...], tiers: Mapping[str, int], number: int, facts: Mapping[str, Any]
) -> None:
    rules, book = turn.rules, turn.book
    wagers, pots = days.adds(rules, book, spots, tiers)
    charged, contributions = progressive.charge(turn, number, spots, tiers, pots)
    meters = {name: book.posted(name) for name in rules.jackpots}
    if facts.get("finished") and book.missed:  # whatever became of the meters since (R091)
        meters |= book.missed.meters
    for name, put in charged.get("contributed", {}).items():
        meters[name] += put[0]
    body: dict[str, Any] = {
        **facts,
        "spots": spots,
        "wagers": wagers,
        "adds": pots,
        "meters": meters,
        **charged,
    }
    if stuck := [spot for spot in rules.spots if is_stuck(rules, turn.state, spot, turn.at.mono)]:
        body["stuck"] = stuck
    for won in book.won:
        if won.moves:
            body.setdefault("decided", {}).setdefault(won.jackpot, []).append(won.round)
    transfers, credit = _wagered(turn, spots, tiers)
    if credit:
        body["credit"] = credit
    if tiers:
        body["tiers"] = tiers
    turn.write(kind, body, transfers + contributions, number=number)
    if not facts.get("finished"):
        turn.set_spots(bet=False, presses=0, alarm=Alarm.NONE, tier=0)
        turn.live = replace(
            turn.live,
            tier_until=0,
            locked_at=turn.at.mono,
            settled=False,
            settle_pressed=False,
            dealt=False,
            cleared_at=None,
            seen=(),
        )


def _paid(turn: Turn, spot: str) -> bool:
    """Coins may have been refunded since; a chip or a button's bet is taken by hand. What its jackpot's end put out is
    no bet."""
    rule = turn.rules.spots[spot]
    if has_ended(turn.rules, turn.book, spot):
        return False
    return rule.sensor is not Sensor.COIN or turn.book.spot(spot).credit >= turn.rules.wagers[rule.wager].amount


def _tiers_of(turn: Turn, spots: Iterable[str], then: Mapping[str, int]) -> dict[str, int]:
    """As they were then; of coins no more than is left of the credit."""
    tiers = {spot: then[spot] for spot in spots if spot in then}
    now = raised(turn.rules, turn.state, tiers)
    coins = [spot for spot in tiers if turn.rules.spots[spot].sensor is Sensor.COIN]
    return {spot: amount for spot, amount in tiers.items() if spot not in coins or now.get(spot, 0) >= amount}


def _wagered(turn: Turn, spots: Iterable[str], tiers: Mapping[str, int]) -> tuple[list[Transfer], dict[str, int]]:
    """The wagers' way to the house: coins from their credit, all others from the players."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand: dict[str, int] = {}
    for spot in spots:
        rule = turn.rules.spots[spot]
        amount = turn.rules.stake(spot, tiers)
        if rule.sensor is Sensor.COIN:
            credit[spot] = amount
            transfers.append(Transfer(credit_account(spot), HOUSE, amount, "wager"))
        else:
            by_hand[rule.wager] = by_hand.get(rule.wager, 0) + amount
    transfers.extend(Transfer(PLAYERS, HOUSE, amount, "wager") for amount in by_hand.values())
    return transfers, credit


def _given_back(
    turn: Turn, spots: Iterable[str], code: str, tiers: Mapping[str, int]
) -> tuple[list[Transfer], dict[str, int]]:
    """The same way back."""
    transfers: list[Transfer] = []
    credit: dict[str, int] = {}
    by_hand = 0
    for spot in spots:
        rule = turn.rules.spots[spot]
        amount = turn.rules.stake(spot, tiers)
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
    tiers = turn.book.locked.tiers if turn.book.locked else {}
    stuck = [spot for spot, kept in turn.book.spots.items() if kept.stuck]  # as that lock has counted them (E10)
    _take_back(turn, "unlock", spots, {"spots": spots, **({"stuck": stuck} if stuck else {})})
    for spot in spots:
        if spot in tiers:
            turn.set_spot(spot, tier=turn.rules.wagers[turn.rules.spots[spot].wager].amounts.index(tiers[spot]))
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
    seen = [[lit.utc, list(lit.spots), *([lit.tiers] if lit.tiers else [])] for lit in turn.live.seen]
    meters = {name: turn.book.posted(name) for name in turn.rules.jackpots}
    turn.write("not_locked", {"seen": seen, "meters": meters}, number=turn.book.round + 1)
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
        tier_until=0,
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
    if has_ended(turn.rules, turn.book, event.spot):
        raise Refused("wager_ended", wager=turn.rules.spots[event.spot].wager)
    rule = turn.rules.spots[event.spot]
    if rule.sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if playing := [rival for rival in rule.rivals if rival in _locked_spots(turn)]:
        raise Refused("rival_plays", seat=rule.seat, rival=playing[0])
    wagers, pots = days.adds(turn.rules, turn.book, (event.spot,), {})
    transfers, _ = _wagered(turn, (event.spot,), {})
    charged, contributions = progressive.charge(turn, turn.book.round, (event.spot,), {}, pots)
    turn.write(
        "add_spot",
        {"spot": event.spot, "reason": turn.reason(event.reason), "wagers": wagers, "adds": pots, **charged},
        [*transfers, *contributions],
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
    no_award(turn, turn.book.round, spots)
    tiers = turn.book.locked.tiers if turn.book.locked else {}
    wagers, pots = days.adds(turn.rules, turn.book, spots, tiers)
    transfers, credit = _given_back(turn, spots, "unlock" if kind == "unlock" else "void", tiers)
    body |= {"wagers": wagers, "adds": pots}
    if kept := progressive.kept(turn.rules, turn.book, spots, tiers):
        body["kept"] = kept
    if credit:
        body["credit"] = credit
    number = turn.book.round  # an unlocked round gives its number back
    turn.write(kind, body, transfers, number=number)
    drop_claims(turn, number, spots, kind)
