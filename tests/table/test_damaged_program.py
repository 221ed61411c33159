"""A program that is not what was installed takes no bets (R163, R180, R185)."""

from support.table.story import Table, body_of, to_do

from controller.present.to_do import faults
from controller.table.codec import encode
from controller.table.events import Open, Started
from words.message import Message, message

DAMAGE = message("reasons.program_damaged", files="drivers/wire.py was changed")


def start(table: Table, damage: Message | None = None) -> None:
    table.connected = False
    table.tell(Started(table.at, table.boot, table.synced, "1", "config", ("board",), program="ab12", damage=damage))
    table.link()


def test_each_start_writes_which_program_it_is() -> None:
    """R164, R245."""
    table = Table()
    start(table)
    (entry,) = table.journal[-1:]
    assert (entry.kind, body_of(entry)["program"]) == ("start", "ab12")
    assert "damage" not in body_of(entry)
    start(table, DAMAGE)
    assert body_of(table.journal[-1])["damage"] == vars(DAMAGE)


def test_the_table_does_not_open_and_says_why() -> None:
    table = Table()
    start(table, DAMAGE)
    assert table.do(Open, by=("floor",)) == "fault"
    assert faults(table.state) == {"program": DAMAGE}
    assert "drivers/wire.py was changed" in to_do(table)[0]


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
    start(table)
    table.open()
    assert faults(table.state) == {}
