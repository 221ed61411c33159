"""Reads a ledger in short transactions, so that no reader holds up the writer."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from controller.ledger import schema
from controller.ledger.database import Database, database_of
from controller.ledger.errors import ForeignLedger, NoLedger, OtherVersion, damaged
from controller.ledger.rows import Checkpoint, Row
from words.message import Message, message

_ROWS = sa.select(*schema.journal.c).order_by(schema.journal.c.seq)
_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Extent:
    """What an audit compares the rows with, read in one transaction."""

    checkpoint: Checkpoint
    last: int  # the highest seq in the journal
    stretches: list[tuple[int, str]]  # (first seq, day), in order


class Reader:
    """A ledger, read-only; a controller may have it open at the same time."""

    def __init__(self, url: str) -> None:
        self._database = database_of(url)
        self.name = self._database.name
        self._database.must_exist()
        self._engine = self._database.reader()
        try:
            with self._reading() as connection:
                found = version_of(connection, self.name)
            if found != schema.VERSIONS[-1]:
                raise OtherVersion("older_schema", name=self.name, found=found)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._engine.dispose()

    def checkpoint(self) -> Checkpoint:
        with self._reading() as connection:
            return read_checkpoint(connection, self.name)

    def rows(self, after: int = 0, limit: int = _BATCH, until: int | None = None) -> list[Row]:
        """At most `limit` rows that come after row `after`, up to row `until`."""
        query = _ROWS.where(schema.journal.c.seq > after).limit(limit)
        if until is not None:
            query = query.where(schema.journal.c.seq <= until)
        with self._reading() as connection:
            return [read_row(record, self.name) for record in connection.execute(query)]

    def walk(self, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """All rows, in constant memory."""
        while rows := self.rows(after, until=until):
            yield from rows
            if rows[-1].seq <= after:
                raise damaged(self.name, message("findings.order", row=rows[-1].seq, after=after))
            after = rows[-1].seq

    def rows_of_day(self, day: str) -> Iterator[Row]:
        """The rows of one gaming day; no other day is read."""
        days, later = schema.days.alias(), schema.days.alias()
        end = sa.select(sa.func.min(later.c.first_seq)).where(later.c.first_seq > days.c.first_seq)
        query = sa.select(days.c.first_seq, end.scalar_subquery()).where(days.c.day == day)
        with self._reading() as connection:
            stretches = connection.execute(query.order_by(days.c.first_seq)).all()
        for first, next_first in stretches:
            until = None if next_first is None else next_first - 1
            yield from (row for row in self.walk(first - 1, until) if row.day == day)

    def days_from(self, day: str = "", limit: int | None = None) -> list[tuple[int, str]]:
        """The first row of each gaming day that has rows, from this day on: (first row, day)."""
        days = schema.days.c
        query = sa.select(sa.func.min(days.first_seq), days.day).where(days.day >= day)
        with self._reading() as connection:
            found = connection.execute(query.group_by(days.day).order_by(days.day).limit(limit))
            return [(first, name) for first, name in found]

    def last(self, kinds: Sequence[str], until: int) -> Row | None:
        """The newest row of these kinds up to row `until`."""
        journal = schema.journal.c
        query = sa.select(*journal).where(journal.kind.in_(kinds), journal.seq <= until).order_by(journal.seq.desc())
        with self._reading() as connection:
            record = connection.execute(query.limit(1)).one_or_none()
        return read_row(record, self.name) if record is not None else None

    def recent(self, kind: str, count: int, days: int = 31) -> list[Row]:
        """The newest rows of a kind, newest first, looking no further back than so many gaming days."""
        journal, starts = schema.journal, schema.days.c.first_seq
        floor = sa.select(starts).order_by(starts.desc()).limit(1).offset(days - 1).scalar_subquery()
        query = (
            sa.select(*journal.c)
            .where(journal.c.kind == kind, journal.c.seq >= sa.func.coalesce(floor, 1))
            .order_by(journal.c.seq.desc())
            .limit(count)
        )
        with self._reading() as connection:
            return [read_row(record, self.name) for record in connection.execute(query)]

    def find(self, kinds: Sequence[str], reached: Callable[[Row], bool]) -> int:
        """Bisects by a number that only rises: from the returned row on, rows of these kinds have `reached` it."""
        first, after = 1, self.checkpoint().seq + 1
        while first < after:
            middle = (first + after) // 2
            row = self._next(kinds, middle)
            if row is None or reached(row):
                after = middle
            else:
                first = row.seq + 1
        return first

    def _next(self, kinds: Sequence[str], seq: int) -> Row | None:
        query = _ROWS.where(schema.journal.c.seq >= seq, schema.journal.c.kind.in_(kinds)).limit(1)
        with self._reading() as connection:
            record = connection.execute(query).one_or_none()
        return None if record is None else read_row(record, self.name)

    def some(
        self, first: int, kinds: Sequence[str] = (), round_: int | None = None, until: int | None = None
    ) -> list[Row]:
        """The rows of these kinds, or of this round, from row `first` to row `until`."""
        c = schema.journal.c
        query = _ROWS.where(c.seq >= first, c.kind.in_(kinds) if kinds else c.round == round_)
        if until is not None:
            query = query.where(c.seq <= until)
        with self._reading() as connection:
            return [read_row(record, self.name) for record in connection.execute(query)]

    def copy(self, to: Path) -> None:
        """Writes the whole ledger as of this moment to a new file, while the controller continues to write."""
        with self._reading() as connection:
            self._database.copy(connection, to)

    def extent(self) -> Extent:
        with self._reading() as connection:
            checkpoint = read_checkpoint(connection, self.name)
            last = connection.scalar(sa.select(sa.func.max(schema.journal.c.seq))) or 0
            starts = connection.execute(sa.select(*schema.days.c).order_by(schema.days.c.first_seq))
            stretches = [(first, day) for first, day in starts]
        if any(type(day) is not str for _, day in stretches):
            raise damaged(self.name, message("findings.types_in_days"))
        return Extent(checkpoint, last, stretches)

    def integrity(self) -> list[str | Message]:
        """Errors that the database finds in its files, and tables and triggers that are not ours."""
        with self._reading() as connection:
            return [*self._database.integrity(connection), *schema.differences(connection)]

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with troubles(self._database), self._engine.connect() as connection:
            yield connection


@contextmanager
def troubles(database: Database) -> Iterator[None]:
    """Converts the driver's errors."""
    try:
        yield
    except DBAPIError as error:
        raise database.trouble(error) from error
    except UnicodeDecodeError as error:  # a flipped bit in the schema's text
        raise damaged(database.name, message("findings.no_text")) from error


