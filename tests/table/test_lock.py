"""LOCK, CLEAR and what a dealer does wrong between them (R020-R022, R025, R032-R034, R039; E02, E06-E09, E13-E19)."""

import pytest
from support.table.story import Table, body_of, counted, opened, to_do

from controller.table.accounts import HOUSE, PLAYERS
from controller.table.events import (
    AddSpot,
    Clear,
    Close,
    DropSpot,
    FlatBet,
    Lock,
    PressedWhileAway,
    ShoeEnded,
    Touched,
    Unlock,
    Void,
    VoidSpot,
)
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Sensor


def test_r020_a_bet_counts_only_at_the_lock() -> None:
    table = opened()
    table.press(1, 2, 3)
    table.wait(60)
    assert counted(table) == 0
    assert not table.rows("lock")
    table.press(2)  # withdrawn
    table.key("lock")
    assert table.locked == [1, 3]
    assert counted(table) == 10


def test_e02_a_chip_lifted_before_the_lock_is_no_bet() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1, 2)
    table.wait(1)
    table.lift(1)
    table.wait(1)
    table.key("lock")
    assert table.locked == [2]


def test_the_lock_judges_the_state_at_its_own_edge() -> None:
    """A press that happened after the key's edge but was told before it neither joins nor leaves the round."""
    table = opened()
    table.press(1, 2)
    table.wait(1)
    edge = table.at
    table.wait(0.005)
    table.tell(Touched(table.at, "2/gbj"))
    table.tell(Touched(table.at, "3/gbj"))
    table.tell(Lock(edge))
    assert table.locked == [1, 2]


def test_r021_e04_lamps_stay_lit_after_the_chips_are_collected_at_the_lock() -> None:
    table = opened(Sensor.PRESENCE, Collect.LOCK)
    table.place(1, 4)
    table.wait(1)
    table.key("lock")
    table.wait(2)
    table.lift(1, 4)
    table.wait(30)
    assert [table.lamp(seat) for seat in (1, 4)] == ["locked", "locked"]
    assert table.locked == [1, 4]
    assert "removed_bet" not in table.notes()
    table.key("clear")
    assert [table.lamp(seat) for seat in (1, 4)] == ["waiting", "waiting"]
    assert not body_of(table.wrote[0]).get("alarms")


def test_r032_e07_a_second_lock_is_ignored_and_noted() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    table.wait(0.05)
    table.press(2)
    assert table.key("lock") == ""
    assert table.locked == [1]
    assert "lock_again" in table.notes()
    assert len(table.rows("lock")) == 1
    table.wait(1)
    table.key("clear")
    assert ["lock_again"] in [row[1:] for row in body_of(table.rows("clear")[0])["notes"]]


def test_e08_lock_for_the_next_hand_without_clear_is_refused() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    table.wait(8)
    assert table.key("lock") == "clear_first"
    table.wait(600)
    assert table.key("lock") == "clear_first"
    assert table.locked == [1]
    table.key("settle")
    assert table.key("lock") == "clear_first", "at a button table SETTLE does not make LOCK stand for CLEAR"


def settled_presence(settle_after: int = 0) -> Table:
    table = opened(Sensor.PRESENCE, settle_after=settle_after)
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.wait(20)
    return table


def test_lock_stands_for_clear_only_at_presence_tables_after_a_pressed_settle() -> None:
    table = settled_presence()
    table.key("settle")
    table.lift(1)
    table.wait(1)
    table.place(2)
    table.wait(1)
    assert table.lamp(2) == "next"
    assert table.key("lock") == ""
    assert [entry.kind for entry in table.wrote] == ["clear", "lock"]
    assert table.locked == [2]
    assert table.state.book.round == 2


def test_lock_does_not_stand_for_clear_after_a_timed_settle_until_the_key_is_pressed_too() -> None:
    table = settled_presence(settle_after=10_000)
    assert table.phase == "settled"
    assert table.key("lock") == "clear_first"
    assert table.key("settle") == "", "the dealer says it too"
    assert table.key("lock") == ""
    assert table.state.book.round == 2


def test_lock_does_not_stand_for_clear_over_an_open_claim() -> None:
    table = settled_presence()
    table.key("settle")
    table.key("win")
    table.lift(1)
    table.wait(1)
    table.place(1)
    assert table.state.book.claims
    assert table.key("lock") == "clear_first"


def test_e09_r033_a_lock_with_no_bets_is_a_round() -> None:
    table = opened()
    assert table.key("lock") == ""
    assert body_of(table.rows("lock")[0])["spots"] == []
    assert not table.rows("lock")[0].transfers
    table.wait(10)
    table.key("clear")
    today = table.state.book.today
    assert today is not None
    assert (today.rounds, counted(table), table.state.book.round) == (1, 0, 1)


