"""Where each gaming day begins in the journal, so that a day's report reads that day alone."""

import sqlalchemy as sa
from alembic import op

from controller.ledger.dialects import append_only

revision = "0002"
down_revision = "0001"

_INTEGER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "days",
        sa.Column("first_seq", _INTEGER, primary_key=True, autoincrement=False),
        sa.Column("day", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("days_day", "days", ["day"])
    op.execute(
        "INSERT INTO days (first_seq, day) "
        "SELECT seq, day FROM (SELECT seq, day, lag(day) OVER (ORDER BY seq) AS before FROM journal "
        "WHERE day IS NOT NULL) AS dated WHERE before IS NULL OR before <> day"
    )
    append_only(op.get_bind(), "days", "first_seq", "UPDATE", "DELETE")
