"""Charts for the floor's page. Reading a month of rows takes a core for seconds, which would delay a LOCK, and a thread
would share the interpreter with the event loop. So a separate process, `litbet report charts`, draws them. The result
is cached until the ledger has grown, and at least for `FRESH`."""

import asyncio
import contextlib
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.config.child import child
from controller.table.refusals import Refused

FRESH = 60.0  # s for which a drawing is recent enough, however busy the table
PATIENCE = 20.0  # s that a request waits; the drawing continues
# Lowest priority (the service's sandbox does not allow this; there it is normal), and the first process that the kernel
# kills when memory is short.
GENTLY = ("nice", "-n", "19", "choom", "-n", "1000", "--")


class Drawing:
    """The charts of one table. `table` has the arguments that name it to a command; `grown` returns the newest row."""

    def __init__(self, table: Sequence[str], grown: Callable[[], int]) -> None:
        self._command: tuple[str, ...] = (
            *GENTLY,
            *child("controller"),
            "report",
            "charts",
            *table,
            "--svg",
        )
        self._grown = grown
        self._drawn: dict[str, str] = {}  # name -> SVG
        self._why = ""  # the last line of the process's errors
        self._row, self._at = -1, 0.0
        self._under_way: asyncio.Task[None] | None = None

    async def chart(self, name: str) -> str:
        """One chart. A request that comes while charts are being drawn waits for that drawing."""
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
        """After a failure the next attempt waits for `FRESH`, whether or not the ledger has grown."""
        unchanged = bool(self._drawn) and self._row == self._grown()
        return unchanged or (self._row >= 0 and time.monotonic() - self._at < FRESH)

    def _over(self, drawn: "asyncio.Task[None]") -> None:
        self._under_way = None
        if not drawn.cancelled() and (error := drawn.exception()):  # the next request tries again
            self._drawn, self._why = {}, str(error)

    async def _draw(self) -> None:
        row = self._grown()
        with tempfile.TemporaryDirectory(prefix="litbet-charts-") as folder:
            process = await asyncio.create_subprocess_exec(*self._command, folder, stdout=DEVNULL, stderr=PIPE)
            try:
                _, errors = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            self._drawn = {path.stem: path.read_text(encoding="utf-8") for path in Path(folder).glob("*.svg")}
        lines = errors.decode(errors="replace").strip().splitlines()
        self._why = lines[-1] if lines else f"exit {process.returncode}"
        self._row, self._at = row, time.monotonic()
