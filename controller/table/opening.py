"""The table opens and closes, and the bet is offered or not: lines of the table in round.py."""

from controller.core import days, parameters
from controller.core.events import (
    Close,
    LastShoe,
    Offer,
    Open,
    ShoeEnded,
    StopOffering,
)
from controller.core.refusals import Refused
from controller.core.rules import Sensor
from controller.core.senses import fresh_spots, in_service, is_bet
from controller.core.state import (
    Phase,
    hard_fault,
    phase_of,
)
from controller.core.turn import Turn


def open_table(turn: Turn, event: Open) -> None:
    turn.no_fault()
    if turn.live.trial:
        raise Refused("trial_runs")
    days.attend(turn)
    parameters.at_opening(turn)
    turn.write("open", {"reason": "" if days.clock_allows(turn) else days.CLOCK})
    fresh_spots(turn)


def close_table(turn: Turn, event: Close) -> None:
    no_bets(turn)
    turn.write("close")


def announce_last_shoe(turn: Turn, event: LastShoe) -> None:
    if turn.book.last_shoe:
        raise Refused("last_shoe_already")
    turn.write("last_shoe")


def end_shoe(turn: Turn, event: ShoeEnded) -> None:
    """Flat bets end with the shoe, and so does the table's day if this was announced as its last."""
    if turn.book.last_shoe:
        no_bets(turn)
    turn.write("shoe", {"closes": turn.book.last_shoe})


def stop_offering(turn: Turn, event: StopOffering) -> None:
    """Only between shoes, and not over a chip on a sensor (R040, E54)."""
    if turn.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=turn.book.shoe_rounds)
    no_bets(turn, covered=True)
    turn.write("not_offered", {"reason": turn.reason(event.reason)})


def offer(turn: Turn, event: Offer) -> None:
    turn.no_fault()
    if turn.book.shoe_rounds:
        raise Refused("shoe_runs", rounds=turn.book.shoe_rounds)
    if not days.clock_allows(turn):
        raise Refused("clock_unknown", why=turn.live.clock.why)
    turn.write("offered")
    fresh_spots(turn)


def no_bets(turn: Turn, *, covered: bool = False) -> None:
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
