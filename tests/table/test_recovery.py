"""The power goes and comes back (R160; E30-E34), and faults (R053, R057, R180, R182, R184-R185)."""

from dataclasses import replace

import pytest
from support.table.story import Table, body_of, locked, make_rules, to_do

from controller.present.views import meter_state, shown_phase
from controller.table.continuity import continuity
from controller.table.events import (
    Clear,
    ClearFault,
    Close,
    LedgerDoubted,
    LedgerFailed,
    Open,
    PressedWhileAway,
    Resume,
    Tick,
    Void,
)
from controller.table.meter_events import CorrectCount, HoldPost
from controller.table.money import DOLLAR
from controller.table.rules import Sensor
from controller.table.state import State
from words.message import typed

# -- power ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sensor", [Sensor.BUTTON, Sensor.PRESENCE])
@pytest.mark.parametrize("boot", ["boot-1", "boot-2"])
def test_r160_e31_a_locked_round_comes_back_with_its_seats_and_lamps(sensor: Sensor, boot: str) -> None:
    table = locked(1, 3, sensor=sensor)
    before = table.state.book.locked
    lamps = [table.lamp(seat) for seat in range(1, 7)]
    table.wait(5)
    table.restart(boot)
    table.wait(5)
    assert table.phase == "recovered"
    assert table.state.book.locked == before
    assert [table.lamp(seat) for seat in range(1, 7)] == lamps
    # the sensors are ignored for this round
    if sensor is Sensor.BUTTON:
        table.press(2)
    else:
        table.lift(1)
        table.place(2)
    table.wait(5)
    assert [table.lamp(seat) for seat in range(1, 7)] == lamps
    for name in ("lock", "settle", "clear"):
        assert table.key(name) == "resume_first"
    assert table.do(Resume, by=("dealer", "floor")) == ""
    assert table.do(Resume) == "nothing_to_resume"
    assert [table.lamp(seat) for seat in range(1, 7)] == lamps
    table.wait(5)
    assert table.key("clear") == ""
    assert len(table.rows("lock")) == 1, "no second contribution"
    today = table.state.book.today
    assert today is not None
    assert today.base == {"main": 10 * DOLLAR}


def test_e31_a_recovered_round_can_be_void() -> None:
    table = locked(1)
    table.restart()
    assert table.do(Void, reason="power cut", by=("floor",)) == "needs_people", "the cards may be known"
    assert table.do(Void, reason="power cut", by=("floor", "manager")) == ""
    assert (table.phase, table.locked) == ("betting", [])


def test_e30_a_table_that_was_betting_asks_for_one_confirmation() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.restart()
    assert table.key("lock") == "resume_first"
    assert table.do(Void, reason="x") == "no_round"
    assert table.do(Resume) == ""
    assert (table.phase, table.lamp(1)) == ("betting", "waiting")


def test_e30_a_table_with_nothing_locked_may_be_closed_without_a_confirmation() -> None:
    table = Table(make_rules(Sensor.BUTTON))
    table.open()
    table.press(1)
    table.restart()
    assert table.phase == "recovered"
    assert table.do(Close) == ""
    assert table.phase == "closed"
    table.open()
    table.lock(1)
    table.restart()
    assert table.do(Close) == "resume_first"
    assert table.locked == [1]
    table.audit()


def test_a_lock_on_disk_is_not_asked_about_when_the_board_reports_its_press_again() -> None:
    """After a kill the board repeats what the host had not acknowledged."""
    table = Table(make_rules(Sensor.BUTTON))
    table.open()
    table.lock(1)
    table.restart()
    table.tell(PressedWhileAway(table.at, "lock", 1))
    assert not [ask for ask in to_do(table) if "did not respond" in ask]
    table.tell(PressedWhileAway(table.at, "clear", 1))
    asked = [ask for ask in to_do(table) if "did not respond" in ask]
    assert len(asked) == 2, "perhaps another hand was played meanwhile"


def test_a_lock_that_is_not_on_disk_is_asked_about() -> None:
    table = Table(make_rules(Sensor.BUTTON))
    table.open()
    table.restart()
    table.tell(PressedWhileAway(table.at, "lock", 1))
    assert [ask for ask in to_do(table) if "did not respond" in ask]


def test_r160_closed_and_not_offered_come_back_as_they_were() -> None:
    table = Table()
    table.restart("boot-2")
    assert table.phase == "closed"
    assert table.do(Resume) == "nothing_to_resume"


def test_e32_a_claim_survives_the_power_cut_with_its_snapshot() -> None:
    table = locked(1, 2)
    table.key("win")
    table.press(2)
    table.restart("boot-2")
    assert [claim.spot for claim in table.state.book.claims] == ["2/gbj"]
    assert table.lamp(2) == "claimed"
    assert table.state.book.locked is not None
    assert table.state.book.locked.meters == {"main": 1250 * DOLLAR}
    table.key("win")
    table.press(1)
    assert len(table.state.book.claims) == 2, "or the dealer enters it again"


# -- faults --------------------------------------------------------------------------------------------------


