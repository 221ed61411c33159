"""Opening, closing, and the bet that is not offered (R040-R041; E53-E54)."""

import pytest
from support.table.story import Table, body_of, make_rules

from controller.present.views import meter_state, round_view
from controller.table.events import Close, LastShoe, Offer, Open, ShoeEnded, StopOffering
from controller.table.rules import Sensor


def opened(sensor: Sensor = Sensor.BUTTON) -> Table:
    table = Table(make_rules(sensor))
    table.open()
    return table


def test_r040_e53_a_hand_shuffled_shoe_is_not_offered_and_its_sensors_are_dark() -> None:
    table = opened(Sensor.PRESENCE)
    assert table.do(StopOffering, reason="") == "say_why"
    assert table.do(StopOffering, reason="hand shuffled", by=("floor",)) == ""
    assert meter_state(table.rules, table.state, "main") == "not_offered"
    table.place(1, 2)
    table.wait(1)
    assert (table.lamp(1), table.lamp(2)) == ("off", "off")
    assert not round_view(table.rules, table.state, 1, table.mono, table.utc)["lit"]
    for name in ("lock", "clear"):
        assert table.key(name) == "not_offered"
    assert table.do(Offer, by=("floor",)) == ""
    assert table.lamp(1) == "verify", "nobody saw it come while bets could be placed"
    assert body_of(table.rows("not_offered")[0])["reason"] == "hand shuffled"


def test_r040_only_between_shoes_and_with_no_locked_round() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    assert table.do(StopOffering, reason="x") == "clear_first"
    table.wait(10)
    table.key("clear")
    assert table.do(StopOffering, reason="x") == "shoe_runs"
    table.do(ShoeEnded)
    assert table.do(StopOffering, reason="x") == ""
    assert table.do(StopOffering, reason="x") == "not_offered"
    assert table.do(Offer) == ""
    assert table.do(Offer) == "offered_already"


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.BUTTON])
def test_e54_not_over_a_bet(sensor: Sensor) -> None:
    table = opened(sensor)
    if sensor is Sensor.PRESENCE:
        table.place(3)  # not even in its dwell
    else:
        table.press(3)
    assert table.do(StopOffering, reason="hand shuffled") == "bets_on"
    if sensor is Sensor.PRESENCE:
        table.lift(3)
        table.wait(1)
    else:
        table.press(3)
    assert table.do(StopOffering, reason="hand shuffled") == ""


def test_a_table_closes_only_without_bets_and_without_a_round() -> None:
    table = opened()
    assert table.do(Open) == "already_open"
    table.press(1)
    assert table.do(Close) == "bets_on"
    table.key("lock")
    assert table.do(Close) == "clear_first"
    table.wait(10)
    table.key("clear")
    assert table.do(Close, by=("floor",)) == ""
    assert table.key("lock") == "closed"
    assert table.key("open_close") == ""
    assert table.phase == "betting"


def test_r040_chips_on_dark_sensors_do_not_keep_the_table_open() -> None:
    table = opened(Sensor.PRESENCE)
    table.do(StopOffering, reason="hand shuffled")
    table.place(1)
    table.wait(1)
    assert table.do(Close) == ""


def test_r041_closing_after_this_shoe_is_announced_and_happens() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    assert table.do(LastShoe, by=("floor",)) == ""
    assert table.do(LastShoe) == "last_shoe_already"
    table.wait(10)
    assert table.do(ShoeEnded) == "clear_first"
    table.key("clear")
    table.press(1)
    assert table.do(ShoeEnded) == "bets_on"
    table.press(1)
    assert table.do(ShoeEnded) == ""
    assert table.phase == "closed"
    assert not table.state.book.last_shoe


def test_r041_the_last_shoe_may_be_one_that_is_not_offered() -> None:
    table = opened()
    table.do(StopOffering, reason="hand shuffled")
    table.do(LastShoe)
    table.do(ShoeEnded)
    assert table.phase == "closed"


def test_r066_a_table_closed_at_16_and_opened_at_19_is_the_same_gaming_day() -> None:
    table = opened()
    table.play(1)
    table.until("2026-11-18 16:00")
    table.do(Close)
    table.until("2026-11-18 19:00")
    table.open()
    table.play(1, 2)
    today = table.state.book.today
    assert today is not None
    assert (today.day, today.wagers, today.rounds) == ("2026-11-18", {"gbj": 3}, 2)
