"""Ledgers for reports, written from a table's story, and the papers made of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.table.story import Table

from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports.day import Day, day_of
from controller.reports.history import History
from controller.reports.layout.document import Document
from controller.reports.layout.text import as_text
from controller.table import events
from controller.table.codec import encode
from controller.table.journal import Entry
from words.catalogue import catalogue

ENGLISH, SPANISH = catalogue("en"), catalogue("es")
CARDS = {  # an award of the New Hampshire pay table -> cards that win it
    "three-aces-suited": "Ah Ah Ah",
    "three-of-a-kind-suited": "9h 9h 9h",
    "straight-flush": "5s 6s 7s",
    "three-of-a-kind-off-suit": "9h 9c 9s",
    "straight": "5s 6h 7s",
}


@contextmanager
def history_of(table: Table, folder: Path) -> Iterator[History]:
    """What the table has decided until now, on disk and read back."""
    file = folder / f"ledger-{len(table.journal)}.db"
    url = f"sqlite:///{file}"
    if not file.exists():
        Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    reader = Reader(url)
    try:
        yield History(reader, table.rules, "config")
    finally:
        reader.close()


def sheet_of(table: Table, folder: Path, day: str) -> Day:
    with history_of(table, folder) as history:
        return day_of(history, day)


def text_of(document: Document) -> str:
    """In one line, so that a test does not depend on where lines are broken."""
    return " ".join(as_text(document, 400).split())


def claim(table: Table, seat: int, award: str, *by: str) -> int:
    """Opened in the locked round with its cards, and approved by these people; gives its number."""
    table.do(events.OpenClaim, spot=f"{seat}/gbj", cards=CARDS[award])
    assert not table.refused, table.refused
    number = table.state.book.claim_count
    for name in by:
        table.do(events.ConfirmClaim, claim=number, by=(name,))
        assert not table.refused, table.refused
    return number


def lit(table: Table, wagers: int) -> None:
    """So many lit wagers, six to a round as far as they go."""
    while wagers > 0:
        table.play(*range(1, min(wagers, 6) + 1))
        wagers -= 6


def changed(table: Table, row: Entry, **fields: Any) -> None:
    """A row of the journal says something else, as if the program had reckoned wrong."""
    record = replace(row.record, **fields)
    table.journal[table.journal.index(row)] = replace(row, record=record)
