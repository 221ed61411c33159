"""The clock of a table."""

import ctypes
import time
from pathlib import Path
from typing import Protocol

from controller.table.events import Moment

MS = 1_000_000
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
