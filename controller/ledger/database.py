"""The interface between a ledger and its database: everything that differs between SQLite and PostgreSQL."""

from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, DBAPIError

from controller.ledger import postgresql, sqlite
from controller.ledger.errors import StoreError
from controller.ledger.postgresql import PostgreSQL
from controller.ledger.sqlite import SQLite

# The triggers contain this text, so it is part of the schema: changing it needs a migration.
_ONLY_GROWS = "a ledger only grows, correct a mistake by a new row with a reason"


class Database(Protocol):
    """A ledger's database. `name` is for people; it never contains a password."""

    name: str
    BEGINS_AHEAD: bool  # a transaction may stay open until there are rows to write

    def must_exist(self) -> None:
        """Raise NoLedger or ForeignLedger if that is known without a connection."""

    def make(self) -> None:
        """Make an empty place for a new ledger."""

    def lock(self) -> None:
        """Keep every other controller from writing; raise LedgerLocked if one does."""

    def release(self) -> None:
        """Undo `lock`."""

    def writer(self) -> sa.Engine:
        """Connections that sync each commit."""

    def reader(self) -> sa.Engine:
        """Connections that cannot write and that never hold up the writer."""

    def run(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> int:
        """A compiled statement of the writer; returns how many rows it changed."""

    def finish(self, connection: sa.Connection) -> None:
        """Tidy up before the writer closes."""

    def copy(self, connection: sa.Connection, to: Path) -> None:
        """Write the ledger as of one moment to a file, which is on disk when this returns."""

    def keep_copy(self, connection: sa.Connection, label: str) -> None:
        """Keep a copy beside the ledger before a migration."""

    def integrity(self, connection: sa.Connection) -> list[str]:
        """Errors that the database itself finds in its files."""

    def trouble(self, error: DBAPIError) -> StoreError:
        """Convert a driver's error."""


def database_of(url: str) -> Database:
    """The database that a URL names. Never print the whole URL: it may contain a password."""
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
    """Make the database itself refuse to change or delete rows."""
    text = f"{table}: {_ONLY_GROWS}"
    if connection.dialect.name == "sqlite":
        sqlite.append_only(connection, table, key, forbidden, text)
    else:
        postgresql.append_only(connection, table, forbidden, text)
