"""The line of a numeric sign, both ends: the echo that the driver reads back, and the frame that the sign latches.

Promised: never an exception; the driver finds on the glass only what an intact frame put there, and says "right" of
nothing but the amount that it was last told to show; the sign latches intact frames and echoes what stands in its
latch; both hold no more than one frame; after any noise one good frame is enough.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, cast
from zlib import crc32

from fuzz.surface import Surface, hexed, script, steps
from sim_sign import SignLogic

from drivers.serial_digits import SerialDigits, decode, encode, length

DIGITS = 8
AMOUNT = "1250.00"


class _Line:
    """A serial line whose other end is the script."""

    busy, is_open, sent, openings = False, True, 0, 1

    def works(self) -> None:
        """It does."""

    def send(self) -> None:
        """What it says is asked for by the script."""

    def close(self) -> None:
        """It stays."""


class NumericSignLine(Surface):
    """Nothing is found on the glass that no intact frame put there."""

    name = "numeric-sign"
    reaches = ("drivers/serial_digits.py", "firmware-sim/sim_sign.py")
    words = ("raw", "frame", "show", "send", "echo", AMOUNT, "0.01", "$", "*", "- - - - - - - - ")

    def seeds(self) -> Sequence[bytes]:
        frame = encode(AMOUNT, DIGITS).decode()
        return [
            script({"show": AMOUNT}, {"send": 1}, {"echo": 1}, {"show": "1250.25"}, {"send": 1}, {"echo": 1}),
            script(
                {"show": AMOUNT}, {"send": 1}, {"raw": frame}, {"raw": "24" * 9}, {"raw": frame[:9]}, {"raw": frame}
            ),
            script({"frame": " 9 9 9.9 9 9 9 9 "}, {"frame": "8." * 8}, {"show": ""}, {"send": 1}, {"echo": 1}),
            script({"show": "123456789.00"}, {"send": 1}, {"echo": 1}),
        ]

    def check(self, data: bytes) -> None:
        asyncio.run(self._check(data))

    async def _check(self, data: bytes) -> None:
        reports: list[tuple[str, bool]] = []
        sign = SerialDigits("sign-1", "nowhere", DIGITS, echo=True)
        sign._line = cast(Any, _Line())
        sign._seen, sign._loop = lambda text, right: reports.append((text, right)), asyncio.get_running_loop()
        sign._testing = False
        glass = SignLogic(DIGITS)
        sent, stream = b"", b""
        for step in steps(data):
            match step:
                case {"show": str(text)} if (text.replace(".", "", 1).isdecimal() and text.isascii()) or text == "":
                    sign.show(text)
                case {"send": _}:
                    sent = sign._next()
                case {"raw": raw}:
                    stream = self._heard(sign, glass, stream, hexed(raw))
                case {"frame": str(field)}:
                    raw = field.encode(errors="replace")
                    stream = self._heard(sign, glass, stream, b"$%b*%08X\r\n" % (raw, crc32(raw)))
                case {"echo": _}:
                    for echo in glass.hear(sent, 0.0):
                        stream = self._heard(sign, glass, stream, echo)
            assert all(text == sign._text for text, right in reports if right), "right, and another amount"
            reports.clear()
            assert len(sign._tail) <= length(DIGITS)
            assert len(glass._line) <= length(DIGITS)
        sign.show("0.02")
        sign.show("0.01")
        (echo,) = glass.hear(sign._next(), 0.0)
        sign._heard(echo)
        assert reports[-1] == ("0.01", True), "a good echo is not believed"
        assert not sign.health()["seen_errors"]

    def _heard(self, sign: SerialDigits, glass: SignLogic, stream: bytes, data: bytes) -> bytes:
        """The same bytes at both ends."""
        before = sign._echoes
        sign._heard(data)
        for echo in glass.hear(data, 0.0):
            assert decode(echo, DIGITS) is not None, "the sign echoes what is no frame"
        stream = (stream + data)[-len(data) - length(DIGITS) :]
        if sign._echoes > before:
            whole = [stream[at : at + length(DIGITS)] for at in range(len(stream))]
            assert sign._glass in [decode(each, DIGITS) for each in whole], "on the glass is what nobody put there"
        return stream
