"""Single spots before the lock, and the test of their sensors: lines of the table in round.py."""

from controller.core.events import (
    ConfirmSpot,
    DropSpot,
    FlatBet,
    TrySpots,
)
from controller.core.refusals import Refused
from controller.core.rules import Sensor
from controller.core.senses import in_service, is_bet, is_stuck
from controller.core.state import (
    Phase,
    Trial,
    phase_of,
)
from controller.core.turn import Turn
from controller.core.values import replace

TRIAL_FOR = 120_000  # ms in which all spots must be touched in a sensor test


def drop_spot(turn: Turn, event: DropSpot) -> None:
    """R039, E14: a seat without a base bet."""
    turn.known(event.spot)
    if turn.rules.spots[event.spot].sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if not is_bet(turn.rules, turn.state, event.spot, turn.at.mono):
        raise Refused("not_lit", spot=event.spot)
    turn.note("dropped", event.spot)
    button = turn.rules.spots[event.spot].sensor is Sensor.BUTTON
    turn.set_spot(event.spot, bet=False, toggled=turn.at.mono, dropped=not button, tier=0)


def confirm_spot(turn: Turn, event: ConfirmSpot) -> None:
    turn.known(event.spot)
    if not is_stuck(turn.rules, turn.state, event.spot, turn.at.mono):
        raise Refused("not_stuck", spot=event.spot)
    turn.note("confirmed", event.spot)
    turn.set_spot(event.spot, confirmed=True)


def flat_bet(turn: Turn, event: FlatBet) -> None:
    """The seat's bet stays what it was in the shoe's first hand, or what a person says it was in this player's."""
    turn.known(event.spot)
    if not turn.rules.flat_bet:
        raise Refused("no_flat_bet")
    if turn.book.spot(event.spot).flat:
        raise Refused("flat_already", spot=event.spot)
    if event.must not in ("", "lit", "dark"):
        raise Refused("lit_or_dark")
    if turn.book.shoe_rounds == 0:
        raise Refused("no_hand")
    must = event.must or ("lit" if event.spot in turn.book.shoe_first else "dark")
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
