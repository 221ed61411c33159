"""Lamp meanings (R021, R026-R028): each phase has its own, and "no light, no bet" holds at every instant."""

import pytest
from support.table.story import Table, make_rules

from controller.table.events import StopOffering
from controller.table.lamps import Lamp
from controller.table.rules import Sensor
from drivers.contract import Pattern


def test_every_lamp_is_a_pattern_of_the_drivers() -> None:
    assert {lamp.value for lamp in Lamp} == {pattern.value for pattern in Pattern}


def test_r026_r027_a_seats_lamp_through_the_phases() -> None:
    table = Table()
    assert table.lamp(1) == "off"
    table.open()
    assert table.lamp(1) == "waiting"
    table.press(1)
    assert table.lamp(1) == "lit"
    table.key("lock")
    assert (table.lamp(1), table.lamp(2)) == ("locked", "off")
    table.wait(10)
    table.key("settle")
    assert (table.lamp(1), table.lamp(2)) == ("locked", "off")
    table.key("clear")
    table.do(StopOffering, reason="x")
    assert table.refused == "shoe_runs"
    assert table.lamp(1) == "waiting"


@pytest.mark.parametrize("sensor", list(Sensor))
def test_r028_what_was_lit_at_the_lock_is_what_plays(sensor: Sensor) -> None:
    table = Table(make_rules(sensor))
    table.open()
    for seat, seconds in ((1, 3.0), (2, 0.2), (3, 0.199), (4, 0.0)):
        table.wait(1)
        if sensor is Sensor.PRESENCE:
            table.place(seat)
        elif sensor is Sensor.BUTTON:
            table.press(seat)
        else:
            table.drop(seat, 5)
        table.wait(seconds)
        lit = [seat for seat in range(1, 7) if table.lamp(seat) == "lit"]
        book = table.state
        table.key("lock")
        assert table.locked == lit
        table.state = book
