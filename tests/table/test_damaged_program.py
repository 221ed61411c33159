"""A program that is not what was installed takes no bets (R163, R180, R185)."""

from support_table import Table, to_do

from controller.core.codec import encode
from controller.core.events import Open, Started
from controller.core.todo import faults

DAMAGE = "the program is not as it was installed: drivers/wire.py was changed."


def start(table: Table, damage: str) -> None:
    table.connected = False
    table.tell(Started(table.at, table.boot, table.synced, "1", "config", ("board",), program="ab12", damage=damage))
    table.link()


def test_each_start_writes_which_program_it_is() -> None:
    """R164, R245."""
    table = Table()
    start(table, "")
    (entry,) = table.journal[-1:]
    assert (entry.kind, entry.body["program"]) == ("start", "ab12")
    assert "damage" not in entry.body
    start(table, DAMAGE)
    assert table.journal[-1].body["damage"] == DAMAGE


def test_the_table_does_not_open_and_says_why() -> None:
    table = Table()
    start(table, DAMAGE)
    assert table.do(Open, by=("floor",)) == "fault"
    assert faults(table.state) == {"program": DAMAGE}
    assert DAMAGE in to_do(table)[0]


def test_a_locked_round_is_finished() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    before = encode(table.state.book.locked)
    start(table, DAMAGE)
    assert encode(table.state.book.locked) == before
    assert table.phase == "recovered"


def test_it_is_over_with_the_start_of_a_sound_one() -> None:
    table = Table()
    start(table, DAMAGE)
    start(table, "")
    table.open()
    assert faults(table.state) == {}
