"""A plain numeric sign on a serial line: digits without a program of their own (R129).

The whole amount is sent each second, and a new one at once; a sign that receives nothing goes dark by itself (R128).
Nothing waits for a sign. A sign with an echo confirms what it shows; for others only the line's state is known.
docs/NUMERIC_SIGN.md describes the bytes.
"""

import asyncio
import logging
import re
from collections import deque
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from drivers.contract import DriverError, Health, Seen
from drivers.serial_line import SerialLine
from drivers.settings import NumericSignSettings
from kinds.settings import PATH, setting
from words.message import Message, message

FEWEST, MOST = 6, 12  # digits
REFRESH = 1.0  # s between two frames with the same amount; a sign goes dark after 10 s without a frame
TESTING = 2.0  # s with every segment lit, once, when the sign is first reached
SILENCE = 3.0  # s within which a sign with an echo must answer
REMEMBERED = 8  # frames whose echo may still come

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigitsSettings(NumericSignSettings):
    port: str = setting(message("values.path", example="/dev/serial/by-id/..."), pattern=PATH, exclusive=True)
    baud: Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200] = setting(
        message("values.one_of", names=(1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200)), 9600
    )
    digits: int = setting(message("values.number", least=FEWEST, most=MOST), lowest=FEWEST, highest=MOST)
    echo: bool = setting(message("values.yes_no"), False)

    def build(self) -> "SerialDigits":
        return SerialDigits(self.name, self.port, self.digits, echo=self.echo, baud=self.baud)


def encode(text: str, digits: int) -> bytes:
    """The frame of an amount such as "1250.00", right-aligned. Dashes for "", and for an amount with more digits than
    the sign: never a part of an amount (R058)."""
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) and len(text.replace(".", "")) <= digits:
        cells = re.sub(r"([0-9])(\.?)", lambda cell: cell[1] + (cell[2] or " "), text)
    else:
        cells = "- " * digits
    return _frame(cells.rjust(2 * digits))


def every_segment(digits: int) -> bytes:
    return _frame("8." * digits)


def decode(frame: bytes, digits: int) -> str | None:
    """What a complete frame shows, without leading dark cells; None if this is not a frame."""
    if len(frame) != length(digits):
        return None
    field = frame[1 : 1 + 2 * digits].decode(errors="replace")
    if frame != _frame(field) or not re.fullmatch(r"([0-9 -][. ])*", field):
        return None
    return "".join(glyph + point.strip() for glyph, point in zip(field[::2], field[1::2], strict=True)).lstrip()


def length(digits: int) -> int:
    return 2 * digits + 12


def _frame(field: str) -> bytes:
    data = field.encode()
    return b"$%b*%08X\r\n" % (data, crc32(data))


