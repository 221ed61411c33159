"""Restores a ledger from a backup, or rebuilds it from the rows of its second copy, while no controller writes it."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.ledger.accepted_terms import rules_in_force
from controller.ledger.audit import audit
from controller.ledger.backup import LEDGER, file_of
from controller.ledger.bookkeeping import UNFIT, invariants, reason, to_book, to_entry, to_rows
from controller.ledger.disk import sync
from controller.ledger.errors import (
    ForeignLedger,
    LedgerCorrupt,
    RestoreRefused,
    SecondCopyDamaged,
    StoreError,
)
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.second_copy_file import proven_rows, walk
from controller.ledger.sqlite import SQLite
from controller.ledger.store import Store
from controller.table import records
from controller.table.codec import encode
from controller.table.events import Moment, Restored
from controller.table.rules import Rules
from controller.table.sensors import fresh as unread
from controller.table.state import Book, Claim, Stage, State
from controller.table.step import step
from controller.table.topics import apply

if TYPE_CHECKING:
    from controller.ledger.keys import PrivateKey

Place = tuple[int, int]  # epoch and row
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Order:
    """What is restored, where to, and who accepts it. Either the PINs of these people have been checked, or keys of the
    property stand in for them, and they choose new ones."""

    rules: Rules
    target: Path  # the ledger's file
    backup: Path | None  # a folder
    second_copy: Path | None  # otherwise this file
    keys: "Mapping[str, PrivateKey]"  # private keys, by their public ones
    new_pins: bool
    by: tuple[str, ...]
    at: Moment
    shown: tuple[Place, ...]  # the newest places that signs have acknowledged
    witness: Path | None  # a second copy that is not the source: it may have newer rows


@dataclass(frozen=True, slots=True)
class Outcome:
    """The restored ledger ends with this row."""

    row: int
    epoch: int
    head: str
    older: bool  # older than what was shown last, as far as anything tells
    owed: tuple[Claim, ...]


def restore(order: Order) -> Outcome:
    """The new ledger is completed beside the old one, with the row that names who accepts it, and then replaces it. The
    old one is kept under another name."""
    target, fresh = order.target, order.target.with_name(f"{order.target.name}.restored")
    backup = file_of(order.backup) if order.backup else None
    was_there = target.exists()
    with _locked(target, was_there):
        try:
            _remove(fresh)
            if backup:
                _unpack(backup, fresh, order.keys)
                _check(fresh, backup, order.rules)
            elif order.second_copy:
                rebuild(order.second_copy, f"sqlite:///{fresh}")
                _check(fresh, order.second_copy, order.rules)
            outcome = _accept(order, fresh)
            # The main file first: a power cut after it leaves no ledger, but never one without the rows of its log.
            for part in ("", "-wal", "-shm") if was_there else ("-wal", "-shm"):
                if (old := target.with_name(target.name + part)).exists():
                    old.rename(f"{target}.before-{outcome.epoch}{part}")
            fresh.replace(target)
            sync(target.parent)
        except OSError as error:
            raise StoreError("restore_failed", path=error.filename or target, error=error.strerror) from error
        finally:
            _remove(fresh)
    return outcome


@contextmanager
def _locked(target: Path, was_there: bool) -> Iterator[None]:
    """Keeps controllers from starting meanwhile. If there is no ledger, an empty file is locked, and removed after a
    failure."""
    database = SQLite(target)
    if not was_there:
        database.make()
    database.lock()
    try:
        yield
    finally:
        if not was_there and not target.stat().st_size:
            target.unlink()
        database.release()


def _remove(fresh: Path) -> None:
    """Removes what an interrupted or refused restore has left."""
    for left in fresh.parent.glob(f"{fresh.name}*"):
        left.unlink()


def _unpack(file: Path, to: Path, keys: "Mapping[str, PrivateKey]") -> None:
    if file.name == LEDGER:
        shutil.copyfile(file, to)
    else:
        from controller.ledger.keys import decrypt

        decrypt(file, to, keys.values())
    to.chmod(0o640)
    sync(to)


def _check(ledger: Path, source: Path, rules: Rules) -> None:
    """Raise unless every row is sound and the ledger is this table's."""
    reader = Reader(f"sqlite:///{ledger.absolute()}")
    try:
        if findings := audit(reader, invariants()):
            raise LedgerCorrupt("unsound", path=source, finding=findings[0].message)
        table = to_book(reader.checkpoint()).table
    finally:
        reader.close()
    if table != rules.table:
        raise ForeignLedger("of_another_table", path=source, table=table, ours=rules.table)


