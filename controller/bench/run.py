"""`litbet bench`: a table by hand in the terminal, or hands that play themselves."""

import argparse
import asyncio
import contextlib
import json
import signal

from controller.bench.cards import CardTable
from controller.bench.live import watch
from controller.bench.player import bar, play
from controller.bench.world import World
from controller.config import load
from controller.resources import shipped


def run_bench(args: argparse.Namespace) -> int:
    return asyncio.run(_bench(args))


def _end_once(task: "asyncio.Task[int]") -> None:
    """A second Ctrl-C must not interrupt the clearing up after the first."""
    if not task.cancelling():
        task.cancel()


async def _bench(args: argparse.Namespace) -> int:
    config = load(args.config or shipped("config") / "table.toml")
    task = asyncio.current_task()
    if task is not None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, _end_once, task)
    try:
        if args.hands is None:
            cards = CardTable(config, args.seed)
            async with World(config, args.dir, args.speed, args.seed) as world:
                await watch(world, cards)
            return 0
        told = await play(config, args.dir, args.hands, args.speed, args.seed, bar)
    except asyncio.CancelledError:
        return 1
    with contextlib.suppress(BrokenPipeError):
        if args.json:
            print(json.dumps(told))
        else:
            for name, value in told.items():
                print(f"{name:14} {len(value) if name == 'awards' else value}")
                for award in value if name == "awards" else ():
                    print("  round", *award.values(), sep="   ")
    return 0 if told["audit"] == "ok" else 1
