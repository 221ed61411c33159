"""Whom signs believe, in a made-up world: what was found there, and beside it, about numbers in the wrong order."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from testbed.simulation import deeds
from testbed.simulation.virtual import VirtualLoop
from testbed.simulation.world import World

Look = Callable[[], None]


def shown(folder: Path, story: Callable[[World, Look], Awaitable[None]]) -> list[set[str]]:
    """The states that signs show, at each look of the story."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    states: list[set[str]] = []

    async def live() -> None:
        world = World(loop, 0, folder)

        def look() -> None:
            states.append({meter["state"] for sign in world.broker.signs for meter in sign.shows.values()})

        await world.begin()
        await story(world, look)

    try:
        loop.run_until_complete(live())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    return states


def test_e75_signs_believe_the_training_and_then_the_real_table_again(tmp_path: Path) -> None:
    """Before, the real table's last words bore the epoch that lies above the training's."""

    async def story(world: World, look: Look) -> None:
        for _ in range(2):  # on, and off again
            await world.pause(3)
            look()
            await deeds.train(world, Random(0))
        await world.pause(3)
        look()
        assert not world.watch.wrong
        await world.stop()

    assert shown(tmp_path, story) == [{"closed"}, {"test"}, {"closed"}]


def test_r201_signs_believe_a_start_on_a_full_disk(tmp_path: Path) -> None:
    """Before, they ignored it for as long as the run before had lasted, and showed its state."""

    async def story(world: World, look: Look) -> None:
        await world.stop()
        await world.start()
        await world.pause(60)
        look()
        assert world.life
        world.life.power.cut("a test")
        await world.ended()
        world.disk.fault = "disk fails before"
        await world.start()
        await world.pause(3)
        look()
        await world.life.bury()

    assert shown(tmp_path, story) == [{"closed"}, {"fault"}]
