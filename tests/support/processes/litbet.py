"""litbet as its users have it: processes, folders, signals."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.bench.broker import Broker
from controller.cli.people import add_person
from controller.clock import BenchClock
from controller.config import load
from controller.questions import ControlError, ask
from controller.resources import shipped

ROOT = Path(__file__).parent.parent
PIN = "4739"  # everybody's
PEOPLE = {  # name -> roles; made when a test first names them
    "floor": ["floor"],
    "second": ["floor"],
    "manager": ["manager"],
    "accounting": ["accounting"],
    "cage": ["cage"],
    "technician": ["technician"],
}
BEGINS = 1795000000000  # 06:06 of a winter morning in New York: its gaming day has just begun
PATIENCE = 60.0  # a generous stop against hanging, never a measure


def litbet(*args: str | Path, **kwargs: Any) -> "subprocess.CompletedProcess[str]":
    """One command, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "controller", *map(str, args)],
        capture_output=True, text=True, timeout=PATIENCE, check=False, **kwargs,
    )  # fmt: skip


def spawn(*args: str | Path, **kwargs: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", sys.executable, "-m", "controller", *map(str, args)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **kwargs,
    )  # fmt: skip


def until(true: Any, what: str) -> Any:
    """Poll real processes until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < deadline, f"{what}: not within {PATIENCE:g} s"
        time.sleep(0.02)
    return found


class Daemon:
    """A controller on a simulated board and a private broker, in one folder."""

    def __init__(self, folder: Path, config: Path | None = None, *, speed: float = 1.0) -> None:
        self.folder = folder
        self.config = config or shipped("config") / "table.toml"
        self.speed = speed
        self.broker = Broker(folder)
        self.process: subprocess.Popen[str] | None = None
        self.board: subprocess.Popen[str] | None = None
        self.known = {"admin"}

    def init(self) -> None:
        made = litbet("init", *self.table, "--by", "A. Clerk")
        assert made.returncode == 0, made.stderr
        here = replace(load(self.config), dir=self.folder, ledger=None)
        add_person(here, BenchClock(BEGINS), "admin", ["administrator"], lambda: PIN)

    @property
    def table(self) -> list[str]:
        start = ["--bench-start", str(BEGINS), "--bench-speed", str(self.speed)]
        return ["--config", str(self.config), "--dir", str(self.folder), *start]

    def start_board(self, *args: str) -> None:
        command = ["setpriv", "--pdeathsig", "KILL", sys.executable, str(shipped("firmware-sim")), "--json"]
        command += ["--link", str(self.folder / "board"), "--speed", str(self.speed), *args]
        self.board = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.board.stdout is not None
        assert json.loads(self.board.stdout.readline())["event"] == "ready"

    def start(self, *, wait: bool = True) -> None:
        self.process = spawn(
            "run", *self.table, "--bench-mqtt", str(self.broker.port), "--bench-board", str(self.folder / "board")
        )
        if wait:
            until(self.up, "the controller")

    def up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.process.communicate()[1]
        try:
            return all(driver["up"] for driver in self.status()["drivers"].values())
        except ControlError:
            return False

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("status")["status"]
        return found

    def ask(self, command: str, by: Sequence[str] = (), **facts: Any) -> dict[str, Any]:
        """`by` are people whose PINs are given with it."""
        return ask(self.folder / "control.sock", command, facts, self.who(*by))

    def who(self, *names: str) -> list[dict[str, str]]:
        for name in names:
            if name not in self.known:
                by = [each for each in ("admin", "manager", "accounting") if each in self.known][:2]
                self.known.add(name)
                self.do("user add", by=by, name=name, roles=PEOPLE[name], pin=PIN)
        return [{"name": name, "pin": PIN} for name in names]

    def do(self, command: str, **facts: Any) -> None:
        answer = self.ask(command, **facts)
        assert answer["ok"], answer

    def hand(self, command: str) -> None:
        assert self.board is not None
        assert self.board.stdin is not None
        self.board.stdin.write(command + "\n")
        self.board.stdin.flush()

    def phase(self, phase: str) -> None:
        until(lambda: self.status()["phase"] == phase, phase)

    def lit(self, *seats: int) -> None:
        """Wait until just these seats have a bet."""
        until(
            lambda: [s["seat"] for s in self.status()["spots"].values() if s["lamp"] == "lit"] == list(seats),
            f"seats {seats} lit",
        )

    def playing(self) -> list[int]:
        return [spot["seat"] for spot in self.status()["spots"].values() if spot["plays"]]

    def kill(self) -> None:
        """The power goes."""
        assert self.process is not None
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def end(self) -> None:
        for process in (self.process, self.board):
            if process is not None:
                if process.poll() is None:
                    process.kill()
                process.communicate()
        self.broker.stop()


@contextmanager
def running(folder: Path, board: Sequence[str] = (), **kwargs: Any) -> Iterator[Daemon]:
    """A table that is open and waits for bets; `board` are arguments of its simulated board."""
    daemon = Daemon(folder, **kwargs)
    try:
        daemon.broker.start()
        daemon.start_board(*board)
        daemon.init()
        daemon.start()
        daemon.do("table open")
        yield daemon
    finally:
        daemon.end()


def audited(folder: Path) -> "subprocess.CompletedProcess[str]":
    return litbet("audit", folder)
