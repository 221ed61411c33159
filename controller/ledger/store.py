"""The only writer of a ledger: rows, and the state after them, in one transaction with one sync.

Used from one thread at a time; writer.py owns that thread.
"""

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Self

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from controller.ledger import schema
from controller.ledger.database import Database, database_of
from controller.ledger.errors import LedgerExists, NoLedger, OutOfOrder, damaged
from controller.ledger.reader import read_checkpoint, read_row, troubles, version_of
from controller.ledger.rows import GENESIS, Checkpoint, Row, broken_link, new_stretches
from words.message import message

_TAIL = 32  # rows verified at each start; the audit verifies all


class Store:
    """An open ledger, locked against every other controller."""

    checkpoint: Checkpoint

    def __init__(self, database: Database) -> None:
        self.name = database.name
        self._database = database
        self._day: str | None = None
        self._begun: sa.RootTransaction | None = None  # begun ahead of the next append
        database.lock()
        try:
            self._engine = database.writer()
            with troubles(database):
                self._connection = self._engine.connect()
        except BaseException:
            database.release()
            raise
        c = schema.checkpoint.c
        update = schema.checkpoint.update().where(c.hash == sa.bindparam("expected"))
        update = update.values({name: sa.bindparam(f"new_{name}") for name in ("seq", "state", "head", "hash")})
        self._update = str(update.compile(self._engine))
        self._insert = str(schema.journal.insert().compile(self._engine))

    @staticmethod
    def refuse_existing(url: str) -> None:
        """Raises if there is a ledger already; makes nothing."""
        database = database_of(url)
        with contextlib.suppress(NoLedger):
            database.must_exist()
            _refuse_tables(database)

    @classmethod
    def create(cls, url: str, first_rows: Sequence[Row], state: str) -> Self:
        """Creates a new ledger in an empty place."""
        database = database_of(url)
        database.make()
        _refuse_tables(database)
        store = cls(database)
        try:
            with troubles(database), store._connection.begin():
                store.checkpoint = schema.create(store._connection)
                target = store._following(first_rows, state)
                store._put(first_rows, target)
            store._advance(first_rows, target)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, url: str) -> Self:
        """Opens an existing ledger, and migrates one from an earlier release; takes the same time for any length."""
        database = database_of(url)
        database.must_exist()
        with _looking_at(database) as connection:
            version_of(connection, database.name)
        store = cls(database)
        try:
            with troubles(database):
                store._migrate()
                store._load()
        except BaseException:
            store.close()
            raise
        return store

    def append(self, rows: Sequence[Row], state: str) -> None:
        """When this returns, the rows are on disk. Repeating an append whose outcome is unknown changes nothing."""
        target = self._following(rows, state)
        if target == self.checkpoint:
            return
        try:
            begun, self._begun = self._begun or self._connection.begin(), None
            with begun:
                self._put(rows, target)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise self._database.trouble(error) from error
            self._put_after_restart(rows, target)
        self._advance(rows, target)

    def make_ready(self) -> None:
        """Begins the next append's transaction in an idle moment. Errors are left to the append, so that the calling
        thread survives."""
        if self._database.BEGINS_AHEAD and self._begun is None and not self._connection.closed:
            with contextlib.suppress(Exception):
                self._begun = self._connection.begin()

    def close(self) -> None:
        """Release the ledger; may be called twice."""
        if not self._connection.closed:
            if self._begun is not None:
                self._begun.rollback()
            self._database.finish(self._connection)
            self._connection.close()
            self._engine.dispose()
            self._database.release()

    def _following(self, rows: Sequence[Row], state: str) -> Checkpoint:
        """The checkpoint after these rows; raises unless they continue the journal or already are its end."""
        if not rows:
            raise OutOfOrder("no_row", name=self.name)
        was, target = self.checkpoint, Checkpoint.at(rows[-1].seq, state, rows[-1].hash)
        if target != was and (wrong := broken_link(rows, was.seq, was.head)):
            raise OutOfOrder("out_of_order", name=self.name, flaw=wrong)
        return target

    def _put(self, rows: Sequence[Row], target: Checkpoint) -> None:
        run, connection = self._database.run, self._connection
        values = (target.seq, target.state, target.head, target.hash, self.checkpoint.hash)
        if run(connection, self._update, values) != 1:
            raise damaged(self.name, message("findings.checkpoint_changed"))
        for row in rows:
            run(connection, self._insert, (*row.columns(), row.hash))
        for first_seq, day in new_stretches(rows, self._day):
            self._connection.execute(schema.days.insert(), {"first_seq": first_seq, "day": day})

    def _put_after_restart(self, rows: Sequence[Row], target: Checkpoint) -> None:
        """The server was lost during the commit: its checkpoint tells whether it had committed."""
        with troubles(self._database), self._connection.begin():
            if read_checkpoint(self._connection, self.name) != target:
                self._put(rows, target)

    def _advance(self, rows: Sequence[Row], target: Checkpoint) -> None:
        self.checkpoint = target
        self._day = next((row.day for row in reversed(rows) if row.day is not None), self._day)

    def _migrate(self) -> None:
        with self._connection.begin():
            if version_of(self._connection, self.name) == schema.VERSIONS[-1]:
                return
        from controller.ledger.migrations import upgrade  # Alembic costs 10 MB

        self._database.keep_copy(self._connection, f"before-{schema.VERSIONS[-1]}")
        count = sa.select(sa.func.count()).select_from(schema.journal)
        with self._connection.begin():
            before = self._connection.scalar(count)
            upgrade(self._connection)
            if self._connection.scalar(count) != before:
                raise damaged(self.name, message("findings.migration"))

    def _load(self) -> None:
        """Reads and verifies the checkpoint and the last rows."""
        newest = sa.select(*schema.journal.c).order_by(schema.journal.c.seq.desc()).limit(_TAIL + 1)
        last_day = sa.select(schema.days.c.day).order_by(schema.days.c.first_seq.desc()).limit(1)
        with self._connection.begin():
            checkpoint = read_checkpoint(self._connection, self.name)
            records = self._connection.execute(newest).all()
            self._day = self._connection.scalar(last_day)
            differences = schema.differences(self._connection)
        if differences:
            raise damaged(self.name, differences[0])
        if not checkpoint.sound():
            raise damaged(self.name, message("findings.checkpoint"))
        tail = [read_row(record, self.name) for record in reversed(records)]
        if not tail or (tail[-1].seq, tail[-1].hash) != (checkpoint.seq, checkpoint.head):
            raise damaged(self.name, message("findings.journal_end"))
        seq, link = 0, GENESIS
        if len(tail) > _TAIL:
            seq, link = tail[0].seq, tail.pop(0).hash
        if wrong := broken_link(tail, seq, link):
            raise damaged(self.name, wrong)
        self.checkpoint = checkpoint


def _refuse_tables(database: Database) -> None:
    with _looking_at(database) as connection:
        if sa.inspect(connection).get_table_names():
            raise LedgerExists("ledger_exists", name=database.name)


@contextmanager
def _looking_at(database: Database) -> Iterator[sa.Connection]:
    """A read-only connection: nothing may change in a database that may not be a ledger."""
    engine = database.reader()
    try:
        with troubles(database), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()
