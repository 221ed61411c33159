"""Everything that differs between SQLite and PostgreSQL: opening, the one writer's lock, guards, errors."""

import contextlib
import errno
import fcntl
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from controller.ledger.errors import (
    DiskFailed,
    DiskFull,
    ForeignLedger,
    LedgerCorrupt,
    LedgerLocked,
    NoLedger,
    ReadOnly,
    StoreError,
    Unreachable,
)
from controller.ledger.sentences import sentence

_PATIENCE = 5  # seconds that a statement waits for another connection
_PAGES = "cache_size=-512"  # KB of a connection: by default it takes months to fill 2 MB that nobody asks for again


def database_of(url: str) -> "SQLite | PostgreSQL":
    """The database a URL names. The URL is never printed whole: it may hold a password."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError("the ledger's address is no URL: write sqlite:///path/to/ledger.db") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            return SQLite(Path(parsed.database))
        case "postgresql":
            return PostgreSQL(parsed)
        case other:
            raise StoreError(
                f"a ledger cannot be kept in {other} at {parsed.database or 'no file'}: "
                "write sqlite:///path/to/ledger.db or postgresql://host/database"
            )


def append_only(connection: sa.Connection, table: str, key: str, *forbidden: str) -> None:
    """Let the database itself refuse what a ledger never does."""
    says = f"{table}: a ledger only grows, correct a mistake by a new row with a reason"
    if connection.dialect.name == "sqlite":
        for verb in forbidden:
            connection.exec_driver_sql(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            )
        # INSERT OR REPLACE deletes the old row without asking the trigger on DELETE.
        taken = f"EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})"  # noqa: S608 (our own names)
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} "
            f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
        )
    else:
        connection.exec_driver_sql(
            "CREATE OR REPLACE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION USING MESSAGE = TG_ARGV[0]; END $$"
        )
        connection.exec_driver_sql(
            f"CREATE TRIGGER {table}_only_grows BEFORE {' OR '.join(forbidden)} OR TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows('{says}')"
        )


class SQLite:
    """A file, its write-ahead log, and beside them a lock file that names the writing process."""

    BEGINS_AHEAD = True  # it costs nobody anything: readers read on, and no other may write

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.name = str(self.path)
        self._lock: int | None = None

    def must_exist(self) -> None:
        if not self.path.exists():
            raise NoLedger(f"there is no ledger at {self.name}: make one with `litbet init`")
        if not self.path.is_file():
            raise ForeignLedger(f"{self.name} is not a file: name the ledger's file")

    def make(self) -> None:
        """An empty file whose name is on disk before anything is promised about what it holds."""
        with self._system_errors():
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640))
            folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        if Path(f"{self.path}-journal").exists():  # a first try was cut off; only who may write can undo its beginning
            with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(self.path)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchall()

    def lock(self) -> None:
        with self._system_errors():
            if not os.access(self.path, os.W_OK, effective_ids=True):  # SQLite would only say so at a write
                raise PermissionError(errno.EACCES, "not writable", self.name)
            lock = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.ftruncate(lock, 0)
                os.write(lock, f"{os.getpid()}\n".encode())
            except BlockingIOError:
                holder = os.read(lock, 32).decode(errors="replace").strip() or "unknown"
                os.close(lock)
                raise LedgerLocked(
                    f"{self.name} is in use by another controller, process {holder}: stop that one first"
                ) from None
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
        # IMMEDIATE: a transaction that reads first and then writes must not find another writer in between.
        return self._engine("rw", "BEGIN IMMEDIATE", settings)

    def reader(self) -> sa.Engine:
        # Only the writer may ever checkpoint: SQLite before 3.51.3 can corrupt the log when two do at once.
        return self._engine("ro", "BEGIN", ("query_only=ON", _PAGES))

    def _engine(self, mode: str, begin: str, settings: tuple[str, ...]) -> sa.Engine:
        def connect() -> sqlite3.Connection:
            # isolation_level=None: without it the driver starts transactions of its own, and late.
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
        """How many rows it changed. By the driver itself: what SQLAlchemy keeps about a statement takes longer than the
        statement, and a LOCK waits for it."""
        try:
            return _driver(connection).execute(statement, values).rowcount
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def finish(self, connection: sa.Connection) -> None:
        """Leave one file behind, without a log beside it. It may fail: the log holds everything as well."""
        with contextlib.suppress(sqlite3.Error):
            _driver(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        """A whole copy beside the ledger."""
        self.copy(connection, Path(f"{self.path}.{label}"))

    def copy(self, connection: sa.Connection, to: Path) -> None:
        """Of one moment, on disk when this returns. Never by opening the ledger's file: closing it would drop SQLite's
        locks."""
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
            synced = os.open(unfinished, os.O_RDONLY | os.O_CLOEXEC)
            try:
                os.fsync(synced)
            finally:
                os.close(synced)
            unfinished.replace(to)

    def integrity(self, connection: sa.Connection) -> list[str]:
        """What SQLite itself finds wrong with the file."""
        said = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
        return [] if said == ["ok"] else [" ".join(str(line).split()) for line in said]

    def trouble(self, error: DBAPIError) -> StoreError:
        return self._trouble(error.orig)

    def _trouble(self, error: BaseException | None) -> StoreError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        if code == sqlite3.SQLITE_READONLY_ROLLBACK:
            return NoLedger(f"{self.name} was cut off while it was made: make it again with `litbet init`")
        match code & 0xFF:
            case sqlite3.SQLITE_FULL:
                return DiskFull(sentence("disk_full", name=self.name))
            case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
                return ReadOnly(sentence("not_writable", name=self.name))
            case sqlite3.SQLITE_NOTADB:
                return ForeignLedger(sentence("no_database", name=self.name))
            case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                return LedgerLocked(sentence("in_use", name=self.name))
            case sqlite3.SQLITE_IOERR:
                return DiskFailed(sentence("disk_failed", name=self.name, error=error))
            case sqlite3.SQLITE_CORRUPT:
                return damaged(self.name, str(error))
            case _:
                return StoreError(sentence("ledger_refuses", name=self.name, error=error))

    @contextmanager
    def _system_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            match error.errno:
                case errno.ENOSPC | errno.EDQUOT:
                    raise DiskFull(sentence("disk_full_at", name=self.name)) from error
                case errno.EACCES | errno.EPERM | errno.EROFS:
                    raise ReadOnly(sentence("folder_closed", name=error.filename or self.name)) from error
                case errno.ENOENT | errno.ENOTDIR:
                    raise NoLedger(f"there is no folder {self.path.parent}: make it first") from error
                case errno.EISDIR:
                    raise ForeignLedger(f"{self.name} is a folder: name the ledger's file") from error
                case _:
                    raise DiskFailed(sentence("disk_failed_at", name=self.name, error=error)) from error


class PostgreSQL:
    """A database of its own on a server. The lock is an advisory one of the writing connection."""

    BEGINS_AHEAD = False  # a transaction that stays open holds back the server's tidying
    _KEY = int.from_bytes(b"ltbt", "big")

    def __init__(self, url: sa.URL) -> None:
        host = url.host or url.query.get("host") or "this machine"
        self.name = f"the database {url.database} on {host}"
        self._url = url.set(drivername="postgresql+psycopg")

    def must_exist(self) -> None:
        """The server says so at the first connection."""

    def make(self) -> None:
        """The server's administrator makes the empty database."""

    def lock(self) -> None:
        """Each writing connection takes the lock as it opens, so that a new one after a restart has it too."""

    def release(self) -> None:
        """The lock goes with the connection."""

    def writer(self) -> sa.Engine:
        engine = self._engine(
            pool_size=1,
            max_overflow=0,
            paramstyle="format",
            connect_args={
                "options": "-c synchronous_commit=on",
                "connect_timeout": 5,
                "application_name": f"litbet, process {os.getpid()} on {socket.gethostname()}",
            },
        )
        sa.event.listen(engine, "connect", lambda driver, _record: self._claim(driver))
        return engine

    def reader(self) -> sa.Engine:
        return self._engine(
            isolation_level="REPEATABLE READ",  # several questions in one transaction, one answer
            connect_args={"options": "-c default_transaction_read_only=on", "connect_timeout": 5},
        )

    def _engine(self, **settings: Any) -> sa.Engine:
        try:
            return sa.create_engine(self._url, **settings)
        except ModuleNotFoundError:
            raise StoreError(
                f"{self.name} needs the PostgreSQL driver: install litbet with its extra, litbet[postgres]"
            ) from None

    def _claim(self, driver: Any) -> None:
        try:
            cursor = driver.cursor()
            cursor.execute(
                "SELECT pg_try_advisory_lock(%s), current_setting('fsync'), current_setting('transaction_read_only')",
                (self._KEY,),
            )
            ours, fsync, read_only = cursor.fetchone()
            if not ours:
                cursor.execute(
                    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
                    "WHERE locktype = 'advisory' AND objid = %s AND granted AND datname = current_database()",
                    (self._KEY,),
                )
                holder = (cursor.fetchone() or ("unknown",))[0]
                raise LedgerLocked(f"{self.name} is in use by another controller ({holder}): stop that one first")
            if fsync != "on":
                raise StoreError(f"{self.name} may lose commits: set fsync=on in the server's configuration")
            if read_only != "off":
                raise ReadOnly(f"{self.name} is read-only: name the primary server, or allow writing")
            driver.commit()
        except BaseException:
            driver.close()
            raise

    def run(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> int:
        """How many rows it changed. By SQLAlchemy, which knows when a server has gone away."""
        return connection.exec_driver_sql(statement, values).rowcount

    def finish(self, connection: sa.Connection) -> None:
        """Nothing to tidy."""

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        """None: a migration is one transaction here, and backups are the server's."""

    def copy(self, connection: sa.Connection, to: Path) -> None:  # noqa: ARG002
        raise StoreError(f"{self.name} is backed up by its server: use pg_dump, or the server's own archive")

    def integrity(self, connection: sa.Connection) -> list[str]:  # noqa: ARG002
        """The server checks its own pages as they are read."""
        return []

    def trouble(self, error: DBAPIError) -> StoreError:
        state = getattr(error.orig, "sqlstate", None) or ""
        text = str(error.orig).splitlines()[0]
        if state == "53100":
            return DiskFull(sentence("server_full", name=self.name))
        if state in ("25006", "42501"):
            return ReadOnly(sentence("server_closed", name=self.name, error=text))
        if state == "3D000" or (not state and "does not exist" in text):
            return NoLedger(f"there is no such thing as {self.name}: create it, then run `litbet init`")
        if state.startswith("XX"):
            return damaged(self.name, text)
        if error.connection_invalidated or not state or state[:2] in ("08", "28", "57"):
            return Unreachable(sentence("unreachable", name=self.name, error=text))
        return StoreError(sentence("ledger_refuses", name=self.name, error=text))


def damaged(name: str, what: str) -> LedgerCorrupt:
    return LedgerCorrupt(sentence("damaged", name=name, error=what))


def _driver(connection: sa.Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.driver_connection)
