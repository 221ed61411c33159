"""A ledger in a SQLite file: its write-ahead log, its lock file, its triggers and its errors."""

import contextlib
import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from controller.ledger.disk import sync
from controller.ledger.errors import (
    DiskFailed,
    DiskFull,
    ForeignLedger,
    LedgerLocked,
    NoLedger,
    ReadOnly,
    StoreError,
    damaged,
)

_PATIENCE = 5  # seconds that a statement waits for another connection
_PAGES = "cache_size=-512"  # KB per connection: the default, 2 MB, fills over months with pages never read again


def append_only(connection: sa.Connection, table: str, key: str, forbidden: Sequence[str], text: str) -> None:
    """Triggers that refuse these statements, and a second row of the same key, with this text."""
    for verb in forbidden:
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{text}'); END"
        )
    # INSERT OR REPLACE deletes the old row without asking the trigger on DELETE.
    taken = f"EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"  # noqa: S608 (our own names)
    connection.exec_driver_sql(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} "
        f"BEGIN SELECT RAISE(ABORT, '{text}'); END"
    )


class SQLite:
    """A file, its write-ahead log, and beside them a lock file that names the writing process."""

    BEGINS_AHEAD = True  # this delays nobody: readers continue, and there is only one writer

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.name = str(self.path)
        self._lock: int | None = None

    def must_exist(self) -> None:
        if not self.path.exists():
            raise NoLedger("no_ledger", name=self.name)
        if not self.path.is_file():
            raise ForeignLedger("not_a_file", name=self.name)

    def make(self) -> None:
        """Makes an empty file; its name is on disk before anything is written into it."""
        with self._system_errors():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640))
            sync(self.path.parent)
        if Path(f"{self.path}-journal").exists():  # an earlier `make` was interrupted; only a writer rolls it back
            with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(self.path)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchall()

    def lock(self) -> None:
        with self._system_errors():
            if not os.access(self.path, os.W_OK, effective_ids=True):  # SQLite reports it only at the first write
                raise PermissionError(errno.EACCES, "not writable", self.name)
            lock = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.ftruncate(lock, 0)
                os.write(lock, f"{os.getpid()}\n".encode())
            except BlockingIOError:
                holder = os.read(lock, 32).decode(errors="replace").strip() or "?"
                os.close(lock)
                raise LedgerLocked("locked", name=self.name, holder=holder) from None
            except OSError:
                os.close(lock)
                raise
        self._lock = lock

    def release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def writer(self) -> sa.Engine:
        # FULL: one fdatasync each commit. NORMAL would lose acknowledged commits at a power cut.
        settings = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=1000", _PAGES)
        # IMMEDIATE: no other writer gets between a transaction's reads and writes.
        return self._engine("rw", "BEGIN IMMEDIATE", settings)

    def reader(self) -> sa.Engine:
        # Only the writer may checkpoint: SQLite before 3.51.3 can corrupt the log when two connections do.
        return self._engine("ro", "BEGIN", ("query_only=ON", _PAGES))

    def _engine(self, mode: str, begin: str, settings: tuple[str, ...]) -> sa.Engine:
        def connect() -> sqlite3.Connection:
            # isolation_level=None: otherwise the driver starts transactions of its own, and late.
            connection = sqlite3.connect(
                f"file:{quote(self.name)}?mode={mode}",
                uri=True,
                timeout=_PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                for setting in settings:
                    connection.execute(f"PRAGMA {setting}")
            except sqlite3.Error:
                connection.close()
                raise
            return connection

        engine = sa.create_engine("sqlite://", creator=connect, poolclass=sa.QueuePool, pool_size=1, max_overflow=0)
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine

    def run(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> int:
        """Uses the driver directly: SQLAlchemy's bookkeeping takes longer than the statement, and a LOCK waits for
        it."""
        try:
            return _driver(connection).execute(statement, values).rowcount
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def finish(self, connection: sa.Connection) -> None:
        """Leaves one file without a log beside it. A failure does no harm, because the log has everything too."""
        with contextlib.suppress(sqlite3.Error):
            _driver(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        self.copy(connection, Path(f"{self.path}.{label}"))

    def copy(self, connection: sa.Connection, to: Path) -> None:
        """Does not open the ledger's file itself: closing it would drop SQLite's locks."""
        unfinished = Path(f"{to}.part")
        with self._system_errors():
            unfinished.unlink(missing_ok=True)
            target = sqlite3.connect(unfinished)
            try:
                _driver(connection).backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
            except sqlite3.Error as error:
                raise self._trouble(error) from error
            finally:
                target.close()
            sync(unfinished)
            unfinished.replace(to)
            sync(to.parent)

    def integrity(self, connection: sa.Connection) -> list[str]:
        found = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
        return [] if found == ["ok"] else [" ".join(str(line).split()) for line in found]

    def trouble(self, error: DBAPIError) -> StoreError:
        return self._trouble(error.orig)

    def _trouble(self, error: BaseException | None) -> StoreError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code == sqlite3.SQLITE_READONLY_ROLLBACK:
            return NoLedger("cut_off", name=self.name)
        match code & 0xFF:
            case sqlite3.SQLITE_FULL:
                return DiskFull("disk_full", name=self.name)
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
                return ReadOnly("not_writable", name=self.name)
            case sqlite3.SQLITE_NOTADB:
                return ForeignLedger("no_database", name=self.name)
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return LedgerLocked("in_use", name=self.name)
            case sqlite3.SQLITE_IOERR:
                return DiskFailed("disk_failed", name=self.name, error=error)
            case sqlite3.SQLITE_CORRUPT:
                return damaged(self.name, error)
            case _:
                return StoreError("ledger_refuses", name=self.name, error=error)

    @contextmanager
    def _system_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            match error.errno:
                case errno.ENOSPC | errno.EDQUOT:
                    raise DiskFull("disk_full_at", name=self.name) from error
                case errno.EACCES | errno.EPERM | errno.EROFS:
                    raise ReadOnly("folder_closed", name=error.filename or self.name) from error
                case errno.ENOENT | errno.ENOTDIR:
                    raise NoLedger("no_folder", folder=self.path.parent) from error
                case errno.EISDIR:
                    raise ForeignLedger("is_a_folder", name=self.name) from error
                case _:
                    raise DiskFailed("disk_failed_at", name=self.name, error=error) from error


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.driver_connection)
