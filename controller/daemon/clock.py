"""The time as the table lives it."""

import ctypes
import time
from pathlib import Path
from typing import Protocol

from controller.table.events import Moment

MS = 1_000_000
_TIMEX_SIZE = 512  # larger than `struct timex` on any Linux; all zero asks without setting anything
_TIME_ERROR = 5  # what adjtimex answers while the kernel's clock follows no time server


class Clock(Protocol):
    """`speed` says how many of its seconds pass in a real one: loop timers are real."""

    speed: float
    boot: str

    def mono(self) -> int:
        """Nanoseconds that never run back while the machine runs."""
        ...

    def utc(self) -> int:
        """Milliseconds since the epoch, as far as the machine knows."""
        ...

    def synced(self) -> bool:
        """Does the clock follow a time server?"""
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
        # below zero: this process may not ask (a sandbox), and then nothing is known
        return 0 <= int(self._libc.adjtimex(ctypes.create_string_buffer(_TIMEX_SIZE))) < _TIME_ERROR
