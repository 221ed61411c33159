"""A serial port that is reopened after each loss, at growing intervals. It sends one frame at a time, and then the
newest, never an old one."""

import asyncio
import errno
import os
from collections.abc import Callable

import serial

from words.message import Message, message

FIRST_BACK_OFF = 0.1  # s until the next attempt to open
LONGEST_BACK_OFF = 5.0


class SerialLine:
    """`frame` returns the newest frame when the line can accept one. `opened`, `lost` (with the reason) and `heard` are
    called on the loop, and never from inside `send`. `what` is the device at the other end: "board" or "sign"."""

    def __init__(
        self,
        what: str,
        name: str,
        path: str,
        baud: int,
        frame: Callable[[], bytes],
        opened: Callable[[], None],
        lost: Callable[[Message], None],
        heard: Callable[[bytes], None],
    ) -> None:
        self._what, self._name, self._path, self._baud = what, name, path, baud
        self._frame, self._on_open, self._on_loss, self._on_bytes = frame, opened, lost, heard
        self._port: serial.Serial | None = None
        self._fd = -1
        self._rest = b""  # the unsent part of a frame
        self._waits = False  # for room on the line
        self._stale = False  # the frame being sent is no longer the newest
        self._timer: asyncio.TimerHandle | None = None
        self._back_off = FIRST_BACK_OFF
        self.openings = self.sent = 0

    @property
    def is_open(self) -> bool:
        return self._port is not None

    @property
    def busy(self) -> bool:
        """The line has not yet accepted all of the last frame."""
        return bool(self._rest)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(0, self._open)

    def works(self) -> None:
        """The line is in use: the next loss begins with the first interval again."""
        self._back_off = FIRST_BACK_OFF

    def send(self) -> None:
        """Sends the newest frame, now or after the one being sent. Returns at once."""
        if self._port is None:
            return
        if self._rest:
            self._stale = True
            return
        self._stale = False
        self._rest = self._frame()
        self.sent += 1
        self._flush()

    def close(self) -> None:
        """Closes for good; may be called twice."""
        if self._timer:
            self._timer.cancel()
        if self._port:
            self._loop.remove_reader(self._fd)
            self._wait_for_room(wanted=False)
            self._port.close()
        self._port, self._rest, self._stale = None, b"", False

    def _open(self) -> None:
        try:
            self._port = _exclusive(self._path, self._baud)
        except OSError as error:
            self._fail(self._cannot_open(error))
            return
        self.openings += 1
        self._fd = self._port.fileno()
        os.set_blocking(self._fd, False)
        self._loop.add_reader(self._fd, self._on_readable)
        self._on_open()

    def _fail(self, why: Message) -> None:
        """Reports the loss, and tries again after a growing interval."""
        self.close()
        self._timer = self._loop.call_later(self._back_off, self._open)
        self._back_off = min(2 * self._back_off, LONGEST_BACK_OFF)
        self._on_loss(why)

    def _gone(self) -> None:
        if self._port:
            self._fail(message("drivers.line_gone", what=self._what, name=self._name, path=self._path))

    def _on_readable(self) -> None:
        try:
            data = os.read(self._fd, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._on_bytes(data)
        else:
            self._gone()

    def _flush(self) -> None:
        try:
            self._rest = self._rest[os.write(self._fd, self._rest) :]
        except BlockingIOError:
            pass
        except OSError:
            self._wait_for_room(wanted=False)
            self._loop.call_soon(self._gone)
            return
        self._wait_for_room(wanted=bool(self._rest))
        if self._stale and not self._rest:
            self.send()

    def _wait_for_room(self, *, wanted: bool) -> None:
        """Watches the line for room only while a frame could not be sent at once, which is rare."""
        if wanted != self._waits:
            self._waits = wanted
            if wanted:
                self._loop.add_writer(self._fd, self._flush)
            else:
                self._loop.remove_writer(self._fd)

    def _cannot_open(self, error: OSError) -> Message:
        match error.errno:
            case errno.ENOENT | errno.ENXIO | errno.ENODEV:
                return message("drivers.line_missing", path=self._path, what=self._what)
            case errno.EACCES | errno.EPERM:
                return message("drivers.line_forbidden", path=self._path)
            case errno.EAGAIN | errno.EBUSY:
                return message("drivers.line_taken", path=self._path, what=self._what)
        return message("drivers.line_closed", path=self._path, error=error.strerror or str(error))


def _exclusive(path: str, baud: int) -> serial.Serial:
    """Opens the port without a pulse on DTR or RTS, which resets many boards."""
    port = serial.Serial(baudrate=baud, timeout=0, exclusive=True)
    port.port, port.dtr, port.rts = path, False, False
    port.open()
    return port
