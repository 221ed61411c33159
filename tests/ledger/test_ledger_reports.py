"""What reports ask of a ledger, on both databases: where days begin, the newest row of a kind, a sheet, a slip."""

from support.ledger.rows import append, new_store
from support.reports.papers import claim, lit
from support.table.story import Table

from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports.day import day_of
from controller.reports.history import History
from controller.reports.slips import slip_of
from controller.table.codec import encode


def test_where_days_begin_and_the_last_of_a_kind(url: str) -> None:
    store = new_store(url)
    for day in ("2026-11-19", None, "2026-11-21", "2026-11-22"):
        append(store, 2, day)
    store.close()
    reader = Reader(url)
    days = [(1, "2026-11-18"), (2, "2026-11-19"), (6, "2026-11-21"), (8, "2026-11-22")]
    assert reader.days_from() == days
    assert reader.days_from("2026-11-20") == days[2:]
    assert reader.days_from("2026-11-19", 1) == days[1:2]
    assert reader.days_from("2026-11-23") == []
    found = reader.last(("lock", "clear"), 5)
    assert found is not None
    assert found.seq == 5
    assert reader.last(("clear",), 5) is None
    assert reader.last(("lock",), 0) is None
    reader.close()


def test_a_sheet_and_a_slip(url: str) -> None:
    table = Table()
    table.open()
    lit(table, 20)
    table.press(1)
    table.key("lock")
    claim(table, 1, "straight", "floor")
    table.key("clear")
    table.until("2026-11-19 10:00")
    Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    reader = Reader(url)
    history = History(reader, table.rules, "config")
    day = day_of(history, "2026-11-18")
    assert (day.wagered, day.won.total(), day.jackpots["main"].breaches) == (105_000_000, 15_000_000, [])
    assert slip_of(history, 1).amount == 15_000_000
    reader.close()
