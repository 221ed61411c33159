"""Virtual time for the running loop: its timers come due at once and in order, and no test waits for a wall."""

import asyncio
import math
import selectors
from typing import Any


class VirtualTime:
    """Takes over the running loop's clock; `now` is the same time for a driver, in nanoseconds. Whatever is
    ready in files and threads goes first; with no timer pending the loop waits for those in real time."""

    def __init__(self) -> None:
        self._now = 1_000_000_000
        loop: Any = asyncio.get_running_loop()
        self._selector: selectors.BaseSelector = loop._selector
        self._select = self._selector.select
        loop._selector.select = self._skip
        loop.time = lambda: self._now / 1e9

    def now(self) -> int:
        return self._now

    def _skip(self, timeout: float | None = None) -> list[Any]:
        ready: list[Any] = self._select(None if timeout is None else 0)
        if not ready and timeout is not None:
            self._now += math.ceil(timeout * 1e9)
        return ready
