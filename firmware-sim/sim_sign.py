"""A plain numeric sign without hardware, on a pseudo-terminal: python firmware-sim/sim_sign.py --help

`SignLogic` is the sign itself; around it are the port, the cable and the faults. docs/NUMERIC_SIGN.md describes the
bytes.
"""

import argparse
import asyncio
import json
import random
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from zlib import crc32

from sim_input import listen
from sim_line import GOOD, PROFILES, Cable, Profile, Pty
from sim_play import shown

DARK_AFTER = 10.0  # s without a frame

Event = dict[str, object]

# a over f, g, b over e, d, c: the segments of a digit as three lines of text
_LINES = {
    "0": (" _ ", "| |", "|_|"), "1": ("   ", "  |", "  |"), "2": (" _ ", " _|", "|_ "), "3": (" _ ", " _|", " _|"),
    "4": ("   ", "|_|", "  |"), "5": (" _ ", "|_ ", " _|"), "6": (" _ ", "|_ ", "|_|"), "7": (" _ ", "  |", "  |"),
    "8": (" _ ", "|_|", "|_|"), "9": (" _ ", "|_|", " _|"), "-": ("   ", " _ ", "   "), " ": ("   ", "   ", "   "),
}  # fmt: skip


class SignLogic:
    """The latch, its timer, and faults of the digits. Times are seconds of any clock."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.latched = 0  # number of frames
        self._field = " " * (2 * digits)
        self._until = float("-inf")
        self._line = b""
        self._stuck: dict[int, str] = {}

    def hear(self, data: bytes, now: float) -> list[bytes]:
        """Takes bytes from the line; returns the echo, which is the content of the latch, including faults."""
        echoes = []
        for byte in data:
            self._line = (self._line + bytes((byte,)))[-(2 * self.digits + 12) :]
            if byte == 0x0A and (field := self._read(self._line)) is not None:
                self._field, self._until = field, now + DARK_AFTER
                self.latched += 1
                shown = self.field(now).encode()
                echoes.append(b"$%b*%08X\r\n" % (shown, crc32(shown)))
        return echoes

    def _read(self, frame: bytes) -> str | None:
        form = rb"\$((?:[0-9 -][. ]){%d})\*([0-9A-F]{8})\r\n" % self.digits
        found = re.fullmatch(form, frame)
        return found[1].decode() if found and int(found[2], 16) == crc32(found[1]) else None

    def stick(self, place: int, glyph: str) -> None:
        """Makes the digit at this place (from the left, beginning with 1) show the glyph whatever it is sent."""
        self._stuck[place - 1] = glyph

    def free(self, place: int) -> None:
        self._stuck.pop(place - 1, None)

    def dark_in(self, now: float) -> float:
        return self._until - now

    def field(self, now: float) -> str:
        """Cell by cell, a glyph and its point; all dark after the timer has run out."""
        if now >= self._until:
            return "  " * self.digits
        cells = [self._field[2 * n : 2 * n + 2] for n in range(self.digits)]
        return "".join(self._stuck.get(n, cell[0]) + cell[1] for n, cell in enumerate(cells))

    def text(self, now: float) -> str:
        """What a person reads; "" if it is dark."""
        field = self.field(now)
        return "".join(field[n] + field[n + 1].strip() for n in range(0, len(field), 2)).strip()

    def drawing(self, now: float) -> str:
        """The lit segments, three lines high."""
        field = self.field(now)
        cells = [(_LINES[field[n]], field[n + 1]) for n in range(0, len(field), 2)]
        return "\n".join(
            "".join(lines[row] + (point if row == 2 else " ") for lines, point in cells) for row in range(3)
        )


class SimSign:
    """A sign at the end of a cable, on the running loop. `link` is a path that always points to its port."""

    def __init__(
        self,
        digits: int,
        *,
        echo: bool = False,
        link: Path | None = None,
        seed: int = 1,
        cable: Profile = GOOD,
        tell: Callable[[Event], None] = lambda _event: None,
    ) -> None:
        self.logic = SignLogic(digits)
        self._echo, self._link, self._tell = echo, link, tell
        self._loop = asyncio.get_running_loop()
        rng = random.Random(seed)
        self._to_us, self._to_host = Cable(rng, cable), Cable(rng, cable)
        self._skipped = 0.0
        self._pty: Pty | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._last_text = ""
        self.history: list[str] = []  # everything that it has shown
        self.plug()

    @property
    def port(self) -> str:
        return self._pty.path if self._pty else ""

    def now(self) -> float:
        return self._loop.time() + self._skipped

    def text(self) -> str:
        return self.logic.text(self.now())

    # -- hands

    def skip(self, seconds: float) -> None:
        """Advances the sign's own time by this much at once."""
        self._skipped += seconds
        self._look()

    def cut(self, seconds: float) -> None:
        """Makes the cable dead in both directions for this long."""
        for cable in self._to_us, self._to_host:
            cable.cut((self._loop.time() + seconds) * 1000)

    def noise(self, data: bytes) -> None:
        """Adds bytes that nobody sent."""
        self._arrive(data)

    def stick(self, place: int, glyph: str) -> None:
        self.logic.stick(place, glyph)
        self._look()

    def free(self, place: int) -> None:
        self.logic.free(place)
        self._look()

    def unplug(self) -> None:
        if self._pty:
            self._loop.remove_reader(self._pty.master)
            self._pty.close()
        self._pty = None

    def plug(self) -> None:
        self.unplug()
        self._pty = Pty(self._link)
        self._loop.add_reader(self._pty.master, self._on_readable)
        self._tell({"event": "ready", "port": self.port})

    def close(self) -> None:
        self.unplug()
        if self._timer:
            self._timer.cancel()

    # -- the line

    def _on_readable(self) -> None:
        if self._pty and (data := self._pty.read()):
            self._carry(self._to_us, data, self._arrive)

    def _arrive(self, data: bytes) -> None:
        for echo in self.logic.hear(data, self.now()):
            if self._echo:
                self._carry(self._to_host, echo, self._say)
        self._look()

    def _say(self, data: bytes) -> None:
        if self._pty:
            self._pty.write(data)

    def _carry(self, cable: Cable, data: bytes, there: Callable[[bytes], None]) -> None:
        now = self._loop.time()
        for at, piece in cable.carry(data, now * 1000):
            if at <= now * 1000:
                there(piece)
            else:
                self._loop.call_at(at / 1000, there, piece)

    def _look(self) -> None:
        """Records what is shown now, and schedules the moment when it goes dark."""
        if self._timer:
            self._timer.cancel()
        now = self.now()
        left = self.logic.dark_in(now)
        self._timer = self._loop.call_later(left, self._look) if left > 0 else None
        text = self.logic.text(now)
        if text != self._last_text:
            self._last_text = text
            self.history.append(text)
            self._tell({"event": "shows", "text": text, "drawing": self.logic.drawing(now), "ns": time.monotonic_ns()})


