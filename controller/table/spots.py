"""Single spots before the lock, spots out of service, and sensor tests."""

from collections.abc import Iterable, Mapping

from controller.table import records
from controller.table.decision import Decision
from controller.table.duties import Deed, Step, When
from controller.table.events import ConfirmSpot, DropSpot, ExcludeSpot, FlatBet, SetTier, TrySpots
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.rules import Sensor
from controller.table.sensors import in_service, is_bet, is_stuck
from controller.table.spot_book import change_spot
from controller.table.state import Book, Phase, SensorTest, phase_of
from controller.table.tiers import tier_of
from controller.table.values import replace
from words.message import message, typed

SENSOR_TEST_FOR = 120_000  # ms in which all spots of a sensor test must be touched


def drop_spot(decision: Decision, event: DropSpot) -> None:
    """R039, E14: a seat without a main bet."""
    decision.known(event.spot)
    if decision.rules.spots[event.spot].sensor is Sensor.COIN:
        raise Refused("coin_spot", spot=event.spot)
    if not is_bet(decision.rules, decision.state, event.spot, decision.at.mono):
        raise Refused("not_lit", spot=event.spot)
    decision.note("dropped", event.spot)
    button = decision.rules.spots[event.spot].sensor is Sensor.BUTTON
    decision.set_spot(event.spot, bet=False, toggled=decision.at.mono, dropped=not button, tier=0)


def confirm_spot(decision: Decision, event: ConfirmSpot) -> None:
    decision.known(event.spot)
    if not is_stuck(decision.rules, decision.state, event.spot, decision.at.mono):
        raise Refused("not_stuck", spot=event.spot)
    decision.note("confirmed", event.spot)
    decision.set_spot(event.spot, confirmed=True, confirmed_by=event.by)
    _remember(decision, event.spot, Step.BET)


def set_tier(decision: Decision, event: SetTier) -> None:
    """Before the lock, this only records the dealer's word about the amount on the spot."""
    tier = tier_of(decision, event)
    if not is_bet(decision.rules, decision.state, event.spot, decision.at.mono):
        raise Refused("not_lit", spot=event.spot)
    decision.note("tier", event.spot)
    if tier != decision.spot(event.spot).tier:
        decision.set_spot(event.spot, tier=tier, tier_by=event.by)
        _remember(decision, event.spot, Step.TIER)


def _remember(decision: Decision, spot: str, step: Step) -> None:
    """A late lock may choose a moment at which this still stood."""
    deed = Deed(step, decision.by, When.BEFORE, decision.at.utc)
    decision.set_spot(spot, deeds=(*decision.spot(spot).deeds, deed))


def flat_bet(decision: Decision, event: FlatBet) -> None:
    """The seat's bet must stay what it was in the shoe's first hand, or what a person says this player's first bet
    was."""
    decision.known(event.spot)
    if not decision.rules.flat_bet:
        raise Refused("no_flat_bet")
    if decision.book.spot(event.spot).flat:
        raise Refused("flat_already", spot=event.spot)
    if event.must not in ("", "lit", "dark"):
        raise Refused("lit_or_dark")
    if decision.book.shoe_rounds == 0:
        raise Refused("no_hand")
    must = event.must or ("lit" if event.spot in decision.book.shoe_first else "dark")
    decision.write(records.FlatBet(spot=event.spot, must=must))


def test_sensors(decision: Decision, event: TrySpots) -> None:
    """R031: every spot must be seen taken and free again. A single spot that is out of service can be tested at any
    time between rounds."""
    for spot in event.spots:
        decision.known(spot)
    spots = event.spots or tuple(decision.rules.spots)
    if decision.live.sensor_test:
        raise Refused("trial_runs")
    if phase_of(decision.state) is not Phase.CLOSED and any(in_service(decision.state, spot) for spot in spots):
        raise Refused("only_closed")
    decision.live = replace(decision.live, sensor_test=SensorTest(decision.at.mono + SENSOR_TEST_FOR, spots))


def exclude_spot(decision: Decision, event: ExcludeSpot) -> None:
    decision.known(event.spot)
    if out := decision.book.spot(event.spot).out:
        raise Refused("is_out", spot=event.spot, why=out)
    decision.write(records.SpotOut(spot=event.spot, reason=typed(decision.reason(event.reason))))


def deeds_of_bets(
    decision: Decision, spots: Iterable[str], tiers: Mapping[str, int], *, late: bool = False
) -> dict[str, tuple[Deed, ...]]:
    """What people did before the lock to the bets that play: their word for a chip, or for its amount. `late`: at any
    time since betting began."""
    found: dict[str, tuple[Deed, ...]] = {}
    for spot in spots:
        live = decision.spot(spot)
        if live.confirmed:
            found[spot] = (Deed(Step.BET, live.confirmed_by, When.BEFORE, decision.at.utc),)
        if spot in tiers and decision.rules.spots[spot].sensor is not Sensor.COIN:
            by_hand = Deed(Step.TIER, live.tier_by, When.BEFORE, decision.at.utc)
            found[spot] = (*found.get(spot, ()), by_hand)
        if late and live.deeds:
            found[spot] = (*found.get(spot, ()), *live.deeds)
    return found


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.SpotOut)
def _out(book: Book, entry: Entry, record: records.SpotOut) -> Book:
    return change_spot(book, record.spot, out=record.reason)


@fold(records.SensorTest)
def _tested(book: Book, entry: Entry, record: records.SensorTest) -> Book:
    for spot in record.passed:
        book = change_spot(book, spot, out=None, stuck=0)
    for spot in record.failed:
        book = change_spot(book, spot, out=message("reasons.failed_test"))
    return book


@fold(records.FlatBet)
def _flat(book: Book, entry: Entry, record: records.FlatBet) -> Book:
    return change_spot(book, record.spot, flat=record.must)
