"""A command on a terminal of its own, as over SSH."""

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from support.processes.litbet import PATIENCE

WIDE, HIGH = 100, 30


class Terminal:
    """`output` is all that the command has written to it."""

    def __init__(self, *args: str | Path) -> None:
        self._master, slave = pty.openpty()
        self.output = ""
        self.resize(WIDE, HIGH)
        self.at_first = self.modes()
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "controller", *map(str, args)],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, env=_as_over_ssh(),
            preexec_fn=_takes_the_terminal,
        )  # fmt: skip
        self._slave = slave

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)
        os.close(self._slave)

    def modes(self) -> list[Any]:
        return termios.tcgetattr(self._master)

    def resize(self, wide: int, high: int) -> None:
        ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))

    def types(self, text: str) -> None:
        os.write(self._master, text.encode())

    def terminate(self) -> None:
        self._process.terminate()

    def shows(self, text: str) -> None:
        """Wait until it has written this, after what was asked for before."""
        seen = len(self.output)
        deadline = time.monotonic() + PATIENCE
        while text not in self.output[seen:]:
            assert time.monotonic() < deadline, f"{text!r} is not in {self.output[seen:]!r}"
            self._read(0.5)

    def ends(self) -> int:
        """Its exit status, once all that it wrote was read."""
        code = self._process.wait(PATIENCE)
        while self._read(0):
            pass
        return code

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        self.output += os.read(self._master, 65_536).decode(errors="replace")
        return True


def _takes_the_terminal() -> None:
    """From whoever started it, and what a script's background job ignores with it."""
    ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _as_over_ssh() -> dict[str, str]:
    """A size that somebody else has noted is not this terminal's."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")} | {"TERM": "xterm"}
