"""The time as the table lives it: the machine's own, or a bench's that runs faster and can be wound."""

import ctypes
import time
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Protocol

from controller.core.events import Moment

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


def noon(zone: tzinfo) -> int:
    """When a bench's table begins: far from both ends of the gaming day, so that the same hands make the same day
    whenever they are played."""
    return int(datetime.now(zone).replace(hour=12, minute=0, second=0, microsecond=0).timestamp()) * 1000


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


class BenchClock:
    """A bench's clock: `speed` times as fast as the real one from `start` (utc ms) on, always trusted, and it can
    be wound forward, never back."""

    def __init__(self, start: int, speed: float = 1.0) -> None:
        self.speed = speed
        self.boot = f"bench-{time.time_ns()}"
        self._start = start
        self._began = time.monotonic_ns()
        self._wound = 0

    def mono(self) -> int:
        return self._began + round((time.monotonic_ns() - self._began) * self.speed) + self._wound

    def utc(self) -> int:
        return self._start + (self.mono() - self._began) // MS

    def synced(self) -> bool:
        return True

    def wind(self, utc: int) -> None:
        """Forward to `utc`."""
        self._wound += max(0, utc - self.utc()) * MS
