"""The line between the simulated board and its host: a pseudo-terminal, and a cable that may be faulty."""

import os
import random
import tty
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Profile:
    """The faults of a cable: probabilities for each piece of bytes that it carries."""

    lose: float = 0.0
    repeat: float = 0.0
    corrupt: float = 0.0
    split: float = 0.0
    noise: float = 0.0
    delay_ms: int = 0  # at most
    cut: float = 0.0  # the probability that the cable goes dead now
    cut_ms: int = 0  # for at most this long


PROFILES = {
    "worn": Profile(lose=0.03, repeat=0.02, corrupt=0.03, split=0.3, noise=0.02, delay_ms=30),
    "bad": Profile(lose=0.2, repeat=0.1, corrupt=0.2, split=0.5, noise=0.1, delay_ms=80),
    "loose": Profile(lose=0.02, split=0.2, delay_ms=10, cut=0.01, cut_ms=4000),
}
GOOD = Profile()


class Cable:
    """One direction. It never changes the order of bytes; times are milliseconds of any clock."""

    def __init__(self, rng: random.Random, profile: Profile = GOOD) -> None:
        self._rng, self._profile = rng, profile
        self._dead_until = 0.0
        self._last = 0.0

    def cut(self, until: float) -> None:
        self._dead_until = max(self._dead_until, until)

    def carry(self, data: bytes, now: float) -> Iterator[tuple[float, bytes]]:
        """What comes out at the other end, and when."""
        chance, p = self._rng.random, self._profile
        if chance() < p.cut:
            self.cut(now + self._rng.uniform(0, p.cut_ms))
        if now < self._dead_until or chance() < p.lose:
            return
        for _ in range(2 if chance() < p.repeat else 1):
            yield from self._pieces(data, now)

    def _pieces(self, data: bytes, now: float) -> Iterator[tuple[float, bytes]]:
        rng, p = self._rng, self._profile
        out = bytearray(data)
        if rng.random() < p.corrupt:
            for _ in range(rng.randint(1, 4)):
                out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
        if rng.random() < p.noise:
            at = rng.randrange(len(out) + 1)
            out[at:at] = rng.randbytes(rng.randint(1, 40))
        cuts = [rng.randrange(len(out)) for _ in range(rng.randint(1, 3))] if rng.random() < p.split else []
        edges = sorted({0, len(out), *cuts})
        for start, end in pairwise(edges):
            self._last = max(self._last, now + rng.uniform(0, p.delay_ms))
            yield self._last, bytes(out[start:end])


class Pty:
    """A port for a host to open. `link` is a path that always points to it."""

    def __init__(self, link: Path | None = None) -> None:
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self._slave)  # our own slave stays open; otherwise the line would hang up with its host
        if link:
            self.path = str(link)
            fresh = link.with_name(f".{link.name}.{os.getpid()}")
            fresh.symlink_to(os.ttyname(self._slave))
            fresh.replace(link)
        self._link = link

    def write(self, data: bytes) -> None:
        """As on a wire, bytes that the host does not read in time are lost."""
        try:
            os.write(self.master, data)
        except BlockingIOError:
            return

    def read(self) -> bytes:
        try:
            return os.read(self.master, 4096)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        if self._link:
            self._link.unlink(missing_ok=True)
        os.close(self.master)
        os.close(self._slave)
