"""Charts for the floor's page, drawn by another process: to read a month of rows takes seconds of a core, and none of
them may come out of a LOCK's. A thread would share the interpreter with the loop; `litbet report charts` shares
nothing with it. What was drawn is given out until the ledger has grown, and for a while."""

import asyncio
import contextlib
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.table.refusals import Refused

FRESH = 60.0  # s for which a drawing is new enough, however busy the table
PATIENCE = 20.0  # s that one who asks waits; the drawing goes on
# The last whose turn comes (the service's sandbox lets nobody ask for that; there it is one like all), and where memory
# is short the first to go.
GENTLY = ("nice", "-n", "19", "choom", "-n", "1000", "--")


class Drawing:
    """The charts of one table. `table` are the words that name it to a command; `grown` tells the newest row."""

    def __init__(self, table: Sequence[str], grown: Callable[[], int]) -> None:
        self._command: tuple[str, ...] = (
            *GENTLY,
            sys.executable,
            "-m",
            "controller",
            "report",
            "charts",
            *table,
            "--svg",
        )
        self._grown = grown
        self._drawn: dict[str, str] = {}  # name -> SVG
        self._why = ""  # there is none
        self._row, self._at = -1, 0.0
        self._under_way: asyncio.Task[None] | None = None

    async def chart(self, name: str) -> str:
        """One of them; whoever asks while they are drawn waits for those."""
        if self._under_way is None and not self._fresh():
            self._under_way = asyncio.create_task(self._draw())
            self._under_way.add_done_callback(self._over)
        if self._under_way:
            await asyncio.wait([self._under_way], timeout=PATIENCE)
        if self._under_way:
            raise Refused("drawing")
        if name not in self._drawn:
            raise Refused("no_chart", why=self._why)
        return self._drawn[name]

    async def close(self) -> None:
        if self._under_way:
            self._under_way.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._under_way

    def _fresh(self) -> bool:
        """What could not be drawn is tried again after a while, if the ledger has grown or not."""
        unchanged = bool(self._drawn) and self._row == self._grown()
        return unchanged or (self._row >= 0 and time.monotonic() - self._at < FRESH)

    def _over(self, drawn: "asyncio.Task[None]") -> None:
        self._under_way = None
        if not drawn.cancelled() and (error := drawn.exception()):  # tried again by the next who asks
            self._drawn, self._why = {}, str(error)

    async def _draw(self) -> None:
        row = self._grown()
        with tempfile.TemporaryDirectory(prefix="litbet-charts-") as folder:
            process = await asyncio.create_subprocess_exec(*self._command, folder, stdout=DEVNULL, stderr=PIPE)
            try:
                _, said = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            self._drawn = {path.stem: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.svg")}
        lines = said.decode(errors="replace").strip().splitlines()
        self._why = lines[-1] if lines else "The charts cannot be drawn; `litbet report charts` says why."
        self._row, self._at = row, time.monotonic()
