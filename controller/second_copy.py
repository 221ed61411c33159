"""What a start makes of the ledger and its second copy: the valid newest of the two, or a sentence that says what to do
(R166, R170, E35-E37). Nothing is ever made up: where both are bad there is no table."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from controller.bookkeeping import to_entry
from controller.core.codec import encode
from controller.core.entries import BrokenEntryError, apply
from controller.core.state import Book
from controller.ledger.audit import Finding
from controller.ledger.copy import look, proven, walk
from controller.ledger.errors import (
    CopyAway,
    CopyDamaged,
    DiskFailed,
    ForeignLedger,
    LedgerCorrupt,
    NoLedger,
    StoreError,
)
from controller.ledger.mirror import set_aside
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.store import Store

log = logging.getLogger(__name__)

_BATCH = 1000
RESTORE = 'litbet restore --copy {} --by "M. Manager" --by "A. Clerk"'


class Parting(NamedTuple):
    """How far a ledger and a copy are the same, and what each has after that."""

    common: int
    ledger: Row | None
    copy: Row | None


def opened(url: str, copy: Path | None) -> Store:
    """The ledger; if it is gone or damaged, the error says what its second copy is worth."""
    try:
        return Store.open(url)
    except (LedgerCorrupt, NoLedger, DiskFailed, ForeignLedger) as error:
        if copy is None:
            raise
        if isinstance(error, NoLedger) and not copy.exists() and copy.parent.exists():
            raise  # a table that never was
        raise type(error)(f"{error}. {_worth(copy)}") from error


def _worth(copy: Path) -> str:
    try:
        seq = max((row.seq for row in walk(copy)), default=0)
    except CopyAway as error:
        return f"Its second copy cannot be read either ({error}): put its medium in and start again"
    except CopyDamaged as error:
        return f"Its second copy is bad as well ({error}): put the newest backup back with `litbet restore`"
    if not seq:
        return f"Its second copy {copy} is empty: put the newest backup back with `litbet restore`"
    return f"Its second copy is sound to row {seq}: `{RESTORE.format(copy)}` makes the ledger anew from it"


def agree(url: str, copy: Path, table: str, row: int) -> None:
    """The ledger, which ends with this row, is sound. A copy that has more, or another history, is no copy of it: then
    nothing starts. One that is away, damaged or of another table is told by the mirror, and the table plays; but one
    that is damaged may still show that the ledger is old."""
    reader = Reader(url)
    try:
        tail = look(copy)
        if tail.last is None or tail.table != table:
            return
        same = reader.rows(tail.last.seq - 1, 1, until=tail.last.seq)
        if same and same[0].hash == tail.last.hash:
            return
        parting = part(copy, reader)
    except CopyDamaged as damage:
        _not_older(reader, copy, row, damage)
        return
    except CopyAway:
        return
    finally:
        reader.close()
    if parting.copy is None:
        return
    if parting.ledger is None:
        raise LedgerCorrupt(
            f"the ledger ends with row {row}, but its second copy {copy} with row {tail.last.seq}: the ledger is old, "
            f"or has lost its end; `{RESTORE.format(copy)}` makes it anew"
        )
    if parting.ledger.kind == "restored":
        log.warning("%s is what was before row %d, kept as %s", copy, parting.ledger.seq, set_aside(copy).name)
        return
    raise LedgerCorrupt(
        f"the ledger and its second copy {copy} are the same up to row {parting.common} and tell two histories from "
        "there on: keep both, find out which is true by slips and signs, then either make the ledger anew "
        f"(`{RESTORE.format(copy)}`) or move the copy away"
    )


def _not_older(reader: Reader, copy: Path, row: int, damage: CopyDamaged) -> None:
    """That a line of the copy rots makes no decision forgotten that stands behind the ledger's last one."""
    newer, shared = 0, None
    for each in proven(copy):
        if each.seq > row:
            newer = each.seq
        else:
            shared = each
    if newer and shared and shared in reader.rows(shared.seq - 1, 1, until=shared.seq):
        raise LedgerCorrupt(
            f"the ledger ends with row {row}, but its second copy goes on to row {newer}, though it is bad as well "
            f"({damage}): the ledger is old, or has lost its end; put the newest backup back with `litbet restore`"
        ) from damage


def rebuild(copy: Path, url: str) -> None:
    """A new ledger of a copy's rows, each verified against the one before it and folded by the core."""
    book, store = Book("", 0), None
    rows: list[Row] = []
    try:
        for row in walk(copy):
            try:
                book = apply(book, to_entry(row))
            except (BrokenEntryError, KeyError, TypeError, ValueError, AttributeError) as error:
                raise CopyDamaged(f"{copy} is damaged: row {row.seq} ({row.kind}) cannot follow: {error}") from None
            rows.append(row)
            if store is None:
                store = Store.create(url, rows, encode(book))
            elif len(rows) == _BATCH:
                store.append(rows, encode(book))
            else:
                continue
            rows = []
        if store is None:
            raise CopyDamaged(f"{copy} holds no row: name the second copy of this table's ledger")
        if rows:
            store.append(rows, encode(book))
    finally:
        if store is not None:
            store.close()


def part(copy: Path, reader: Reader) -> Parting:
    """Row by row, to where they part."""
    common = 0
    ledger, second = reader.walk(), walk(copy)
    while True:
        theirs, ours = next(second, None), next(ledger, None)  # in this order: a running table writes the ledger first
        if ours is None or theirs is None or ours.hash != theirs.hash:
            return Parting(common, ours, theirs)
        common = ours.seq


def place(copy: Path) -> tuple[int, int] | None:
    """Epoch and row of a copy's end: what has certainly been shown (R170). None where it does not say."""
    epoch = seq = 0
    try:
        for row in proven(copy):
            seq = row.seq
            if row.kind in ("init", "training", "restored"):
                epoch = int(to_entry(row).body["epoch"])
    except (StoreError, KeyError, ValueError):
        pass  # as far as it can be read, past what is damaged
    return (epoch, seq) if epoch else None


def audited(copy: Path, reader: Reader) -> Iterator[Finding]:
    """What is wrong with a copy that is there, row by row against a ledger that is sound. It may be behind."""
    try:
        parting = part(copy, reader)
    except CopyDamaged as error:
        yield Finding(None, "copy", str(error))
        return
    if parting.copy and parting.ledger:
        yield Finding(parting.copy.seq, "copy", f"{copy}: row {parting.copy.seq} is not the ledger's")
    elif parting.copy:
        yield Finding(parting.copy.seq, "copy", f"{copy} goes on after the ledger's last row, {parting.common}")
