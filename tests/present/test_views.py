"""What others are told: signs, and the one screen of the floor (R025, R050-R051, R054, R056; E05)."""

import json

from support.table.story import Table, make_rules, to_do

from controller.present.views import meter, round_view, status
from controller.table.events import Close, SpotUnsure
from controller.table.meter_events import HoldPost, ReleasePost
from controller.table.money import DOLLAR
from controller.table.rules import Sensor


def view(table: Table) -> dict[str, object]:
    return status(table.rules, table.state, table.mono, table.utc)


def asks(table: Table) -> str:
    return "\n".join(to_do(table))


def test_r025_the_console_shows_number_list_and_value_of_the_locked_seats() -> None:
    table = Table()
    table.open()
    table.press(1, 4)
    assert round_view(table.rules, table.state, 1, table.mono, table.utc)["lit"] == ("1/gbj", "4/gbj")
    assert round_view(table.rules, table.state, 1, table.mono, table.utc)["round"] == view(table)["round"] == 1
    table.key("lock")
    shown = view(table)
    assert (shown["count"], shown["value"], shown["round"]) == (2, "10.00", 1)
    sent = round_view(table.rules, table.state, 7, table.mono, table.utc)
    assert (sent["phase"], sent["lit"], sent["locked"], sent["pub"]) == ("locked", (), ("1/gbj", "4/gbj"), 7)
    json.dumps(shown)
    json.dumps(sent)


def test_no_light_no_bet_is_told_to_the_signs_too() -> None:
    """Coins or chips at a table that takes no bets are not `lit`."""
    for sensor in (Sensor.COIN, Sensor.PRESENCE):
        table = Table(make_rules(sensor))
        table.wait(1)
        table.drop(1, 5) if sensor is Sensor.COIN else table.place(1)
        table.wait(1)
        assert round_view(table.rules, table.state, 1, table.mono, table.utc)["lit"] == ()
    table = Table(make_rules(Sensor.COIN))
    table.open()
    table.drop(1, 5)
    table.unlink()
    assert round_view(table.rules, table.state, 1, table.mono, table.utc)["lit"] == ()
    assert table.lamp(1) == "disabled"


def test_r051_a_sign_gets_whole_cents_rounded_down() -> None:
    table = Table(make_rules(rate_bp=1250))
    table.open()
    table.play(1, 2, 3)
    table.until("2026-11-19 06:00")
    table.tick()
    view = meter(table.rules, table.state, table.rules.jackpots["main"], 3, table.utc)
    assert (view["cents"], view["text"], view["state"]) == (125187, "1251.87", "open")
    assert (view["epoch"], view["seq"], view["pub"], view["at"]) == (
        1,
        table.state.book.seq,
        3,
        "2026-11-19T11:00:00.000Z",
    )


def test_r054_r056_counters_are_read_without_opening_the_box() -> None:
    table = Table()
    table.open()
    table.play(1, 2)
    shown = view(table)["jackpots"]["main"]  # type: ignore[index]
    assert (shown["meter"], shown["base"], shown["rate_bp"], shown["wagers"]) == ("1250.00", "1250.00", 1000, 2)
    assert (shown["accrued_today"], shown["posted_to"], shown["due"]) == ("1.00", None, [])
    table.do(HoldPost, reason="dispute")
    table.until("2026-11-19 07:00")
    shown = view(table)["jackpots"]["main"]  # type: ignore[index]
    assert shown["due"] == [{"day": "2026-11-18", "amount": "1.00", "down": False}]
    table.do(ReleasePost)
    shown = view(table)["jackpots"]["main"]  # type: ignore[index]
    assert (shown["posts"], shown["posted"], shown["posted_to"]) == (1, "1.00", "2026-11-18")


def test_e05_the_dealer_is_reminded_of_lock_while_bets_stay_lit() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.wait(60)
    assert "LOCK" not in asks(table)
    table.wait(31)
    assert "LOCK" in asks(table)
    table.press(1)
    assert "LOCK" not in asks(table)


def test_the_list_of_what_waits_for_a_person() -> None:
    table = Table(synced=False)
    assert "litbet clock confirm" in asks(table)
    table = Table()
    table.open()
    assert asks(table) == ""
    table.tell(SpotUnsure(table.at, "1/gbj"))
    assert "1/gbj" in asks(table)
    table.do(HoldPost, reason="dispute")
    assert "dispute" in asks(table)
    table.press(2)
    table.key("lock")
    table.key("void")
    assert "void" in asks(table)
    table.restart()
    assert "resume" in asks(table)
    table.unlink("the board is gone")
    assert "the board is gone" in asks(table)


def test_r054_counters_of_a_meter_never_fall() -> None:
    table = Table()
    table.open()
    table.play(1, 2)
    table.do(Close)
    count = table.state.book.jackpots["main"]
    assert (count.wagers, count.returned, count.seeded) == (2, 0, 1250 * DOLLAR)
