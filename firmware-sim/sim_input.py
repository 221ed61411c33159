"""Standard input, line by line, on the event loop."""

import asyncio
import os
import sys


def listen(lines: asyncio.Queue[str | None]) -> None:
    """Puts the lines of standard input into the queue, and None at its end."""
    loop, fd, rest = asyncio.get_running_loop(), sys.stdin.fileno(), b""

    def read() -> None:
        nonlocal rest
        data = os.read(fd, 65536)
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            lines.put_nowait(line.decode(errors="replace"))
        if not data:
            loop.remove_reader(fd)
            lines.put_nowait(None)

    try:
        loop.add_reader(fd, read)
    except PermissionError:  # a regular file, which never blocks
        for line in sys.stdin:
            lines.put_nowait(line)
        lines.put_nowait(None)