def test_r034_e13_the_wager_is_fixed_whatever_lies_there() -> None:
    """Two chips or a wrong chip cannot be told from one: the value is the rule's."""
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(0.5)
    table.place(1)
    table.wait(1)
    table.key("lock")
    assert counted(table) == 5
    assert table.wrote[0].transfers[0].amount == 5 * DOLLAR


def test_r039_e14_the_dealer_drops_a_lit_seat_before_the_lock() -> None:
    table = opened()
    table.press(1, 2)
    assert table.do(DropSpot, spot="2/gbj", by=("dealer",)) == ""
    assert table.lamp(2) == "waiting"
    assert table.do(DropSpot, spot="2/gbj") == "not_lit"
    assert table.do(DropSpot, spot="9/gbj") == "unknown_spot"
    table.key("lock")
    assert table.locked == [1]
    assert table.do(DropSpot, spot="1/gbj") == "clear_first"


def test_r039_coins_are_refunded_not_dropped_nor_added() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 5)
    assert table.do(DropSpot, spot="1/gbj") == "coin_spot"
    table.key("lock")
    assert table.do(AddSpot, spot="2/gbj", reason="jammed") == "coin_spot"


def test_e12_a_dropped_drink_stays_dropped_until_it_is_lifted() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.do(DropSpot, spot="1/gbj")
    table.key("lock")
    assert table.locked == []
    assert "stuck" not in body_of(table.wrote[0])
    table.wait(10)
    table.key("clear")
    table.lift(1)
    table.wait(1)
    table.place(1)
    table.wait(1)
    assert table.lamp(1) == "lit"


def test_r025_e06_unlock_gives_the_round_back_and_charges_nobody_twice() -> None:
    table = opened()
    table.press(1, 2)
    table.key("lock")
    assert table.do(Unlock, by=("floor",)) == ""
    assert table.phase == "betting"
    assert [table.lamp(seat) for seat in (1, 2, 3)] == ["lit", "lit", "waiting"], "their bets are still theirs"
    table.press(3)
    table.wait(2)
    table.key("lock")
    assert table.locked == [1, 2, 3]
    assert [row.round for row in (*table.rows("lock"), *table.rows("unlock"))] == [1, 1, 1]
    assert counted(table) == 15
    assert table.state.book.today is not None
    assert table.state.book.today.rounds == table.state.book.shoe_rounds == 1
    assert table.state.book.balances[HOUSE] == (15 - 1250) * DOLLAR
    counters = table.state.book.jackpots["main"]
    assert counters.wagers - counters.returned == 3


@pytest.mark.parametrize(("deal_input", "seconds", "refusal"), [(False, 15, ""), (False, 15.001, "too_late")])
def test_r025_unlock_has_15_seconds_without_a_deal_sensor(deal_input: bool, seconds: float, refusal: str) -> None:
    table = opened(deal_input=deal_input)
    table.press(1)
    table.key("lock")
    table.wait(seconds)
    assert table.do(Unlock) == refusal


def test_r025_unlock_ends_with_the_first_card_where_a_sensor_tells_of_it() -> None:
    table = opened(deal_input=True)
    table.press(1)
    table.key("lock")
    table.wait(60)
    assert table.do(Unlock) == ""
    table.key("deal")  # the first card locks by itself
    assert table.locked == [1]
    assert table.do(Unlock) == "dealt"


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize(("seconds", "refusal"), [(15, ""), (16, "too_late")])
def test_r025_a_deal_sensor_without_a_plug_gives_nobody_longer(back: bool, seconds: int, refusal: str) -> None:
    """Otherwise whoever pulls the plug deals unseen, and takes the lock back when the cards are known."""
    table = opened(deal_input=True)
    table.press(1)
    table.key("lock")
    table.unlink()
    table.wait(seconds)
    if back:
        table.link()
    assert table.do(Unlock) == refusal


def test_r025_a_first_card_that_a_board_counted_while_it_was_away_ends_unlock() -> None:
    table = opened(deal_input=True)
    table.press(1)
    table.key("lock")
    table.unlink()
    table.link()
    table.tell(PressedWhileAway(table.at, "deal", 1))
    assert table.do(Unlock) == "dealt"


def test_unlock_after_the_lock_of_a_presence_table_sees_the_chips_again() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.place(2)
    table.wait(1)
    assert table.lamp(2) == "late"
    table.do(Unlock)
    assert [table.lamp(seat) for seat in (1, 2)] == ["lit", "lit"]
    table.lift(1)
    table.wait(1)
    table.key("lock")
    assert table.locked == [2]


def test_a_repeated_clear_is_ignored_and_a_later_one_is_a_round_without_lock() -> None:
    table = opened()
    table.play(1)
    table.press(2)
    assert table.key("clear") == ""
    assert table.lamp(2) == "lit"
    assert not table.rows("not_locked")
    table.wait(8)
    table.key("clear")
    assert table.lamp(2) == "waiting"
    assert len(table.rows("not_locked")) == 1
    assert counted(table) == 5


