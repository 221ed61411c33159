"""Blocks in several processes, merged in order: the result is the same with any number of processes."""

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing.pool import Pool

from testbed.rounds.block import ROUNDS, Blocks
from testbed.rounds.table import Table
from testbed.rounds.tally import Tally

Block = tuple[int, int]  # number, rounds
Play = Callable[[Iterator[Block]], Iterator[Tally]]


@dataclass(frozen=True, slots=True)
class Point:
    """The state of the bets after a number of rounds."""

    rounds: int
    net: dict[str, int]


def run(
    table: Table, rounds: int, seed: int, jobs: int, progress: Callable[[int, int], None]
) -> tuple[Tally, list[Point]]:
    """The totals, and points on the way: one after each 2 % more rounds, so that a long run has few."""
    tally = Tally()
    way: list[Point] = []
    with _processes(table, seed, useful(jobs, rounds)) as play:
        for block in play((at // ROUNDS, min(ROUNDS, rounds - at)) for at in range(0, rounds, ROUNDS)):
            tally.merge(block)
            progress(tally.rounds, rounds)
            if not way or tally.rounds == rounds or tally.rounds * 50 >= way[-1].rounds * 51:
                way.append(Point(tally.rounds, {bet: net.total for bet, net in tally.net.items()}))
    return tally, way


def useful(jobs: int, rounds: int) -> int:
    """At most as many processes as there are blocks to play, or cores."""
    return min(jobs, -(-rounds // ROUNDS), os.cpu_count() or 1)


@contextmanager
def _processes(table: Table, seed: int, jobs: int) -> Iterator[Play]:
    if jobs == 1:
        alone = Blocks(table, seed)
        yield lambda blocks: (alone.play(*block) for block in blocks)
        return
    fresh = {bet: replace(paytable) for bet, paytable in table.felt.paytables.items()}  # used ones hold functions,
    table = replace(table, felt=replace(table.felt, paytables=fresh))  # which cannot be sent to another process
    interrupt = signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # inherited: Ctrl-C ends this process, which ends the others
    try:
        pool = multiprocessing.get_context("spawn").Pool(jobs, _sit_down, (table, seed))
    finally:
        signal.signal(signal.SIGINT, interrupt)
    with pool:
        yield lambda blocks: _in_order(pool, blocks, 2 * jobs)


def _in_order(pool: Pool, blocks: Iterator[Block], ahead: int) -> Iterator[Tally]:
    """Keeps only this many blocks under way: a pool that is terminated while it is fed may never end."""
    under_way = deque(pool.apply_async(_play, (block,)) for block in islice(blocks, ahead))
    while under_way:
        yield under_way.popleft().get()
        under_way.extend(pool.apply_async(_play, (block,)) for block in islice(blocks, 1))


_blocks: Blocks  # in a process that plays


def _sit_down(table: Table, seed: int) -> None:
    global _blocks
    _blocks = Blocks(table, seed)


def _play(block: Block) -> Tally:
    return _blocks.play(*block)
