"""How many rows a second the audit proves, beside what SQLite needs only to read them, and to read them and take a
SHA-256 of each body.

    .venv/bin/python -m benchmarks.audit --wagers 250000
"""

import argparse
import hashlib
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import write
from benchmarks.history import make
from controller.config.load import load
from controller.config.resources import shipped
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.reader import Reader

MOST = 120.0  # times a bare scan
RUNS = 3


def scan(file: Path) -> None:
    """Every column of every row."""
    rows = sqlite3.connect(file)
    for _ in rows.execute("SELECT * FROM journal ORDER BY seq"):
        pass
    rows.close()


def hashed(file: Path) -> None:
    rows = sqlite3.connect(file)
    for *_, body, _transfers, _hash in rows.execute("SELECT * FROM journal ORDER BY seq"):
        hashlib.sha256(body.encode()).digest()
    rows.close()


def proved(file: Path) -> None:
    """As `litbet audit` does."""
    reader = Reader(f"sqlite:///{file}")
    findings = audit(reader, invariants())
    reader.close()
    assert not findings, findings[0].message


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--wagers", type=int, default=250_000)
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    ways: dict[str, Callable[[Path], None]] = {"scan": scan, "scan and SHA-256": hashed, "audit": proved}
    took: dict[str, list[float]] = {name: [] for name in ways}
    with tempfile.TemporaryDirectory(dir=chosen.folder) as own:
        rows = make(load(shipped("config") / "table.toml"), Path(own), chosen.wagers).seq
        for _ in range(RUNS):
            for name, way in ways.items():
                began = time.perf_counter()
                way(Path(own) / "ledger.db")
                took[name].append(time.perf_counter() - began)
    best = {name: min(each) for name, each in took.items()}
    write(
        "audit",
        {
            "rows": rows,
            **{f"{name}, rows a second": round(rows / seconds) for name, seconds in best.items()},
            "audit / scan": round(best["audit"] / best["scan"], 1),
            "audit / scan and SHA-256": round(best["audit"] / best["scan and SHA-256"], 1),
        },
    )
    if best["audit"] > MOST * best["scan"]:
        raise SystemExit(f"the audit takes more than {MOST:g} times a bare scan")


if __name__ == "__main__":
    main()
