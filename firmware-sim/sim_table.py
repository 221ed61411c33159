"""A simulated table: hands, chips and keys on one side; the real board logic, a cable and a port on the other.

Everything happens in order at its own tick, however late the event loop wakes, so that a press of 120 ms lasts 120 ms
at any speed.
"""

import asyncio
import heapq
import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from pathlib import Path

from board_logic import MASK, PATTERNS, Board
from sim_line import GOOD, Cable, Profile, Pty

PRESS, COIN, COIN_GAP, BROWNOUT = 120, 60, 100, 500  # ms
STORM = 21  # ms between two edges of a storm, a little longer than the debounce
SEATS = [f"seat{n}" for n in range(1, 7)]
KEYS = ["lock", "settle", "clear", "win", "void", "open_close", "keyswitch", "door", "deal"]
LAMPS = [f"lamp{n}" for n in range(1, 7)]
PATTERN_NAMES = [name for name, _ in PATTERNS]

Event = dict[str, object]


class SimTable:
    """One board with its port, on the running loop. `tell` is called with what happens."""

    def __init__(
        self,
        inputs: Iterable[str] = (*SEATS, *KEYS),
        lamps: Iterable[str] = LAMPS,
        name: str = "board",
        *,
        link: Path | None = None,
        speed: float = 1.0,
        seed: int | None = None,
        cable: Profile = GOOD,
        tell: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.inputs, self.lamps, self.name = list(inputs), list(lamps), name
        self._link, self._speed, self._tell = link, speed, tell
        self._rng = random.Random(seed)
        self._to_host = Cable(random.Random(self._rng.random()), cable)
        self._from_host = Cable(random.Random(self._rng.random()), cable)
        self._levels = dict.fromkeys(self.inputs, False)  # from chips and fingers
        self._stuck: dict[str, bool] = {}  # what a broken sensor reports instead
        self._tick = 0
        self._began = time.monotonic()
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self._shown = ["off"] * len(self.lamps)
        self._news = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._pty: Pty | None = None
        self.board: Board | None = None  # None without power
        self.plug()
        self._boot()

    # -- hands

    def set(self, name: str, level: bool) -> None:
        self._advance()
        self._set(name, level)
        self._step()

    def _set(self, name: str, level: bool) -> None:
        self._levels[name] = level
        self._sense(name)

    async def press(self, names: Iterable[str], ms: int = PRESS) -> None:
        """Presses and releases all of them together; returns when they are released."""
        self._advance()
        for name in names:
            self._set(name, True)
            self._at(ms, partial(self._set, name, False))
        await self.wait(ms)

    async def drop(self, name: str, coins: int) -> None:
        for _ in range(coins):
            await self.press([name], COIN)
            await self.wait(COIN_GAP)

    async def bounce(self, name: str, ms: int) -> None:
        """The contact bounces for this long and ends at the other level."""
        self._advance()
        level, at = not self._levels[name], 0
        while at < ms:
            self._at(at, partial(self._set, name, level))
            level = not level
            at += self._rng.randint(1, 4)
        self._at(ms, partial(self._set, name, not self._levels[name]))
        await self.wait(ms)

    async def storm(self, name: str, ms: int) -> None:
        """The contact opens and closes for this long, each time a little longer than debouncing absorbs, and ends at
        its first level."""
        self._advance()
        before = self._levels[name]
        for at in range(0, ms, STORM):
            self._at(at, partial(self._set, name, before == bool(at // STORM % 2)))
        self._at(ms, partial(self._set, name, before))
        await self.wait(ms)

    def stick(self, name: str) -> None:
        """From now on this sensor always reports its current level."""
        self._stuck[name] = self._level(name)

    def free(self, name: str) -> None:
        self._advance()
        self._stuck.pop(name, None)
        self._sense(name)
        self._step()

    def _level(self, name: str) -> bool:
        return self._stuck.get(name, self._levels[name])

    def _sense(self, name: str) -> None:
        if self.board:
            self.board.sense(self.inputs.index(name), int(self._level(name)), self._tick & MASK)

    # -- lamps --------------------------------------------------------------------------------------------------

    def lamp(self, name: str) -> str:
        """The pattern that this lamp shows."""
        return self._shown[self.lamps.index(name)]

    def colour(self, name: str) -> str:
        self._advance()
        return self.board.colour(self.lamps.index(name), self._tick & MASK) if self.board else "dark"

    async def expect(self, name: str, pattern: str, patience: float = 1.0) -> bool:
        """Whether the lamp shows this pattern within this many real seconds, which the simulation's speed does not
        change."""
        try:
            async with asyncio.timeout(patience):
                while self.lamp(name) != pattern:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return False
        return True

    # -- faults -------------------------------------------------------------------------------------------------

    def cut(self, ms: int) -> None:
        """Makes the cable dead in both directions for this long."""
        self._advance()
        for cable in self._to_host, self._from_host:
            cable.cut((self._tick + ms) / self._speed)

    def unplug(self) -> None:
        if self._pty:
            self._loop.remove_reader(self._pty.master)
            self._pty.close()
            self._pty = None

    def plug(self) -> None:
        self._pty = Pty(self._link)
        self.port = self._pty.path
        self._loop.add_reader(self._pty.master, self._on_readable)
        self._tell({"event": "ready", "port": self.port})

    def brownout(self, ms: int = BROWNOUT) -> None:
        """The board loses power for this long."""
        self._advance()
        self.board = None
        self._look()
        self._at(ms, self._boot)
        self._step()

    def reset(self) -> None:
        self.brownout(0)

    def _boot(self) -> None:
        levels = [self._level(name) for name in self.inputs]
        boot = self._rng.randrange(1, 2**32)
        pace = max(1, round(self._speed))
        self._seq = 0  # of the last STATE that was printed
        self.board = Board(self.name, self.inputs, self.lamps, levels, boot, self._tick & MASK, pace)
        self._tell({"event": "boot", "boot": boot})
        self._step()

    # -- time

    async def wait(self, ms: int) -> None:
        self._advance()
        passed = self._loop.create_future()
        self._at(ms, partial(_pass, passed))
        self._step()
        await passed

    def _at(self, ms: float, act: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self._tick + round(ms), next(self._order), act))

    def _advance(self) -> None:
        """Lets everything happen that was due by now."""
        now = int((time.monotonic() - self._began) * 1000 * self._speed)
        while True:
            board_due = self._tick + self.board.due(self._tick & MASK) if self.board else now + 1
            due = min(board_due, self._due[0][0] if self._due else now + 1)
            if due > now:
                break
            self._tick = max(self._tick, due)
            if self._due and self._due[0][0] <= self._tick:
                heapq.heappop(self._due)[2]()
            self._send()
        self._tick = max(self._tick, now)

    def _step(self) -> None:
        """Does what is due now, and schedules the next step."""
        self._send()
        waits = [self.board.due(self._tick & MASK)] if self.board else []
        if self._due:
            waits.append(max(0, self._due[0][0] - self._tick))
        if self._timer:
            self._timer.cancel()
        self._timer = self._loop.call_later(min(waits) / 1000 / self._speed, self._wake) if waits else None

    def _wake(self) -> None:
        self._advance()
        self._step()

    # -- the line

    def _send(self) -> None:
        if not self.board:
            return
        while frame := self.board.frame(self._tick & MASK):
            ns = time.monotonic_ns()
            self._carry(self._to_host, frame, self._write)
            fresh = [edge for edge in self.board.ring if edge[3] == self.board.seq]
            if self.board.seq == self._seq:
                continue  # a hello
            self._seq = self.board.seq
            for i, edges, _, _ in fresh:
                level = edges & 1
                self._tell({"event": "edge", "input": self.inputs[i], "level": level, "count": edges, "ns": ns})
        self._look()

    def _carry(self, cable: Cable, data: bytes, deliver: Callable[[bytes], None]) -> None:
        """Carries bytes; the cable's delays are real milliseconds."""
        now = self._tick / self._speed
        for at, piece in cable.carry(data, now):
            if at <= now:
                deliver(piece)
            else:
                self._at((at - now) * self._speed, partial(deliver, piece))

    def _write(self, data: bytes) -> None:
        if self._pty:
            self._pty.write(data)

    def _on_readable(self) -> None:
        data = self._pty.read() if self._pty else b""
        if not data:
            return
        self._advance()
        self._carry(self._from_host, data, self._hear)
        self._step()

    def _hear(self, data: bytes) -> None:
        if self.board:
            self.board.hear(data, self._tick & MASK)

    def _look(self) -> None:
        """Reports the lamps that have changed."""
        for i, name in enumerate(self.lamps):
            pattern = PATTERN_NAMES[self.board.pattern(i)] if self.board else "off"
            if pattern != self._shown[i]:
                self._shown[i] = pattern
                self._tell({"event": "lamp", "lamp": name, "pattern": pattern, "ns": time.monotonic_ns()})
                self._news.set()

    async def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        self.unplug()


def _pass(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)
