"""The current tables; migrations/ migrates the ledger of an earlier release to this schema."""

import sqlalchemy as sa

from controller.ledger.database import append_only
from controller.ledger.rows import GENESIS, Checkpoint
from words.message import Message, message

VERSIONS = ("0001",)  # every released schema; the last one is this one

_INTEGER = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # 64 bits on both
metadata = sa.MetaData()

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("seq", _INTEGER, primary_key=True, autoincrement=False),
    sa.Column("utc", _INTEGER, nullable=False),
    sa.Column("mono", _INTEGER, nullable=False),
    sa.Column("trusted", _INTEGER, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("day", sa.Text),
    sa.Column("round", _INTEGER),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("transfers", sa.Text, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("seq > 0", "journal_seq"),
    sa.CheckConstraint("trusted IN (0, 1)", "journal_trusted"),
    sa.CheckConstraint("length(hash) = 32", "journal_hash"),
    sqlite_strict=True,
)

checkpoint = sa.Table(
    "checkpoint",
    metadata,
    sa.Column("id", _INTEGER, primary_key=True, autoincrement=False),
    sa.Column("seq", _INTEGER, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("head", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("id = 1", "checkpoint_one"),
    sa.CheckConstraint("length(head) = 32 AND length(hash) = 32", "checkpoint_hash"),
    sqlite_strict=True,
)

# Each stretch of rows of one gaming day begins here, so that a day's report reads only that day. A day has several
# stretches if a wrong clock was corrected. An index on journal.day would cost a page per commit.
days = sa.Table(
    "days",
    metadata,
    sa.Column("first_seq", _INTEGER, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Text, nullable=False),
    sa.Index("days_day", "day"),
    sqlite_strict=True,
)

version = sa.Table(  # as Alembic makes it
    "alembic_version",
    metadata,
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def guard(connection: sa.Connection) -> None:
    """The triggers with which the database itself refuses to change or delete rows."""
    append_only(connection, "journal", "seq", "UPDATE", "DELETE")
    append_only(connection, "days", "first_seq", "UPDATE", "DELETE")
    append_only(connection, "checkpoint", "id", "DELETE")


def create(connection: sa.Connection) -> Checkpoint:
    """An empty ledger in an empty database; the caller adds the first rows in the same transaction."""
    metadata.create_all(connection, checkfirst=False)
    guard(connection)
    connection.execute(version.insert(), {"version_num": VERSIONS[-1]})
    empty = Checkpoint.at(0, "{}", GENESIS)
    values = {"id": 1, "seq": empty.seq, "state": empty.state, "head": empty.head, "hash": empty.hash}
    connection.execute(checkpoint.insert(), values)
    return empty


def differences(connection: sa.Connection) -> list[Message]:
    """Tables and triggers of a SQLite file that differ from a new ledger's: without its triggers a ledger is not
    protected against changes. On a server the grants protect them."""
    if connection.dialect.name != "sqlite":
        return []
    fresh = sa.create_engine("sqlite://")
    try:
        with fresh.connect() as made:
            create(made)
            ours = _definitions(made)
    finally:
        fresh.dispose()
    found = _definitions(connection)
    return [
        message("findings.schema_changed" if (kind, name) in found else "findings.schema_missing", kind=kind, name=name)
        for kind, name in sorted(ours.keys() | found.keys())
        if ours.get((kind, name)) != found.get((kind, name))
    ]


def _definitions(connection: sa.Connection) -> dict[tuple[str, str], str]:
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    return {(kind, name): " ".join(sql.split()) for kind, name, sql in connection.exec_driver_sql(query)}
