"""What the audit asks of a history beyond its chain."""

import json
from dataclasses import replace

from support.table.story import Table

from controller.ledger.bookkeeping import Refold, to_rows
from controller.ledger.rows import GENESIS, Checkpoint, canonical
from controller.table.codec import encode
from words.message import Message, message


def found(table: Table, state: str) -> Message | None:
    rows, fold = to_rows(table.journal, GENESIS), Refold()
    assert not any(fold.row(row) for row in rows)
    return fold.end(Checkpoint(rows[-1].seq, state, rows[-1].hash, b""))


def test_the_checkpoint_is_the_fold_of_the_journal_to_the_letter() -> None:
    table = Table()
    table.open()
    table.lock(1, 2)
    book = json.loads(encode(table.state.book))
    assert found(table, canonical(book)) is None
    wrong = message("findings.checkpoint_sum")
    assert found(table, canonical({**book, "more": 1})) == wrong
    assert found(table, canonical({name: part for name, part in book.items() if name != "funds"})) == wrong
    book["balances"]["house"] += 1
    assert found(table, canonical(book)) == wrong


def test_a_row_that_cannot_follow_is_a_finding_with_a_code_for_its_reason() -> None:
    table = Table()
    table.open()
    first, *_, last = to_rows(table.journal, GENESIS)
    fold = Refold()
    assert fold.row(first) is None
    why = message("broken_entries.order", row=last.seq, after=1)
    assert fold.row(last) == message("findings.unfit", row=last.seq, kind=last.kind, error=why)
    assert fold.row(last) is None, "nothing more is compared"


def test_a_row_that_cannot_be_read_is_a_finding_with_a_code_for_its_reason() -> None:
    table = Table()
    table.open()
    first, *_ = to_rows(table.journal, GENESIS)
    found = Refold().row(replace(first, body='{"v": 99}'))
    assert found
    why = found.facts["error"]
    assert isinstance(why, Message)
    assert why.code == "broken_entries.unreadable"
    assert "99" in str(why.facts["error"])
