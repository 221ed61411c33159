"""What chips and buttons say, and when it counts (R022-R024, R029-R030, R182; E01, E03, E05, E10-E12, E30, E73-E74)."""

from dataclasses import replace

import pytest
from support.table.story import Table, body_of, make_rules, opened, to_do

from controller.table.events import (
    AckSpot,
    ChipSensed,
    Close,
    ConfirmSpot,
    ExcludeSpot,
    LateLock,
    PressedWhileAway,
    Resume,
    SpotStorming,
    SpotUnsure,
    Touched,
    Unlock,
)
from controller.table.money import DOLLAR
from controller.table.rules import Collect, Sensor


def locked_presence(*seats: int, collect: Collect = Collect.SETTLEMENT, **more: object) -> Table:
    table = opened(Sensor.PRESENCE, collect, **more)
    table.place(*seats)
    table.wait(1)
    table.key("lock")
    table.wait(1)
    return table


# -- dwell ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ms", "locked"), [(199, []), (200, [1])])
def test_r029_a_chip_must_lie_for_its_dwell(ms: int, locked: list[int]) -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(ms / 1000)
    assert (table.lamp(1) == "lit") == bool(locked), "no light, no bet (R028)"
    table.key("lock")
    assert table.locked == locked


@pytest.mark.parametrize(("ms", "locked"), [(499, [1]), (500, [])])
def test_r029_a_chip_is_gone_after_its_own_dwell(ms: int, locked: list[int]) -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.lift(1)
    table.wait(ms / 1000)
    table.key("lock")
    assert table.locked == locked


def test_r029_dwell_is_judged_at_the_key_without_a_tick_in_between() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table._pass(200)
    table.key("lock")
    assert table.locked == [1]


def test_e12_a_hand_over_the_sensor_is_no_bet_but_is_on_record() -> None:
    table = opened(Sensor.PRESENCE)
    for _ in range(3):
        table.place(1)
        table.wait(0.15)
        table.lift(1)
        table.wait(1)
    assert table.lamp(1) == "waiting"
    table.place(2)
    table.wait(1)
    table.lift(2)
    table.wait(1)
    table.key("lock")
    assert table.locked == []
    assert [row[1:] for row in body_of(table.wrote[0])["notes"]] == [["chip", "2/gbj"], ["vacant", "2/gbj"]]


# -- late and removed ----------------------------------------------------------------------------------------


def test_r023_e01_a_chip_after_the_lock_is_refused_in_red_until_lifted() -> None:
    table = locked_presence(1)
    table.place(2)
    table.wait(1)
    assert (table.locked, table.lamp(2)) == ([1], "late")
    assert any("2/gbj" in ask for ask in to_do(table))
    table.lift(2)
    table.wait(1)
    assert table.lamp(2) == "off"
    assert ["late_bet", "2/gbj"] in [[note.what, note.where] for note in table.state.live.notes]


def test_r023_the_red_outlives_the_settlement() -> None:
    table = locked_presence(1)
    table.place(2)
    table.wait(1)
    table.key("settle")
    assert table.lamp(2) == "late"
    table.lift(2)
    table.wait(1)
    assert table.lamp(2) == "off"


def test_e01_a_late_chip_left_until_clear_needs_a_vacancy_or_a_person() -> None:
    table = locked_presence(1)
    table.place(2, 3)
    table.wait(1)
    table.lift(1)
    table.wait(1)
    table.key("clear")
    assert body_of(table.rows("clear")[0])["alarms"] == {"1/gbj": "removed", "2/gbj": "late", "3/gbj": "late"}
    assert (table.lamp(2), table.lamp(3)) == ("verify", "verify")
    assert "2/gbj was never seen empty" in str(to_do(table))
    assert table.do(ConfirmSpot, spot="2/gbj", by=("dealer",)) == ""
    assert "2/gbj" not in str(to_do(table))
    assert "confirmed" in table.notes()
    assert table.do(ConfirmSpot, spot="1/gbj") == "not_stuck"
    table.lift(3)
    table.wait(1)
    table.place(3)
    table.wait(1)
    assert (table.lamp(2), table.lamp(3)) == ("lit", "lit")
    table.key("lock")
    assert table.locked == [2, 3]


