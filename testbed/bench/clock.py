"""The clock of a bench: it runs faster than real time and can be set to the next morning."""

import time
from datetime import datetime, tzinfo

from controller.daemon.clock import MS


def noon(zone: tzinfo) -> int:
    """The time at which a bench's table starts: far from both ends of the gaming day, so that the same hands give the
    same day whenever they are played."""
    return int(datetime.now(zone).replace(hour=12, minute=0, second=0, microsecond=0).timestamp()) * 1000


class BenchClock:
    """From `start` (utc ms) on, `speed` times as fast as real time, always trusted. It can be set forward, never
    back."""

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
        """Sets the clock forward to `utc`."""
        self._wound += max(0, utc - self.utc()) * MS
