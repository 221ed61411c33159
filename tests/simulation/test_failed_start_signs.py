"""What a review found: a start that could write no row told the signs numbers that they had had already."""

import asyncio
from pathlib import Path

from controller.simulation.virtual import VirtualLoop
from controller.simulation.world import World


def test_r201_signs_believe_a_start_on_a_full_disk(tmp_path: Path) -> None:
    """Before, they ignored it for as long as the run before had lasted, and showed its state."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    said: list[set[str]] = []

    async def live() -> None:
        world = World(loop, 0, tmp_path)

        def states() -> set[str]:
            return {meter["state"] for sign in world.broker.signs for meter in sign.shows.values()}

        await world.begin()
        await world.stop()
        await world.start()
        await world.pause(60)
        said.append(states())
        assert world.life
        world.life.power.cut("a test")
        await world.ended()
        world.disk.fault = "disk fails before"
        await world.start()
        await world.pause(3)
        said.append(states())
        assert world.life
        await world.life.bury()

    try:
        loop.run_until_complete(live())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    assert said == [{"closed"}, {"fault"}]
