"""A lock for a hand that was dealt without one: what was lit at a chosen moment plays (E05)."""

from support.table.story import Table, body_of, counted, opened

from controller.table.events import (
    ExcludeSpot,
    LateLock,
    SpotUnsure,
)


def test_e05_late_lock_takes_what_was_lit_at_a_chosen_moment() -> None:
    table = opened()
    table.press(1, 2)
    table.wait(10)
    dealt = table.utc
    table.wait(10)
    table.press(1)  # off again, having seen the cards
    table.press(5)  # on, having seen the cards
    table.wait(5)
    assert table.phase == "betting", "never locked by a timer"
    assert table.do(LateLock, moment=dealt - 60_000, by=("floor",)) == "moment_unknown"
    assert table.do(LateLock, moment=table.utc + 1, by=("floor",)) == "moment_unknown"
    assert table.do(LateLock, moment=dealt, by=("floor",)) == ""
    assert table.locked == [1, 2]
    assert table.wrote[0].kind == "late_lock"
    assert body_of(table.wrote[0])["by"] == ["floor"]


def test_e05_late_lock_of_a_hand_that_was_cleared_counts_it_once_and_is_over() -> None:
    table = opened()
    table.press(1, 2)
    table.wait(10)
    dealt = table.utc
    table.wait(30)
    assert table.key("clear") == ""
    assert table.rows("not_locked")[0].round == 1
    assert table.lamp(1) == "waiting"
    table.press(6)  # already the next hand's
    table.wait(5)
    assert table.do(LateLock, moment=dealt, by=("floor",)) == ""
    assert table.phase == "betting"
    assert table.lamp(6) == "lit"
    assert counted(table) == 10
    assert table.state.book.round == 1
    assert table.do(LateLock, moment=dealt, by=("floor",)) == "moment_unknown", "not twice"
    table.key("lock")
    assert (table.locked, table.state.book.round) == ([6], 2)


def test_e05_a_missed_hand_is_gone_with_the_next_lock() -> None:
    table = opened()
    table.press(1)
    table.wait(10)
    dealt = table.utc
    table.wait(10)
    table.key("clear")
    table.key("lock")
    table.wait(10)
    table.key("clear")
    assert table.do(LateLock, moment=dealt) == "no_moment"


def test_e05_a_late_lock_of_this_hand_leaves_the_missed_one_alone() -> None:
    table = opened()
    table.press(1)
    table.wait(20)
    table.key("clear")
    table.wait(20)
    table.press(2)
    table.wait(20)
    assert table.do(LateLock, moment=table.utc - 1000) == ""
    assert (table.locked, table.phase, table.state.book.round) == ([2], "locked", 2)


def test_e05_a_missed_hand_of_a_day_that_is_over_is_a_matter_for_the_count() -> None:
    table = Table(start="2026-11-19 05:57")
    table.open()
    table.press(1)
    table.wait(20)
    dealt = table.utc
    table.wait(20)
    table.key("clear")
    table.until("2026-11-19 06:00")
    assert table.do(LateLock, moment=dealt) == "no_moment"
    assert not table.rows("late_lock")


def test_e05_late_lock_knows_what_an_excluded_or_unsure_spot_showed_when() -> None:
    table = opened()
    table.press(1, 2, 3)
    table.wait(2)
    table.do(ExcludeSpot, spot="1/gbj", reason="it blinks")
    table.tell(SpotUnsure(table.at, "2/gbj"))
    table.wait(2)
    table.do(LateLock, moment=table.utc)
    assert table.locked == [3]
