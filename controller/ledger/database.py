"""The interface between a ledger and its database: all that differs between SQLite and PostgreSQL."""

from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from controller.ledger import postgresql, sqlite
from controller.ledger.errors import StoreError
from controller.ledger.postgresql import PostgreSQL
from controller.ledger.sqlite import SQLite

# In the triggers, so part of the schema: another wording needs a migration.
_ONLY_GROWS = "a ledger only grows, correct a mistake by a new row with a reason"


class Database(Protocol):
    """One address of a ledger. `name` is for people; it never holds a password."""

    name: str
    BEGINS_AHEAD: bool  # a transaction may stay open until there are rows to write

    def must_exist(self) -> None:
        """Raise NoLedger or ForeignLedger where that is known without a connection."""

    def make(self) -> None:
        """An empty place for a new ledger."""

    def lock(self) -> None:
        """Keep every other controller from writing; raise LedgerLocked if one does."""

    def release(self) -> None:
        """The end of `lock`."""

    def writer(self) -> sa.Engine:
        """Connections that sync each commit."""

    def reader(self) -> sa.Engine:
        """Connections that cannot write and that never hold up the writer."""

    def run(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> int:
        """A compiled statement of the writer; returns how many rows it changed."""

    def finish(self, connection: sa.Connection) -> None:
        """What the writer leaves tidy before it closes."""

    def copy(self, connection: sa.Connection, to: Path) -> None:
        """The ledger of one moment as a file, on disk when this returns."""

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        """A copy beside the ledger, before a migration."""

    def integrity(self, connection: sa.Connection) -> list[str]:
        """What the database itself finds wrong with its files."""

    def trouble(self, error: DBAPIError) -> StoreError:
        """A driver's error as one of ours."""


def database_of(url: str) -> Database:
    """The database that a URL names. The URL is never printed whole: it may hold a password."""
    try:
        parsed = sa.make_url(url)
    except ArgumentError:
        raise StoreError("bad_address") from None
    match parsed.get_backend_name():
        case "sqlite" if parsed.database and parsed.database != ":memory:":
            return SQLite(Path(parsed.database))
        case "postgresql":
            return PostgreSQL(parsed)
        case other:
            raise StoreError("other_database", kind=other)


def append_only(connection: sa.Connection, table: str, key: str, *forbidden: str) -> None:
    """Let the database itself refuse what a ledger never does."""
    text = f"{table}: {_ONLY_GROWS}"
    if connection.dialect.name == "sqlite":
        sqlite.append_only(connection, table, key, forbidden, text)
    else:
        postgresql.append_only(connection, table, forbidden, text)
