"""A whole day of the New Hampshire table as a script of steps, and the processes that play it: the controller, its board,
the house's broker with the shipped files, and a sign that writes down all it is told.

What the day must come to is computed by hand in support_day_sheet.py.
"""

import json
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support_config import Edit, write
from support_house import PASSWORD, HouseBroker
from support_processes import PIN, Daemon, litbet, until

from controller.commands import ACTIONS

STAFF = ("floor", "second", "manager", "accounting", "cage")
RUNNING = (
    "init",
    "person",
    "start",
    "stop",
    "resume",
    "clock",
)  # rows of the machine and of its people, not of the day's play
METER = "jackpot/bonus"  # the account
BY_ITSELF = ("day", "post")  # rows that nobody asks for


@dataclass(frozen=True)
class Step:
    """One thing that somebody does, the rows that it writes together, and what is said to it."""

    do: str  # a command; or the hands at the board, as "hand key lock"
    writes: str  # kinds of rows; none where it is refused, or only noted
    by: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    bets: tuple[int, ...] = ()  # that are lit first; they do not survive a power cut
    then: str = ""  # what the hands do after the answer
    says: str = ""  # words of the answer
    refused: bool = False


def _hand(do: str, writes: str, *bets: int) -> Step:
    return Step(f"hand {do}", writes, bets=bets)


def _ask(do: str, writes: str, *by: str, says: str = "", then: str = "", refused: bool = False, **facts: Any) -> Step:
    return Step(do, writes, by, facts, then=then, says=says, refused=refused)


def _no(do: str, *by: str, says: str, writes: str = "", **facts: Any) -> Step:
    return _ask(do, writes, *by, says=says, refused=True, **facts)


ACES = "Ah Ah Ah"
OPENING = (
    # The meter comes from another system, which took $77.00 on its last day.
    _ask("jackpot take-over", "take_over post", "manager", "accounting", jackpot="bonus", amount="1333.33", base="77.00",
         says="$1,333.33; $7.70"),
    _ask("spot test", "trial", then="press 1 2 3 4 5 6"),
    _ask("table open", "open"),
)  # fmt: skip
NOBODY_WINS = (_hand("key lock", "lock", 1, 2, 3, 4, 5, 6), _hand("key clear", "clear"))
BY_THE_DEALER = (  # the dealer shows the 7 of spades
    _hand("key lock", "lock", 1, 2, 3),
    _ask("win claim", "claim", spot="3", cards="5s 6h 7s", says="$15.00"),
    _no("win claim", spot="5", cards="5s 6h 7s", writes="dispute", says="does not play in round 2"),
    _ask("win confirm", "fixed", claim=1, says="seat 3 is paid $15.00 from the rack, slip 1"),
    _ask("win claim", "claim", spot="1", award="three-of-a-kind-off-suit", says="$50.00"),
    _ask("win confirm", "fixed", claim=2, says="$50.00 from the rack, slip 2"),
    _ask("round clear", "clear"),
)
BY_THE_FLOOR = (  # the 7 of spades again
    _hand("key lock", "lock", 2, 4),
    _ask("win claim", "claim", "floor", spot="4", cards="5s 6s 7s", says="$125.00"),
    _no("win confirm", "floor", claim=3, says="floor made claim 3 and cannot approve it"),
    _ask("win confirm", "fixed", "second", claim=3, says="$125.00 from the rack, slip 3"),
    _hand("key win; press 2", "claim"),
    _ask("win claim", "name", spot="2", cards="7s 7s 7s", says="$625.00"),
    _no("win confirm", claim=4, says="one person"),
    _ask("win confirm", "fixed", "floor", claim=4, says="$625.00 from the rack, slip 4"),
    _hand("key settle", ""),
    _hand("key clear", "clear"),
)
TWO_ON_THE_METER = (
    _hand("key lock", "lock", 2, 3, 5),
    _ask("win claim", "claim", spot="5", cards=ACES, says="$1,341.03"),
    _ask("win claim", "claim", spot="2", cards=ACES),
    _ask("win confirm", "approve", "floor", claim=5, says="one more person is needed"),
    _ask("win confirm", "approve", "second", claim=5, says="waits for the other claims"),
    _ask("win confirm", "approve", "manager", claim=6, says="one more person is needed"),
    _ask("win confirm", "approve award", "floor", claim=6, says="the meter is $1,250.00 again"),
    _ask("win paid", "paid", "cage", claim=5, method="check", says="$670.51 by check"),
    _hand("key clear", "clear"),
    _ask("win paid", "paid", "cage", claim=6, method="cash", says="$670.52 in cash"),
)
ONE_ON_THE_METER = (
    _hand("key lock", "lock", 1, 3, 4),
    _ask("win claim", "claim", "second", spot="3", cards=ACES, says="$1,250.00"),
    _ask("win confirm", "approve", "floor", claim=7, says="one more person is needed"),
    _no("win confirm", "second", claim=7, says="second made claim 7 and cannot approve it"),
    _no("win confirm", "floor", claim=7, says="approved this claim already"),
    _ask("win confirm", "approve award", "manager", claim=7, says="$1,250.00, slip 7; the meter is $1,250.00 again"),
    _ask("win paid", "paid", "cage", claim=7, method="check", says="$1,250.00 by check"),
    _ask("round clear", "clear"),
)
DENIED = (
    _ask("round lock", "lock"),
    _ask("round clear", "clear"),  # a round without a bet is one, too
    _hand("key lock", "lock", 1, 6),
    _ask("win claim", "claim", spot="1", cards=ACES),
    _ask("win confirm", "approve", "floor", claim=8, says="one more person is needed"),
    _ask("win deny", "unclaim", "manager", claim=8, reason="the third ace was a deuce", says="is denied"),
    _hand("key clear", "clear"),
)
MENDED = (
    _hand("key lock", "lock", 1, 2, 3, 4),
    _ask("round void", "void", "floor", reason="misdeal", says="void"),
    _hand("key lock", "lock", 2, 3),
    _ask("round add-seat", "add_spot", "floor", spot="6", reason="dead sensor"),
    _ask("round void-seat", "void_spot", "floor", spot="3", reason="fouled hand"),
    _hand("key clear", "clear"),
)
CLOSING = (
    _ask("table close", "close"),
    _ask("bench wind", "day post"),
    _ask("table open", "open"),
)
DAY = (*OPENING, *NOBODY_WINS, *BY_THE_DEALER, *BY_THE_FLOOR, *TWO_ON_THE_METER, *ONE_ON_THE_METER, *DENIED, *MENDED,
       *CLOSING)  # fmt: skip


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
    command += ["--cafile", str(house.ca), "-u", "sign-1", "-P", PASSWORD]
    return [*command, *(word for kind in kinds for word in ("-t", f"litbet/+/jackpot/+/{kind}"))]


