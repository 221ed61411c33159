"""What the made-up worlds found: a training that no sign believed (E75)."""

import asyncio
from pathlib import Path
from random import Random

from controller.simulation import deeds
from controller.simulation.virtual import VirtualLoop
from controller.simulation.world import World


def test_e75_signs_believe_the_training_and_then_the_real_table_again(tmp_path: Path) -> None:
    """Before, the real table's last words bore the epoch that lies above the training's."""
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    said: list[set[str]] = []

    async def live() -> None:
        world = World(loop, 0, tmp_path)

        def states() -> set[str]:
            return {meter["state"] for sign in world.broker.signs for meter in sign.shows.values()}

        await world.begin()
        for _ in range(2):  # on, and off again
            await world.pause(3)
            said.append(states())
            await deeds.train(world, Random(0))
        await world.pause(3)
        said.append(states())
        assert not world.watch.wrong
        await world.stop()

    try:
        loop.run_until_complete(live())
    finally:
        asyncio.set_event_loop(None)
        loop.close()
    assert said == [{"closed"}, {"test"}, {"closed"}]
