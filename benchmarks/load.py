"""Eight tables on one core: a real controller for each of the shipped tables; on the other core their boards, dealers
and signs, and the one broker of them all. Hands come a hundred times as often as people play them, with all that
happens at tables. Every lock, void, win, post and cent is counted a second time, every sign's amount held to its row;
memory, handles, threads, the write-ahead log and the time that a LOCK takes must stay what they were.

    .venv/bin/python -m benchmarks.load --minutes 60
"""

import argparse
import asyncio
import contextlib
import logging
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.figures import RESULTS, write
from benchmarks.load_books import wrong
from benchmarks.load_chart import chart
from benchmarks.load_dealer import Dealer
from benchmarks.load_sign import Sign
from benchmarks.load_watch import Watch, grown, keeps, stays
from controller.config.load import load
from controller.config.resources import shipped
from controller.reports.layout.svg import as_svg
from testbed.bench.broker import Broker
from testbed.bench.children import ended
from testbed.bench.world import World

EXAMPLES = ("presence", "coin", "nh-mega-major-minor", "wa-house", "wa-progressive", "generic-gli", "two-jackpots")
TABLES = ("table.toml", *(f"examples/{name}.toml" for name in EXAMPLES))
SPEED = 100  # times a person's
ROUND = 60.0  # s of the table's time from one hand to the next, at a full table
WARM = 0.1  # of the time, until everything has been seen once
OUTAGE = (0.5, 3.0)  # s for which the broker is away
THERE = (20.0, 300.0)  # s between two outages
SHOWN = 3.0  # s after the last hand until every sign must show what is
PROGRESS = 60.0  # s


@dataclass(frozen=True)
class Table:
    """One of them, and who plays, watches and reads at it."""

    name: str
    dealer: Dealer
    sign: Sign
    watch: Watch


@asynccontextmanager
async def opened(folder: Path, broker: Broker, seconds: float) -> AsyncIterator[list[Table]]:
    """The tables, their controllers alone on the first core."""
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, others or {first})
    tables = []
    async with contextlib.AsyncExitStack() as stack:
        for seed, path in enumerate(TABLES):
            config = load(shipped("config") / path)
            name = config.rules.table
            world = await stack.enter_async_context(World(config, folder / name, SPEED, seed, broker))
            for thread in Path("/proc", str(world.pid), "task").iterdir():
                os.sched_setaffinity(int(thread.name), {first})
            dealer = Dealer(world, seed, SPEED, ROUND / SPEED)
            sign = Sign(broker.port, name, next(iter(world.config.rules.signs.expected), "bench-reader"))
            await dealer.sit_down()
            tables.append(Table(name, dealer, sign, Watch(world, seconds * WARM)))
        yield tables


async def play(folder: Path, seconds: float) -> tuple[dict[str, Any], list[Table]]:
    with Broker(folder) as broker:
        async with opened(folder, broker, seconds) as tables:
            began = time.monotonic()
            until = began + seconds
            reading = [asyncio.create_task(table.sign.run()) for table in tables]
            beside = [asyncio.create_task(table.watch.run()) for table in tables]
            beside.append(asyncio.create_task(_progress(tables, began)))
            try:
                async with asyncio.TaskGroup() as playing:
                    outages = playing.create_task(_outages(broker, until))
                    for table in tables:
                        playing.create_task(table.dealer.deal(until))
                took = time.monotonic() - began
                await ended(beside)
                for task in beside:
                    assert task.cancelled(), task.exception()
                await asyncio.sleep(SHOWN)
                found = [f"{table.name}: {each}" for table in tables for each in await _reckoning(table)]
            finally:
                await ended([*reading, *beside])
    return _figures(tables, took, outages.result(), found), tables


async def _outages(broker: Broker, until: float) -> int:
    """The broker goes and comes back, as brokers do; how often it did."""
    count, least = 0, THERE[0]
    while (left := until - time.monotonic() - least) > 0:
        await asyncio.sleep(min(random.uniform(*THERE), left))
        broker.stop()
        await asyncio.sleep(random.uniform(*OUTAGE))
        broker.start()
        count += 1
    return count


async def _progress(tables: Sequence[Table], began: float) -> None:
    while True:
        await asyncio.sleep(PROGRESS)
        hands = ", ".join(f"{table.dealer.rounds} ({table.dealer.behind:.1f} s late)" for table in tables)
        print(f"{time.monotonic() - began:.0f} s, hands: {hands}", flush=True)


async def _reckoning(table: Table) -> list[str]:
    return wrong(table.dealer, table.sign, await table.dealer.status())


def _figures(tables: Sequence[Table], took: float, outages: int, found: list[str]) -> dict[str, Any]:
    rounds, happened = sum(table.dealer.rounds for table in tables), Counter[str]()
    each: dict[str, Any] = {}
    for table in tables:
        happened.update(table.dealer.happened)
        times = table.dealer.latencies
        lately = {"LOCK to commit ms": keeps(times.commit), "LOCK to sign ms": keeps(times.sign)}
        each[table.name] = stays(table.watch.samples) | lately
        found += [f"{table.name}: {what}" for what in grown(each[table.name])]
    return {
        "seconds": round(took),
        "tables": len(tables),
        "hands": rounds,
        "times a person's speed": round(rounds * ROUND / len(tables) / took, 1),
        "wagers": sum(table.dealer.wagers for table in tables),
        "wins": sum(len(table.dealer.wins) for table in tables),
        **dict(sorted(happened.items())),
        "outages of the broker": outages,
        "the controllers' share of their core, %": round(
            sum(figures["CPU % of the core"]["last"] for figures in each.values())
        ),
        "machine's load at the end": round(os.getloadavg()[1], 1),
        "wrong": found,
        **each,
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--minutes", type=float, default=60)
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    logging.getLogger("mqtt").setLevel(logging.CRITICAL)  # that the broker is away is no news
    with tempfile.TemporaryDirectory(dir=chosen.folder.absolute()) as own:
        figures, tables = asyncio.run(play(Path(own), chosen.minutes * 60))
    drawn = chart({table.name: table.watch.samples for table in tables})
    (RESULTS / f"load-{chosen.minutes:g}.svg").write_text(as_svg(drawn))
    write(f"load-{chosen.minutes:g}", figures)
    if figures["wrong"]:
        raise SystemExit(f"{len(figures['wrong'])} things went wrong, the first: {figures['wrong'][0]}")


if __name__ == "__main__":
    main()
