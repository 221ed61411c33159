"""What the table asks of people, by name: reminders and what waits for somebody's word (E05, R183)."""

from support.table.story import Table

from controller.present.to_do import REMIND, todo
from controller.table.events import OpenClaim


def asked(table: Table) -> list[str]:
    return [ask.code for ask in todo(table.rules, table.state, table.mono, table.utc)]


def test_e05_lit_spots_remind_of_the_lock() -> None:
    table = Table()
    table.open()
    table.press(2)
    table.wait(REMIND / 1000 - 5)
    assert "lock" not in asked(table)
    table.wait(10)
    assert "lock" in asked(table)
    table.key("lock")
    assert "lock" not in asked(table)


def test_what_waits_for_a_person_is_told() -> None:
    table = Table()
    table.open()
    table.lock(1, 3)
    table.key("void")
    assert asked(table).count("void_asked") == 1
    table.key("void")
    table.do(OpenClaim, spot="3/gbj", award="straight")
    assert (asked(table).count("claim"), asked(table).count("void_asked")) == (1, 0)
    table.restart()
    assert {"claim", "recovered"} <= set(asked(table))
