"""The table of a bench: as a casino has it, but on the bench's clock, board, numeric signs and broker."""

from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

from controller.config.settings import Config
from controller.daemon.assemble import Io, disk, machine
from controller.daemon.clock import now
from controller.ledger.bookkeeping import to_book
from controller.ledger.creation import create
from controller.ledger.writer import Writer
from controller.table.gaming_day import DAY, gaming_day, starts_at
from controller.table.rules import Rules
from testbed.bench.boards import at_broker, board_of, on_a_bench, on_lines
from testbed.bench.clock import BenchClock

MORNING = 3_600_000  # ms of a gaming day that have passed after the clock was set to it


def create_ledger(config: Config, start: int, by: str) -> None:
    """Does what `litbet init` does, at the bench's time."""
    config.dir.mkdir(parents=True, exist_ok=True)
    create(config.ledger_url, config.rules, now(BenchClock(start)), config=config.digest, by=[by])


def pin_of(name: str) -> str:
    """The PIN of a person at a bench table, where there is nothing to protect; no two have the same."""
    return f"{int.from_bytes(sha256(name.encode()).digest()[:4]) % 900_000 + 100_000}"


def wired(config: Config, board: str, signs: Path | None, broker: int) -> Config:
    """The table on the bench's lines. `signs` is the folder with the ports of its numeric signs."""
    config = at_broker(on_a_bench(config), broker)
    config = replace(config, drivers=(replace(board_of(config), port=board),))
    if signs is None:
        return config
    return replace(config, numeric_signs=on_lines(config.numeric_signs, signs))


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
