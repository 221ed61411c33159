"""The bench in a terminal: the table as it stands, and keys to play it by hand."""

import asyncio
import contextlib
import os
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Any

from controller.cli.terminal import status_text
from controller.table.rules import Key
from testbed.bench import WORDS
from testbed.bench.controller_line import OFF
from testbed.bench.hands import Hands
from testbed.bench.pages import Addresses
from testbed.bench.world import World
from words.catalogue import catalogue, language_of

HELP = (
    "1-9 touch a seat's sensor   l LOCK   s SETTLE   c CLEAR   o OPEN/CLOSE   w WIN   v VOID   t TIER\n"
    "r resume   y settle the claims of this hand   x drop claims   n next morning   q quit"
)
KEYS = {"l": Key.LOCK, "s": Key.SETTLE, "c": Key.CLEAR, "o": Key.OPEN_CLOSE, "w": Key.WIN, "v": Key.VOID, "t": Key.TIER}
FIRST_HAND = "Your first hand: on the felt press OPEN, drag chips to two seats, LOCK, CLEAR."
REFRESH = 0.25  # s


async def watch(world: World, hands: Hands, at: Addresses) -> None:
    """Until `q` or Ctrl-C; without a terminal, a line for every change."""
    keys: asyncio.Queue[str] = asyncio.Queue()
    shown = ""
    if not sys.stdout.isatty():
        print(f"{at.text()}\n{FIRST_HAND}\n", flush=True)
    with _raw_keys(keys):
        while True:
            text = _screen(await hands.look(), world, hands)
            if sys.stdout.isatty():
                where = f"felt {at.felt}   sign {at.sign}   floor {at.floor}"
                print(f"\x1b[H\x1b[2Jlitbet bench   folder {world.folder}\n{where}\n\n{text}\n\n{HELP}", flush=True)
            elif text != shown:
                print(text, end="\n\n", flush=True)
            shown = text
            key = ""
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REFRESH):
                    key = await keys.get()
            if key in ("q", "\x03", "\x04"):
                return
            if key.isdecimal():
                for spot, rule in world.config.rules.spots.items():
                    if rule.seat == int(key):
                        world.touch(spot)
            elif KEYS.get(key) in world.key_input:
                world.key(KEYS[key])
            elif key == "r":
                await world.ask("round resume")
            elif key == "y":
                await hands.settle()
            elif key == "x":
                await world.drop_claims()
            elif key == "n":
                await world.wind()


def _screen(found: dict[str, Any] | None, world: World, hands: Hands) -> str:
    words = catalogue(language_of(), WORDS)
    if found is None:
        return f"{words.text(OFF['code'])}{hands.text()}"
    text = status_text(found) + hands.text()
    text += "".join(f"\n\nsign {name}: [{glass:>13}]" for name, glass in world.glass.items())
    if found["last_refusal"]:
        text += f"\n({words.text('bench.refused', why=found['last_refusal'])})"
    if found["phase"] == "closed" and sys.stdout.isatty():
        text += f"\n\n{FIRST_HAND}"
    return text


@contextlib.contextmanager
def _raw_keys(keys: "asyncio.Queue[str]") -> Iterator[None]:
    """Single key presses, if a person sits there."""
    if not sys.stdin.isatty():
        yield
        return
    loop, fd = asyncio.get_running_loop(), sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    tty.setcbreak(fd)
    loop.add_reader(fd, lambda: keys.put_nowait(os.read(fd, 1).decode(errors="replace")))
    try:
        yield
    finally:
        loop.remove_reader(fd)
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
