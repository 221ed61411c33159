"""A sensor board on a serial line: the port, its loss and return, and the timers of the line.

What the bytes mean is decided in `board_link`. The line keeps real time; `clock` is only what edges are dated with.
"""

import asyncio
import errno
import logging
import os
import time
from collections.abc import Iterable, Mapping

import serial

from drivers.board_link import BoardLink
from drivers.contract import Batch, Clock, DriverError, Pattern, Sink
from drivers.wire import MOST

BEAT = 0.15  # s between two frames to the board
SILENCE = 1.0  # s without a STATE: the link is down
SLOW = 5.0  # s between two hellos to a board that is the wrong one, and the longest back-off
FIRST_BACK_OFF = 0.1


log = logging.getLogger(__name__)


class SerialBoard:
    """The driver of one board. `debounce` says for each input how many milliseconds it must hold still."""

    def __init__(
        self,
        name: str,
        port: str,
        inputs: Iterable[str],
        lamps: Iterable[str],
        debounce: Mapping[str, int],
        clock: Clock = time.monotonic_ns,
        baud: int = 115200,
    ) -> None:
        self.name, self.inputs, self.lamps = name, tuple(inputs), tuple(lamps)
        _check_names(name, self.inputs, self.lamps)
        for i in self.inputs:
            if not 0 <= debounce.get(i, -1) <= 0xFFFF:
                raise DriverError(f"board {name!r}: input {i!r} needs a debounce of 0 to 65535 ms")
        self._link = BoardLink(name, self.inputs, self.lamps, tuple(debounce[i] for i in self.inputs))
        self._path, self._baud, self._clock = port, baud, clock
        self._port: serial.Serial | None = None
        self._fd = -1
        self._rest = b""  # of the frame on its way out
        self._stale = False  # what is on its way out is no longer the newest
        self._timer: asyncio.TimerHandle | None = None
        self._back_off = FIRST_BACK_OFF
        self._alive = self._asked = self._since = 0.0
        self._out = self._opened = self._sink_errors = 0

    # -- the contract

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._timer = self._loop.call_later(0, self._open)

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        self._link.show(lamps)
        if self._link.up:
            self._send()

    def done(self, token: int) -> None:
        self._link.done(token)

    def health(self) -> Mapping[str, int | str | bool]:
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
            "sent": self._out,
            "sink_errors": self._sink_errors,
            "reconnects": max(0, self._opened - 1),
            **{f"bad_{why}": link.bad[why] for why in ("cobs", "crc", "length", "type", "parity", "edges")},
        }

    async def close(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._port:
            self._link.show({})
            self._send()
        self._shut()
        self._link.greet()

    # -- the port

    def _open(self) -> None:
        try:
            self._port = _exclusive(self._path, self._baud)
        except OSError as error:
            self._fail(_cannot_open(self._path, error))
            return
        self._opened += 1
        self._fd = self._port.fileno()
        os.set_blocking(self._fd, False)
        self._loop.add_reader(self._fd, self._on_readable)
        self._link.greet()
        self._alive = self._loop.time()
        self._beat()

    def _fail(self, why: str) -> None:
        """The port is of no use: report it, and try again, less and less often."""
        self._shut()
        self._timer = self._loop.call_later(self._back_off, self._open)
        self._back_off = min(2 * self._back_off, SLOW)
        self._deliver(self._link.lost(why, self._clock()))

    def _gone(self) -> None:
        if self._port:
            self._fail(f"board {self.name!r}: {self._path} has gone: plug the board in again")

    def _shut(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self._port:
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._port.close()
        self._port, self._rest, self._stale = None, b"", False

    def _beat(self) -> None:
        now = self._loop.time()
        self._timer = self._loop.call_later(BEAT, self._beat)
        if not self._link.refused or now - self._asked >= SLOW:
            self._asked = now
            self._send()
        if now - self._alive > SILENCE and (self._link.up or not self._link.why):
            why = f"board {self.name!r} on {self._path} is silent: check its cable, its power and its firmware"
            self._deliver(self._link.lost(why, self._clock()))

    def _on_readable(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._gone()
            return
        taken = self._link.states
        self._deliver(self._link.hear(data, self._clock()))
        if self._link.states != taken:
            self._alive = self._loop.time()
            self._back_off = FIRST_BACK_OFF

    def _deliver(self, batches: Iterable[Batch]) -> None:
        was_up = self._link.up
        for batch in batches:
            if self._link.up != was_up:
                was_up, self._since = self._link.up, self._loop.time()
                self._send()
            try:
                self._sink(batch)
            except Exception:
                self._sink_errors += 1
                log.exception("%s: the receiver failed; sensing goes on", self.name)

    # -- out: one frame on its way, and never an old one behind it

    def _send(self) -> None:
        if self._port is None:
            return
        if self._rest:
            self._stale = True
            return
        self._stale = False
        self._rest = self._link.frame()
        self._out += 1
        self._flush()

    def _flush(self) -> None:
        try:
            self._rest = self._rest[os.write(self._fd, self._rest) :]
        except BlockingIOError:
            pass
        except OSError:
            self._loop.remove_writer(self._fd)
            self._loop.call_soon(self._gone)  # the sink is never called from inside `show`
            return
        if self._rest:
            self._loop.add_writer(self._fd, self._flush)
            return
        self._loop.remove_writer(self._fd)
        if self._stale:
            self._send()


def _exclusive(path: str, baud: int) -> serial.Serial:
    """Open without waking the reset line that hangs on DTR or RTS of many boards."""
    port = serial.Serial(baudrate=baud, timeout=0, exclusive=True)
    port.port, port.dtr, port.rts = path, False, False
    port.open()
    return port


def _cannot_open(path: str, error: OSError) -> str:
    match error.errno:
        case errno.ENOENT | errno.ENXIO | errno.ENODEV:
            return f"{path} does not exist: plug the board in, or name its port under /dev/serial/by-id"
        case errno.EACCES | errno.EPERM:
            return f"{path} may not be opened by this user: add it to the group dialout"
        case errno.EAGAIN | errno.EBUSY:
            return f"{path} is in use by another program: stop it, or give this board a port of its own"
    return f"{path} cannot be opened: {error}"


def _check_names(board: str, inputs: tuple[str, ...], lamps: tuple[str, ...]) -> None:
    for kind, names in ("board", (board,)), ("input", inputs), ("lamp", lamps):
        for name in names:
            if not (name.isascii() and name.isprintable() and 1 <= len(name) <= 16):
                raise DriverError(f"board {board!r}: the {kind} name {name!r} is not 1 to 16 ASCII characters")
        if len(set(names)) < len(names) or len(names) > MOST:
            raise DriverError(f"board {board!r}: at most {MOST} {kind}s, each with a name of its own")
