"""A ledger in a database of its own on a PostgreSQL server: its advisory lock, its triggers and its errors."""

import os
import re
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from controller.ledger.errors import (
    DiskFull,
    LedgerLocked,
    NoLedger,
    ReadOnly,
    StoreError,
    Unreachable,
    damaged,
)


def append_only(connection: sa.Connection, table: str, forbidden: Sequence[str], text: str) -> None:
    """A trigger that refuses these statements, and TRUNCATE, with this text."""
    connection.exec_driver_sql(
        "CREATE OR REPLACE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION USING MESSAGE = TG_ARGV[0]; END $$"
    )
    connection.exec_driver_sql(
        f"CREATE TRIGGER {table}_only_grows BEFORE {' OR '.join(forbidden)} OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows('{text}')"
    )


class PostgreSQL:
    """A database of its own on a server. The lock is an advisory one of the writing connection."""

    BEGINS_AHEAD = False  # an open transaction keeps the server from vacuuming
    _KEY = int.from_bytes(b"ltbt", "big")

    def __init__(self, url: sa.URL) -> None:
        self.name = f"{url.database}@{url.host or url.query.get('host') or 'localhost'}"
        self._url = url.set(drivername="postgresql+psycopg")

    def must_exist(self) -> None:
        """The server reports it at the first connection."""

    def make(self) -> None:
        """The server's administrator makes the empty database."""

    def lock(self) -> None:
        """Each writing connection takes the lock as it opens, so that a new one after a restart has it too."""

    def release(self) -> None:
        """The lock ends with the connection."""

    def writer(self) -> sa.Engine:
        engine = self._engine(
            pool_size=1,
            max_overflow=0,
            paramstyle="format",
            connect_args={
                "options": "-c synchronous_commit=on",
                "connect_timeout": 5,
                "application_name": f"litbet {os.getpid()}@{socket.gethostname()}",
            },
        )
        sa.event.listen(engine, "connect", lambda driver, _record: self._claim(driver))
        return engine

    def reader(self) -> sa.Engine:
        return self._engine(
            isolation_level="REPEATABLE READ",  # several queries in one transaction see the same data
            connect_args={"options": "-c default_transaction_read_only=on", "connect_timeout": 5},
        )

    def _engine(self, **settings: Any) -> sa.Engine:
        try:
            return sa.create_engine(self._url, **settings)
        except ModuleNotFoundError:
            raise StoreError("no_driver", name=self.name) from None

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
                holder = (cursor.fetchone() or ("?",))[0]
                raise LedgerLocked("server_locked", name=self.name, holder=holder)
            if fsync != "on":
                raise StoreError("server_unsynced", name=self.name)
            if read_only != "off":
                raise ReadOnly("server_read_only", name=self.name)
            driver.commit()
        except BaseException:
            driver.close()
            raise

    def run(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> int:
        """By SQLAlchemy, which recognizes a lost connection."""
        return connection.exec_driver_sql(statement, values).rowcount

    def finish(self, connection: sa.Connection) -> None:
        """Nothing to tidy up."""

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        """Not needed: a migration is one transaction, and the server makes the backups."""

    def copy(self, connection: sa.Connection, to: Path) -> None:  # noqa: ARG002
        raise StoreError("server_backup", name=self.name)

    def integrity(self, connection: sa.Connection) -> list[str]:  # noqa: ARG002
        """The server checks its own pages as they are read."""
        return []

    def trouble(self, error: DBAPIError) -> StoreError:
        state = getattr(error.orig, "sqlstate", None) or ""
        text = str(error.orig).splitlines()[0]
        if state == "53100":
            return DiskFull("server_full", name=self.name)
        if state in ("25006", "42501"):
            return ReadOnly("server_closed", name=self.name, error=text)
        if state == "3D000" or (not state and re.search('database ".*" does not exist', text)):
            return NoLedger("no_such_database", name=self.name)
        if state.startswith("XX"):
            return damaged(self.name, text)
        if error.connection_invalidated or not state or state[:2] in ("08", "28", "57"):
            return Unreachable("unreachable", name=self.name, error=text)
        return StoreError("ledger_refuses", name=self.name, error=text)
