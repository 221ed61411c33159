"""A day of play with its pages open: what the sign, the dealer's page, the felt and their server keep in memory that
they had not after the first hour.

.venv/bin/python -m benchmarks.day_of_play --hours 24 --speed 200
"""

import argparse
import asyncio
import itertools
import re
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, CDPSession, async_playwright

from benchmarks.figures import write
from controller.config.load import load
from controller.config.resources import shipped
from testbed.bench.cards import CardTable
from testbed.bench.felt import Felt
from testbed.bench.pages import Addresses, pages
from testbed.bench.player import Player
from testbed.bench.world import World

CHROMIUM = "/usr/bin/chromium"
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")
WARM = 1.0  # hours until everything has been seen once
MOST = 1.5  # times: what grows with every hand is far above it after a day


class Pages:
    """The open pages, and what each of them weighs."""

    def __init__(self, sessions: dict[str, CDPSession], server: int) -> None:
        self._sessions, self._server = sessions, server

    async def weigh(self) -> dict[str, float]:
        """After two collections: the second frees what only the first one's garbage still referred to."""
        found: dict[str, float] = {"server RSS MB": resident(self._server)}
        for name, session in self._sessions.items():
            for _ in range(2):
                await session.send("HeapProfiler.collectGarbage")
            heap = await session.send("Runtime.getHeapUsage")
            counted = await session.send("Memory.getDOMCounters")
            found[f"{name} heap MB"] = round(heap["usedSize"] / 1e6, 3)
            found[f"{name} nodes"] = counted["nodes"]
            found[f"{name} listeners"] = counted["jsEventListeners"]
        return found


@asynccontextmanager
async def opened(browser: Browser, at: Addresses) -> AsyncIterator[Pages]:
    sessions = {}
    for name, path in {"sign": at.sign, "floor": at.floor, "felt": "/bench"}.items():
        context = await browser.new_context(viewport={"width": 1280, "height": 800})  # of a renderer of its own
        page = await context.new_page()
        await page.goto(at.base + path)
        sessions[name] = await context.new_cdp_session(page)
        await sessions[name].send("HeapProfiler.enable")
    yield Pages(sessions, at.pid)


def resident(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return round(int(found[1]) / 1024, 1)


async def day(hours: float, speed: float) -> dict[str, Any]:
    config = load(shipped("config") / "table.toml")
    with tempfile.TemporaryDirectory() as folder:
        async with World(config, Path(folder), speed, 1) as world, async_playwright() as playwright:
            player = Player(world, CardTable(config, 1), 1, speed)
            await player.sit_down()
            felt = Felt(world, world.status, lambda: player.dealt, None)
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            async with pages(world, felt) as at, opened(browser, at) as shown:
                began, start = time.monotonic(), world.utc()
                warm: dict[str, float] = {}
                half: dict[str, float] = {}
                for hand in itertools.count(1):
                    await player.hand()
                    passed = (world.utc() - start) / 3_600_000
                    if not warm and passed >= min(WARM, hours / 4):
                        warm, hands = await shown.weigh(), hand
                    if not half and passed >= hours / 2:
                        half = await shown.weigh()
                    if passed >= hours:
                        break
                end = await shown.weigh()
            await browser.close()
    run = {
        "table's hours": round(passed, 1),
        "hands": hand,
        "hands before the first weighing": hands,
        "real seconds": round(time.monotonic() - began),
        "speed": speed,
    }
    return run | {
        name: {"warm": before, "half": half[name], "end": end[name], "ratio": round(end[name] / before, 3)}
        for name, before in warm.items()
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--hours", type=float, default=24, help="of the table's time")
    options.add_argument("--speed", type=float, default=200, help="how many times faster than real time, up to 300")
    chosen = options.parse_args()
    figures = asyncio.run(day(chosen.hours, chosen.speed))
    write(f"day_of_play-{chosen.hours:g}", figures)
    grown = [name for name, each in figures.items() if isinstance(each, dict) and each["ratio"] > MOST]
    if grown:
        raise SystemExit(f"more than {MOST} times what it was: {', '.join(grown)}")


if __name__ == "__main__":
    main()