def test_r180_r184_r185_a_lost_bus_stops_new_bets_but_not_the_round() -> None:
    table = locked(1)
    table.unlink("the board does not answer: check its cable")
    assert (table.lamp(1), table.locked) == ("locked", [1])
    assert shown_phase(table.state).value == meter_state(table.rules, table.state, "main") == "fault"
    table.wait(10)
    assert table.do(Clear) == "", "the round in progress finishes"
    table.press(2)
    assert table.key("lock") == "fault"
    assert table.lamp(2) == "disabled"
    table.link()
    assert table.lamp(2) == "waiting"
    table.press(2)
    assert table.key("lock") == ""


def test_r184_a_latched_fault_survives_a_restart_and_needs_a_person_with_a_reason() -> None:
    table = locked(1)
    table.tell(LedgerDoubted(table.at, typed("row 7 does not hash")))
    assert [body_of(row)["code"] for row in table.rows("fault")] == ["ledger"]
    table.tell(LedgerDoubted(table.at, typed("row 7 does not hash")))
    assert len(table.rows("fault")) == 1
    table.restart()
    assert shown_phase(table.state).value == "fault"
    assert (table.lamp(1), table.locked) == ("locked", [1])
    table.do(Resume)
    table.wait(5)
    table.key("clear")
    assert table.key("lock") == "fault"
    table.do(Close)
    assert table.do(Open) == "fault"
    assert table.do(ClearFault, code="ledger", reason="restored", by=()) == "needs_people"
    assert table.do(ClearFault, code="ledger", reason=" ", by=("technician",)) == "say_why"
    assert table.do(ClearFault, code="nothing", reason="x") == "no_fault"
    assert table.do(ClearFault, code="ledger", reason="restored", by=("technician", "floor")) == ""
    assert table.do(Open) == ""


def test_r053_a_meter_that_is_not_what_its_counters_prove_is_a_fault() -> None:
    table = Table()
    table.open()
    book = replace(
        table.state.book, jackpots={"main": replace(table.state.book.jackpots["main"], seeded=1249 * DOLLAR)}
    )
    assert continuity(book)
    table.state = State(book, table.state.live)
    table.press(1)
    table.key("lock")
    assert table.locked == [], "the decision is not taken"
    assert [entry.kind for entry in table.wrote] == ["fault"]
    assert table.state.book.faults["continuity"].facts["proof"] == 1249 * DOLLAR
    table.key("lock")
    assert not table.wrote
    assert table.do(ClearFault, code="continuity", reason="never mind", by=("technician",)) == "fault_stays"


def test_r053_a_broken_book_stops_the_table_at_its_very_start() -> None:
    table = Table()
    table.state = State(replace(table.state.book, balances={"house": -1}), table.state.live)
    table.restart()
    assert shown_phase(table.state).value == "fault"


def test_a_failed_write_stops_the_table_and_decides_nothing_of_its_own() -> None:
    """Not even the post that was due and could not be written."""
    table = Table()
    table.open()
    table.play(1)
    table.wait(60)
    table._pass(24 * 3600 * 1000)
    before = table.state.book
    table.tell(LedgerFailed(table.at, typed("the disk is full")))
    assert table.state.book == before
    assert not table.wrote
    for event in (Tick(table.at, True), Clear(table.at)):
        assert table.tell(event).refused
    assert meter_state(table.rules, table.state, "main") == "fault"
    assert table.lamp(1) == "disabled"


def test_r057_an_unreasonable_post_is_refused_and_faults() -> None:
    table = Table(make_rules(unreasonable=DOLLAR))
    table.open()
    table.play(1, 2, 3)  # will add 1.50
    table.until("2026-11-19 06:00")
    table.tick()
    assert "unreasonable" in table.state.book.faults
    assert table.meter == 1250 * DOLLAR
    assert not table.rows("post")
    assert table.key("lock") == "fault"
    # looked into: the count was right but the bound must be raised, so the post is held meanwhile and play goes on
    assert table.do(HoldPost, reason="bound") == ""
    assert table.do(ClearFault, code="unreasonable", reason="looked into", by=("floor",)) == ""
    assert not table.state.book.faults
    assert table.key("lock") == ""


def test_r057_the_bound_itself_is_reasonable() -> None:
    table = Table(make_rules(unreasonable=DOLLAR))
    table.open()
    table.play(1, 2)
    table.until("2026-11-19 06:00")
    table.tick()
    assert table.meter == 1251 * DOLLAR


def test_r057_a_wrong_count_behind_an_unreasonable_post_is_corrected() -> None:
    table = Table(make_rules(unreasonable=DOLLAR))
    table.open()
    table.play(1, 2, 3)
    table.until("2026-11-19 06:00")
    table.tick()
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-2, reason="phantoms") == ""
    assert table.do(ClearFault, code="unreasonable", reason="corrected", by=("floor",)) == ""
    assert table.meter == 1250 * DOLLAR + 500_000
    assert not table.state.book.faults


def test_r057_a_fault_that_is_cleared_without_its_cause_comes_back() -> None:
    table = Table(make_rules(unreasonable=DOLLAR))
    table.open()
    table.play(1, 2, 3)
    table.until("2026-11-19 06:00")
    table.tick()
    table.do(ClearFault, code="unreasonable", reason="hurry", by=("floor",))
    assert "unreasonable" in table.state.book.faults