class DayTable(Daemon):
    """The shipped table at the house's broker."""

    def __init__(self, folder: Path) -> None:
        secret = folder / "mqtt-password"
        secret.write_text(PASSWORD)
        config = write(
            folder,
            [
                Edit('#user = "bj-1"', 'user = "bj-1"'),
                Edit('#password_file = "/etc/credstore/litbet.mqtt-password"', f'password_file = "{secret}"'),
                Edit('#ca = "/etc/litbet/ca.pem"', f'ca = "{folder / "certs" / "ca.pem"}"'),
            ],
        )
        super().__init__(folder, config)
        self.house = HouseBroker(folder)
        self.broker = self.house
        self.sign: Sign | None = None
        self._done = 0  # what the board's hands have done
        self._hands: threading.Thread | None = None

    # -- hands, asking, the ledger ---------------------------------------------------------------------------

    def start_board(self, *args: str) -> None:
        super().start_board(*args)
        self._hands = threading.Thread(target=self._watch_hands)
        self._hands.start()

    def _watch_hands(self) -> None:
        assert self.board is not None
        assert self.board.stdout is not None
        for line in self.board.stdout:
            self._done += '"done"' in line

    def hand(self, command: str) -> None:
        """Until it is done, whoever sees it."""
        before = self._done
        super().hand(command)
        until(lambda: self._done > before, f"the hand that does {command!r}")

    def rows(self, after: int = 0) -> list[Row]:
        """The ledger, as it is on disk."""
        with sqlite3.connect(f"file:{self.folder}/ledger.db?mode=ro", uri=True) as ledger:
            found = ledger.execute(
                "SELECT seq, kind, round, body, transfers FROM journal WHERE seq > ? ORDER BY seq", (after,)
            ).fetchall()
        ledger.close()
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
        done = litbet(*typed(step), "--dir", self.folder, input=f"{PIN}\n" * len(step.by))
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
            told = json.loads(answers.readline())
        assert told["ok"] is not step.refused, told
        assert step.says in told.get("say", ""), told

    def again(self) -> None:
        """The power is back, and the dealer has compared lamps and chips."""
        self.start()
        if self.status()["phase"] == "recovered":
            self.do("round resume")

    def end(self) -> None:
        if self.sign:
            self.sign.end()
        if self.board is not None and self.board.poll() is None:
            self.board.kill()
        if self._hands is not None:
            self._hands.join()
        with suppress(ValueError):  # the board's output was read to its end
            super().end()
        self.broker.stop()


def typed(step: Step) -> Iterator[str]:
    """The words on the command line."""
    yield from step.do.split()
    for argument in ACTIONS[step.do].arguments:
        if argument.name in step.facts:
            if not argument.positional:
                yield argument.flag or f"--{argument.name}"
            yield str(step.facts[argument.name])
    for name in step.by:
        yield from ("--by", name)


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
