"""The processes that play the day of day_script.py: the controller, its board, the house's broker with
the shipped files, and a sign that writes down all it is told."""

import json
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.config.files import Edit, write
from support.processes.day_script import Step, typed
from support.processes.litbet import Daemon, litbet, until
from support.signs.house_broker import SIGN, HouseBroker
from support.spoken import refusal_of, say

from controller.table.commands import ACTIONS
from testbed.bench.table import pin_of

STAFF = ("floor", "second", "manager", "accounting", "cage")
RUNNING = (
    "init",
    "person_roles",
    "start",
    "stop",
    "resume",
    "clock_trust",
)  # rows of the machine and of its people, not of the day's play
METER = "jackpot/bonus"  # the account
BY_ITSELF = ("day_start", "post")  # rows that nobody asks for


@dataclass(frozen=True)
class Row:
    seq: int
    kind: str
    round: int | None
    body: dict[str, Any]
    transfers: list[list[Any]]


class Sign:
    """Everything that a sign hears of the meter, oldest first."""

    def __init__(self, house: HouseBroker) -> None:
        self.heard: list[tuple[str, str]] = []  # last word of the topic, payload
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *subscription(house, "meter", "value")],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            topic, _, payload = line.rstrip("\n").partition(" ")
            self.heard.append((topic.rpartition("/")[2], payload))

    def meters(self) -> list[dict[str, Any]]:
        return [json.loads(payload) for kind, payload in list(self.heard) if kind == "meter" and payload]

    def values(self) -> list[str]:
        """Each amount that a simple sign has shown, without repetitions."""
        shown: list[str] = []
        for kind, payload in list(self.heard):
            if kind == "value" and payload and shown[-1:] != [payload]:
                shown.append(payload)
        return shown

    def end(self) -> None:
        self._process.kill()
        self._reader.join()
        self._process.communicate()


def subscription(house: HouseBroker, *kinds: str) -> list[str]:
    """mosquitto_sub as a sign with its own password."""
    command = ["mosquitto_sub", "-v", "-V", "5", "-q", "1", "-h", "127.0.0.1", "-p", str(house.port)]
    command += ["--cafile", str(house.ca), "-u", SIGN, "-P", house.password(SIGN)]
    return [*command, *(word for kind in kinds for word in ("-t", f"litbet/+/jackpot/+/{kind}"))]


class DayTable(Daemon):
    """The shipped table at the house's broker."""

    def __init__(self, folder: Path) -> None:
        self.house = HouseBroker(folder)
        secret = self.house.mosquitto.parent / "litbet-broker/bj-1.password"
        config = write(
            folder,
            [
                Edit('#user = "bj-1"', 'user = "bj-1"'),
                Edit('#password_file = "/etc/credstore/litbet.mqtt-password"', f'password_file = "{secret}"'),
                Edit('#ca = "/etc/litbet/ca.pem"', f'ca = "{self.house.ca}"'),
            ],
        )
        super().__init__(folder, config)
        self.broker = self.house
        self.sign: Sign | None = None

    # -- hands, asking, the ledger ---------------------------------------------------------------------------

    def hand(self, command: str) -> None:
        """Until it is done, whoever sees it."""
        before = self._done()
        super().hand(command)
        until(lambda: self._done() > before, f"the hand that does {command!r}")

    def _done(self) -> int:
        """How many commands the board's hands have done."""
        return self.hands.text().count('"done"')

    def rows(self, after: int = 0) -> list[Row]:
        """The ledger, as it is on disk."""
        with closing(sqlite3.connect(f"file:{self.folder}/ledger.db?mode=ro", uri=True)) as ledger:
            found = ledger.execute(
                "SELECT seq, kind, round, body, transfers FROM journal WHERE seq > ? ORDER BY seq", (after,)
            ).fetchall()
        return [Row(seq, kind, number, json.loads(body), json.loads(moves)) for seq, kind, number, body, moves in found]

    def kinds(self, after: int = 0) -> list[str]:
        """The rows of the day's play."""
        return [row.kind for row in self.rows(after) if row.kind not in RUNNING]

    def send(self, step: Step) -> socket.socket | None:
        """The request alone; nobody waits for its answer."""
        if step.do.startswith("hand "):
            for command in step.do.removeprefix("hand ").split("; "):
                self.hand(command)
            return None
        line = socket.socket(socket.AF_UNIX)
        line.connect(str(self.folder / "control.sock"))
        request = {"do": step.do, "with": step.facts, "who": self.who(*step.by)}
        line.sendall(json.dumps(request).encode() + b"\n")
        return line

    def light(self, step: Step) -> None:
        if step.bets:
            self.lit()
            self.hand(f"press {' '.join(map(str, step.bets))}")
            self.lit(*step.bets)

    def finish(self, step: Step, after: int) -> None:
        """The rest of a step that was answered."""
        if step.then:
            self.hand(step.then)
        self.complete(step, after)

    def complete(self, step: Step, after: int) -> None:
        """Until all its rows are there, and no other."""
        wanted = step.writes.split()
        until(lambda: len(self.kinds(after)) >= len(wanted), f"{step.do}: {step.writes}")
        assert self.kinds(after) == wanted, step

    def happened(self, step: Step, after: int) -> bool:
        """Wholly, or not at all."""
        found, wanted = self.kinds(after), step.writes.split()
        assert found == wanted[: len(found)], (step, found)
        assert not found or set(wanted[len(found) :]) <= set(BY_ITSELF), (step, found)
        return bool(found)

    # -- a step as people do it ------------------------------------------------------------------------------

    def by_command_line(self, step: Step) -> None:
        if step.do not in ACTIONS:
            self.by_socket(step)
            return
        after = self.status()["seq"]
        done = litbet(*typed(step), "--dir", self.folder, input="".join(f"{pin_of(name)}\n" for name in step.by))
        assert (done.returncode == 1) is step.refused, done
        assert step.says in (done.stderr if step.refused else done.stdout), done
        self.finish(step, after)

    def by_socket(self, step: Step) -> None:
        """By hands, too."""
        after = self.status()["seq"]
        self.light(step)
        if (line := self.send(step)) is not None:
            self.answer(step, line)
        self.finish(step, after)

    def answer(self, step: Step, line: socket.socket) -> None:
        with line, line.makefile() as answers:
            answer = json.loads(answers.readline())
        assert answer["ok"] is not step.refused, answer
        assert step.says in (refusal_of(answer) if step.refused else say(answer.get("say"))), answer

    def again(self) -> None:
        """The power is back, and the dealer has compared lamps and chips."""
        self.start()
        if self.status()["phase"] == "recovered":
            self.do("round resume")

    def end(self) -> None:
        if self.sign:
            self.sign.end()
        super().end()


@contextmanager
def morning(folder: Path) -> Iterator[DayTable]:
    """A new table with its people, closed, and its sign."""
    table = DayTable(folder)
    try:
        table.broker.start()
        table.sign = Sign(table.house)
        table.start_board()
        table.init()
        table.start()
        table.who(*STAFF)
        yield table
    finally:
        table.end()


def true_meters(rows: Sequence[Row]) -> dict[int, int]:
    """Row -> micro-dollars in the meter after it, by its transfers alone."""
    amount, found = 0, {}
    for row in rows:
        for source, target, moved, _code in row.transfers:
            amount += moved * ((target == METER) - (source == METER))
        found[row.seq] = amount
    return found
