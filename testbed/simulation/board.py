"""A sensor board in the simulated world: the shipped board logic, a bad cable, and fingers, chips and coins."""

import asyncio
import sys
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from drivers.serial_line import SerialLine
from testbed.firmware import firmware_sim
from testbed.simulation.virtual import Pipe, Power, VirtualLoop, WorldClock
from words.message import message

if TYPE_CHECKING:
    from board_logic import Board

sys.path.append(str(firmware_sim()))  # the board's files are not a package: MicroPython runs them as they are

PRESS, COIN, COIN_GAP = 0.12, 0.04, 0.06  # s
CABLES = ("good", "worn", "bad", "loose")
MASK = 0xFFFFFFFF


class WorldBoard:
    """One board, with or without power, plugged in or not."""

    def __init__(
        self, name: str, inputs: Iterable[str], lamps: Iterable[str], loop: VirtualLoop, clock: WorldClock, seed: str
    ) -> None:
        self.name, self.inputs, self.lamps = name, list(inputs), list(lamps)
        self._loop, self._clock, self._rng = loop, clock, Random(seed)
        self._levels = dict.fromkeys(self.inputs, False)
        self._stuck: dict[str, bool] = {}
        self._slots: dict[str, float] = {}  # when the next coin may fall
        self.plugged = True
        self.line: WorldLine | None = None
        self._ways = Pipe(loop), Pipe(loop)  # to the host, and from it
        self._timer: asyncio.TimerHandle | None = None
        self.board: Board | None = None
        self.cable("good")
        self.power()

    # -- hands

    def level(self, name: str) -> bool:
        return self._levels[name]

    def set(self, name: str, level: bool) -> None:
        self._levels[name] = level
        self._sense(name)

    def press(self, name: str, seconds: float = PRESS) -> None:
        self.set(name, True)
        self._loop.call_later(seconds, self.set, name, False)

    def drop(self, name: str, coins: int) -> None:
        """Drops coins one after another, after those that are already falling: a slot takes one at a time."""
        for _ in range(coins):
            at = max(self._loop.time(), self._slots.get(name, 0.0))
            self._slots[name] = at + COIN + COIN_GAP
            self._loop.call_at(at, self.press, name, COIN)

    def bounce(self, name: str) -> None:
        """The contact bounces before it changes."""
        level, at = not self._levels[name], 0.0
        for _ in range(self._rng.randint(3, 9)):
            self._loop.call_later(at, self.set, name, level)
            level, at = not level, at + self._rng.uniform(0.001, 0.004)
        self._loop.call_later(at, self.set, name, not self._levels[name])

    def chatter(self, name: str) -> None:
        """A broken sensor: for two seconds, edges that pass the debouncing and come faster than a hand can make
        them."""
        for number in range(40):
            self._loop.call_later(number * 0.05, self.set, name, number % 2 == 0)

    def stick(self, name: str) -> None:
        self._stuck[name] = self._levels[name]

    def free(self) -> None:
        for name in [*self._stuck]:
            del self._stuck[name]
            self._sense(name)

    def _level(self, name: str) -> int:
        return int(self._stuck.get(name, self._levels[name]))

    def _sense(self, name: str) -> None:
        if self.board:
            self.board.sense(self.inputs.index(name), self._level(name), self._tick())
            self._step()

    # -- faults --------------------------------------------------------------------------------------------------

    def cable(self, kind: str) -> None:
        from sim_line import GOOD, PROFILES, Cable

        profile = PROFILES.get(kind, GOOD)
        self._cables = Cable(Random(self._rng.random()), profile), Cable(Random(self._rng.random()), profile)

    def unplug(self) -> None:
        self.plugged = False
        if self.line:
            self.line.pulled_out()

    def brownout(self) -> None:
        """The board loses its counters."""
        self.board = None

    def power(self) -> None:
        from board_logic import Board

        levels = [bool(self._level(name)) for name in self.inputs]
        self.board = Board(self.name, self.inputs, self.lamps, levels, self._rng.randrange(1, 2**32), self._tick(), 1)
        self._step()

    # -- the line

    def _tick(self) -> int:
        return self._clock.tick() & MASK

    def _step(self) -> None:
        """Sends the frames that are due, and schedules the next step."""
        if self._timer:
            self._timer.cancel()
        if not self.board:
            return
        while frame := self.board.frame(self._tick()):
            self._carry(0, frame, self._to_host)
        self._timer = self._loop.call_later(max(self.board.due(self._tick()), 1) / 1000, self._step)

    def _carry(self, way: int, data: bytes, deliver: Callable[[bytes], None]) -> None:
        if not self.plugged:
            return
        now = self._loop.time() * 1000
        for at, piece in self._cables[way].carry(data, now):
            self._ways[way].put((at - now) / 1000, partial(deliver, piece))

    def _to_host(self, data: bytes) -> None:
        if self.line and self.plugged:
            self.line.hears(data)

    def hear(self, data: bytes) -> None:
        """Bytes from the host."""
        self._carry(1, data, self._from_host)

    def _from_host(self, data: bytes) -> None:
        if self.board:
            self.board.hear(data, self._tick())
            self._step()

    def lamp(self, name: str) -> str:
        """The pattern of this lamp."""
        from board_logic import PATTERNS

        return PATTERNS[self.board.pattern(self.lamps.index(name))][0] if self.board else "off"


class WorldLine(SerialLine):
    """The host's end: the driver's serial line, whose port is this world's board."""

    board: WorldBoard
    power: Power  # of the host
    _plugged = False

    @property
    def is_open(self) -> bool:
        return self._plugged

    def send(self) -> None:
        if self._plugged and self.power.on:
            self.sent += 1
            self.board.hear(self._frame())

    def close(self) -> None:
        super().close()
        self._plugged, self.board.line = False, None

    def _open(self) -> None:
        if not self.board.plugged:
            self._fail(message("drivers.line_missing", path=self._path, what=self._what))
            return
        self.openings += 1
        self._plugged, self.board.line = True, self
        self._on_open()

    def pulled_out(self) -> None:
        self._fail(message("drivers.line_gone", what=self._what, name=self._name, path=self._path))

    def hears(self, data: bytes) -> None:
        if self.power.on:
            self._on_bytes(data)
