"""The bench in a terminal: the table as it stands, and keys to play it by hand."""

import asyncio
import contextlib
import os
import sys
import termios
import tty
from collections.abc import Iterator

from controller.bench.world import World
from controller.core.rules import Key
from controller.terminal import status_text

HELP = (
    "1-9 touch a seat's sensor   l LOCK   s SETTLE   c CLEAR   o OPEN/CLOSE   w WIN   v VOID\n"
    "r resume   n next morning   q quit"
)
KEYS = {"l": Key.LOCK, "s": Key.SETTLE, "c": Key.CLEAR, "o": Key.OPEN_CLOSE, "w": Key.WIN, "v": Key.VOID}
REFRESH = 0.25  # s


async def watch(world: World) -> None:
    """Until `q` or Ctrl-C; without a terminal, a line for every change."""
    keys: asyncio.Queue[str] = asyncio.Queue()
    shown = ""
    with _raw_keys(keys):
        while True:
            found = (await world.ask("status"))["status"]
            text = status_text(found)
            if found["last_refusal"]:
                text += f"\n(a key was refused: {found['last_refusal']})"
            if sys.stdout.isatty():
                print(f"\x1b[H\x1b[2Jlitbet bench   folder {world.folder}\n\n{text}\n\n{HELP}", flush=True)
            elif text != shown:
                print(text, end="\n\n", flush=True)
            shown = text
            key = ""
            with contextlib.suppress(TimeoutError):
                key = await asyncio.wait_for(keys.get(), REFRESH)
            if key in ("q", "\x03", "\x04"):
                return
            if key.isdecimal():
                world.touch(int(key))
            elif KEYS.get(key) in world.key_input:
                world.key(KEYS[key])
            elif key == "r":
                await world.ask("round resume", by=["bench"])
            elif key == "n":
                await world.ask("bench wind")


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
