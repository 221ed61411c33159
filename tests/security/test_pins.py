"""Whoever guesses PINs: each is counted before it is looked at, by person and screen, and nothing that a member of the
group does keeps the controller from counting, or others from working (decision 15)."""

import hashlib
import hmac
import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from resource import RLIMIT_NOFILE, prlimit
from typing import Any

import pytest
from support.processes.litbet import Daemon, Process, litbet, running, until

from controller.daemon.control import MOST, MOST_OF_ALL
from controller.daemon.pins import MACHINE_ID

ANN, BOB = 65001, 65002  # members of the socket's group
IDLE = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
lines = []
for _ in range(int(sys.argv[2])):
    line = socket.socket(socket.AF_UNIX)
    line.connect(sys.argv[1])
    lines.append(line)
print("idle", flush=True)
sys.stdin.read()
"""
ASK = """
import json, socket, sys
for request in json.load(sys.stdin):
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(60)
    line.connect(sys.argv[1])
    line.sendall(json.dumps(request).encode() + b"\\n")
    print(line.makefile().readline().strip() or "null")
"""

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as somebody else")


@contextmanager
def table_for_a_group() -> Iterator[Daemon]:
    """A running table whose socket other users of its group may reach, with the descriptors that a service has."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        with running(Path(folder)) as table:
            assert table.process is not None
            prlimit(table.process.pid, RLIMIT_NOFILE, (1024, 1024))
            yield table


def as_user(user: int, *command: str) -> list[str]:
    return ["setpriv", "--reuid", str(user), "--regid", "0", "--clear-groups", *command]


