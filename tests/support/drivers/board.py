"""A simulated sensor board on a real pseudo-terminal, in the test's own loop."""

import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from sim_line import GOOD, Profile
from sim_table import SimTable


@asynccontextmanager
async def simulated_board(
    inputs: Iterable[str],
    lamps: Iterable[str],
    name: str = "board",
    *,
    seed: int = 1,
    speed: float = 1.0,
    cable: Profile = GOOD,
) -> AsyncIterator[SimTable]:
    """`board.port` is the path to open, and stays it when the board is unplugged and plugged in again;
    `board.set(input, level)` is the raw contact, `board.lamp(lamp)` the name of the pattern shown."""
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "port"
        board = SimTable(inputs, lamps, name, link=link, seed=seed, speed=speed, cable=cable)
        try:
            yield board
        finally:
            await board.close()
