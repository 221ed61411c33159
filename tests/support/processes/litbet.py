"""litbet as its users have it: processes, folders, signals."""

import os
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

from controller.cli.people import add_person
from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.daemon.control_client import ControlError, ask
from testbed.bench.boards import on_a_bench
from testbed.bench.broker import Broker
from testbed.bench.clock import BenchClock
from testbed.bench.table import create_ledger, pin_of
from testbed.firmware import firmware_sim

ROOT = Path(__file__).parents[3]
PIN = pin_of("admin")
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


RUNNER = ("-m",)  # what runs a module of the program


def litbet(*args: str | Path, runner: Sequence[str] = RUNNER, **kwargs: Any) -> "subprocess.CompletedProcess[str]":
    """One command, to its end."""
    return subprocess.run(
        [sys.executable, *runner, "controller", *map(str, args)],
        capture_output=True, text=True, timeout=PATIENCE, check=False, **kwargs,
    )  # fmt: skip


def pins_typed(*words: str | Path) -> str:
    """The PINs of those whom a command names, as they are typed at its prompts."""
    return "".join(f"{pin_of(str(name))}\n" for by, name in pairwise(words) if by == "--by")


class Output:
    """What a process writes, kept whole in memory: the process never waits for a reader, as it would at a full pipe."""

    def __init__(self) -> None:
        self.file = os.memfd_create("output")
        weakref.finalize(self, os.close, self.file)

    def text(self) -> str:
        return os.pread(self.file, os.fstat(self.file).st_size, 0).decode(errors="replace")


class Process(subprocess.Popen[str]):
    """A command that dies with the tests. All that it writes on stderr is kept, and looked through after each test."""

    started: ClassVar[list["Process"]] = []

    def __init__(self, *command: str | Path, **kwargs: Any) -> None:
        self.log, self.looked = Output(), 0
        words = ["setpriv", "--pdeathsig", "KILL", *map(str, command)]
        super().__init__(words, **{"stdout": subprocess.PIPE, "stderr": self.log.file, "text": True, **kwargs})
        self.started.append(self)

    def end(self) -> None:
        """Whatever it does."""
        self.kill()
        self.wait()
        for pipe in (self.stdin, self.stdout):
            if pipe is not None:
                pipe.close()


def spawn(*args: str | Path, runner: Sequence[str] = RUNNER, module: str = "controller", **kwargs: Any) -> Process:
    return Process(sys.executable, *runner, module, *args, **kwargs)


def new_errors() -> str:
    """What the processes of tests have written on stderr since this was last asked."""
    found = ""
    for process in tuple(Process.started):
        if process.poll() is not None:  # before the last look
            Process.started.remove(process)
        text = process.log.text()
        found += text[process.looked :]
        process.looked = len(text)
    return found


def until(true: Any, what: str, patience: float = PATIENCE) -> Any:
    """Poll real processes until something is true."""
    deadline = time.monotonic() + patience
    while not (found := true()):
        assert time.monotonic() < deadline, f"{what}: not within {patience:g} s"
        time.sleep(0.02)
    return found


class Daemon:
    """A controller on a simulated board and a private broker, in one folder."""

    def __init__(
        self, folder: Path, config: Path | None = None, *, speed: float = 1.0, runner: Sequence[str] = RUNNER
    ) -> None:
        self.folder, self.runner = folder, runner
        self.config = config or shipped("config") / "table.toml"
        self.speed = speed
        self.broker = Broker(folder)
        self.process: Process | None = None
        self.board: Process | None = None
        self.board_port = folder / "board"
        self.hands = Output()  # of the board: what was done, what changed
        self.known = {"admin"}

    def init(self) -> None:
        add_person(self.opened(), BenchClock(BEGINS), "admin", ["administrator"], lambda: PIN)

    def opened(self) -> Config:
        """With a ledger that knows nobody yet."""
        here = on_a_bench(replace(load(self.config), dir=self.folder, ledger=None))
        create_ledger(here, BEGINS, "A. Clerk")
        return here

    @property
    def table(self) -> list[str]:
        return ["--config", str(self.config), "--dir", str(self.folder)]

    @property
    def lines(self) -> list[str]:
        """What joins the controller to this bench."""
        return ["--broker", str(self.broker.port), "--board", str(self.board_port)]

    def start_board(self, *args: str) -> None:
        options = ["--json", "--link", str(self.folder / "board"), "--speed", str(self.speed), *args]
        self.hands = Output()
        self.board = board = Process(
            sys.executable, firmware_sim(), *options, stdin=subprocess.PIPE, stdout=self.hands.file
        )
        until(lambda: '"ready"' in self.hands.text() or board.poll() is not None, "the board")
        assert '"ready"' in self.hands.text(), board.log.text()

    def start(self, *, wait: bool = True) -> None:
        clock = ["--start", str(BEGINS), "--speed", str(self.speed)]
        self.process = spawn(*self.table, *clock, *self.lines, runner=self.runner, module="testbed.bench.controller")
        if wait:
            until(self.up, "the controller")

    def up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.process.log.text()
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
                self.do("user add", by=by, name=name, roles=PEOPLE[name], pin=pin_of(name))
        return [{"name": name, "pin": pin_of(name)} for name in names]

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
        self.process.end()

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def end(self) -> None:
        for process in (self.process, self.board):
            if process is not None:
                process.end()
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
