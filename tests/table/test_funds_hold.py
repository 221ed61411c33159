"""The funds hold: a locked round is finished, then no new bets (R074, E70)."""

import pytest
from support.table.progressive import progressive
from support.table.story import Table, make_rules, to_do

from controller.present.to_do import faults
from controller.present.views import meter, status
from controller.table.events import Close, Open, PayClaim, Unlock
from controller.table.meter_events import HoldFunds, ReleaseFunds
from controller.table.rules import Collect, Sensor
from words.message import message, typed


@pytest.fixture
def table() -> Table:
    table = Table(progressive())
    table.open()
    return table


def hold(table: Table) -> None:
    assert table.do(HoldFunds, reason="the bank is short") == ""


def meter_says(table: Table) -> str:
    return str(meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)["state"])


def asks(table: Table) -> str:
    return " ".join(to_do(table))


def test_r074_with_nothing_lit_it_is_in_force_at_once(table: Table) -> None:
    hold(table)
    assert meter_says(table) == "suspended"
    assert status(table.rules, table.state, table.mono, table.utc)["phase"] == "fault"
    assert faults(table.state) == {"funds": message("reasons.funds_kept", why=typed("the bank is short"))}
    assert "funds-release" in asks(table)
    table.press(1)
    assert table.lamp(1) == "disabled"
    assert table.key("lock") == "fault"


def test_e70_a_locked_round_finishes_and_its_claims_are_paid(table: Table) -> None:
    table.lock(1)
    hold(table)
    assert meter_says(table) == "locked"
    assert "this round is the last" in asks(table)
    (claim,) = table.win(1)
    assert table.do(PayClaim, claim=claim) == ""
    table.wait(10)
    assert table.key("clear") == ""
    assert meter_says(table) == "suspended"
    table.press(1)
    table.wait(9)
    assert table.key("lock") == "fault"


def test_lit_bets_are_played_out(table: Table) -> None:
    table.press(1)
    hold(table)
    assert table.lamp(1) == "lit"
    table.wait(5)
    assert table.key("lock") == ""
    table.wait(5)
    assert table.do(Unlock) == "", "a lock that is taken back is no boundary"
    table.wait(5)
    assert table.key("lock") == ""
    table.wait(9)
    table.key("clear")
    assert meter_says(table) == "suspended"


def test_it_outlives_a_restart_and_keeps_a_closed_table_closed(table: Table) -> None:
    hold(table)
    assert table.do(Close) == ""
    table.restart()
    assert table.do(Open) == "fault"
    assert table.do(ReleaseFunds, reason="paid in") == ""
    assert table.do(Open) == ""


def test_a_restart_in_a_locked_round_is_no_boundary(table: Table) -> None:
    table.lock(1)
    hold(table)
    table.restart()
    assert table.state.live.funds is None
    table.key("clear")


def test_two_people_release_it_and_one_stops(table: Table) -> None:
    assert table.do(HoldFunds, reason="short", by=()) == "needs_people"
    assert table.do(HoldFunds, reason=" ") == "say_why"
    assert table.do(ReleaseFunds, reason="nothing") == "funds_free"
    hold(table)
    assert table.do(HoldFunds, reason="again") == "funds_held"
    assert table.do(ReleaseFunds, reason="paid in", by=("manager",)) == "needs_people"
    assert table.do(ReleaseFunds, reason=" ") == "say_why"
    assert table.do(ReleaseFunds, reason="paid in") == ""
    assert meter_says(table) == "open"
    table.press(1)
    assert table.lamp(1) == "lit"


def test_lock_that_stands_for_clear_does_not_pass_it() -> None:
    """Presence tables: SETTLE, then LOCK for the next hand, without a boundary in between."""
    table = Table(make_rules(Sensor.PRESENCE, collect=Collect.SETTLEMENT))
    table.open()
    table.place(1)
    table.wait(5)
    assert table.key("lock") == ""
    hold(table)
    table.wait(5)
    table.key("settle")
    table.lift(1)
    table.wait(2)
    table.place(1)
    table.wait(9)
    assert table.key("lock") == "fault"
    assert table.key("clear") == ""
