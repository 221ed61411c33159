"""What the audit asks of a history beyond its chain."""

import json

from support_table import Table

from controller.bookkeeping import Refold, to_rows
from controller.core.codec import encode
from controller.ledger.rows import GENESIS, Checkpoint


def found(table: Table, state: str) -> str | None:
    rows, fold = to_rows(table.journal, GENESIS), Refold()
    assert not any(fold.row(row) for row in rows)
    return fold.end(Checkpoint(rows[-1].seq, state, rows[-1].hash, b""))


def test_e63_the_checkpoint_of_an_older_release_which_knew_fewer_fields_is_sound() -> None:
    """After an update, before the table has been started: an audit, and a backup that is put back."""
    table = Table()
    table.open()
    table.lock(1, 2)
    book = json.loads(encode(table.state.book))
    for unknown in ("funds", "play_pending", "notes", "variances"):
        assert not book.pop(unknown)
    assert not book["locked"].pop("put")
    assert found(table, json.dumps(book)) is None
    book["balances"]["house"] += 1
    assert found(table, json.dumps(book)) == "the checkpoint is not what the journal adds up to"
    assert found(table, json.dumps({**book, "more": 1})) == "the checkpoint is not what the journal adds up to"
