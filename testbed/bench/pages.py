"""The pages of a bench: their addresses, and the felt behind one of them."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from controller.cli.speech import text
from testbed.bench.broker import free_port
from testbed.bench.children import ended
from testbed.bench.errors import BenchError
from testbed.bench.felt import Felt
from testbed.bench.world import World

PORT = 8480  # unless it is in use
PATIENCE = 20.0  # s
LOOK = 0.02  # s
READY = "the pages are at"


class Addresses(NamedTuple):
    base: str
    table: str
    pid: int  # of their server

    @property
    def felt(self) -> str:
        return f"{self.base}/bench"

    @property
    def sign(self) -> str:
        return f"/sign/{self.table}"

    @property
    def floor(self) -> str:
        return f"/table/{self.table}"

    def text(self) -> str:
        places = {"felt": self.felt, "sign": f"{self.base}{self.sign}", "table": f"{self.base}{self.floor}"}
        return "\n".join(text(f"bench.address_{name}", address=address) for name, address in places.items())


@asynccontextmanager
async def pages(world: World, felt: Felt) -> AsyncIterator[Addresses]:
    """Runs `litbet display` for this bench until the end of the block."""
    path = world.scratch / "felt.sock"
    serving = asyncio.create_task(felt.run(path))
    try:
        try:
            port, pid = await _served(world, path, PORT)
        except BenchError:  # the port is in use
            port, pid = await _served(world, path, free_port(world))
        yield Addresses(f"http://127.0.0.1:{port}", world.config.rules.table, pid)
    finally:
        await ended([serving])


async def _served(world: World, felt: Path, port: int) -> tuple[int, int]:
    """The port and the server's pid. Waits for the server's own log line, because another process may answer at the
    port."""
    display = await world.show_pages(f"127.0.0.1:{port}", felt)
    deadline = time.monotonic() + PATIENCE
    while not world.children.printed(display, READY):
        if display.returncode is not None or time.monotonic() > deadline:
            raise await world.children.ended(display, "display")
        await asyncio.sleep(LOOK)
    return port, display.pid
