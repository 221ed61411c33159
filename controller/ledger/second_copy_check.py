"""Compares a ledger with its second copy: at a start (R166, R170, E35-E37) and in an audit.

A start uses the newest sound state, or ends with an error that says what to do. If both are bad, the table does not
start; the program never guesses.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.ledger.audit import Finding
from controller.ledger.errors import (
    DiskFailed,
    ForeignLedger,
    LedgerCorrupt,
    NoLedger,
    SecondCopyAway,
    SecondCopyDamaged,
)
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.second_copy_file import proven_rows, set_aside, tail_of, walk
from controller.ledger.store import Store
from controller.table import records
from words.message import message

log = logging.getLogger(__name__)

RESTORE = 'litbet restore --second-copy {} --by "M. Manager" --by "A. Clerk"'


class Comparison(NamedTuple):
    """Up to which row a ledger and its second copy agree, and the next row of each."""

    common: int
    ledger: Row | None
    second_copy: Row | None


def open_store(url: str, second_copy: Path | None) -> Store:
    """The ledger; if it is missing or damaged, the error says whether its second copy is sound."""
    try:
        return Store.open(url)
    except (LedgerCorrupt, NoLedger, DiskFailed, ForeignLedger) as error:
        if second_copy is None:
            raise
        if isinstance(error, NoLedger) and not second_copy.exists() and second_copy.parent.exists():
            raise  # there never was a table
        code, facts = _state_of(second_copy)
        is_there = not isinstance(error, NoLedger)  # otherwise its own advice would be to begin again
        ledger = error if is_there else message("ledger.missing", name=error.message.facts["name"])
        raise type(error)(code, ledger=ledger, **facts) from error


def _state_of(path: Path) -> tuple[str, dict[str, object]]:
    try:
        seq = max((row.seq for row in walk(path)), default=0)
    except SecondCopyAway as error:
        return "beside_away", {"error": error}
    except SecondCopyDamaged as error:
        return "beside_damaged", {"error": error}
    if not seq:
        return "beside_empty", {"path": path}
    return "beside_sound", {"row": seq, "command": RESTORE.format(path)}


def check_second_copy(url: str, path: Path, table: str, row: int) -> None:
    """The ledger is sound and ends with this row. Raises if the second copy has more rows or another history.

    A copy that is away, damaged or another table's does not prevent a start: SecondCopy reports it. But even a damaged
    copy may show that the ledger is old.
    """
    reader = Reader(url)
    try:
        tail = tail_of(path)
        if tail.last is None or tail.table != table:
            return
        same = reader.rows(tail.last.seq - 1, 1, until=tail.last.seq)
        if same and same[0].hash == tail.last.hash:
            return
        found = compare(reader, path)
    except SecondCopyDamaged as error:
        _check_damaged(reader, path, row, error)
        return
    except SecondCopyAway:
        return
    finally:
        reader.close()
    if found.second_copy is None:
        return
    if found.ledger is None:
        raise LedgerCorrupt("ledger_behind", row=row, path=path, newer=tail.last.seq, command=RESTORE.format(path))
    if found.ledger.kind == records.Restoration.kind:
        aside = set_aside(path)
        log.warning("%s holds the rows before the restore at row %d, kept as %s", path, found.ledger.seq, aside.name)
        return
    raise LedgerCorrupt("two_histories", path=path, row=found.common, command=RESTORE.format(path))


def _check_damaged(reader: Reader, path: Path, row: int, error: SecondCopyDamaged) -> None:
    """The certain rows of a damaged second copy can still show decisions that the ledger has lost."""
    newer, shared = 0, None
    for each in proven_rows(path):
        if each.seq > row:
            newer = each.seq
        else:
            shared = each
    if newer and shared and shared in reader.rows(shared.seq - 1, 1, until=shared.seq):
        raise LedgerCorrupt("both_bad", row=row, newer=newer, error=error) from error


def compare(reader: Reader, path: Path) -> Comparison:
    """Compares row by row, up to the first difference."""
    common = 0
    of_ledger, of_second_copy = reader.walk(), walk(path)
    while True:
        # In this order, because a running table writes the ledger first.
        second, first = next(of_second_copy, None), next(of_ledger, None)
        if first is None or second is None or first.hash != second.hash:
            return Comparison(common, first, second)
        common = first.seq


def audit_second_copy(reader: Reader, path: Path) -> Iterator[Finding]:
    """What is wrong with the second copy of a ledger that is sound. It may end earlier than the ledger."""
    try:
        found = compare(reader, path)
    except SecondCopyDamaged as error:
        yield Finding(None, "second_copy", error.message)
        return
    if found.second_copy and found.ledger:
        row = found.second_copy.seq
        yield Finding(row, "second_copy", message("findings.second_copy_differs", path=str(path), row=row))
    elif found.second_copy:
        ahead = message("findings.second_copy_ahead", path=str(path), row=found.common)
        yield Finding(found.second_copy.seq, "second_copy", ahead)
