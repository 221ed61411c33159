"""The clock of a table."""

import ctypes
import time
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from controller.table.events import Moment

MS = 1_000_000
FURTHEST = 10 * 366 * 86_400  # s by which a laboratory sets the time forward
_TIMEX_SIZE = 512  # larger than `struct timex` on any Linux; all zero asks without setting anything
_TIME_ERROR = 5  # adjtimex returns this while the kernel's clock is not synchronised


class Clock(Protocol):
    """`speed`: seconds of this clock per real second. Loop timers run in real time."""

    speed: float
    boot: str

    def mono(self) -> int:
        """Nanoseconds that never run backwards while the machine runs."""
        ...

    def utc(self) -> int:
        """Milliseconds since the epoch, as far as the machine knows."""
        ...

    def synced(self) -> bool:
        """Whether the clock follows a time server."""
        ...


def now(clock: Clock) -> Moment:
    return Moment(clock.mono() // MS, clock.utc())


class LaboratoryClock:
    """The machine's clock, and beyond it as many seconds as a file says. It is only ever set forward: time then passes
    for everything at once, and no step is seen."""

    speed = 1.0

    def __init__(self, file: Path) -> None:
        self._machine, self._file = MachineClock(), file
        self.boot = self._machine.boot
        self._seconds = 0

    def mono(self) -> int:
        with suppress(OSError, ValueError):  # without a file, or while somebody writes it, as before
            self._seconds = max(self._seconds, min(int(self._file.read_text()), FURTHEST))
        return self._machine.mono() + self._seconds * 1000 * MS

    def utc(self) -> int:
        """`now` asks for this one last, so both are of the same moment."""
        return self._machine.utc() + self._seconds * 1000

    def synced(self) -> bool:
        return self._machine.synced()


class MachineClock:
    """The machine's clock."""

    speed = 1.0

    def __init__(self) -> None:
        self.boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        self._libc = ctypes.CDLL(None)

    def mono(self) -> int:
        return time.monotonic_ns()

    def utc(self) -> int:
        return time.time_ns() // MS

    def synced(self) -> bool:
        # negative: this process may not ask (a sandbox), so nothing is known
        return 0 <= int(self._libc.adjtimex(ctypes.create_string_buffer(_TIMEX_SIZE))) < _TIME_ERROR
