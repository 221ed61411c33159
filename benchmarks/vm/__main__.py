"""Power cuts by the hundred: python -m benchmarks.vm --cuts 200 --states 2000. Results: benchmarks/results/vm.json"""

import argparse
import tempfile
import time
from pathlib import Path
from random import Random

from benchmarks.figures import write
from benchmarks.vm.cuts import Figures, FrozenTable, crash_states, power_cuts

CONTROL_CUTS, CONTROL_STATES = 3, 40


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vm", description=__doc__)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=60.0, help="of play that is recorded for the states")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else time.time_ns() % 1_000_000
    random = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        table = FrozenTable(Path(folder))
        cuts = power_cuts(table, options.cuts, random, print)
        states = crash_states(table, options.states, options.seconds, random, print)
        no_cuts = power_cuts(table, CONTROL_CUTS, random, print, sync=False)
        no_states = crash_states(table, CONTROL_STATES, 10.0, random, _quiet, sync=False)
    figures: dict[str, object] = {"seed": seed}
    for name, found in (
        ("cuts", cuts),
        ("states", states),
        ("cuts, no syncs", no_cuts),
        ("states, no syncs", no_states),
    ):
        figures |= _result(name, found)
    write("vm", figures)
    return 0 if cuts.ok() and states.ok() and no_cuts.harmed and no_states.harmed else 1


def _result(name: str, found: Figures) -> dict[str, object]:
    return {
        name: found.cuts,
        f"{name}: rows acknowledged": found.acknowledged,
        f"{name}: with losses": found.harmed,
        f"{name}: what": [*found.lost, *found.doubled, *found.unsound][:5],
    }


def _quiet(_text: str) -> None:
    """The control's losses are many, and meant."""


if __name__ == "__main__":
    raise SystemExit(main())
