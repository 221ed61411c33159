"""One hand after the other at the reference table: lit buttons, two keys."""

from support.table.story import Table, body_of

from controller.table.events import Close, Resume
from controller.table.money import DOLLAR


def test_a_round_locks_what_is_lit_and_counts_it_once() -> None:
    table = Table()
    table.open()
    table.press(1, 3, 6)
    assert [table.lamp(seat) for seat in (1, 2, 3)] == ["lit", "waiting", "lit"]
    table.key("lock")
    assert table.locked == [1, 3, 6]
    assert [table.lamp(seat) for seat in (1, 2, 3)] == ["locked", "off", "locked"]
    table.wait(20)
    table.key("clear")
    assert table.phase == "betting"
    assert table.lamp(1) == "waiting"
    assert table.state.book.today is not None
    assert table.state.book.today.base == {"main": 15 * DOLLAR}
    assert table.meter == 1250 * DOLLAR


def test_the_worked_day_of_412_wagers() -> None:
    """A worked number: 412 wagers are $2,060.00, the post is $206.00, the meter 1,456.00, and stays so."""
    table = Table()
    table.open()
    table.play_wagers(412)
    assert not table.do(Close)
    table.until("2026-11-19 09:00")
    table.open()
    assert table.meter == 1456 * DOLLAR
    table.restart()
    table.do(Resume)
    table.wait(3600)
    assert table.meter == 1456 * DOLLAR
    assert [body_of(row)["amount"] for row in table.rows("post")] == [206 * DOLLAR]
