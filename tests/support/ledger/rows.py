"""Rows for the ledger's tests, and ways to tamper with them behind its back."""

from typing import Any

import sqlalchemy as sa

from controller.ledger import schema
from controller.ledger.audit import audit
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Checkpoint, Row, canonical
from controller.ledger.store import Store

EMPTY = Checkpoint.at(0, "{}", GENESIS)


def next_rows(checkpoint: Checkpoint, count: int = 1, day: str | None = "2026-11-18") -> list[Row]:
    """Locks of two seats, each after the other."""
    rows: list[Row] = []
    seq, head = checkpoint.seq, checkpoint.head
    for _ in range(count):
        seq += 1
        body = canonical({"hand": seq, "spots": ["1/bonus", "4/bonus"], "note": "é"})
        transfers = canonical([["seat:1", "wagers", 5_000_000, "wager"], ["seat:4", "wagers", 5_000_000, "wager"]])
        rows.append(Row.link(head, seq, 1_763_000_000_000 + seq, seq * 7, True, "lock", day, seq, body, transfers))
        head = rows[-1].hash
    return rows


def state_after(seq: int) -> str:
    return canonical({"balances": {"meter": 1_250_000_000 + seq}, "round": seq})


def new_store(url: str, rows: int = 1) -> Store:
    return Store.create(url, next_rows(EMPTY, rows), state_after(rows))


def append(store: Store, count: int = 1, day: str | None = "2026-11-18") -> list[Row]:
    rows = next_rows(store.checkpoint, count, day)
    store.append(rows, state_after(rows[-1].seq))
    return rows


def sql(url: str, statement: str, values: dict[str, Any] | None = None) -> Any:
    """Straight to the database, past every guard of ours but its own."""
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            result = connection.execute(sa.text(statement), values or {})
            return result.scalar() if result.returns_rows else result.rowcount
    finally:
        engine.dispose()


def drop_guards(url: str) -> None:
    if url.startswith("sqlite"):
        for table in ("journal", "days"):
            for verb in ("update", "delete", "replace"):
                sql(url, f"DROP TRIGGER {table}_no_{verb}")
        for verb in ("delete", "replace"):
            sql(url, f"DROP TRIGGER checkpoint_no_{verb}")
    else:
        sql(url, "DROP FUNCTION ledger_only_grows CASCADE")


def put_guards_back(url: str) -> None:
    """So that what was tampered with has to be found by itself."""
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            schema.guard(connection)
    finally:
        engine.dispose()


def sound(url: str) -> bool:
    reader = Reader(url)
    try:
        return audit(reader, []) == []
    finally:
        reader.close()