def version_of(connection: sa.Connection, name: str) -> str:
    """The schema's version; raises unless this is a ledger that this program knows."""
    tables = set(sa.inspect(connection).get_table_names())
    if not tables:
        raise NoLedger("empty", name=name)
    if not {"alembic_version", "journal", "checkpoint"} <= tables:
        raise ForeignLedger("something_else", name=name)
    found = connection.scalar(sa.select(schema.version.c.version_num))
    if found not in schema.VERSIONS:
        raise OtherVersion("newer_schema", name=name, found=found, ours=schema.VERSIONS[-1])
    return str(found)


def read_checkpoint(connection: sa.Connection, name: str) -> Checkpoint:
    c = schema.checkpoint.c
    record = connection.execute(sa.select(c.seq, c.state, c.head, c.hash).where(c.id == 1)).one_or_none()
    if record is None:
        raise damaged(name, message("findings.no_checkpoint"))
    if tuple(map(type, record)) != (int, str, bytes, bytes):
        raise damaged(name, message("findings.types_in_checkpoint"))
    return Checkpoint(*record)


def read_row(record: Sequence[Any], name: str) -> Row:
    """Checks the types: a flipped bit can change a value's type, even in a STRICT table."""
    seq, utc, mono, trusted, kind, day, round_, body, transfers, hash_ = record
    right = (
        type(seq) is type(utc) is type(mono) is type(trusted) is int
        and type(kind) is type(body) is type(transfers) is str
        and type(hash_) is bytes
        and (day is None or type(day) is str)
        and (round_ is None or type(round_) is int)
        and trusted in (0, 1)
    )
    if not right:
        raise damaged(name, message("findings.types_in_row", row=str(seq)))
    return Row(seq, utc, mono, trusted == 1, kind, day, round_, body, transfers, hash_)
