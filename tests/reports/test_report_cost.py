"""Law 10: a report reads the days that it is asked for, and a slip is found in any length of history."""

import sqlite3
from pathlib import Path

import pytest
from support.reports.papers import ENGLISH, claim, history_of, lit
from support.table.story import Table

from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.store import Store
from controller.reports.day import day_of
from controller.reports.errors import ReportError
from controller.reports.history import History
from controller.reports.slips import slip_of
from controller.table.codec import encode


def months(count: int) -> Table:
    """So many days, each with a few rounds and one small win; the first with an unpaid big one."""
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    claim(table, 1, "three-aces-suited", "floor", "manager")
    table.key("clear")
    for _ in range(count):
        lit(table, 18)
        table.press(2)
        table.key("lock")
        claim(table, 2, "straight", "floor")
        table.key("clear")
        table.wait(86_400)
    return table


class Counted:
    """How many rows a report has read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows = 0
        self.queries = 0
        rows, last = Reader.rows, Reader.last

        def counted_rows(reader: Reader, *args: object, **kwargs: object) -> object:
            found = rows(reader, *args, **kwargs)  # type: ignore[arg-type]
            self.rows += len(found)
            self.queries += 1
            return found

        def counted_last(reader: Reader, *args: object) -> object:
            self.queries += 1
            return last(reader, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(Reader, "rows", counted_rows)
        monkeypatch.setattr(Reader, "last", counted_last)


def test_a_days_sheet_reads_no_other_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same day costs the same whatever came after it, and the newest day the same whatever was before."""
    monkeypatch.setattr(Reader.rows, "__defaults__", (0, 20, None))
    counted = Counted(monkeypatch)
    costs = []
    for length in (10, 60):
        with history_of(months(length), tmp_path) as history:
            for day in ("2026-11-21", history.newest_day()):
                counted.rows = 0
                assert day_of(history, day).day == day
                costs.append(counted.rows)
    assert costs[:2] == costs[2:]


def test_a_slip_is_found_by_halving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = months(60)
    counted = Counted(monkeypatch)
    with history_of(table, tmp_path) as history:
        assert history.book.slips == 61
        for number in (1, 2, 30, 61):
            counted.queries = 0
            assert slip_of(history, number).number == number
            assert counted.queries < 60  # two searches of about ten steps, and what they found


def test_a_changed_row_stops_the_report(tmp_path: Path) -> None:
    """A sheet of figures that somebody has changed is worse than none."""
    table = months(2)
    with history_of(table, tmp_path) as history:
        day_of(history, "2026-11-18")
    (file,) = tmp_path.glob("ledger-*.db")
    with sqlite3.connect(file) as connection:
        for verb in ("update", "delete", "replace"):
            connection.execute(f"DROP TRIGGER journal_no_{verb}")
        connection.execute(
            "UPDATE journal SET body = replace(body, '1/gbj', '5/gbj') WHERE kind = 'lock' AND round = 2"
        )
    connection.close()
    with history_of(table, tmp_path) as history:
        with pytest.raises(ReportError) as error:
            day_of(history, "2026-11-18")
        assert "litbet audit" in ENGLISH.say(error.value.message)
        day_of(history, "2026-11-20")  # the chain breaks where it was changed, not here


def test_rows_written_meanwhile_belong_to_the_next_report(tmp_path: Path) -> None:
    table = months(1)
    with history_of(table, tmp_path) as history:
        before = day_of(history, history.newest_day())
        lit(table, 6)
        (file,) = tmp_path.glob("ledger-*.db")
        store = Store.open(f"sqlite:///{file}")
        rows = to_rows(table.journal[history.seq :], store.checkpoint.head)
        store.append(rows, encode(table.state.book))
        store.close()
        assert day_of(history, history.newest_day()) == before
        assert list(history.on(history.seq + 1)) == []


def test_another_tables_file_is_refused(tmp_path: Path) -> None:
    table = months(1)
    with history_of(table, tmp_path) as history:
        table.with_rules(table="bj-8")
        with pytest.raises(ReportError) as error:
            History(history._reader, table.rules, "config")
        assert "is the ledger of table bj-7" in ENGLISH.say(error.value.message)