def obey(sign: SimSign, line: str) -> None:
    """Carries out one command of a person or a program; a ValueError says what is wrong with it."""
    match line.split():
        case ["skip", seconds]:
            sign.skip(_seconds(seconds))
        case ["cut", seconds]:
            sign.cut(_seconds(seconds))
        case ["noise", count] if re.fullmatch("[0-9]{1,4}", count):
            sign.noise(random.randbytes(int(count)))
        case ["stick", place, glyph] if _place(sign, place) and glyph in _LINES:
            sign.stick(int(place), glyph)
        case ["free", place] if _place(sign, place):
            sign.free(int(place))
        case ["unplug"]:
            sign.unplug()
        case ["plug"]:
            sign.plug()
        case _:
            raise ValueError(f"{shown(line)} is none of: skip 5s, cut 5s, noise 40, stick 3 8, free 3, unplug, plug")


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?s", text):
        raise ValueError(f"{shown(text)} is no time; write it like 2s or 0.5s")
    return float(text[:-1])


def _place(sign: SimSign, text: str) -> bool:
    return re.fullmatch("[0-9]{1,2}", text) is not None and 1 <= int(text) <= sign.logic.digits


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sim_sign",
        description="A simulated numeric sign. It prints its port, then its glass whenever that changes, and obeys "
        "commands from standard input: skip 5s, cut 5s, noise 40, stick 3 8, free 3, unplug, plug.",
    )
    parser.add_argument("--digits", type=int, choices=range(6, 13), default=8, metavar="N", help="6 to 12 (8)")
    parser.add_argument("--echo", action="store_true", help="send back what is latched")
    parser.add_argument("--link", type=Path, help="a path that will point at the port")
    parser.add_argument("--cable", choices=PROFILES, help="a bad cable")
    parser.add_argument("--seed", type=int, default=1, help="of the cable")
    parser.add_argument("--json", action="store_true", help="events as JSON lines; ends with standard input")
    return parser


async def run(options: argparse.Namespace) -> None:
    def tell(event: Event) -> None:
        if options.json:
            print(json.dumps(event), flush=True)
        else:
            print(event["drawing"] if event["event"] == "shows" else event["port"], flush=True)

    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in signal.SIGINT, signal.SIGTERM:
        loop.add_signal_handler(number, over.set)
    cable = PROFILES[options.cable] if options.cable else GOOD
    sign = SimSign(options.digits, echo=options.echo, link=options.link, seed=options.seed, cable=cable, tell=tell)
    reading = asyncio.create_task(_obey_input(sign, over, options.json))
    await over.wait()
    reading.cancel()
    sign.close()


async def _obey_input(sign: SimSign, over: asyncio.Event, ends_with_it: bool) -> None:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    listen(lines)
    while (line := await lines.get()) is not None:
        if line.strip():
            try:
                obey(sign, line.strip())
            except ValueError as error:
                print(error, file=sys.stderr)
    if ends_with_it:
        over.set()


if __name__ == "__main__":
    try:
        asyncio.run(run(arguments().parse_args()))
    except OSError as error:
        sys.exit(str(error))
