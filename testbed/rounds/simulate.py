"""A whole run, from the table to its results."""

from collections.abc import Callable
from dataclasses import dataclass

from testbed.rounds.compare import Found, compare
from testbed.rounds.meter_life import MeterLife, meter_life
from testbed.rounds.run import Point, run
from testbed.rounds.table import Table
from testbed.rounds.tally import Tally


@dataclass(frozen=True, slots=True)
class Simulated:
    table: Table
    seed: int
    tally: Tally
    way: list[Point]
    found: Found
    lives: list[MeterLife]  # of each meter


def simulate(table: Table, rounds: int, seed: int, jobs: int, progress: Callable[[int, int], None]) -> Simulated:
    tally, way = run(table, rounds, seed, jobs, progress)
    lives = [meter_life(table, jackpot, tally.wins, rounds) for jackpot in table.jackpots]
    return Simulated(table, seed, tally, way, compare(table, tally), lives)
