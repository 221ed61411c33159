"""A controller to be measured: a real process on a board whose hands wind its clock instead of waiting."""

import json
import os
import pty
import random
import socket
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.daemon.control_client import ControlError, ask
from controller.table.records import RECORD_TYPES
from drivers.serial_board import BoardSettings
from testbed.bench.boards import on_a_bench
from testbed.bench.broker import Broker
from testbed.bench.clock import noon
from testbed.bench.table import create_ledger
from testbed.firmware import firmware_sim

sys.path.insert(0, str(firmware_sim()))
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: each module is compiled once, not at every start

from board_logic import MASK, PATTERNS, Board

SKIP = 30  # ms of board time: longer than any debounce
PATIENCE = 60.0
PACE = 0.025  # s between two presses: a hand faster than forty edges a second is a storm
CLERK, PIN = "bench", "271845"
BY_PIN = {"name": CLERK, "pin": PIN}
CODES = {name: code for code, (name, _) in enumerate(PATTERNS)}

# A measurement that is stopped leaves no table behind: it would open the boards of later ones.
WITH_US = ("setpriv", "--pdeathsig", "KILL")


class HandBoard:
    """The real board logic on a pseudo-terminal, with hands that wind its clock instead of waiting. A prompt one says
    when its lamps changed; any other leaves the processor to what is measured."""

    def __init__(self, driver: BoardSettings, prompt: bool = False) -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self._slave = slave
        self._skipped = 0
        self._prompt = prompt
        self._driver = driver
        self._lock = threading.Lock()
        self.changed = 0  # when the frame came that changed the lamps last
        inputs, lamps = list(driver.inputs), list(driver.lamps)
        self.board = Board(
            driver.name, inputs, lamps, [False] * len(inputs), random.randrange(1, 1 << 32), self._tick(), 1
        )
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._beat, daemon=True).start()

    def _tick(self) -> int:
        return (time.monotonic_ns() // 1_000_000 + self._skipped) & MASK

    def _listen(self) -> None:
        # At a real table the board is another computer: here it must not take the processor from what is measured.
        if not self._prompt:
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        while True:
            data = os.read(self.master, 4096)
            ns = time.monotonic_ns()
            with self._lock:
                before = list(self.board.lamps)
                self.board.hear(data, self._tick())
                if self.board.lamps != before:
                    self.changed = ns
                self._say()

    def _beat(self) -> None:
        while True:
            time.sleep(0.05)
            with self._lock:
                self._say()

    def _say(self) -> int:
        """Write the next frame, if there is one; when."""
        frame = self.board.frame(self._tick())
        ns = time.monotonic_ns()
        if frame:
            os.write(self.master, frame)
        return ns

    def press(self, *inputs: str) -> int:
        """Down and up, as fast as debounce lets it; when the bytes of the press were written."""
        pressed = self.down(*inputs)
        self.up(*inputs)
        return pressed

    def down(self, *inputs: str) -> int:
        return self._move(inputs, 1)

    def up(self, *inputs: str) -> None:
        self._move(inputs, 0)

    def _move(self, inputs: tuple[str, ...], level: int) -> int:
        with self._lock:
            for name in inputs:
                self.board.sense(self._driver.inputs.index(name), level, self._tick())
            self._skipped += SKIP
            return self._say()

    def until(self, pattern: str) -> None:
        """Wait until every lamp shows it."""
        until(lambda: set(self.board.lamps) == {CODES[pattern]} and not self.board.dark, f"lamps {pattern}")


def until(true: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise SystemExit(f"{what}: not within {PATIENCE:g} s")
        time.sleep(0.002)


class Rig:
    """The shipped table in a folder of its own, with its ledger, board and broker."""

    def __init__(self, folder: Path, broker: Broker, prompt: bool) -> None:
        self.folder, self.broker = folder, broker
        self.config: Config = load(shipped("config") / "table.toml")
        driver = self.config.drivers[0]
        assert isinstance(driver, BoardSettings)
        self.board = HandBoard(driver, prompt)
        self.seats = [ref.name for ref in self.config.spot_inputs]
        self.daemon: subprocess.Popen[bytes] | None = None
        self.shown: list[int] = []  # when the lamps of each LOCK came to the board
        self.where = ["--dir", str(folder)]  # empty where the table's file says so itself
        self._who: list[dict[str, str]] = []

    @property
    def _table(self) -> list[str]:
        return ["--config", str(self.config.path), *self.where]

    def init(self) -> None:
        here = (
            replace(self.config, dir=self.folder, ledger=None, second_copy=None, socket=None)
            if self.where
            else self.config
        )
        create_ledger(on_a_bench(here), noon(here.rules.zone), "bench")

    def start(self, *before: str) -> float:
        """From nothing to a controller that answers; how many seconds that took. `before` wraps the command."""
        (self.folder / "control.sock").unlink(missing_ok=True)
        clock = ["--start", str(noon(self.config.rules.zone))]
        lines = ["--broker", str(self.broker.port), "--board", self.board.port]
        self._who = self._who and [BY_PIN]  # a log-in ends with its controller
        began = time.monotonic()
        bench = [sys.executable, "-m", "testbed.bench.controller", *self._table, *clock, *lines]
        self.daemon = subprocess.Popen([*WITH_US, *before, *bench], stderr=subprocess.DEVNULL)
        until(self._answers, "the controller")
        return time.monotonic() - began

    def _answers(self) -> bool:
        try:
            return bool(ask(self.folder / "control.sock", "status", {})["ok"])
        except ControlError:
            return False

    def do(self, command: str, **facts: Any) -> dict[str, Any]:
        """What wants a person is asked by the clerk."""
        answer: dict[str, Any] = ask(self.folder / "control.sock", command, facts, self._who)
        assert answer["ok"], answer
        return answer

    def hire(self) -> None:
        """The clerk, while the table is stopped: the first person of the ledger, with every right that is asked for."""
        roles = [word for role in ("administrator", "floor", "manager") for word in ("--role", role)]
        hired = [sys.executable, "-m", "controller", "user", "add", CLERK, *roles, *self._table]
        subprocess.run(hired, check=True, input=f"{PIN}\n".encode(), stdout=subprocess.DEVNULL)
        self._who = [BY_PIN]

    def log_in(self) -> None:
        """So that no question waits for the hash of a PIN, until the next start or day."""
        self._who = [BY_PIN]
        self._who = [{"login": self.do("user login")["login"]}]

    def play(self, rounds: int, pace: float = PACE) -> list[int]:
        """Rounds with every seat lit; when each LOCK was written to the line."""
        written = []
        for _ in range(rounds):
            self.board.until("waiting")
            self.board.press(*self.seats)
            self.board.until("lit")
            time.sleep(pace)
            written.append(self.board.down("lock"))
            self.board.until("locked")  # no thumb is off the key before: its release is not in the way
            self.shown.append(self.board.changed)
            self.board.up("lock")
            time.sleep(pace)
            self.board.press("clear")
        self.board.until("waiting")
        return written

    @contextmanager
    def commits(self, kind: str, n: int) -> Iterator[list[int]]:
        """When each of the next n rows of a kind was on disk by the controller's report; complete after the block."""
        assert kind in RECORD_TYPES
        committed: list[int] = []
        link = socket.socket(socket.AF_UNIX)
        link.connect(str(self.folder / "control.sock"))
        stream = link.makefile("rwb")
        stream.write(b'{"do": "watch"}\n')
        stream.flush()
        stream.readline()

        def watch() -> None:
            for line in stream:
                message = json.loads(line)
                committed.extend(message["ns"] for row in message["committed"] if row["kind"] == kind)
                if len(committed) == n:
                    return

        watching = threading.Thread(target=watch, daemon=True)
        watching.start()
        yield committed
        watching.join(PATIENCE)
        link.close()
        if len(committed) != n:
            raise SystemExit(f"{len(committed)} of {n} rows {kind} within {PATIENCE:g} s")

    def stop(self) -> None:
        if self.daemon is not None:
            self.daemon.terminate()
            self.daemon.wait(PATIENCE)
            self.daemon = None


@contextmanager
def rig(folder: Path, prompt: bool = False) -> Iterator[Rig]:
    with Broker(folder) as broker:
        made = Rig(folder, broker, prompt)
        try:
            yield made
        finally:
            made.stop()