def test_a_chip_still_in_its_dwell_at_the_lock_is_late() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(0.1)
    table.key("lock")
    table.wait(1)
    assert (table.locked, table.lamp(1)) == ([], "late")


def test_r024_e03_a_locked_chip_that_leaves_flashes_and_stays_eligible() -> None:
    table = locked_presence(1, 2)
    table.lift(1, 2)
    table.wait(1)
    assert [table.lamp(seat) for seat in (1, 2)] == ["removed", "removed"]
    assert table.locked == [1, 2]
    table.place(1)
    table.wait(1)
    assert table.lamp(1) == "locked", "put back"
    assert table.do(AckSpot, spot="1/gbj") == "no_alarm"
    assert table.do(AckSpot, spot="2/gbj", by=("floor",)) == ""
    assert table.lamp(2) == "locked"
    assert table.locked == [1, 2]


@pytest.mark.parametrize("pressed", [True, False])
def test_r022_after_settle_leaving_is_collection_and_a_new_chip_is_the_next_rounds(pressed: bool) -> None:
    table = locked_presence(1, 2, settle_after=0 if pressed else 20_000)
    if pressed:
        table.key("settle")
    else:
        table.wait(20)
    assert table.phase == "settled"
    table.lift(1)
    table.wait(1)
    assert table.lamp(1) == "locked"
    table.place(1, 5)
    table.wait(1)
    assert (table.lamp(1), table.lamp(5)) == ("locked", "next")
    table.key("clear")
    assert [table.lamp(seat) for seat in (1, 2, 5)] == ["lit", "verify", "lit"], "2 was never collected"
    table.key("lock")
    assert table.locked == [1, 5]


def test_r024_an_alarm_raised_before_settle_stays_for_a_person() -> None:
    """A player who pinches the chip just before the timer runs out is not forgiven by it."""
    table = locked_presence(1, 2, settle_after=20_000)
    table.wait(17)
    table.lift(1, 2)
    table.wait(5)
    assert table.phase == "settled"
    assert table.lamp(1) == "removed"
    assert table.do(AckSpot, spot="1/gbj", by=("floor",)) == ""
    table.key("clear")
    assert body_of(table.wrote[0])["alarms"] == {"2/gbj": "removed"}


def test_r022_collected_at_the_lock_there_is_no_alarm_and_no_second_bet() -> None:
    table = locked_presence(1, collect=Collect.LOCK)
    table.lift(1)
    table.wait(1)
    table.place(1)  # capping
    table.wait(1)
    assert table.locked == [1]
    assert table.state.live.spots["1/gbj"].alarm == "late"
    table.key("clear")
    assert table.lamp(1) == "verify"


# -- stuck ---------------------------------------------------------------------------------------------------


def test_r030_e10_a_sensor_never_seen_empty_is_left_out_and_disabled_after_three_rounds() -> None:
    table = locked_presence(1, 2)
    for rounds in (1, 2, 3):
        table.lift(2)
        table.wait(1)
        table.key("clear")
        assert table.lamp(1) == "verify"
        assert not table.state.book.spot("1/gbj").out
        table.place(2)
        table.wait(1)
        table.key("lock")
        assert table.locked == [2]
        assert body_of(table.wrote[0])["stuck"] == ["1/gbj"]
        assert table.state.book.spot("1/gbj").stuck == rounds
    table.lift(1, 2)
    table.wait(1)
    table.key("clear")
    assert table.lamp(1) == "disabled"
    assert table.lamp(2) == "waiting"
    assert "1/gbj" in str(to_do(table))


def test_e10_a_round_that_is_locked_again_is_one_round() -> None:
    """E06: a lock that is taken back has counted nothing, the third no more than the first."""
    table = locked_presence(1)
    for rounds in (1, 2, 3):
        table.key("clear")
        table.key("lock")
        for _ in range(3):
            assert table.do(Unlock) == ""
            assert table.state.book.spot("1/gbj").stuck == rounds - 1
            assert table.lamp(1) == "verify"
            table.key("lock")
        assert table.state.book.spot("1/gbj").stuck == rounds
    assert table.state.book.spot("1/gbj").out


