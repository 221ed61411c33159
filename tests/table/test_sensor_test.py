"""A person touches every spot in turn: what is not seen is out of service (R031, R182)."""

import pytest
from support.table.story import Table, body_of, make_rules, opened

from controller.table.events import (
    ExcludeSpot,
    Open,
    TrySpots,
)
from controller.table.money import DOLLAR
from controller.table.rules import Sensor


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.BUTTON])
def test_r031_the_sensor_test_passes_what_was_touched_and_freed_and_disables_the_rest(sensor: Sensor) -> None:
    table = Table(make_rules(sensor))
    table.wait(1)
    assert table.do(TrySpots, by=("technician",)) == ""
    assert table.do(TrySpots) == "trial_runs"
    assert table.lamp(1) == "waiting"
    for seat in range(1, 6):
        if sensor is Sensor.BUTTON:
            table.press(seat)
        else:
            table.place(seat)
            table.wait(0.3)
            assert table.lamp(seat) == "lit"
            table.lift(seat)
            table.wait(0.6)
        assert table.lamp(seat) == "off"
    if sensor is Sensor.PRESENCE:
        table.place(6)  # stuck on: seen taken, never free
    assert table.do(Open) == "trial_runs"
    table.wait(120)
    row = table.rows("sensor_test")[0]
    assert (body_of(row)["passed"], body_of(row)["failed"]) == ([f"{seat}/gbj" for seat in range(1, 6)], ["6/gbj"])
    table.open()
    assert (table.lamp(1), table.lamp(6)) == ("waiting", "disabled")


def test_r031_what_lay_there_before_the_test_passes_nothing() -> None:
    table = Table(make_rules(Sensor.PRESENCE, seats=1))
    table.place(1)
    table.wait(1)
    table.do(TrySpots)
    table.lift(1)
    table.wait(1)
    assert table.lamp(1) == "waiting"
    assert table.state.live.sensor_test


def test_r031_the_test_ends_with_the_last_spot() -> None:
    table = Table()
    table.do(TrySpots, spots=("1/gbj", "2/gbj"))
    table.press(1, 2)
    assert body_of(table.rows("sensor_test")[0])["failed"] == []
    assert table.state.live.sensor_test is None


def test_r031_a_coin_sensor_passes_with_one_coin_which_stays_credit() -> None:
    table = Table(make_rules(Sensor.COIN, seats=1))
    table.do(TrySpots)
    table.drop(1)
    assert body_of(table.rows("sensor_test")[0])["passed"] == ["1/gbj"]
    assert table.state.book.spot("1/gbj").credit == DOLLAR


def test_r182_one_spot_is_tested_while_the_others_play() -> None:
    table = opened(Sensor.BUTTON)
    table.do(ExcludeSpot, spot="1/gbj", reason="dead")
    table.press(2)
    assert table.do(TrySpots, spots=("2/gbj",)) == "only_closed"
    assert table.do(TrySpots, spots=("1/gbj",)) == ""
    assert (table.lamp(1), table.lamp(2), table.lamp(3)) == ("waiting", "lit", "waiting")
    table.press(3)
    assert table.lamp(3) == "lit"
    table.key("lock")
    assert table.locked == [2, 3]
    table.press(1)
    assert not table.state.book.spot("1/gbj").out
    assert table.do(TrySpots, spots=("1/gbj",)) == "clear_first"
