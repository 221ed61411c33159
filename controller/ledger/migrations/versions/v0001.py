"""The ledger of the first release: journal, checkpoint and the index of gaming days."""

import sqlalchemy as sa
from alembic import op

from controller.ledger.database import append_only

revision = "0001"
down_revision = None

_INTEGER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "journal",
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
    op.create_table(
        "checkpoint",
        sa.Column("id", _INTEGER, primary_key=True, autoincrement=False),
        sa.Column("seq", _INTEGER, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("id = 1", "checkpoint_one"),
        sa.CheckConstraint("length(head) = 32 AND length(hash) = 32", "checkpoint_hash"),
        sqlite_strict=True,
    )
    op.create_table(
        "days",
        sa.Column("first_seq", _INTEGER, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("days_day", "days", ["day"])
    append_only(op.get_bind(), "journal", "seq", "UPDATE", "DELETE")
    append_only(op.get_bind(), "days", "first_seq", "UPDATE", "DELETE")
    append_only(op.get_bind(), "checkpoint", "id", "DELETE")
