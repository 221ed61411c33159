"""A sensor board on a serial line: its sessions, and the line's timers.

`board_link` interprets the bytes, `serial_line` reopens the port. The timers run in real time; `clock` is only for the
times of edges.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from drivers.board_link import BoardLink
from drivers.contract import Batch, Clock, DriverError, Health, Pattern, Sink
from drivers.serial_line import SerialLine
from drivers.settings import NAME, DriverSettings
from drivers.wire import MOST
from kinds.settings import PATH, setting
from words.message import Message, message

BEAT = 0.15  # s between two frames to the board
SILENCE = 1.0  # s without a STATE after which the link counts as down
SLOW = 5.0  # s between two hellos to a board that is not the configured one

log = logging.getLogger(__name__)


def _names() -> Any:
    return setting(message("values.board_names"), pattern=f"^{NAME}$", fewest=1, most=32)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSettings(DriverSettings):
    port: str = setting(message("values.path", example="/dev/serial/by-id/..."), pattern=PATH, exclusive=True)
    baud: Literal[9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600] = setting(
        message("values.one_of", names=(9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600)), 115200
    )
    inputs: tuple[str, ...] = _names()
    lamps: tuple[str, ...] = _names()

    def all_inputs(self) -> tuple[str, ...]:
        return self.inputs

    def fault(self, name: str, *, lamp: bool) -> Message | None:
        known = self.lamps if lamp else self.inputs
        if name in known:
            return None
        return message(
            "config.no_lamp" if lamp else "config.no_input", driver=self.name, name=name, known=tuple(sorted(known))
        )

    def build(self, inputs: Mapping[str, int], lamps: tuple[str, ...], clock: Clock) -> "SerialBoard":  # noqa: ARG002 (it has them all)
        return SerialBoard(self.name, self.port, self.inputs, self.lamps, inputs, clock, self.baud)


class SerialBoard:
    """The driver of one board. `debounce` has the debounce time of each input, in milliseconds."""

    def __init__(
        self,
        name: str,
        port: str,
        inputs: Iterable[str],
        lamps: Iterable[str],
        debounce: Mapping[str, int],
        clock: Clock = time.monotonic_ns,
        baud: int = 115200,
        line: Callable[..., SerialLine] = SerialLine,
    ) -> None:
        self.name, self.inputs, self.lamps = name, tuple(inputs), tuple(lamps)
        _check_names(name, self.inputs, self.lamps)
        for i in self.inputs:
            if not 0 <= debounce.get(i, -1) <= 0xFFFF:
                raise DriverError("board_debounce", board=name, input=i)
        self._link = BoardLink(name, self.inputs, self.lamps, tuple(debounce[i] for i in self.inputs))
        self._path, self._clock = port, clock
        self._line = line("board", name, port, baud, self._link.frame, self._opened, self._lost, self._heard)
        self._timer: asyncio.TimerHandle | None = None
        self._alive = self._asked = self._since = 0.0
        self._sink_errors = 0

    # -- the contract

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._line.start()

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        self._link.show(lamps)
        if self._link.up:
            self._line.send()

    def done(self, token: int) -> None:
        self._link.done(token)

    def health(self) -> Health:
        link, now = self._link, asyncio.get_running_loop().time()
        return {
            "port": self._path,
            "up": link.up,
            "why": link.why,
            "since_s": int(now - self._since),
            "boot": link.boot,
            "lamps_shown": link.want_shown,
            "last_state_ms": int((now - self._alive) * 1000),
            "states": link.states,
            "repeated": link.repeated,
            "sent": self._line.sent,
            "sink_errors": self._sink_errors,
            "reconnects": max(0, self._line.openings - 1),
            **{f"bad_{why}": link.bad[why] for why in ("cobs", "crc", "length", "type", "parity", "edges")},
        }

    async def close(self) -> None:
        if self._line.is_open:
            self._link.show({})
            self._line.send()
        self._stop_beat()
        self._line.close()
        self._link.greet()

    # -- the line

    def _opened(self) -> None:
        self._link.greet()
        self._alive = self._loop.time()
        self._beat()

    def _lost(self, why: Message) -> None:
        self._stop_beat()
        self._deliver(self._link.lost(why, self._clock()))

    def _stop_beat(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _beat(self) -> None:
        now = self._loop.time()
        self._timer = self._loop.call_later(BEAT, self._beat)
        if not self._link.refused or now - self._asked >= SLOW:
            self._asked = now
            self._line.send()
        if now - self._alive > SILENCE and (self._link.up or not self._link.why):
            why = message("drivers.board_silent", board=self.name, path=self._path)
            self._deliver(self._link.lost(why, self._clock()))

    def _heard(self, data: bytes) -> None:
        taken = self._link.states
        self._deliver(self._link.hear(data, self._clock()))
        if self._link.states != taken:
            self._alive = self._loop.time()
            self._line.works()

    def _deliver(self, batches: Iterable[Batch]) -> None:
        was_up = self._link.up
        for batch in batches:
            if self._link.up != was_up:
                was_up, self._since = self._link.up, self._loop.time()
                self._line.send()
            try:
                self._sink(batch)
            except Exception:
                self._sink_errors += 1
                log.exception("%s: the receiver failed; sensing goes on", self.name)


def _check_names(board: str, inputs: tuple[str, ...], lamps: tuple[str, ...]) -> None:
    for kind, names in ("board", (board,)), ("input", inputs), ("lamp", lamps):
        for name in names:
            if not (name.isascii() and name.isprintable() and 1 <= len(name) <= 16):
                raise DriverError("board_bad_name", board=board, what=kind, name=name)
        if len(set(names)) < len(names) or len(names) > MOST:
            raise DriverError("board_names", board=board, what=kind, most=MOST)