def test_e18_a_void_round_goes_back_and_leaves_the_count() -> None:
    table = opened()
    table.press(1, 2)
    table.key("lock")
    table.wait(20)
    assert table.do(Void, reason="  ") == "say_why"
    assert table.do(Void, reason="misdeal", by=("floor",)) == ""
    assert counted(table) == 0
    assert table.state.book.balances.get(PLAYERS, 0) == 0
    assert table.lamp(1) == "waiting"
    table.press(1)
    table.key("lock")
    assert table.state.book.round == 2, "dealt again is a new round"
    assert table.meter == 1250 * DOLLAR


def test_e18_the_void_key_only_asks() -> None:
    table = opened()
    table.press(1)
    assert table.key("void") == "no_round"
    table.key("lock")
    table.key("void")
    assert table.locked == [1]
    assert table.state.live.void_asked
    table.key("void")
    assert not table.state.live.void_asked


def test_e19_one_seat_is_void_and_the_others_play() -> None:
    table = opened()
    table.press(1, 2)
    table.key("lock")
    assert table.do(VoidSpot, spot="3/gbj", reason="fouled") == "not_playing"
    assert table.do(VoidSpot, spot="2/gbj", reason="fouled", by=("floor",)) == ""
    assert table.locked == [1]
    assert (table.lamp(1), table.lamp(2)) == ("locked", "off")
    assert counted(table) == 5
    assert table.do(VoidSpot, spot="2/gbj", reason="fouled") == "not_playing"


def test_e11_a_bet_of_a_dead_sensor_is_added_by_hand_and_marked() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    assert table.do(AddSpot, spot="1/gbj", reason="x") == "plays_already"
    assert table.do(AddSpot, spot="4/gbj", reason="") == "say_why"
    assert table.do(AddSpot, spot="4/gbj", reason="dead button", by=("floor",)) == ""
    assert table.lamp(4) == "locked"
    assert counted(table) == 10
    assert body_of(table.rows("add_spot")[0])["reason"] == "dead button"


def test_e16_nothing_of_a_seat_carries_over_to_the_next_round() -> None:
    table = opened()
    table.play(1, 2)
    table.press(2)
    table.key("lock")
    assert table.locked == [2]


def test_e65_a_dealers_change_in_the_middle_of_a_round_is_only_a_name() -> None:
    table = opened()
    table.press(1)
    table.do(Lock, by=("Ann",))
    table.wait(20)
    table.do(Clear, by=("Bob",))
    assert [body_of(row)["by"] for kind in ("lock", "clear") for row in table.rows(kind)] == [["Ann"], ["Bob"]]


def test_e72_a_locked_round_waits_for_ever() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.wait(5 * 3600)
    assert table.locked == [1]
    assert table.lamp(1) == "locked"
    assert table.do(Void, reason="fire alarm", by=("floor",)) == ""


def test_presses_while_locked_are_counted_and_change_nothing() -> None:
    table = opened()
    table.press(1)
    table.key("lock")
    before = [table.lamp(seat) for seat in range(1, 7)]
    table.press(1, 2, 2)
    assert [table.lamp(seat) for seat in range(1, 7)] == before
    table.wait(10)
    table.key("clear")
    assert body_of(table.wrote[0])["presses"] == {"1/gbj": 1, "2/gbj": 2}
    assert table.lamp(2) == "waiting"


def test_a_flat_bet_seat_that_was_dark_stays_dark_until_the_shoe_ends() -> None:
    table = opened()
    assert table.do(FlatBet, spot="2/gbj") == "no_hand"
    table.play(1)
    assert table.do(FlatBet, spot="2/gbj", by=("floor",)) == ""
    assert table.do(FlatBet, spot="2/gbj") == "flat_already"
    assert table.do(FlatBet, spot="1/gbj", by=("floor",)) == ""
    assert (table.lamp(1), table.lamp(2)) == ("waiting", "off")
    assert not any("flat-bet" in ask for ask in to_do(table)), "nobody bets yet"
    table.press(3)
    assert any("1/gbj is flat-bet and must bet" in ask for ask in to_do(table))
    table.press(3)
    table.press(1, 2)
    assert not any("flat-bet" in ask for ask in to_do(table))
    assert "flat_bet_refused" in table.notes()
    table.key("lock")
    assert table.locked == [1]
    table.wait(10)
    table.key("clear")
    table.do(ShoeEnded)
    table.press(2)
    table.key("lock")
    assert table.locked == [2]


def test_a_flat_bet_ends_with_the_table_too() -> None:
    table = opened()
    table.play(1)
    table.do(FlatBet, spot="2/gbj")
    table.do(Close)
    table.open()
    assert table.lamp(2) == "waiting"
