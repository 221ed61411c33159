"""From the LOCK key's byte on the serial line, six seats lit, to the synced commit, and on to the lamps' frame back at
the board: beside the library chain and the raw chain, each with a lamp, in the same run.

All three report a commit by their own clock, once the commit has returned. That the controller's report is true is
checked from outside: under strace, the sync of each LOCK's row must have returned before the report and the lamps.

    .venv/bin/python -m benchmarks.edge --n 300
"""

import argparse
import re
import tempfile
import time
from pathlib import Path

from benchmarks.figures import percentile, times, write
from benchmarks.floor_chain import lamp_chain
from benchmarks.rig import PACE, rig

MOST = {"commit": 1.8, "lamp": 2.2}  # times the library chain, at the median
RUNS = 5
PROOFS = 50  # rounds under strace
STAMP = re.compile(r"^\d+ +(\d+)\.(\d{6}) .*f(?:data)?sync.*= 0 <(\d+)\.(\d{6})>$")


def litbet(folder: Path, n: int, gap: float) -> tuple[list[int], list[int]]:
    """Nanoseconds to the commit and to the lamps, for each of n rounds."""
    with tempfile.TemporaryDirectory(dir=folder) as own, rig(Path(own), prompt=True) as table:
        table.init()
        table.start()
        table.do("table open")
        with table.commits("lock", n) as committed:
            pressed = table.play(n, gap)
        return _since(pressed, committed), _since(pressed, table.shown)


def early(folder: Path, n: int) -> int:
    """How many of n LOCKs were reported, or their lamps lit, before a sync had returned since the key."""
    with tempfile.TemporaryDirectory(dir=folder) as own, rig(Path(own), prompt=True) as table:
        trace = Path(own) / "trace"
        table.init()
        table.start("strace", "-D", "-f", "-ttt", "-T", "-e", "trace=fsync,fdatasync", "-o", str(trace))
        table.do("table open")
        with table.commits("lock", n) as committed:
            pressed = table.play(n)
        table.stop()
        apart = time.time_ns() - time.monotonic_ns()  # strace prints the time of day
        returned = [ns - apart for ns in synced(trace.read_text())]
        reported = [min(pair) for pair in zip(committed, table.shown, strict=True)]
        pairs = zip(pressed, reported, strict=True)
        return sum(not any(before < ns < after for ns in returned) for before, after in pairs)


def synced(trace: str) -> list[int]:
    """When each sync returned. strace prints a resumed call at its return, any other at its beginning."""
    return [
        int(second + micro) * 1000 + (0 if "resumed" in line else int(seconds + micros) * 1000)
        for line in trace.splitlines()
        for second, micro, seconds, micros in STAMP.findall(line)
    ]


def _since(pressed: list[int], then: list[int]) -> list[int]:
    return [after - before for before, after in zip(pressed, then, strict=True)]


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=300, help="rounds in each run")
    options.add_argument("--gap", type=float, default=PACE, help="seconds between two presses")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    runs: dict[tuple[str, str], list[list[int]]] = {}
    for _ in range(RUNS):
        for chain in ("litbet", "library", "raw"):
            size = chosen.folder, chosen.n, chosen.gap
            for what, took in zip(MOST, litbet(*size) if chain == "litbet" else lamp_chain(chain, *size), strict=True):
                runs.setdefault((what, chain), []).append(took)
    p50 = {name: min(percentile(run, 0.5) for run in each) / 1e6 for name, each in runs.items()}
    p99 = {name: min(percentile(run, 0.99) for run in each) / 1e6 for name, each in runs.items()}
    ratios = {
        (what, floor): times(runs[what, "litbet"], runs[what, floor], 0.5)
        for what in MOST
        for floor in ("library", "raw")
    }
    early_reports = early(chosen.folder, PROOFS)
    write(
        "edge",
        {
            **{f"{what}, {chain}, p50 ms": round(ms, 3) for (what, chain), ms in p50.items()},
            **{f"{what}, {chain}, p99 ms (best of {RUNS})": round(ms, 3) for (what, chain), ms in p99.items()},
            **{f"{what}, litbet / {floor}, p50": round(ratio, 2) for (what, floor), ratio in ratios.items()},
            f"told before the sync, of {PROOFS}": early_reports,
        },
    )
    if early_reports:
        raise SystemExit(f"{early_reports} of {PROOFS} LOCKs were told or shown before they were on disk")
    for what, most in MOST.items():
        if ratios[what, "library"] > most:
            raise SystemExit(f"LOCK to {what} takes more than {most} times the library chain")


if __name__ == "__main__":
    main()
