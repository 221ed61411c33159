"""What each spot's lamp shows (R028). "No light, no bet" holds because lamps and bets derive from the same state."""

from enum import StrEnum

from controller.table.rules import Rules
from controller.table.sensors import claims, has_ended, in_service, is_bet, is_second, is_stuck, plays, rival
from controller.table.state import Alarm, Phase, State, hard_fault, phase_of
from controller.table.tiers import raised


class Lamp(StrEnum):
    """The meanings of a lamp; each driver shows them in its own way."""

    OFF = "off"
    DISABLED = "disabled"
    WAITING = "waiting"
    LIT = "lit"
    NEXT = "next"
    LOCKED = "locked"
    LATE = "late"
    REMOVED = "removed"
    CLAIMED = "claimed"
    VERIFY = "verify"
    RAISED = "raised"


def lamps(rules: Rules, state: State, mono: int) -> dict[str, Lamp]:
    """The lamp of each spot at `mono`."""
    return {spot: _lamp(rules, state, spot, mono) for spot in rules.spots}


def _lamp(rules: Rules, state: State, spot: str, mono: int) -> Lamp:
    live = state.live.spots[spot]
    if trial := state.live.sensor_test:
        if spot in trial.taken:
            return Lamp.LIT
        if spot in trial.waiting:
            return Lamp.WAITING
    if state.book.locked is not None:  # a fault changes neither a locked spot's right nor its lamp (R185)
        if plays(state, spot):
            if claims(state, spot):
                return Lamp.CLAIMED
            return Lamp.REMOVED if live.alarm is Alarm.REMOVED else Lamp.LOCKED
        if live.alarm is Alarm.LATE:
            return Lamp.LATE
        return Lamp.NEXT if live.next and not rival(rules, state, spot, mono) else Lamp.OFF
    if phase_of(state) is not Phase.BETTING:
        return Lamp.OFF
    if not in_service(state, spot) or hard_fault(state):
        return Lamp.DISABLED
    if state.book.spot(spot).flat == "dark" or has_ended(rules, state.book, spot):
        return Lamp.OFF  # the spot must not bet in this shoe, or ever again, so its lamp does not invite a bet
    if is_bet(rules, state, spot, mono):
        return Lamp.RAISED if raised(rules, state, [spot]) else Lamp.LIT
    if rival(rules, state, spot, mono):  # one bet per seat: the second spot of a seat neither bets nor invites
        return Lamp.VERIFY if is_second(rules, state, spot, mono) else Lamp.OFF
    return Lamp.VERIFY if is_stuck(rules, state, spot, mono) else Lamp.WAITING
