"""`litbet watch`: the table's live status, usable over a slow line. It redraws when something changes, and every two
seconds, because some facts change with time alone. It survives a restart of the controller and reconnects."""

import argparse
import json
import os
import select
import shutil
import signal
import socket
import sys
import termios
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from controller.cli.shared import command, of_a_table, socket_of
from controller.cli.speech import text
from controller.daemon.control_client import ControlError, ask

EVERY = 2.0  # s between two redraws without a change
AGAIN = 0.5  # s before a controller that does not answer is asked again
SETTLING = 0.05  # s: changes that come together are shown together, so a slow line is not flooded

# Control sequences for the terminal (ECMA-48, and xterm's alternate screen, which every current terminal has).
OPEN, CLOSE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
HOME, REST_OF_LINE, REST = "\x1b[H", "\x1b[K", "\x1b[J"


def add(groups: Any) -> None:
    of_a_table(command(groups, "watch", watch, "watch --config /etc/litbet/table.toml"))


def watch(args: argparse.Namespace) -> int:
    path = socket_of(args)
    if args.json or not sys.stdout.isatty():
        _print(path, as_json=args.json)
    else:
        _draw(path)
    return 0


class Line:
    """A connection on which the controller announces changes, while there is one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._socket: socket.socket | None = None

    @property
    def there(self) -> list[int]:
        """File descriptors to wait on."""
        return [self._socket.fileno()] if self._socket else []

    def status(self) -> dict[str, Any] | None:
        """The current status; None if nobody answers."""
        try:
            if self._socket is None:
                self._connect()
            answer = ask(self._path, "status", {})
        except (ControlError, OSError):
            self.close()
            return None
        return answer.get("status")

    def _connect(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(EVERY)
        self._socket.connect(str(self._path))
        self._socket.sendall(b'{"do": "watch", "with": {"changes": true}}\n')
        self._socket.recv(4096)  # the reply to the request to watch
        self._socket.setblocking(False)

    def hear(self) -> None:
        """Reads announcements; each only says that something changed."""
        try:
            while self._socket:
                if not self._socket.recv(65_536):
                    self.close()
        except BlockingIOError:
            pass
        except OSError:
            self.close()

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None


# -- to a file or a program ----------------------------------------------------------------------------------


def _print(path: Path, *, as_json: bool) -> None:
    """Prints one block, or one line of JSON, for each change. If the controller is away, that is printed once, to
    stderr."""
    from controller.cli.terminal import status_text

    line, before, away, news = Line(path), "", False, True
    with suppress(KeyboardInterrupt):
        while True:
            found = line.status()
            if found is None:
                if not away:
                    print(text("status.gone"), file=sys.stderr, flush=True)
                away = True
                time.sleep(AGAIN)
                continue
            away = False
            shown = status_text(found)
            if shown != before or (news and as_json):
                print(json.dumps(found) if as_json else f"{shown}\n", flush=True)
            before = shown
            # Nobody announces that a broker or a sign went silent, so look for it. Counters that rise with each
            # heartbeat do not count as a change.
            news = bool(select.select(line.there, [], [], EVERY)[0])
            if news:
                time.sleep(SETTLING)
                line.hear()
    line.close()


# -- on a terminal -------------------------------------------------------------------------------------------


def _draw(path: Path) -> None:
    """Redraw until q, Ctrl-C or the end of the connection; then restore the terminal."""
    line = Line(path)
    with ExitStack() as stack:
        news = stack.enter_context(_resized())
        keys = stack.enter_context(_screen())
        stack.callback(line.close)
        stack.enter_context(suppress(KeyboardInterrupt))
        while True:
            found = line.status()
            _show(found)
            ready = select.select([*line.there, *keys, news], [], [], EVERY if found else AGAIN)[0]
            if keys and keys[0] in ready and os.read(keys[0], 64) in (b"q", b"Q", b"\x03", b"\x04", b""):
                return
            if news in ready:
                os.read(news, 64)
            if set(line.there) & set(ready):
                time.sleep(SETTLING)
                line.hear()


def _show(found: dict[str, Any] | None) -> None:
    """Overwrites from the top left, so that nothing flickers. Cuts what is wider or longer than the terminal."""
    from controller.cli.terminal import status_text

    wide, high = shutil.get_terminal_size()
    shown = status_text(found).split("\n") if found else [text("status.gone")]
    lines = [each[: wide - 1] for each in shown[: max(high - 1, 1)]]
    foot = f"{time.strftime('%H:%M:%S')}   {text('status.keys')}" if found else ""
    lines = [*lines, *([""] * (high - len(lines) - 1)), foot[: wide - 1]] if high > 1 else lines
    print(HOME + f"{REST_OF_LINE}\n".join(lines) + REST, end="", flush=True)


@contextmanager
def _screen() -> Iterator[list[int]]:
    """The terminal's alternate screen, and its keys one by one; no keys if standard input is not the terminal."""
    keys = [sys.stdin.fileno()] if sys.stdin.isatty() else []
    before = termios.tcgetattr(keys[0]) if keys else None
    # a script's background job may have inherited ignored signals; Ctrl-C at a terminal is never ignored
    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ended = {number: signal.signal(number, _end) for number in ends}
    try:
        if keys:
            tty.setcbreak(keys[0])
        print(OPEN, end="", flush=True)
        yield keys
    finally:
        with suppress(OSError):  # the terminal may be gone
            print(CLOSE, end="", flush=True)
        if before is not None:
            with suppress(termios.error):
                termios.tcsetattr(keys[0], termios.TCSADRAIN, before)
        for number, handler in ended.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


@contextmanager
def _resized() -> Iterator[int]:
    """A file descriptor on which a byte arrives when the terminal's size changes."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.signal(signal.SIGWINCH, lambda _number, _frame: None)
    woken = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield reading
    finally:
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGWINCH, before)
        os.close(reading)
        os.close(writing)
