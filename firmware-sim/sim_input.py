"""Standard input, line by line, beside whatever else the loop does."""

import asyncio
import os
import sys


def listen(lines: asyncio.Queue[str | None]) -> None:
    """Put the lines of standard input, and None at its end."""
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
    except PermissionError:  # a file: it never keeps anyone waiting
        for line in sys.stdin:
            lines.put_nowait(line)
        lines.put_nowait(None)
