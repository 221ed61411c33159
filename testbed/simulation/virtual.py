"""Time and power in the simulated world: a loop that never waits, a clock that may be wrong, and power cuts."""

import asyncio
import math
import selectors
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

START = 1_000_000_000  # ns
SECOND = 1_000_000_000
MS = 1_000_000


class PowerCut(BaseException):
    """The power fails at this instruction."""


class _Skip(selectors.SelectSelector):
    """A selector without files: only timers are ever ready, and they are due at once."""

    now = START

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("the world stands still: nobody waits for anything")
        self.now += math.ceil(timeout * SECOND)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its timers fire in order and at once. Work that other loops give to a thread is done immediately, so that the
    same seed gives the same history. `slow` is how many seconds such work seems to take."""

    def __init__(self) -> None:
        self._skip = _Skip()
        self.slow = 0.0
        self.broken: list[str] = []  # uncaught exceptions
        super().__init__(self._skip)
        self.set_exception_handler(self._uncaught)

    @property
    def now(self) -> int:
        """Nanoseconds."""
        return self._skip.now

    def time(self) -> float:
        return self._skip.now / SECOND

    def run_in_executor(  # type: ignore[override]
        self, _executor: object, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        done: asyncio.Future[Any] = self.create_future()
        try:
            report, value = done.set_result, func(*args)
        except BaseException as error:
            report, value = done.set_exception, error
        if self.slow:
            self.call_later(self.slow, lambda: done.done() or report(value))
        else:
            report(value)
        return done

    def _uncaught(self, _loop: object, context: Mapping[str, Any]) -> None:
        if not isinstance(context.get("exception"), PowerCut):
            self.broken.append(f"{context['message']}: {context.get('exception')!r}")


class Pipe:
    """Delivers later what goes in, in the same order."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop, self._waiting = loop, deque[Callable[[], None]]()
        self._last = 0.0

    def put(self, delay: float, arrive: Callable[[], None]) -> None:
        self._last = max(self._last, self._loop.time() + delay)
        self._waiting.append(arrive)
        self._loop.call_at(self._last, lambda: self._waiting.popleft()())


class Power:
    """The power during one life of the controller. Each effect on the world is announced before and after, and the
    power may fail at any of these instants."""

    def __init__(self) -> None:
        self.on = True
        self.gone: asyncio.Future[None] | None = None
        self.left: int | None = None  # number of instants until it fails
        self.where = ""

    def effect(self, where: str) -> None:
        if self.on and self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.cut(where)
        if not self.on:
            raise PowerCut(where)

    def cut(self, where: str) -> None:
        self.on, self.where = False, where
        if self.gone and not self.gone.done():
            self.gone.set_result(None)


class WorldClock:
    """The machine's clock, and the true time, which nobody here knows. It implements
    `controller.daemon.clock.Clock`."""

    speed = 1.0

    def __init__(self, loop: VirtualLoop, utc: int) -> None:
        self._loop, self._started = loop, utc
        self._wound = 0  # ns that were skipped
        self._booted = 0
        self._boots = 1
        self._server = True
        self.boot = "boot-1"
        self._base, self._at, self._rate = utc, self._passed(), 1.0

    def _passed(self) -> int:
        """Nanoseconds since the world began."""
        return self._loop.now + self._wound - START

    def tick(self) -> int:
        """A board's milliseconds."""
        return self._passed() // MS

    def true(self) -> int:
        return self._started + self._passed() // MS

    # -- as the controller knows it

    def mono(self) -> int:
        return self._passed() - self._booted + START

    def utc(self) -> int:
        return self._base + int((self._passed() - self._at) // MS * self._rate)

    def synced(self) -> bool:
        return self._server

    # -- what becomes of it

    def wind(self, seconds: float) -> None:
        """Lets this much time pass without any event."""
        self._wound += round(seconds * SECOND)

    def _mark(self, utc: int, rate: float) -> None:
        self._base, self._at, self._rate = utc, self._passed(), rate

    def step(self, ms: int) -> None:
        self._mark(self.utc() + ms, self._rate)

    def drift(self, rate: float) -> None:
        """0: it stands still."""
        self._mark(self.utc(), rate)

    def server(self, there: bool) -> None:
        """A time server is found or lost; if found, it sets the clock right."""
        self._server = there
        if there:
            self._mark(self.true(), 1.0)

    def reboot(self, *, battery: bool) -> None:
        """Without a battery the clock continues from where it was when the power failed."""
        self._booted = self._passed()
        self._boots += 1
        self.boot = f"boot-{self._boots}"
        self._mark(self.true() if battery else self.utc(), 1.0)
        self._server = False
