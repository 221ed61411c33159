"""How 0001.db was made: a ledger as the first schema left it. Kept to be read; the file is never made anew.

python tests/data/ledger/make_0001.py FOLDER
"""

import sys
from pathlib import Path

import sqlalchemy as sa

from controller.ledger.dialects import SQLite
from controller.ledger.migrations import upgrade
from controller.ledger.rows import GENESIS, Checkpoint, Row, canonical

DAYS = [None, "2026-11-17", "2026-11-17", None, "2026-11-18", "2026-11-17", "2026-11-18", "2026-11-18"]


def make(file: Path) -> None:
    database = SQLite(file)
    database.make()
    engine = database.writer()
    with engine.begin() as connection:
        upgrade(connection, "0001")
        tables = sa.MetaData()
        tables.reflect(connection)
        head = GENESIS
        for seq, day in enumerate(DAYS * 6, 1):
            transfers = [["seat:2", "wagers", 5_000_000, "wager"]] if day else []
            row = Row.link(
                head, seq, 1_763_000_000_000 + seq, seq, seq > 9, "lock" if day else "start", day, seq if day else None,
                canonical({"hand": seq}), canonical(transfers),
            )  # fmt: skip
            values = dict(zip(tables.tables["journal"].c.keys(), (*row.columns(), row.hash), strict=True))
            connection.execute(tables.tables["journal"].insert(), values)
            head = row.hash
        last = Checkpoint.at(seq, canonical({"round": seq}), head)
        connection.execute(
            tables.tables["checkpoint"].insert(),
            {"id": 1, "seq": last.seq, "state": last.state, "head": last.head, "hash": last.hash},
        )
    with engine.connect() as connection:
        database.finish(connection)
    engine.dispose()


if __name__ == "__main__":
    make(Path(sys.argv[1]) / "0001.db")
