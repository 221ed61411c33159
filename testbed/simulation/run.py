"""Many seeds in several processes, and their totals."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import Any

from testbed.simulation.history import History, play


@dataclass
class Total:
    """Totals of all played histories."""

    seeds: int = 0
    days: int = 0
    steps: int = 0
    rows: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    failed: list[History] = field(default_factory=list)

    def add(self, history: History) -> None:
        self.seeds += 1
        self.days += history.days
        self.steps += history.steps
        self.rows += history.rows
        self.faults.update(history.faults)
        self.kinds.update(history.kinds)
        self.tables[history.table] += 1
        if history.wrong:
            self.failed.append(history)

    def facts(self) -> dict[str, Any]:
        return {
            "seeds": self.seeds,
            "days": self.days,
            "steps": self.steps,
            "rows": self.rows,
            "violations": len(self.failed),
            "faults": dict(sorted(self.faults.items())),
            "rows_of_each_kind": dict(sorted(self.kinds.items())),
            "tables": dict(sorted(self.tables.items())),
            "failed": [history.facts() for history in self.failed],
        }


def run(
    seeds: Iterable[int], days: int, jobs: int, progress: Callable[[int], None] = lambda _done: None, until: float = 0.0
) -> Total:
    """Plays each seed once; after `until` (time.monotonic) no new one begins, 0: no limit."""
    total, waiting = Total(), iter(seeds)
    for history in _played(waiting, days, jobs, lambda: bool(until) and time.monotonic() > until):
        total.add(history)
        progress(total.seeds)
    total.failed.sort(key=lambda history: history.seed)
    return total


def _played(seeds: Iterator[int], days: int, jobs: int, late: Callable[[], bool]) -> Iterator[History]:
    if jobs == 1:
        for seed in seeds:
            yield play(seed, days)
            if late():
                return
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=50) as pool:
        under_way: set[Future[History]] = set()
        while True:
            if not late():
                under_way |= {pool.submit(play, seed, days) for seed in islice(seeds, 2 * jobs - len(under_way))}
            if not under_way:
                return
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