def test_r030_a_vacancy_between_starts_the_count_of_stuck_rounds_anew() -> None:
    table = locked_presence(1)
    table.key("clear")
    table.key("lock")
    assert table.state.book.spot("1/gbj").stuck == 1
    table.lift(1)
    table.wait(1)
    table.wait(10)
    table.key("clear")
    table.key("lock")
    assert table.state.book.spot("1/gbj").stuck == 0


def test_e10_a_stuck_sensor_does_not_keep_the_table_open() -> None:
    table = locked_presence(1)
    table.key("clear")
    assert table.lamp(1) == "verify"
    assert table.do(Close, by=("floor",)) == ""


# -- what nobody saw -----------------------------------------------------------------------------------------


def test_e73_cleaning_all_sensors_while_betting_locks_nothing() -> None:
    table = opened(Sensor.PRESENCE)
    for _ in range(5):
        table.place(*range(1, 7))
        table.wait(0.3)
        table.lift(*range(1, 7))
        table.wait(0.6)
    assert not table.rows("lock")
    assert [table.lamp(seat) for seat in range(1, 7)] == ["waiting"] * 6


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.BUTTON])
def test_e74_sensors_of_a_closed_table_are_ignored_but_noted(sensor: Sensor) -> None:
    table = Table(make_rules(sensor))
    table.wait(1)
    table.place(1) if sensor is Sensor.PRESENCE else table.press(1)
    table.wait(200)
    assert table.lamp(1) == "off"
    assert not any("LOCK" in ask for ask in to_do(table))
    assert {"chip", "press"} & set(table.notes())
    table.open()
    assert table.lamp(1) == ("verify" if sensor is Sensor.PRESENCE else "waiting")
    table.key("lock")
    assert table.locked == []
    assert table.do(LateLock, moment=table.utc - 100_000) == "clear_first"


def test_e30_power_cut_while_betting_loses_no_bet_because_none_was_locked() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.restart("boot-2")
    assert (table.phase, table.lamp(1)) == ("recovered", "off")
    table.wait(1)
    assert table.key("lock") == "resume_first"
    assert table.key("clear") == ""
    assert table.lamp(1) == "verify", "read again, and nobody saw it come"
    table.place(2)
    table.wait(1)
    table.key("lock")
    assert table.locked == [2]


@pytest.mark.parametrize("by_key", [True, False])
def test_e30_a_chip_that_came_before_the_confirmation_waits_for_a_persons_word(by_key: bool) -> None:
    table = opened(Sensor.PRESENCE)
    table.restart("boot-2")
    table.wait(1)
    table.place(1)
    table.wait(1)
    assert (table.key("clear") if by_key else table.do(Resume)) == ""
    assert table.lamp(1) == "verify"


def test_the_chips_of_a_recovered_round_are_not_the_next_rounds_bets_even_if_the_board_comes_late() -> None:
    table = locked_presence(1, 2)
    table.restart(linked=False)
    assert table.do(Resume, by=("dealer", "floor")) == ""
    table.link()
    table.wait(2)
    assert table.phase == "settled"
    table.key("clear")
    assert [table.lamp(seat) for seat in (1, 2, 3)] == ["verify", "verify", "waiting"]
    assert table.locked == []


def test_an_ambiguous_edge_is_not_locked_until_the_bet_is_made_again() -> None:
    for sensor in (Sensor.BUTTON, Sensor.PRESENCE):
        table = opened(sensor)
        bet = table.press if sensor is Sensor.BUTTON else table.place
        bet(1, 2)
        table.wait(1)
        table.tell(SpotUnsure(table.at, "1/gbj"))
        assert table.lamp(1) == "waiting"
        assert "1/gbj" in str(to_do(table))
        if sensor is Sensor.PRESENCE:
            table.lift(1)
            table.wait(1)
        bet(1)
        table.wait(1)
        assert table.lamp(1) == "lit"
        table.tell(SpotUnsure(table.at, "2/gbj"))
        table.key("lock")
        assert table.locked == [1]


def test_r182_a_storm_takes_that_seat_only() -> None:
    table = opened(Sensor.BUTTON)
    table.press(1, 2)
    table.tell(SpotStorming(table.at, "1/gbj"))
    table.tell(SpotStorming(table.at, "1/gbj"))
    assert len(table.rows("spot_out")) == 1
    assert (table.lamp(1), table.lamp(2)) == ("disabled", "lit")
    table.press(1)
    table.key("lock")
    assert table.locked == [2]


