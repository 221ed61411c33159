"""Scenario files and the lines of standard input: plays of the simulated board, orders to the simulated sign.

Promised: a play is a list of commands or a PlayError, in which each line names the file and what to write; an order is
obeyed or a ValueError of one sentence; never another exception, and never more than `MOST` commands from a small file.
"""

import re
from collections.abc import Sequence
from typing import Any, cast

from fuzz.surface import Surface
from sim_play import PlayError, parse
from sim_sign import SignLogic, obey
from sim_table import KEYS, LAMPS, SEATS

from testbed.firmware import firmware_sim

MOST = 100_000  # commands of one file


class _Sign:
    """A numeric sign that does as it is told."""

    logic = SignLogic(8)

    def __getattr__(self, name: str) -> Any:
        def act(*values: Any) -> None:
            for value in values:
                if isinstance(value, float):
                    assert 0 <= value < 1e6, "a time beyond all bounds"
                if isinstance(value, bytes):
                    assert len(value) < 1 << 20, "noise beyond all bounds"

        return act


class PlayFiles(Surface):
    """A list of commands, or what is wrong with which line."""

    name = "play-files"
    reaches = ("firmware-sim/sim_play.py", "firmware-sim/sim_sign.py")
    words = (
        "place", "lift", "press", "key", "set", "drop", "bounce", "stick", "free", "wait", "expect", "cut", "unplug",
        "brownout", "reset", "repeat", "end", "for", "within", "lamp", "locked", "on", "off", "40ms", "1.5s", "lock",
        "repeat 1000\n", "end\n", "skip", "noise", "plug", "5s", "3 8",
    )  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        plays = [path.read_bytes() for path in sorted((firmware_sim() / "scenarios").glob("*.play"))]
        return [
            *plays,
            b"repeat 3\nrepeat 2\nwait 1s\nend\nend\n",
            b"skip 5s\nnoise 40\nstick 3 8\nfree 3\nunplug\nplug\n",
        ]

    def check(self, data: bytes) -> None:
        text = data.decode(errors="replace")
        try:
            commands = parse(text, "a.play", [*SEATS, *KEYS], LAMPS)
        except PlayError as error:
            for line in str(error).splitlines():
                assert re.match(r"a\.play(:\d+)?: .", line), f"{line!r} does not say where"
                assert len(line) < 1000
        else:
            assert len(commands) <= MOST
        for line in text.splitlines()[:50]:
            if line.strip():
                refusal = ""
                try:
                    obey(cast(Any, _Sign()), line.strip())
                except ValueError as error:
                    refusal = str(error)
                assert not refusal or "; write" in refusal or "is none of" in refusal, f"{refusal} is no help"
