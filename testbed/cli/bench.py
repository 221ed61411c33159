"""`litbet bench`: a whole table without hardware."""

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from controller.cli.shared import command, whole
from controller.cli.speech import say, text


def add(groups: Any) -> None:
    made = command(groups, "bench", bench, "bench --hands 500 --speed 100 --seed 7 --json")
    made.add_argument("--config", type=Path, metavar="FILE")
    made.add_argument("--dir", type=Path, metavar="DIR")
    made.add_argument("--hands", type=whole(1, 1_000_000), metavar="N")
    made.add_argument("--watch", action="store_true")
    made.add_argument("--speed", type=_speed, default=1.0, metavar="S")
    made.add_argument("--seed", type=int, default=1, metavar="N")


def bench(args: argparse.Namespace) -> int:
    from testbed.bench.errors import BenchError
    from testbed.bench.run import run_bench

    try:
        return run_bench(args)
    except BenchError as error:
        print(say(error.message), file=sys.stderr)
        return 1


def _speed(typed: str) -> float:
    try:
        speed = float(typed)
    except ValueError:
        speed = math.nan
    if not 0.1 <= speed <= 300:
        raise argparse.ArgumentTypeError(text("bench.speed"))
    return speed
