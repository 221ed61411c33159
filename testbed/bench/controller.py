"""The controller of a bench, in its own process: reads the table's files and serves the table.

python -m testbed.bench.controller --config FILE --dir DIR --start MS [--broker PORT --board PORT [--signs DIR]]
"""

import argparse
import sys
from pathlib import Path

from controller.cli.errors import exit_status
from controller.cli.parser import Parser
from controller.cli.shared import elsewhere, file_of, of_a_table
from controller.cli.speech import say
from controller.config.reading import Reading


def main() -> int:
    made = of_a_table(Parser("bench controller", prog="testbed.bench.controller"))
    made.add_argument("--start", type=int, required=True, metavar="MS")
    made.add_argument("--speed", type=float, default=1.0, metavar="S")
    made.add_argument("--broker", type=int, metavar="PORT")
    made.add_argument("--board", metavar="PORT")
    made.add_argument("--signs", type=Path, metavar="DIR")
    args = made.parse_args()
    return exit_status(lambda: run(args))


def run(args: argparse.Namespace) -> int:
    reading = Reading(file_of(args))  # in a child process; everything else is imported meanwhile, as in `litbet run`
    from controller.daemon.log import logging_to
    from controller.daemon.service import serve
    from testbed.bench.clock import BenchClock
    from testbed.bench.table import bench_io, wired

    with logging_to(sys.stderr):
        config = elsewhere(args, reading.config())
        if args.broker:
            config = wired(config, args.board, args.signs, args.broker)
        serve(config, bench_io(config, BenchClock(args.start, args.speed)), say, moved=bool(args.dir))


if __name__ == "__main__":
    sys.exit(main())
