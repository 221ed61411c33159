"""`litbet bench`: a whole table without hardware."""

import argparse
import math
import sys
from pathlib import Path
from typing import Any

from controller.cli.shared import command


def add(groups: Any) -> None:
    made = command(
        groups,
        "bench",
        bench,
        "run a whole table here, without hardware",
        "bench --hands 500 --speed 100 --seed 7 --json",
    )
    made.add_argument("--config", type=Path, metavar="FILE", help="a table's file with one serial board")
    made.add_argument(
        "--dir", type=Path, metavar="DIR", help="keep the ledger there (otherwise nothing is left behind)"
    )
    made.add_argument("--hands", type=_hands, metavar="N", help="play N hands by itself and print what came of it")
    made.add_argument("--watch", action="store_true", help="play by itself, with the pages open to be looked at")
    made.add_argument("--speed", type=_speed, default=1.0, metavar="S", help="how many times faster than real time")
    made.add_argument("--seed", type=int, default=1, metavar="N", help="which hands are played")


def bench(args: argparse.Namespace) -> int:
    from testbed.bench.broker import BrokerError
    from testbed.bench.errors import BenchError
    from testbed.bench.run import run_bench

    try:
        return run_bench(args)
    except (BenchError, BrokerError) as error:
        print(error, file=sys.stderr)
        return 1


def _hands(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError("write a whole number from 1 to 1000000")
    return int(text)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = math.nan
    if not 0.1 <= speed <= 300:
        raise argparse.ArgumentTypeError("write a number from 0.1 to 300")
    return speed
