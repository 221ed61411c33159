"""The bench in a terminal: the state of the table, and keys to play it by hand."""

import asyncio
import contextlib
import os
import sys
import termios
import tty
from collections.abc import Iterator
from typing import Any

from controller.cli.speech import text
from controller.cli.terminal import status_text
from controller.table.rules import Key
from testbed.bench.hands import Hands
from testbed.bench.pages import Addresses
from testbed.bench.world import World

KEYS = {"l": Key.LOCK, "s": Key.SETTLE, "c": Key.CLEAR, "o": Key.OPEN_CLOSE, "w": Key.WIN, "v": Key.VOID, "t": Key.TIER}
REFRESH = 0.25  # s
CLEARED = "\x1b[H\x1b[2J"


async def watch(world: World, hands: Hands, at: Addresses) -> None:
    """Until `q` or Ctrl-C; without a terminal, prints a line for every change."""
    keys: asyncio.Queue[str] = asyncio.Queue()
    shown = ""
    if not sys.stdout.isatty():
        print(f"{at.text()}\n{text('bench.first_hand')}\n", flush=True)
    with _raw_keys(keys):
        while True:
            screen = _screen(await hands.look(), world, hands)
            if sys.stdout.isatty():
                head = (
                    text("bench.folder", folder=str(world.folder)),
                    text("bench.addresses", felt=at.felt, sign=at.sign, floor=at.floor),
                )
                foot = (text("bench.help_keys"), text("bench.help_people"))
                print(CLEARED + "\n".join((*head, "", screen, "", *foot)), flush=True)
            elif screen != shown:
                print(screen, end="\n\n", flush=True)
            shown = screen
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
    if found is None:
        return text("bench.off") + hands.text()
    screen = status_text(found) + hands.text()
    for name, glass in world.glass.items():
        screen += "\n\n" + text("bench.glass", name=name, text=f"{glass:>13}")
    if found["last_refusal"]:
        screen += "\n" + text("bench.refused", why=found["last_refusal"])
    if found["phase"] == "closed" and sys.stdout.isatty():
        screen += "\n\n" + text("bench.first_hand")
    return screen


@contextlib.contextmanager
def _raw_keys(keys: "asyncio.Queue[str]") -> Iterator[None]:
    """Single key presses, if standard input is a terminal."""
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
