"""Coins: on disk before their lamp, counted once, and never lost."""

import pytest
from support.table.story import Table, make_rules, opened

from controller.table.accounts import HOUSE, PLAYERS
from controller.table.events import (
    ExcludeSpot,
    LateLock,
    RefundCoins,
    Resume,
    StopOffering,
    Void,
)
from controller.table.money import DOLLAR
from controller.table.rules import Sensor


def test_a_coin_is_on_disk_before_its_lamp_and_five_make_the_wager() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 4)
    assert table.wrote[0].kind == "coin"
    assert table.lamp(1) == "waiting"
    table.drop(1)
    assert table.lamp(1) == "lit"
    table.key("lock")
    assert table.locked == [1]
    assert table.state.book.balances[HOUSE] == (5 - 1250) * DOLLAR
    assert table.state.book.spot("1/gbj").credit == 0


def test_a_coin_after_the_lock_is_credit_for_the_next_round_and_survives_a_restart() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 5)
    table.key("lock")
    table.drop(1, 5)
    table.drop(2, 3)
    assert table.locked == [1]
    assert (table.lamp(1), table.lamp(2)) == ("locked", "off")
    table.restart("boot-2")
    assert (table.locked, table.lamp(1)) == ([1], "locked")
    table.do(Resume)
    table.wait(10)
    table.key("clear")
    assert (table.lamp(1), table.lamp(2)) == ("lit", "waiting")
    assert table.state.book.spot("2/gbj").credit == 3 * DOLLAR
    assert table.do(RefundCoins, spot="2/gbj", by=("floor",)) == ""
    assert table.do(RefundCoins, spot="2/gbj") == "no_credit"
    assert table.state.book.balances[PLAYERS] == -10 * DOLLAR


def test_coins_swallowed_while_the_link_was_down_or_the_board_restarted_are_credited_once() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 2)
    table.unlink()
    table.drop(1, 2)
    table.link()
    assert table.state.book.spot("1/gbj").credit == 4 * DOLLAR
    table.link()
    assert table.state.book.spot("1/gbj").credit == 4 * DOLLAR
    table.restart(linked=False)
    table.drop(1, 1)
    table.link()
    assert table.state.book.spot("1/gbj").credit == 5 * DOLLAR
    table.coins["1/gbj"] = 1  # the board began anew, and has counted one coin since
    table.link(boot=8)
    assert table.state.book.spot("1/gbj").credit == 6 * DOLLAR
    table.link(boot=8)
    assert table.state.book.spot("1/gbj").credit == 6 * DOLLAR


@pytest.mark.parametrize("phase", ["closed", "not_offered", "out"])
def test_a_coin_is_never_lost_in_whatever_phase(phase: str) -> None:
    table = Table(make_rules(Sensor.COIN))
    if phase != "closed":
        table.open()
    if phase == "not_offered":
        table.do(StopOffering, reason="hand shuffled")
    if phase == "out":
        table.do(ExcludeSpot, spot="1/gbj", reason="dead")
    table.drop(1, 5)
    assert table.state.book.spot("1/gbj").credit == 5 * DOLLAR
    assert table.lamp(1) in ("off", "disabled")
    assert table.do(RefundCoins, spot="1/gbj") == ""


def test_a_void_coin_wager_is_credit_again() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 7)
    table.key("lock")
    table.do(Void, reason="misdeal")
    assert table.state.book.spot("1/gbj").credit == 7 * DOLLAR
    assert table.lamp(1) == "lit"


def test_a_late_lock_does_not_take_coins_that_were_refunded_since() -> None:
    table = opened(Sensor.COIN)
    table.drop(1, 5)
    table.drop(2, 5)
    table.wait(5)
    moment = table.utc
    table.do(RefundCoins, spot="1/gbj")
    assert table.do(LateLock, moment=moment) == ""
    assert table.locked == [2]
    table.do(Void, reason="misdeal")
    assert table.state.book.balances[PLAYERS] == -5 * DOLLAR