def rebuild(second_copy: Path, url: str) -> None:
    """Makes a new ledger from the rows of a second copy, each verified against the one before it and folded."""
    book, store = Book("", 0), None
    rows: list[Row] = []
    try:
        for row in walk(second_copy):
            try:
                book = apply(book, to_entry(row))
            except UNFIT as error:
                raise SecondCopyDamaged(
                    "second_copy_unfit", path=second_copy, row=row.seq, kind=row.kind, error=reason(error)
                ) from None
            rows.append(row)
            if store is None:
                store = Store.create(url, rows, encode(book))
            elif len(rows) == _BATCH:
                store.append(rows, encode(book))
            else:
                continue
            rows = []
        if store is None:
            raise SecondCopyDamaged("second_copy_empty", path=second_copy)
        if rows:
            store.append(rows, encode(book))
    finally:
        if store is not None:
            store.close()


def _accept(order: Order, fresh: Path) -> Outcome:
    """Writes the row that raises the epoch. If nothing tells what was shown last, it may be more than this ledger
    knows, so the ledger counts as older."""
    shown = _last_shown(order)
    store = Store.open(f"sqlite:///{fresh}")
    try:
        book = to_book(store.checkpoint)
        older = shown is None or (book.epoch, book.seq) < shown
        # The first epoch is the time in seconds, and each new one is higher by one, so the current time is above any.
        epoch = max(book.epoch, shown[0] if shown else order.at.utc // 1000) + 1
        with closing(Reader(f"sqlite:///{fresh}")) as reader:
            rules = rules_in_force(order.rules, reader, book)
        decided = step(rules, State(book, unread(rules)), _event(order, epoch, older))
        if decided.refused:
            if shown and older:
                raise RestoreRefused("restore_older", row=shown[1], epoch=shown[0], refusal=decided.refused)
            raise RestoreRefused("restore_unknown" if older else "restore_refused", refusal=decided.refused)
        rows = to_rows(decided.entries, store.checkpoint.head)
        book = decided.state.book
        store.append(rows, encode(book))
        owed = tuple(claim for claim in book.claims if claim.stage is Stage.OWED)
        return Outcome(rows[-1].seq, epoch, rows[-1].hash.hex(), older, owed)
    finally:
        store.close()


def _event(order: Order, epoch: int, older: bool) -> Restored:
    return Restored(order.at, order.by, epoch, older, order.new_pins, tuple(order.keys))


def _last_shown(order: Order) -> Place | None:
    """The newest place that anybody has seen, according to signs, the second copy and the replaced ledger."""
    places = [*order.shown, second_copy_place(order.witness) if order.witness else None, _place(order.target)]
    return max(filter(None, places), default=None)


RUNS = tuple(of.kind for of in (records.Init, records.Training, records.Restoration))  # their rows name the epoch


def second_copy_place(path: Path) -> Place | None:
    """The last certain row of a second copy (R170), even after damage. None if it does not tell."""
    epoch = seq = 0
    try:
        for row in proven_rows(path):
            seq = row.seq
            if row.kind not in RUNS:
                continue
            match to_entry(row).record:
                case records.Init(epoch=new) | records.Training(epoch=new) | records.Restoration(epoch=new):
                    epoch = new
    except (StoreError, KeyError, ValueError):
        pass  # what was read so far is certain
    return (epoch, seq) if epoch else None


def _place(ledger: Path) -> Place | None:
    """The last row of a ledger. A lost or damaged one does not tell, which is the reason for the restore."""
    try:
        reader = Reader(f"sqlite:///{ledger}")
    except StoreError:
        return None
    try:
        book = to_book(reader.checkpoint())
    except (StoreError, ValueError, KeyError, TypeError):
        return None
    finally:
        reader.close()
    return book.epoch, book.seq
