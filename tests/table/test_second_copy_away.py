"""The ledger's second copy is away: a soft fault, told, written down once, and the table plays (E35, R183)."""

from support.table.story import Table, to_do

from controller.table import records
from controller.table.events import CopyAway, CopyBack
from words.message import typed

WHY = "/mnt/second/bj-1.journal: No space left on device"


def test_e35_the_loss_is_told_and_is_a_row_and_the_table_plays() -> None:
    table = Table()
    table.open()
    table.tell(CopyAway(table.at, typed(WHY)))
    assert [row.record for row in table.wrote] == [records.SecondCopyLost(reason=typed(WHY))]
    assert any(WHY in ask and "play continues" in ask for ask in to_do(table))
    table.play(1, 2)
    assert table.meter == table.rules.jackpots["main"].base
    assert table.rows("lock")


def test_said_again_it_is_no_second_row() -> None:
    table = Table()
    table.tell(CopyAway(table.at, typed(WHY)))
    assert not table.tell(CopyAway(table.at, typed(WHY))).entries
    assert len(table.tell(CopyAway(table.at, typed("it does not keep up"))).entries) == 1


def test_r168_its_return_ends_it_and_a_restart_does_not() -> None:
    """What is live goes with the power; the second copy reports it again."""
    table = Table()
    assert not table.tell(CopyBack(table.at)).entries
    table.open()
    table.tell(CopyAway(table.at, typed(WHY)))
    table.lock(1)
    table.restart()
    table.tell(CopyAway(table.at, typed(WHY)))
    assert any(WHY in ask for ask in to_do(table))
    assert [row.kind for row in table.tell(CopyBack(table.at)).entries] == ["second_copy_back"]
    assert not any(WHY in ask for ask in to_do(table))
    assert table.locked == [1]
