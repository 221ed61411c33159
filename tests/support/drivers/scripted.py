"""A driver without hardware: a test says what happens, and this tells it as any driver would."""

import logging
from collections.abc import Iterable, Mapping
from itertools import count

from drivers.contract import (
    Batch,
    Clock,
    LinkDown,
    LinkUp,
    Pattern,
    Reading,
    Signal,
    Sink,
    Storm,
    Unsure,
)
from words.message import typed

log = logging.getLogger(__name__)


class Scripted:
    """Keeps what was asked of it: `shown`, the pattern of every lamp, and `tokens`, those done."""

    def __init__(self, name: str, inputs: Iterable[str], lamps: Iterable[str], clock: Clock) -> None:
        self.name = name
        self.inputs = tuple(inputs)
        self.lamps = tuple(lamps)
        self.shown = dict.fromkeys(self.lamps, Pattern.OFF)
        self.tokens: list[int] = []
        self._clock = clock
        self._sink: Sink | None = None
        self._next_token = count(1)
        self._boot = 1
        self._counts = dict.fromkeys(self.inputs, 0)
        self._last_counts = dict(self._counts)
        self._stormy: set[str] = set()
        self._up = False
        self._closed = False
        self._sink_errors = 0

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self.up()

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        unknown = lamps.keys() - self.shown.keys()
        if unknown:
            raise ValueError(f"{self.name} has no lamp {', '.join(sorted(unknown))}")
        if not self._closed:
            self.shown = {lamp: lamps.get(lamp, Pattern.OFF) for lamp in self.lamps}

    def done(self, token: int) -> None:
        self.tokens.append(token)

    def health(self) -> Mapping[str, int | str | bool]:
        return {"up": self._up, "muted": ", ".join(sorted(self._stormy)), "sink_errors": self._sink_errors}

    async def close(self) -> None:
        self._sink = None
        self._up = False
        self._closed = True
        self.shown = dict.fromkeys(self.lamps, Pattern.OFF)

    # What the script may say. While the link is down or an input is out, edges are counted and not told.

    def edge(self, name: str, level: bool, at: int | None = None) -> None:
        if name not in self._counts:
            raise ValueError(f"{self.name} has no input {name}")
        if level == self._counts[name] & 1:
            raise ValueError(f"{name} is {'active' if level else 'open'} already")
        self._counts[name] += 1
        if self._up and name not in self._stormy:
            self._last_counts[name] = self._counts[name]
            self._tell(Reading(name, level, self._counts[name], self._clock() if at is None else at))

    def storm(self, name: str, edges: int) -> None:
        """The input is out until `unsure` brings it back."""
        self._stormy.add(name)
        self._tell(Storm(name, edges, self._clock()))

    def unsure(self, name: str, missing: int = 0) -> None:
        """So many edges more than the script told one by one, at times nobody knows."""
        self._stormy.discard(name)
        self._counts[name] += missing
        self._tell(Unsure(name, self._counts[name] - self._last_counts[name], self._clock()))
        self._last_counts[name] = self._counts[name]

    def down(self, why: str) -> None:
        self._up = False
        self._tell(LinkDown(typed(why), self._clock()))

    def up(self, boot: int | None = None) -> None:
        """A new boot begins its counts anew, at 0 or 1, and knows of none that were missed."""
        if boot is not None and boot != self._boot:
            self._boot = boot
            self._counts = {name: edges & 1 for name, edges in self._counts.items()}
            self._last_counts = dict(self._counts)
        missed = {name: n for name, edges in self._counts.items() if (n := edges - self._last_counts[name])}
        self._last_counts = dict(self._counts)
        self._up = True
        self._tell(LinkUp(self._boot, dict(self._counts), missed, self._clock()))

    def _tell(self, signal: Signal) -> None:
        if self._sink is None:
            return
        try:
            self._sink(Batch((signal,), next(self._next_token)))
        except Exception:
            self._sink_errors += 1
            log.exception("%s: the receiver failed; sensing goes on", self.name)
