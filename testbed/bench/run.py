"""`litbet bench`: a table by hand in the terminal, or hands that play themselves."""

import argparse
import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from controller.cli.speech import text
from controller.cli.terminal import bar
from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from testbed.bench.cards import CardTable
from testbed.bench.felt import Felt
from testbed.bench.hands import Hands
from testbed.bench.orders import Orders
from testbed.bench.pages import Addresses, pages
from testbed.bench.player import Player, nobody, play, play_on
from testbed.bench.results import as_text
from testbed.bench.terminal import watch
from testbed.bench.world import World


def run_bench(args: argparse.Namespace) -> int:
    return asyncio.run(_bench(args))


def _end_once(task: "asyncio.Task[int]") -> None:
    """A second Ctrl-C must not interrupt the clean-up after the first one."""
    if not task.cancelling():
        task.cancel()


async def _by_hand(config: Config, args: argparse.Namespace) -> None:
    """Played by hand, on the felt and in the terminal."""
    cards = CardTable(config, args.seed)
    async with World(config, args.dir, args.speed, args.seed) as world:
        hands = Hands(world, cards)
        felt = Felt(world, hands.look, lambda: hands.dealt, Orders(world, hands))
        async with pages(world, felt) as at:
            await watch(world, hands, at)


@asynccontextmanager
async def shown(world: World, player: Player) -> AsyncIterator[Addresses]:
    """Opens the pages of a table that plays by itself."""
    async with pages(world, Felt(world, world.status, lambda: player.dealt, None)) as at:
        print(at.text(), file=sys.stderr, flush=True)
        yield at


async def _bench(args: argparse.Namespace) -> int:
    config = load(args.config or shipped("config") / "table.toml")
    task = asyncio.current_task()
    if task is not None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, _end_once, task)
    try:
        if args.watch and args.hands is None:
            await play_on(config, args.dir, args.speed, args.seed, shown)
        if args.hands is None:
            await _by_hand(config, args)
            return 0
        results = await play(
            config,
            args.dir,
            args.hands,
            args.speed,
            args.seed,
            lambda done, of: bar(done, of, text("bench.hands")),
            shown if args.watch else nobody,
        )
    except asyncio.CancelledError:
        return 0 if args.watch and args.hands is None else 1
    with contextlib.suppress(BrokenPipeError):
        if args.json:
            print(json.dumps(results))
        else:
            for line in as_text(results):
                print(line)
    return 0 if results["audit"] == "ok" else 1
