"""Reading: by batches, by day, and never in the writer's way."""

import pytest
from support.ledger.rows import append, new_store
from support.spoken import problem

from controller.ledger import reader as reader_module
from controller.ledger.errors import LedgerCorrupt, NoLedger
from controller.ledger.reader import Reader, read_row


def test_it_reads_what_is_being_written(url: str) -> None:
    store = new_store(url)
    reader = Reader(url)
    assert reader.checkpoint() == store.checkpoint
    walk = reader.walk()
    first = next(walk)
    rows = append(store, 5)  # a walk under way holds nothing up
    assert reader.rows(1, 2) == rows[:2]
    assert reader.rows(2, until=4) == rows[1:3]
    assert [first.seq, *(row.seq for row in walk)] == [1, 2, 3, 4, 5, 6]
    assert reader.checkpoint() == store.checkpoint
    reader.close()
    store.close()


def test_walk_goes_in_batches(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module.Reader.rows, "__defaults__", (0, 3, None))
    store = new_store(url, 10)
    store.close()
    reader = Reader(url)
    assert [row.seq for row in reader.walk()] == list(range(1, 11))
    assert [row.seq for row in reader.walk(3, 8)] == [4, 5, 6, 7, 8]
    reader.close()


def test_a_day_and_the_newest_of_a_kind(url: str) -> None:
    """R055, and law 10: a report reads its own day."""
    store = new_store(url)
    for day in ("2026-11-18", None, "2026-11-19", "2026-11-18", None, "2026-11-18", "2026-11-20"):
        append(store, 2, day)
    store.close()
    reader = Reader(url)
    assert [row.seq for row in reader.rows_of_day("2026-11-18")] == [1, 2, 3, 8, 9, 12, 13]
    assert [row.seq for row in reader.rows_of_day("2026-11-20")] == [14, 15]
    assert list(reader.rows_of_day("2026-11-17")) == []
    assert [row.seq for row in reader.recent("lock", 3)] == [15, 14, 13]
    assert [row.seq for row in reader.recent("lock", 99, days=2)] == [15, 14, 13, 12, 11, 10, 9, 8]
    assert len(reader.recent("lock", 99)) == 15
    assert reader.recent("win", 3) == []
    reader.close()


def test_an_empty_database_is_no_ledger(postgres: object, url: str) -> None:
    with problem(NoLedger, "litbet init"):
        Reader(url)


@pytest.mark.parametrize("column", range(10))
def test_a_value_of_a_wrong_type_is_damage(column: int) -> None:
    """A flipped bit in the file can change a value's type, whatever the table was told."""
    record: list[object] = [1, 2, 3, 1, "lock", "2026-11-18", 4, "{}", "[]", bytes(32)]
    assert read_row(record, "x").trusted is True
    wrong: list[object] = [1.0, "1" if isinstance(record[column], int | bytes) else b"1", True]
    wrong += [7] if column == 3 else []
    wrong += [] if column in (5, 6) else [None]
    for value in wrong:
        record[column] = value
        with problem(LedgerCorrupt, "wrong type"):
            read_row(record, "x")
