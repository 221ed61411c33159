"""Does the table grow slower with its history? Start-up and LOCK with a long past against an empty one, in one run.

.venv/bin/python -m bench.growth --wagers 25000000
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from bench.figures import percentile, write
from bench.history import make
from bench.lock import sign
from bench.rig import Rig, rig

MOST = 1.2
STARTS = 7
ROUNDS = 150


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--wagers", type=int, default=250_000)
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    with (
        tempfile.TemporaryDirectory(dir=chosen.folder) as empty,
        tempfile.TemporaryDirectory(dir=chosen.folder) as full,
        rig(Path(empty)) as young,
        rig(Path(full)) as old,
    ):
        young.init()
        began = time.monotonic()
        book = make(old.config, Path(full), chosen.wagers)
        took = time.monotonic() - began
        os.sync()  # the past is long on the disk, not still on its way there
        for table in (young, old):
            table.hire()
        starts: dict[str, list[float]] = {"young": [], "old": []}
        for _ in range(STARTS):
            for name, table in (("young", young), ("old", old)):
                starts[name].append(table.start())
                table.stop()
        locks: dict[str, list[int]] = {"young": [], "old": []}
        for _ in range(3):
            for name, table in (("young", young), ("old", old)):
                locks[name].append(percentile(_locks(table), 0.5))
        size = sum(path.stat().st_size for path in Path(full).glob("ledger.db*"))
    start = {name: sorted(times)[STARTS // 2] for name, times in starts.items()}
    lock = {name: min(times) for name, times in locks.items()}
    ratios = {
        "start-up, old / empty": round(start["old"] / start["young"], 2),
        "LOCK to sign p50, old / empty": round(lock["old"] / lock["young"], 2),
    }
    write(
        f"growth-{chosen.wagers}",
        {
            "wagers in the history": chosen.wagers,
            "rows": book.seq,
            "megabytes": round(size / 1e6),
            "seconds to write it": round(took),
            **{f"start-up s, {name}": round(seconds, 3) for name, seconds in start.items()},
            **{f"LOCK to sign ms, {name}": round(ns / 1e6, 3) for name, ns in lock.items()},
            **ratios,
        },
    )
    if max(ratios.values()) > MOST:
        raise SystemExit(f"a long history costs more than {MOST} times an empty one")


def _locks(table: Rig) -> list[int]:
    """LOCK latencies of one sitting."""
    table.start()
    table.do("clock confirm")
    table.do("table open")
    with sign(table.broker.port, ROUNDS) as received:
        written = table.play(ROUNDS)
        took = [after - before for before, after in zip(written, next(received), strict=True)]
    table.do("table close")
    table.stop()
    return took


if __name__ == "__main__":
    main()