def test_e11_an_excluded_spot_stays_dark_until_it_is_tested() -> None:
    table = opened(Sensor.BUTTON)
    assert table.do(ExcludeSpot, spot="1/gbj", reason="") == "say_why"
    assert table.do(ExcludeSpot, spot="1/gbj", reason="dead") == ""
    assert table.do(ExcludeSpot, spot="1/gbj", reason="dead") == "is_out"
    table.press(1)
    assert table.lamp(1) == "disabled"
    table.restart()
    table.key("clear")
    assert table.lamp(1) == "disabled"


def test_presses_while_the_host_was_away_are_for_a_person() -> None:
    table = opened(Sensor.BUTTON)
    table.tell(PressedWhileAway(table.at, "1/gbj", 3))
    assert table.lamp(1) == "waiting"
    assert "pressed_while_away" in table.notes()


# -- the link ------------------------------------------------------------------------------------------------


def test_a_short_break_of_the_cable_leaves_the_bets_and_a_long_one_takes_the_dark_buttons() -> None:
    table = opened(Sensor.BUTTON)
    table.press(1)
    table.unlink()
    assert table.key("lock") == "fault"
    table.wait(2)
    table.link()
    assert table.lamp(1) == "lit"
    table.unlink()
    table.wait(3)
    table.link()
    assert table.lamp(1) == "waiting"
    assert "bet_dark" in table.notes()


def test_the_lamps_go_dark_by_the_time_since_the_board_was_heard() -> None:
    """The loss is noticed a second late; the board counts from the beginning."""
    table = opened(Sensor.BUTTON)
    table.press(1)
    table.unlink(silent=1000)
    table.wait(2)
    table.link()
    assert table.lamp(1) == "waiting"
    assert "bet_dark" in table.notes()


def test_a_board_that_restarted_had_dark_lamps() -> None:
    table = opened(Sensor.BUTTON)
    table.press(1)
    table.unlink()
    table.link(boot=8)
    assert table.lamp(1) == "waiting"


def test_e05_what_was_lit_when_the_cable_went_can_still_be_locked_late() -> None:
    table = opened(Sensor.BUTTON)
    table.press(1)
    table.wait(2)
    before = table.utc
    table.wait(1)
    table.unlink()
    assert table.do(LateLock, moment=before, by=("floor",)) == ""
    assert table.locked == [1]


def test_a_table_with_a_dead_board_can_be_closed() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(1)
    table.unlink()
    assert table.do(Close, by=("floor",)) == ""


def test_two_wagers_at_one_seat_are_two_spots() -> None:
    """R038's other half: a wager is not a seat, and each plays for its own meters."""
    rules = make_rules(seats=2)
    jackpot = replace(rules.jackpots["main"], id="minor", base=100 * DOLLAR)
    jackpot = replace(jackpot, terms=replace(jackpot.terms, rate_bp=500))
    second = replace(rules.wagers["gbj"], id="two", amounts=(10 * DOLLAR,), jackpots=("main", "minor"))
    spot = replace(rules.spots["1/gbj"], id="1/two", wager="two")
    rules = replace(
        rules,
        jackpots={**rules.jackpots, "minor": jackpot},
        wagers={**rules.wagers, "two": second},
        spots={**rules.spots, "1/two": spot},
    )
    table = Table(rules)
    table.open()
    table.press(1)
    table.tell(Touched(table.at, "1/two"))
    table.key("lock")
    today = table.state.book.today
    assert today is not None
    assert today.wagers == {"gbj": 1, "two": 1}
    assert today.accrued == {"main": 1_500_000, "minor": 500_000}
    assert table.state.book.locked is not None
    assert table.state.book.locked.meters == {"main": 1250 * DOLLAR, "minor": 100 * DOLLAR}


def test_a_level_said_twice_is_one_chip() -> None:
    table = opened(Sensor.PRESENCE)
    table.place(1)
    table.wait(0.15)
    table.tell(ChipSensed(table.at, "1/gbj", on=True))
    table.wait(0.05)
    assert table.lamp(1) == "lit"