def asked_by(user: int, table: Daemon, *requests: dict[str, Any]) -> list[Any]:
    """The answers to a user of the group, each on a connection of its own."""
    done = subprocess.run(
        as_user(user, sys.executable, "-c", ASK, str(table.folder / "control.sock")),
        input=json.dumps(requests), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def idle_connections(user: int, table: Daemon, number: int) -> Iterator[None]:
    path = str(table.folder / "control.sock")
    holding = Process(*as_user(user, sys.executable, "-c", IDLE, path, str(number)), stdin=subprocess.PIPE)
    try:
        assert holding.stdout is not None
        assert holding.stdout.readline() == "idle\n"
        yield
    finally:
        holding.end()


def guess(name: str, pin: str) -> dict[str, Any]:
    return {"do": "user login", "who": [{"name": name, "pin": pin}]}


def codes(answers: list[Any]) -> list[str]:
    return [answer["code"] if not answer["ok"] else "ok" for answer in answers]


WRONG = ["refusals.wrong_pin"] * 4 + ["refusals.locked_out_now"]
GUESSES = [guess("admin", f"90817{number}") for number in range(5)]


def rows(folder: Path, *kinds: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        found = ledger.execute("SELECT kind, body FROM journal ORDER BY seq").fetchall()
    return [{"kind": kind, **json.loads(body)} for kind, body in found if kind in kinds]


def test_idle_connections_hinder_neither_others_nor_the_counting() -> None:
    """1,100 of one user once used up every descriptor: no wrong PIN was counted, and the right one was found."""
    with table_for_a_group() as table:
        (right,) = table.who("admin")
        with idle_connections(ANN, table, 1100):
            assert codes(asked_by(BOB, table, {"do": "status"})) == ["ok"]
            assert codes(asked_by(ANN, table, *GUESSES, {"do": "user login", "who": [right]})) == [
                *WRONG, "refusals.locked_out"
            ]  # fmt: skip
            assert table.process is not None
            held = len(list(Path(f"/proc/{table.process.pid}/fd").iterdir()))
            assert held < 2 * MOST
        told = [(row["kind"], row["name"], row["screen"]) for row in rows(table.folder, "wrong_pins", "lock_out")]
        assert told == [("wrong_pins", "admin", f"#{ANN}"), ("lock_out", "admin", f"#{ANN}")]
        assert table.process.log.text().count("wrong PIN of admin") == 5


def test_what_cannot_be_counted_is_not_tried() -> None:
    """The file of the counts cannot be written: no PIN is looked at, and afterwards the count goes on."""
    with table_for_a_group() as table:
        (right,) = table.who("manager")
        asked_by(ANN, table, *GUESSES[:3])
        tries, aside = table.folder / "tries.json", table.folder / "aside"
        tries.rename(aside)
        tries.mkdir()  # root writes in spite of any mode, but replaces no folder by a file
        answers = asked_by(ANN, table, *GUESSES, {"do": "user login", "who": [right]})
        assert codes(answers) == ["refusals.pins"] * 6
        tries.rmdir()
        aside.rename(tries)
        assert codes(asked_by(ANN, table, *GUESSES[:2])) == WRONG[3:]


def test_strangers_lock_nobody_out_at_another_screen() -> None:
    with table_for_a_group() as table:
        (right,) = table.who("admin")
        log_in = {"do": "user login", "who": [right]}
        assert codes(asked_by(BOB, table, log_in)) == ["ok"]
        for stranger in (ANN, ANN + 10, ANN + 11):
            assert codes(asked_by(stranger, table, *GUESSES))[-1].startswith("refusals.locked_out")
        assert codes(asked_by(ANN + 12, table, log_in)) == ["refusals.locked_out"], "all screens share one bound"
        assert codes(asked_by(BOB, table, log_in)) == ["ok"]
        table.kill()
        table.start()
        assert codes(asked_by(BOB, table, log_in)) == ["ok"], "also after a restart"
        assert codes(asked_by(ANN, table, log_in)) == ["refusals.locked_out"]


def test_one_pin_tried_on_every_name_ends_at_that_screen() -> None:
    with table_for_a_group() as table:
        names = ("floor", "second", "manager", "accounting", "cage", "technician")
        table.who(*names)
        answers = codes(asked_by(ANN, table, *(guess(name, f"90817{n}") for n in range(4) for name in names)))
        assert answers == ["refusals.wrong_pin"] * 19 + ["refusals.screen_out_now"] + ["refusals.screen_out"] * 4
        assert {row["name"]: row["number"] for row in rows(table.folder, "wrong_pins")} == {
            name: 4 if name in names[:2] else 3 for name in names
        }


def test_wrong_pins_below_the_lock_out_are_a_row_and_an_exception_too() -> None:
    with table_for_a_group() as table:
        table.who("floor")
        asked_by(ANN, table, *(guess("floor", "908170") for _ in range(2)))
        table.kill()  # before the minute is over
        table.start()
        until(lambda: rows(table.folder, "wrong_pins"), "the row", 180.0)
        (row,) = rows(table.folder, "wrong_pins")
        assert (row["name"], row["screen"], row["number"]) == ("floor", f"#{ANN}", 2)
        told = litbet("report", "exceptions", *table.table).stdout
        assert f"wrong PINs: floor (at the screen #{ANN}, number: 2)" in " ".join(told.split())


def test_a_command_without_a_name_is_not_taken_for_the_dealers_key() -> None:
    """Whoever may use the socket can exclude a seat. Its row says at which screen, and the key at the table none."""
    with table_for_a_group() as table:
        asked: list[dict[str, Any]] = [
            {"do": "spot exclude", "with": {"spot": 3, "reason": "x"}},
            {"do": "round lock", "page": True},
            {"do": "round unlock"},
        ]
        assert codes(asked_by(ANN, table, *asked)) == ["ok"] * 3
        table.hand("key lock")
        table.phase("locked")
        table.do("round void", by=["floor"], reason="x")
        done = rows(table.folder, "spot_out", "lock", "unlock", "void")
        told = [(row.get("at_screen"), row.get("by")) for row in done]
        assert told == [(f"#{ANN}", None)] * 3 + [(None, None), (None, ["floor"])]
        report = " ".join(litbet("report", "exceptions", *table.table).stdout.split())
        assert f"(3/galaxy) by nobody named (screen #{ANN}): x." in report
        assert f"by nobody named (screen #{ANN})." in report


def test_a_line_without_end_is_cut_off(tmp_path: Path) -> None:
    with running(tmp_path) as table, socket.socket(socket.AF_UNIX) as line:
        line.settimeout(60)
        line.connect(str(tmp_path / "control.sock"))
        with suppress(ConnectionError):  # in the middle of the line, or of the answer
            line.sendall(b"x" * 70_000)
            assert line.recv(1) == b""
        assert table.status()["phase"]


def test_who_approves_has_six_digits_and_nobody_elses_pin() -> None:
    with table_for_a_group() as table:
        who = table.who("admin", "manager")

        def add(name: str, role: str, pin: str) -> str:
            request = {"do": "user add", "with": {"name": name, "roles": [role], "pin": pin}, "who": who}
            return codes(asked_by(BOB, table, request))[0]

        for role in ("floor", "cage", "technician", "regulator"):
            assert add("N. New", role, "47395") == "refusals.no_pin_digits"
        assert add("D. Dealer", "dealer", "4739") == "ok"
        assert add("N. New", "floor", who[1]["pin"]) == "refusals.pin_taken"
        assert "N. New" not in table.ask("user list")["user list"]
        assert add("N. New", "floor", "473958") == "ok"
        table.do("user role", by=["admin", "manager"], name="D. Dealer", roles=["floor"])
        assert codes(asked_by(BOB, table, guess("D. Dealer", "4739"))) == ["refusals.short_pin"]


@pytest.mark.skipif(not MACHINE_ID.exists(), reason="this machine has no secret")
def test_the_files_beside_the_ledger_give_no_pin_away() -> None:
    """Whoever has a copy of them tries the right PIN as any other offline, with all that they say of the hash."""
    with table_for_a_group() as table:
        (right,) = table.who("floor")
        stored = json.loads((table.folder / "pins.json").read_text())["floor"]
        salt, cost = bytes.fromhex(stored["salt"]), {key: stored[key] for key in ("n", "r", "p")}
        for secret in (b"", right["pin"].encode()):
            typed = hmac.digest(secret, right["pin"].encode(), "sha256")
            for guessed in (typed, right["pin"].encode()):
                assert hashlib.scrypt(guessed, salt=salt, maxmem=1 << 26, dklen=32, **cost).hex() != stored["hash"]


def test_many_accounts_together_hinder_neither_root_nor_those_who_have_few_connections() -> None:
    """Sixty connections of each of twenty accounts are more than the descriptors that a service has here."""
    with table_for_a_group() as table, ExitStack() as flood:
        assert table.process is not None
        with idle_connections(BOB, table, 3):
            for number in range(20):
                flood.enter_context(idle_connections(ANN + 100 + number, table, 60))
            assert table.status()["phase"] == "betting"  # root has no connection before
            assert codes(asked_by(BOB, table, {"do": "status"})) == ["ok"]
            held = len(list(Path(f"/proc/{table.process.pid}/fd").iterdir()))
            assert held < MOST_OF_ALL + 2 * MOST
            assert "Too many open files" not in table.process.log.text()
