"""A test waits for a state, never for a time."""

import asyncio
from collections.abc import Callable

PATIENCE = 60.0  # s: a stop against hanging, never a measure


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)