class SerialDigits:
    """Calls `seen` with each echo: the amount (or "") if it is the last one sent, otherwise what the sign shows
    instead. Without an echo it calls `seen` each second in which the line accepted the frame."""

    def __init__(self, name: str, port: str, digits: int, *, echo: bool, baud: int = 9600) -> None:
        if not FEWEST <= digits <= MOST:
            raise DriverError("sign_digits", sign=name, fewest=FEWEST, most=MOST)
        self.name, self._path, self._digits, self._echo = name, port, digits, echo
        self._line = SerialLine("sign", name, port, baud, self._next, self._opened, self._lost, self._heard)
        self._timer: asyncio.TimerHandle | None = None
        self._text = ""
        self._wanted = encode("", digits)
        self._testing = True
        self._sent: deque[bytes] = deque(maxlen=REMEMBERED)  # not yet echoed, oldest first
        self._last: bytes | None = None  # since the line was opened
        self._tail = b""  # of the received bytes
        self._glass = ""  # what the sign shows, as far as known
        self._answered = self._since = 0.0
        self._echoes = self._wrong = self._seen_errors = 0
        self._why: Message | None = message("drivers.sign_unreached")

    def start(self, seen: Seen) -> None:
        """Starts on the running loop."""
        self._seen = seen
        self._loop = asyncio.get_running_loop()
        self._since = self._loop.time()
        self._line.start()

    def show(self, text: str) -> None:
        """An amount, or "" if there is none to show: then dashes. Returns at once."""
        if text == self._text:
            return
        if not self._fits(text) and self._fits(self._text):
            log.error("sign %s: %s has more digits than its %d; it shows dashes", self.name, text, self._digits)
        self._text, self._wanted = text, encode(text, self._digits)
        if not self._testing:
            self._line.send()

    def health(self) -> Health:
        """`shows` is the last echo; for a sign without an echo, the last frame that its line accepted."""
        now = asyncio.get_running_loop().time()
        why = self._why
        if why is None and not self._fits(self._text):
            why = message("drivers.sign_short", amount=self._text, digits=self._digits)
        return {
            "port": self._path,
            "up": not why,
            "why": why,
            "since_s": int(now - self._since),
            "echo": self._echo,
            "amount": self._text,
            "shows": self._glass,
            "sent": self._line.sent,
            "echoes": self._echoes,
            "wrong_echoes": self._wrong,
            "seen_errors": self._seen_errors,
            "reconnects": max(0, self._line.openings - 1),
        }

    async def close(self) -> None:
        """Shows dashes at once, and goes dark soon after; may be called twice."""
        if self._line.is_open:
            self._testing, self._wanted = False, encode("", self._digits)
            self._line.send()
        self._stop_beat()
        self._line.close()

    # -- the line

    def _next(self) -> bytes:
        frame = every_segment(self._digits) if self._testing else self._wanted
        self._sent.append(frame)
        self._last = frame
        return frame

    def _opened(self) -> None:
        self._last, self._tail = None, b""
        self._answered = self._loop.time()
        if self._testing:
            self._test_ends = self._answered + TESTING
        self._beat()

    def _lost(self, why: Message) -> None:
        self._stop_beat()
        self._say(why)

    def _stop_beat(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _beat(self) -> None:
        now = self._loop.time()
        self._timer = self._loop.call_later(REFRESH, self._beat)
        if self._echo:
            if now - self._answered > SILENCE:
                self._say(message("drivers.sign_mute", sign=self.name, path=self._path))
        elif self._line.busy:
            self._say(message("drivers.sign_full", sign=self.name, path=self._path))
        elif self._last is not None:
            self._line.works()
            self._shown(self._last)
        if self._testing and now >= self._test_ends:
            self._testing = False
        self._line.send()

    def _heard(self, data: bytes) -> None:
        """An echo has a frame's length and ends with a line feed; everything else is noise."""
        if not self._echo:
            return
        for byte in data:
            self._tail = (self._tail + bytes((byte,)))[-length(self._digits) :]
            if byte == 0x0A and decode(self._tail, self._digits) is not None:
                self._echoed(self._tail)

    def _echoed(self, frame: bytes) -> None:
        self._echoes += 1
        self._answered = self._loop.time()
        if frame in self._sent:  # frames sent earlier are no longer echoed
            while self._sent.popleft() != frame:
                pass
            self._line.works()
            self._shown(frame)
        else:
            self._wrong += 1
            self._glass = decode(frame, self._digits) or ""
            self._say(message("drivers.sign_wrong", sign=self.name, glass=self._glass))
            self._report(self._glass, right=False)

    def _shown(self, frame: bytes) -> None:
        """The sign works; reports the amount once the sign shows it."""
        self._say(None)
        self._glass = decode(frame, self._digits) or ""
        if frame == self._wanted and self._fits(self._text):
            self._report(self._text, right=True)

    def _report(self, text: str, *, right: bool) -> None:
        try:
            self._seen(text, right)
        except Exception:
            self._seen_errors += 1
            log.exception("sign %s: the receiver failed; the sign goes on", self.name)

    def _fits(self, text: str) -> bool:
        return not text or decode(encode(text, self._digits), self._digits) == text

    def _say(self, why: Message | None) -> None:
        """Logs once for each change."""
        if why == self._why:
            return
        if not self._why or not why:
            self._since = self._loop.time()
        self._why = why
        if why:
            log.warning("%s", why)
        else:
            log.info("sign %s works", self.name)
