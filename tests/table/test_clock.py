"""Time is distrusted (R190-R196; E39, E43-E44): order comes from the sequence, posts from a trusted clock only."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table.story import NEW_YORK, Table, body_of, make_rules, utc

from controller.table.clock_trust import STEP
from controller.table.events import ConfirmClock, Offer, Open, SwitchTurned, Tick
from controller.table.rules import Key
from words.message import message


def test_r190_r192_each_row_says_when_how_sure_what_and_whose() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.wait(3)
    table.key("lock")
    row = table.rows("lock")[0]
    assert (row.at.utc, row.at.mono, row.trusted) == (table.utc, table.mono, True)
    assert (row.kind, row.day, row.round) == ("lock", "2026-11-18", 1)
    assert body_of(table.rows("init")[0])["zone"] == str(NEW_YORK)
    assert body_of(table.rows("start")[0])["boot"] == table.state.book.boot == "boot-1"
    assert body_of(row)["notes"] == [[-3000, "press", "1/gbj"]], "what happened between rows goes with the next"


def test_r190_door_keys_and_cable_are_on_record() -> None:
    table = Table()
    table.open()
    table.tell(SwitchTurned(table.at, Key.DOOR, on=True))
    table.tell(SwitchTurned(table.at, Key.DOOR, on=True))
    assert [body_of(row)["open"] for row in table.rows("door")] == [True]
    table.tell(SwitchTurned(table.at, Key.KEYSWITCH, on=True))
    table.unlink()
    table.link()
    table.press(1)
    table.key("lock")
    table.key("win")
    table.key("win")
    table.key("clear")
    noted = [what for row in table.journal for _, what, *_ in body_of(row).get("notes", ())]
    assert noted[1:] == ["keyswitch_on", "link_down", "link_up", "press", "win_asked", "win_cancelled"]
    assert not table.notes()


def test_r191_r196_the_sequence_orders_rows_whatever_the_clock_says() -> None:
    table = Table()
    table.open()
    for seconds in (3600, -7200, 40, 86_400 * 400):
        table.step_clock(seconds)
        table.play(1)
    assert [row.seq for row in table.journal] == list(range(1, len(table.journal) + 1))
    assert [row.round for row in table.rows("lock")] == [1, 2, 3, 4]


def test_e39_no_time_server_no_trust_until_a_person_says_so() -> None:
    table = Table(synced=False)
    table.wait(3600)
    assert not table.trusts_clock()
    assert table.state.book.today is None
    table.do(Open)
    assert table.phase == "not_offered"
    assert table.do(Offer) == "clock_unknown"
    table.do(ConfirmClock, by=("floor",))
    assert body_of(table.rows("clock_trust")[-1])["by"] == ["floor"]
    assert table.phase == "betting"
    assert table.rows("day_start")
    assert table.do(ConfirmClock) == ""
    assert len(table.rows("clock_trust")) == 1


def test_e39_a_time_server_is_believed_when_it_answers() -> None:
    table = Table(synced=False)
    assert table.state.live.clock.why == message("reasons.clock_alone")
    table.synced = True
    table.wait(1)
    assert table.trusts_clock()


@pytest.mark.parametrize(
    ("seconds", "trusted"), [(60, True), (-60, True), (60.001, False), (-61, False), (86_400, False)]
)
def test_r195_a_large_step_is_an_event_and_ends_the_trust(seconds: float, trusted: bool) -> None:
    table = Table()
    table.open()
    table.step_clock(seconds)
    assert table.trusts_clock() is trusted
    stepped = [row for row in table.rows("clock_trust") if not body_of(row)["trusted"]]
    assert len(stepped) == (not trusted)
    table.wait(600)
    assert table.trusts_clock() is trusted, "only a person ends the doubt"


def led(table: Table, steps: Iterable[int], every: int) -> int:
    """Steps of so many ms, one each `every` ms. Returns how far the clock was led while it was trusted."""
    far = total = 0
    for step in steps:
        total += step
        table.mono += every
        table.utc += every + step
        table.tick()
        if table.trusts_clock():
            far = total
    return far


def test_r195_a_clock_that_is_led_by_small_steps_is_distrusted() -> None:
    """As it was done: 525 s in 25 s."""
    table = Table()
    table.open()
    assert led(table, [21_000] * 25, 1000) <= STEP
    (row,) = [row for row in table.rows("clock_trust") if not body_of(row)["trusted"]]
    assert body_of(row)["reason"]["code"] == "reasons.clock_led"
    table.wait(86_400)
    assert not table.trusts_clock(), "only a person ends the doubt"
    table.restart("boot-1")
    table.wait(10)
    assert not table.trusts_clock(), "nor does a restart"
    table.do(ConfirmClock, by=("floor",))
    assert table.trusts_clock()


def test_r195_a_restart_does_not_forgive_what_the_clock_was_led_by() -> None:
    table = Table()
    table.open()
    assert led(table, [50_000], 1000) == 50_000
    table.restart("boot-1")
    assert table.trusts_clock()
    assert led(table, [20_000], 1000) == 0


@given(
    steps=st.lists(st.integers(-60_000, 60_000) | st.integers(-50, 50), min_size=1, max_size=60),
    every=st.integers(1, 600_000),
)
def test_r195_nobody_leads_a_trusted_clock_further_than_a_crystal_would(steps: list[int], every: int) -> None:
    """In any steps: never more than one step and what the worst crystal explains in that time."""
    table = Table()
    table.open()
    assert abs(led(table, steps, every)) <= STEP + len(steps) * every * 500 / 1_000_000


@given(parts=st.integers(-499, 499), every=st.integers(2_000, 86_400_000))
def test_r195_a_crystal_is_no_reason_to_doubt(parts: int, every: int) -> None:
    """Days of the worst one, and a time server that puts it right now and then."""
    table = Table()
    table.open()
    drift = every * parts // 1_000_000
    led(table, [drift] * 20, every)
    assert table.trusts_clock()


@pytest.mark.parametrize("name", ["lock", "clear", "win", "open_close"])
def test_r195_the_first_event_after_a_step_sees_it(name: str) -> None:
    table = Table()
    table.open()
    table.play(1)
    rows = len(table.journal)
    table.step_clock(86_400, tick=False)
    table.key(name)
    table.tick()
    new = table.journal[rows:]
    assert new[0].kind == "clock_trust"
    assert not any(row.trusted for row in new[1:])
    assert not table.rows("post")


def test_r194_a_restart_in_the_same_boot_keeps_the_trust_and_another_boot_does_not() -> None:
    table = Table()
    table.synced = False
    table.restart("boot-1")
    assert table.trusts_clock()
    table.utc += STEP + 1
    table.restart("boot-1")
    assert not table.trusts_clock()
    table.do(ConfirmClock)
    table.restart("boot-2")
    assert not table.trusts_clock()
    table.restart("boot-1")
    assert not table.trusts_clock(), "that boot is over"


def test_e43_a_time_server_that_is_a_month_ahead_waits_for_a_person() -> None:
    table = Table()
    table.open()
    table.play(1)
    table.utc += 40 * 86_400_000
    table.mono = 5_000
    table.restart("boot-2")
    table.wait(10)
    assert not table.trusts_clock()
    assert not table.rows("post")
    table.do(ConfirmClock)
    assert body_of(table.rows("post")[0])["for_day"] == "2026-11-18"
    assert len(table.rows("post")) == 40


def test_e39_a_pi_that_wakes_in_1970_plays_on_and_is_put_right() -> None:
    table = Table(make_rules())
    table.open()
    table.press(1)
    table.key("lock")
    table.synced = False
    table.utc, table.mono = 0, 5_000
    table.restart("boot-2")
    assert table.locked == [1]
    table.wait(60)
    table.utc, table.synced = utc("2026-11-18 12:00"), True
    table.tick()
    assert table.trusts_clock()
    assert "clock_step" in str(body_of(table.rows("clock_trust")[-1])["notes"])
    assert not table.rows("post")


def test_a_tick_changes_nothing_on_disk() -> None:
    table = Table()
    table.open()
    rows = len(table.journal)
    for _ in range(1000):
        table.tell(Tick(table.at, True))
        table._pass(1000)
    assert len(table.journal) == rows
