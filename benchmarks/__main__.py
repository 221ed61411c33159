"""Every figure in one run: each benchmark in turn, then one table, one line of history and one drawing.

    .venv/bin/python -m benchmarks            # with the peers, from the package indexes; two hours
    .venv/bin/python -m benchmarks --quick    # the ratios that have a bound, without the network: `make figures`

A benchmark that fails (a bound that does not hold, or an error) is run once more, and does not end the others; the run
fails at the end. What each stage took stands in the line of history.
"""

import argparse
import json
import os
import platform
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.chart import chart
from benchmarks.figures import RESULTS
from benchmarks.targets import TARGETS, Target
from controller import __version__
from controller.reports.layout.svg import as_svg

HISTORY = RESULTS / "history.jsonl"
QUICK, FULL = 600, 5400  # seconds: no stage takes as long; one that hangs does not hold up the others


class Stage(NamedTuple):
    """A benchmark and its arguments; None: not in such a run."""

    module: str
    full: str
    quick: str | None


STAGES = (
    Stage("lock", "--n 500", "--n 100"),
    Stage("edge", "--n 300", "--n 60"),
    Stage("second_copy", "--n 200", "--n 30"),
    Stage("cold_start", "--n 25", "--n 15"),
    Stage("footprint", "--n 300", "--n 200"),
    Stage("idle", "--seconds 60", "--seconds 30"),
    Stage("growth", "--wagers 2500000", "--wagers 100000"),
    Stage("signs", "--n 200 --signs 1 200 1000", "--n 60 --outages 2"),
    Stage("audit", "--wagers 250000", "--wagers 100000"),
    Stage("peers", "--n 200", None),
    Stage("play", "", None),
    Stage("years", "--years 0.05", None),
    Stage("pixels", "--signs 20 --n 40", None),
    Stage("day_of_play", "--hours 3 --speed 300", None),
    Stage("load", "--minutes 60", None),
)


def run(stage: Stage, arguments: str, limit: int) -> tuple[dict[str, Any], bool]:
    """Its figures (none if it wrote none), and whether it succeeded."""
    print(f"\n== benchmarks.{stage.module} {arguments}", flush=True)
    began = time.time()
    benchmark = [sys.executable, "-m", f"benchmarks.{stage.module}", *arguments.split()]
    ended = subprocess.run(["timeout", "--verbose", str(limit), *benchmark], check=False)
    made = [path for path in RESULTS.glob(f"{stage.module}*.json") if path.stat().st_mtime >= began]
    return (json.loads(made[0].read_text()) if made else {}), ended.returncode == 0


def machine() -> dict[str, object]:
    """Of what kind it is; not which."""
    model = re.search(r"^(?:model name|Model)\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return {
        "cpu": model[1] if model else platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load": round(os.getloadavg()[2], 1),  # of others, before the run
    }


def table(measured: dict[Target, float]) -> list[str]:
    """As Markdown, which reads well in a terminal, too."""
    rows = [("figure", "measured", "target", "bound in CI", "")]
    for target, value in measured.items():
        state = "" if target.most is None else "met" if value <= target.most else "not met"
        most, bound = ("" if each is None else f"{each:g}" for each in (target.most, target.bound))
        rows.append((target.title, f"{value:g}", most, bound, state))
    return _markdown(rows)


def beside(found: dict[str, Any]) -> list[str]:
    """The peers' figures, a column each."""
    cells: dict[str, dict[str, object]] = {}
    for key, value in found.items():
        if named := re.match(r"(litbet|mqtt-io|Node-RED)(?:: |, )(.*)", key):
            cells.setdefault(named[2], {})[named[1]] = value
    names = sorted({name for row in cells.values() for name in row}, key=("litbet", "mqtt-io", "Node-RED").index)
    rows = [("", *names)]
    for what, row in cells.items():
        rows.append((what, *("none" if row.get(name) is None else str(row[name]) for name in names)))
    return _markdown(rows)


def _markdown(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--quick", action="store_true", help="only what has a bound, with fewer rounds")
    chosen = options.parse_args()
    line: dict[str, object] = {"at": datetime.now(UTC).isoformat(timespec="seconds"), "quick": chosen.quick}
    line |= {"litbet": __version__, **machine()}
    found: dict[str, dict[str, Any]] = {}
    seconds: dict[str, int] = {}
    failed = []
    limit = QUICK if chosen.quick else FULL
    for stage in STAGES:
        arguments = stage.quick if chosen.quick else stage.full
        if arguments is not None:
            began = time.monotonic()
            figures, succeeded = run(stage, arguments, limit)
            if not succeeded:  # other load on a shared machine may spoil one run; a real regression fails twice
                figures, succeeded = run(stage, arguments, limit)
            seconds[stage.module] = round(time.monotonic() - began)
            print(f"== {seconds[stage.module]} s", flush=True)
            found[stage.module] = figures
            failed += [] if succeeded else [stage.module]
    measured = {each: found[each.module][each.key] for each in TARGETS if each.key in found.get(each.module, {})}
    lines = [f"{line['at']}, load {line['load']} on {line['cores']} cores before the run", "", *table(measured)]
    if (last := RESULTS / "peers.json").exists():
        peers = json.loads(last.read_text())
        lines += ["", f"Beside the peers, {peers['at']}", "", *beside(peers)]
    print("", *lines, "", sep="\n")
    (RESULTS / "speed.md").write_text("\n".join(lines) + "\n")
    line |= {"seconds": seconds, "ratios": {each.title: value for each, value in measured.items()}}
    with HISTORY.open("a") as history:
        history.write(json.dumps(line) + "\n")
    runs = [json.loads(each) for each in HISTORY.read_text().splitlines()]
    (RESULTS / "speed.svg").write_text(as_svg(chart(measured, runs)))
    if failed:
        raise SystemExit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
