"""Does the table grow slower with its history? All that law 10 names (start-up, LOCK, the daily post, status) with a
long past against an empty one, in one run.

.venv/bin/python -m benchmarks.growth --wagers 25000000
"""

import argparse
import os
import tempfile
import time
from pathlib import Path

from benchmarks.figures import percentile, write
from benchmarks.history import make
from benchmarks.lock import to_sign
from benchmarks.rig import Rig, rig

MOST = 1.2
STARTS = 7
ROUNDS = 75
SITTINGS = 4  # in turns: the best of each counts, so that a slow minute of the machine does not
POSTS = 3  # a sitting
LOOKS = 100
ASKED = ("LOCK to sign", "daily post", "status")


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
        best: dict[tuple[str, str], int] = {}
        for _ in range(SITTINGS):
            for name, table in (("young", young), ("old", old)):
                for what, times in zip(ASKED, _sitting(table), strict=True):
                    best[what, name] = min(percentile(times, 0.5), best.get((what, name), 1 << 60))
        size = sum(path.stat().st_size for path in Path(full).glob("ledger.db*"))
    start = {name: sorted(times)[STARTS // 2] for name, times in starts.items()}
    ratios = {
        "start-up, old / empty": round(start["old"] / start["young"], 2),
        **{f"{what} p50, old / empty": round(best[what, "old"] / best[what, "young"], 2) for what in ASKED},
    }
    write(
        f"growth-{chosen.wagers}",
        {
            "wagers in the history": chosen.wagers,
            "rows": book.seq,
            "megabytes": round(size / 1e6),
            "seconds to write it": round(took),
            **{f"start-up s, {name}": round(seconds, 3) for name, seconds in start.items()},
            **{f"{what} ms, {name}": round(ns / 1e6, 3) for (what, name), ns in best.items()},
            **ratios,
        },
    )
    if max(ratios.values()) > MOST:
        raise SystemExit(f"a long history costs more than {MOST} times an empty one")


def _sitting(table: Rig) -> tuple[list[int], list[int], list[int]]:
    """Latencies of LOCK, of the daily post and of status."""
    table.start()
    table.do("clock confirm")
    table.do("table open")
    locks = to_sign(table, ROUNDS)
    posts = [_post(table) for _ in range(POSTS)]
    looks = [_took(table, "status") for _ in range(LOOKS)]
    table.do("table close")
    table.stop()
    return locks, posts, looks


def _post(table: Rig) -> int:
    """Held until the new day has begun and somebody has logged in, so that only the post itself is timed."""
    table.play(1)
    table.do("jackpot hold-post", reason="to be timed")
    with table.commits("day_start", 1):
        table.do("bench wind")
    table.log_in()
    with table.commits("post", 1):
        return _took(table, "jackpot release-post")


def _took(table: Rig, command: str) -> int:
    """Nanoseconds to the answer."""
    asked = time.monotonic_ns()
    table.do(command)
    return time.monotonic_ns() - asked


if __name__ == "__main__":
    main()
