"""The controller of a bench, in its own process: the table as a casino has it, on the bench's clock, board, numeric
signs and broker.

    python -m testbed.bench.controller --config FILE --dir DIR --start MS [--broker PORT --board PORT [--signs DIR]]
"""

import argparse
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from controller.cli.errors import exit_status
from controller.cli.parser import Parser
from controller.cli.shared import elsewhere, file_of, of_a_table
from controller.cli.speech import say
from controller.config.reading import Reading
from controller.config.settings import Config
from controller.daemon.assemble import Io, disk, machine
from controller.daemon.clock import now
from controller.daemon.log import logging_to
from controller.daemon.service import serve
from controller.ledger.bookkeeping import to_book
from controller.ledger.creation import create
from controller.ledger.writer import Writer
from controller.table.gaming_day import DAY, gaming_day, starts_at
from controller.table.rules import Rules
from testbed.bench.boards import at_broker, board_of, on_a_bench
from testbed.bench.clock import BenchClock

MORNING = 3_600_000  # ms of a gaming day that have passed after the clock was set to it


def create_ledger(config: Config, start: int, by: str) -> None:
    """Does what `litbet init` does, at the bench's time."""
    config.dir.mkdir(parents=True, exist_ok=True)
    create(config.ledger_url, config.rules, now(BenchClock(start)), config=config.digest, by=[by])


def wired(config: Config, board: str, signs: Path | None, broker: int) -> Config:
    """The table on the bench's lines. `signs` is the folder with the ports of its numeric signs."""
    config = at_broker(on_a_bench(config), broker)
    config = replace(config, drivers=(replace(board_of(config), port=board),))
    if signs is None:
        return config
    return replace(config, digit_signs=tuple(replace(sign, port=str(signs / sign.name)) for sign in config.digit_signs))


def bench_io(config: Config, clock: BenchClock) -> Io:
    """The machine's own disk and lines, with the bench's clock."""

    def writer(table: Config) -> Writer:
        found = disk(table)
        clock.wind(to_book(found.checkpoint).last.utc + 1000)  # an earlier bench may have run ahead of real time
        return found

    return replace(machine(config, clock), writer=writer, queries={"bench wind": lambda: wind(config.rules, clock)})


def wind(rules: Rules, clock: BenchClock) -> dict[str, Any]:
    """Sets the clock to just after the start of the next gaming day."""
    tomorrow: date = gaming_day(clock.utc(), rules.roll, rules.zone) + DAY
    clock.wind(starts_at(tomorrow, rules.roll, rules.zone) + MORNING)
    return {"utc": clock.utc(), "day": tomorrow.isoformat()}


def main() -> int:
    made = of_a_table(Parser("bench controller", prog="testbed.bench.controller"))
    made.add_argument("--start", type=int, required=True, metavar="MS")
    made.add_argument("--speed", type=float, default=1.0, metavar="S")
    made.add_argument("--broker", type=int, metavar="PORT")
    made.add_argument("--board", metavar="PORT")
    made.add_argument("--signs", type=Path, metavar="DIR")
    args = made.parse_args()
    with logging_to(sys.stderr):
        return exit_status(lambda: run(args))


def run(args: argparse.Namespace) -> int:
    config = elsewhere(args, Reading(file_of(args)).config())
    if args.broker:
        config = wired(config, args.board, args.signs, args.broker)
    serve(config, bench_io(config, BenchClock(args.start, args.speed)), say, moved=bool(args.dir))


if __name__ == "__main__":
    sys.exit(main())
