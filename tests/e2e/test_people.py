"""People at a running table: proofs, claims, approvals and the only way to change a ledger."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import PATIENCE, PIN, Daemon, audited, litbet, pins_typed, running, until
from support.spoken import refusal_of, say, todo_of

from testbed.bench.table import pin_of
from words.catalogue import catalogue

WRONG = "826413"
FLOORS = pin_of("floor")


def locked(table: Daemon, *seats: int) -> None:
    table.hand("press " + " ".join(map(str, seats)))
    table.lit(*seats)
    table.hand("key lock")
    table.phase("locked")


def ask(table: Daemon, request: dict[str, Any]) -> dict[str, Any]:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(60)
        line.connect(str(table.folder / "control.sock"))
        with line.makefile("rwb") as stream:
            stream.write(json.dumps(request).encode() + b"\n")
            stream.flush()
            answer: dict[str, Any] = json.loads(stream.readline())
            return answer


def rows(folder: Path, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    with closing(sqlite3.connect(folder / "ledger.db")) as ledger:
        found = ledger.execute("SELECT kind, body FROM journal ORDER BY seq").fetchall()
    return [(kind, json.loads(body)) for kind, body in found if kind in kinds]


def test_the_top_award_from_claim_to_payment_on_the_command_line(tmp_path: Path) -> None:
    """R092, R103, R143: two people, neither of them the claimant; an unlit seat has nothing to claim."""
    with running(tmp_path) as table:
        locked(table, 3)
        table.who("floor", "second", "manager", "cage")

        def say(*words: str, pins: str = "") -> tuple[int, str]:
            done = litbet(*words, "--dir", tmp_path, input=pins or pins_typed(*words))
            return done.returncode, (done.stdout + done.stderr).strip()

        claim = ("win", "claim", "--cards", "Ah Ah Ah")
        assert say(*claim, "--seat", "4") == (1, "Spot 4/galaxy does not play in round 1.")
        code, output = say(*claim, "--seat", "3", "--by", "floor")
        assert code == 0
        assert output.startswith("Claim 1 for seat 3 in round 1: Three-of-a-Kind Aces (Suited), $1,250.00.")
        confirm = ("win", "confirm", "1")
        assert say(*confirm) == (1, "This needs 2 different people (floor or manager); nobody was named (--by).")
        assert "made claim 1 and cannot approve it" in say(*confirm, "--by", "floor")[1]
        assert say(*confirm, "--by", "second") == (0, "Approved by second; 1 more person is needed.")
        assert "has already approved this claim" in say(*confirm, "--by", "second")[1]
        assert "Tries left: 4." in say(*confirm, "--by", "manager", pins=f"{WRONG}\n")[1]
        assert say(*confirm, "--by", "manager") == (
            0,
            "Confirmed: seat 3 is owed $1,250.00 (slip 1); the meter is $1,250.00 again.",
        )
        assert say("win", "paid", "1", "--by", "manager")[0] == 1, "who approved does not pay"
        assert say("win", "paid", "1", "--method", "check", "--by", "cage") == (
            0,
            "Paid: claim 1, $1,250.00 (check), slip 1.",
        )
        assert json.loads(litbet("win", "list", "--dir", tmp_path, "--json").stdout)["claims"][0]["stage"] == "paid"
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
    approvals = [body["by"] for _, body in rows(tmp_path, "approval")]
    assert approvals == [["second"], ["manager"]]


def test_a_dealers_tap_takes_nobody_and_a_late_claim_takes_the_journal(tmp_path: Path) -> None:
    """R103, E21: a round that the book has forgotten is held against its own rows."""
    with running(tmp_path) as table:
        locked(table, 2, 5)
        straight = table.ask("win claim", spot=2, cards="9c 8h Td")
        assert straight["ok"], straight
        assert say(table.ask("win confirm", claim=1)["say"]) == (
            "Confirmed: seat 2 is paid $15.00 from the rack, slip 1."
        )
        table.do("round void-seat", by=["floor"], spot=5, reason="fouled")
        for _ in range(2):
            table.do("round clear")
            locked(table, 1)
        late: dict[str, Any] = {"spot": 1, "round": 2, "cards": "9c 8h Td"}
        assert table.ask("win claim", **late)["code"] == "refusals.late_reference"
        late["reference"] = "camera 3, 14:03"
        assert table.ask("win claim", **late)["code"] == "refusals.needs_people"
        assert table.ask("win claim", by=["floor"], **late)["ok"]
        for wrong in (9, 0, -1):
            assert table.ask("win claim", by=["floor"], **late | {"round": wrong})["code"] == "refusals.no_such_round"
        twice = table.ask("win claim", by=["floor"], **late | {"spot": 2, "round": 1})
        assert twice["code"] == "refusals.paid_already"
        voided = table.ask("win claim", by=["floor"], **late | {"spot": 5, "round": 1})
        assert refusal_of(voided) == "Spot 5/galaxy does not play in round 1."
        more = {"claim": 1, "amount": "-5.00", "reason": "it was the other line"}
        assert say(table.ask("win correct", by=["manager", "accounting"], **more)["say"]) == (
            "Corrected: the house gets back $5.00 for claim 1, slip 2."
        )
        assert (
            table.ask("win correct", by=["manager", "accounting"], **more | {"amount": "-10.01"})["code"]
            == "refusals.no_difference"
        )
        assert (
            table.ask("win correct", by=["manager", "accounting"], **more | {"claim": 2})["code"] == "refusals.not_paid"
        )


def test_names_come_from_proofs_alone(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        locked(table, 1)
        table.who("floor")
        before = table.status()["seq"]
        void: dict[str, Any] = {"do": "round void", "with": {"reason": "misdeal"}}
        refused: list[tuple[dict[str, Any], str]] = [
            (void | {"with": {"reason": "misdeal", "by": ["floor"]}}, "bad_request"),
            (void | {"who": [{"name": "floor"}]}, "bad_request"),
            (void | {"who": [{"name": "floor", "pin": 4739}]}, "bad_request"),
            (void | {"who": [{"name": "floor", "pin": FLOORS, "role": "manager"}]}, "bad_request"),
            (void | {"who": {"name": "floor", "pin": FLOORS}}, "bad_request"),
            (void | {"who": [None]}, "bad_request"),
            (void | {"who": [{"name": "floor", "pin": FLOORS}] * 11}, "bad_request"),
            (void | {"who": [{"name": "Mallory", "pin": PIN}]}, "nobody"),
            (void | {"who": [{"name": "floor", "pin": WRONG}]}, "wrong_pin"),
            (void | {"who": [{"login": "login-guess"}]}, "login_ended"),
            ({"do": "user login", "who": []}, "bad_request"),
            ({"do": "user login", "who": [{"login": "login-guess"}]}, "bad_request"),
            ({"do": "user logout", "who": [{"name": "floor", "pin": FLOORS}]}, "bad_request"),
            (void, "needs_people"),
        ]
        for request, code in refused:
            answer = ask(table, request)
            assert (answer["ok"], answer["code"]) == (False, f"refusals.{code}"), request
            assert refusal_of(answer)
        assert table.status()["seq"] == before
        assert ask(
            table,
            void | {"who": [{"name": "floor", "pin": FLOORS}, {"name": "floor", "pin": FLOORS}]},
        )["ok"]
        assert rows(tmp_path, "void")[0][1]["by"] == ["floor"]


def test_a_lock_out_is_a_row_and_outlives_the_power(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        who = {"do": "user login", "who": [{"name": "admin", "pin": WRONG}]}
        assert [ask(table, who)["code"] for _ in range(7)] == [
            *(["refusals.wrong_pin"] * 4),
            "refusals.locked_out_now",
            *(["refusals.locked_out"] * 2),
        ]
        table.kill()
        table.start()
        right = {"do": "user login", "who": [{"name": "admin", "pin": PIN}]}
        answer = ask(table, right)
        assert answer["code"] == "refusals.locked_out"
        assert answer["facts"]["minutes"] == 5
        people = json.loads(litbet("user", "list", "--dir", tmp_path, "--json").stdout)
        assert people["admin"]["locked_out"] == 5
    told = [(kind, body["name"]) for kind, body in rows(tmp_path, "lock_out", "wrong_pins")]
    assert told == [("wrong_pins", "admin"), ("lock_out", "admin")]
    assert rows(tmp_path, "wrong_pins")[0][1]["number"] == 5


def test_a_log_in_stands_for_its_person_until_it_ends(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.who("floor")
        login = litbet("user", "login", "--dir", tmp_path, "--by", "floor", input=f"{FLOORS}\n").stdout.strip()
        locked(table, 1)
        void = litbet("round", "void", "--reason", "x", "--dir", tmp_path, "--by", "floor", input=f"{login}\n")
        assert (void.returncode, void.stdout) == (0, "Round 1 is void: return the bets.\n")
        assert litbet("user", "logout", "--dir", tmp_path, input=f"{login}\n").stdout == "Logged out.\n"
        answer = ask(table, {"do": "table not-offered", "with": {"reason": "x"}, "who": [{"login": login}]})
        assert answer["code"] == "refusals.login_ended"
        login = table.ask("user login", by=["floor"])["login"]
        table.kill()
        table.start()
        assert ask(table, {"do": "table close", "who": [{"login": login}]})["code"] == "refusals.login_ended"
    assert [body["by"] for _, body in rows(tmp_path, "login")] == [["floor"], ["floor"]]


def test_the_first_administrator_is_made_once_with_the_table_stopped(tmp_path: Path) -> None:
    first = ("user", "add", "B. Boss", "--role", "administrator")
    assert litbet("init", "--config", Path("config/table.toml"), "--dir", tmp_path, "--by", "A").returncode == 0
    (tmp_path / "table.toml").write_text(Path("config/table.toml").read_text())
    for args, typed, says in (
        (("user", "add", "F. Floor", "--role", "floor"), PIN, "must be an administrator"),
        (first, "123456", "anybody would try"),
        (first, "", "standard input"),
    ):
        done = litbet(*args, "--dir", tmp_path, input=f"{typed}\n" if typed else "")
        assert done.returncode != 0
        assert says in done.stderr
    assert litbet(*first, "--dir", tmp_path, input=f"{PIN}\n").returncode == 0
    again = litbet("user", "add", "Mallory", "--role", "administrator", "--dir", tmp_path, input=f"{PIN}\n")
    assert again.returncode == 1
    assert "already people here" in again.stderr
    assert audited(tmp_path).returncode == 0
    assert [body["name"] for _, body in rows(tmp_path, "person_roles")] == ["B. Boss"]
    assert (tmp_path / "pins.json").stat().st_mode & 0o777 == 0o600


def test_while_the_table_runs_its_ledger_is_nobody_elses(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        done = litbet("user", "add", "Mallory", "--role", "administrator", *table.table, input=f"{PIN}\n")
        assert done.returncode == 1
        assert "in use by another controller" in done.stderr


def test_nobody_is_added_over_the_socket_by_nobody(tmp_path: Path) -> None:
    """Whoever may ask there is not yet somebody: the first administrator is made at the machine."""
    daemon = Daemon(tmp_path)
    new = {"do": "user add", "with": {"name": "Mallory", "roles": ["administrator"], "pin": PIN}}
    try:
        daemon.broker.start()
        daemon.opened()
        daemon.start_board()
        daemon.start()
        for request in (new, new | {"who": []}):
            assert ask(daemon, request)["code"] == "refusals.say_who"
        assert ask(daemon, new | {"who": [{"name": "Mallory", "pin": PIN}]})["code"] == "refusals.nobody"
        assert ask(daemon, {"do": "user list"})["user list"] == {}
    finally:
        daemon.end()
    assert rows(tmp_path, "person_roles") == []


def test_a_round_that_is_voided_while_a_pin_is_checked_has_no_late_claim(tmp_path: Path) -> None:
    """What a late claim is held against is looked up when its turn has come, not when it was asked. PINs are checked
    one at a time: while those of others are, whoever has logged in voids the round."""
    with running(tmp_path) as table, ExitStack() as before:
        table.who("floor", "second")
        login = table.ask("user login", by=["second"])["login"]
        locked(table, 1, 2)
        late = {"spot": 1, "cards": "Ah Ah Ah", "round": 1, "reference": "camera 3"}
        asked = json.dumps({"do": "win claim", "with": late, "who": table.who("floor")}).encode() + b"\n"
        for _ in range(30):
            other = before.enter_context(socket.socket(socket.AF_UNIX))
            other.connect(str(tmp_path / "control.sock"))
            other.sendall(json.dumps({"do": "user login", "who": table.who("floor")}).encode() + b"\n")
        with socket.socket(socket.AF_UNIX) as line, line.makefile("rb") as answers:
            line.settimeout(PATIENCE)
            line.connect(str(tmp_path / "control.sock"))
            line.sendall(asked)
            void = {"do": "round void", "with": {"reason": "misdeal"}, "who": [{"login": login}]}
            assert ask(table, void)["ok"]
            answer = json.loads(answers.readline())
        assert (answer["ok"], answer["code"]) == (False, "refusals.no_such_round")
        assert table.ask("win list")["win list"]["claims"] == []


def test_without_an_administrator_two_others_make_the_next(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.who("manager", "accounting", "floor")
        new = {"name": "B. Boss", "roles": ["administrator"], "pin": WRONG}
        table.do("user remove", by=["admin", "manager"], name="admin")
        assert ask(table, {"do": "user list", "who": []})["user list"].keys() == {"manager", "accounting", "floor"}
        for alone in (["manager"], ["manager", "floor"], ["manager", "manager"]):
            assert table.ask("user add", by=alone, **new)["code"] == "refusals.needs_administrator"
        assert table.ask("user add", by=["manager", "accounting"], **new)["ok"]
        assert ask(table, {"do": "user login", "who": [{"name": "B. Boss", "pin": WRONG}]})["ok"]
        gone = ask(table, {"do": "user login", "who": [{"name": "admin", "pin": PIN}]})
        assert gone["code"] == "refusals.nobody"
        own = {
            "do": "user pin",
            "with": {"name": "floor", "pin": "735149"},
            "who": [{"name": "floor", "pin": FLOORS}],
        }
        assert ask(table, own)["ok"]
        assert ask(table, own)["code"] == "refusals.wrong_pin"
    assert rows(tmp_path, "person_roles")[-1][1]["by"] == ["manager", "accounting"]


def test_no_pin_is_written_anywhere(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.who("floor")
        table.ask("user login", by=["floor"])
        ask(table, {"do": "user login", "who": [{"name": "floor", "pin": "90817263"}]})
        assert table.stop() == 0
        assert table.process is not None
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"90817263" not in stored
    assert PIN.encode() not in (tmp_path / "pins.json").read_bytes()
    kinds = "person_roles", "pin_change", "login", "start"
    assert all(PIN not in json.dumps(body) for _, body in rows(tmp_path, *kinds))


def test_nothing_that_is_sent_over_mqtt_changes_the_ledger(tmp_path: Path) -> None:
    """R156, law 8: whatever topic, whatever payload, retained or not."""
    with running(tmp_path) as table:
        locked(table, 2)
        before, book = table.status()["seq"], table.status()
        meter = {"v": 1, "table": "bj-1", "jackpot": "bonus", "epoch": 9 << 40, "seq": 1 << 40, "pub": 1, "cents": 1}
        ack = {"epoch": book["epoch"], "seq": before, "pub": 1, "cents": 125000, "at": "now"}
        payloads = [
            json.dumps({"do": "round void", "with": {"reason": "x"}, "who": [{"name": "admin", "pin": PIN}]}),
            json.dumps(meter), json.dumps(ack), "", "1.00", "\x00\xff", "{" * 9000,
        ]  # fmt: skip
        topics = ["control", "command", "round", "event", "status", "round/set", "jackpot/bonus/meter",
                  "jackpot/bonus/value", "sign/left/ack", "sign/left/ack/set", "win/confirm"]  # fmt: skip
        for topic in (*(f"litbet/bj-1/{name}" for name in topics), "litbet/other/round", "table"):
            for payload in payloads:
                for retain in ([], ["-r"]):
                    command = [
                        "mosquitto_pub",
                        "-p",
                        str(table.broker.port),
                        "-t",
                        topic,
                        *retain,
                        "-s" if payload else "-n",
                    ]
                    subprocess.run(command, input=payload.encode("latin-1"), check=True)
        table.hand("key clear")  # and the table plays on
        table.phase("betting")
        assert table.status()["seq"] == before + 1
        assert table.status()["jackpots"]["bonus"]["meter"] == "1250.00"
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can ask as somebody else")
def test_a_strangers_account_is_told_that_it_may_not_ask() -> None:
    code = (
        "import socket, sys\n"
        "line = socket.socket(socket.AF_UNIX)\n"
        "line.connect(sys.argv[1])\n"
        'line.sendall(b\'{"do": "status"}\\n\')\n'
        "print(line.makefile().readline())\n"
    )
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)):
        Path(folder).chmod(0o755)
        (Path(folder) / "control.sock").chmod(0o666)
        stranger = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", sys.executable, "-c", code]
        result = subprocess.run([*stranger, f"{folder}/control.sock"], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["code"] == "refusals.not_allowed"


def test_training_has_a_ledger_of_its_own_and_leaves_the_real_one_alone(tmp_path: Path) -> None:
    """E75: only while closed, signs say TEST, and a power cut brings the real table back."""
    with running(tmp_path) as table:
        table.who("floor", "second", "manager")
        on = {"mode": "on"}
        assert table.ask("table training", by=["floor"], **on)["code"] == "refusals.train_closed"
        table.do("table close")
        assert table.ask("table training", **on)["code"] == "refusals.needs_people"
        assert table.ask("table training", by=["floor"], mode="off")["code"] == "refusals.no_training"
        table.do("table training", by=["floor"], **on)

        def training(wanted: bool) -> bool:
            try:
                return table.up() and table.status()["training"] is wanted
            except OSError:
                return False

        until(lambda: training(wanted=True), "the training")
        real = (tmp_path / "ledger.db").read_bytes(), (tmp_path / "ledger.db-wal").stat().st_size
        epoch = table.status()["epoch"]
        assert table.status()["jackpots"]["bonus"]["state"] == "test"
        table.do("table open")
        locked(table, 3)
        table.do("win claim", by=["manager"], spot=3, cards="Ah Ah Ah")
        table.do("win confirm", by=["floor"], claim=1)
        assert "$1,250.00 again" in say(table.ask("win confirm", by=["second"], claim=1)["say"])
        assert table.ask("user remove", by=["floor"], name="second")["code"] == "refusals.training"
        assert ((tmp_path / "ledger.db").read_bytes(), (tmp_path / "ledger.db-wal").stat().st_size) == real
        table.kill()
        table.start()
        assert training(wanted=False)
        assert table.status()["epoch"] > epoch, "signs believe the real table again"
        table.do("table training", by=["floor"], **on)
        until(lambda: training(wanted=True), "the next training")
        assert table.status()["round"] == 1, "each training begins anew"
        table.do("table training", by=["floor"], mode="off")
        until(lambda: training(wanted=False), "the real table")
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
    assert audited(tmp_path / "training").returncode == 0
    assert [body["on"] for _, body in rows(tmp_path, "training")] == [True, True]
    assert rows(tmp_path, "claim") == []


def test_r216_a_sign_is_read_and_a_variance_explained_on_the_command_line(tmp_path: Path) -> None:
    """R145, R213, R214: the answer tells the difference; from "report" on one person does not end it."""
    with running(tmp_path) as table:
        table.who("manager", "accounting")

        def say(*words: str) -> tuple[int, str]:
            done = litbet("reconcile", *words, "--dir", tmp_path, input=pins_typed(*words))
            return done.returncode, (done.stdout + done.stderr).strip()

        read = ("reading", "--jackpot", "bonus", "--by", "accounting", "--shown")
        sentence = "The sign of bonus shows $1,250.00, the ledger $1,250.00: no difference."
        assert say(*read, "1250.00") == (0, sentence)
        sentence = "The sign of bonus shows $1,150.00, the ledger $1,250.00: $100.00 less."
        assert say(*read, "1150.00") == (0, f"{sentence} Variance 1: to be investigated and reported.")
        assert say("list") == (0, "variance 1: sign of bonus, $100.00 less: to be investigated and reported")
        assert "Variance 1" in todo_of(table.status())
        explain = ("explain", "1", "--outcome", "corrected", "--reason", "restarted", "--by", "accounting")
        assert say(*explain)[1].startswith("This needs 2 different people (manager or accounting)")
        assert say(*explain, "--by", "manager") == (0, "Variance 1 is closed: corrected.")
        assert say("list") == (0, "no open variances")
        today = table.status()["day"]
        count = ("count", "--wager", "galaxy", "--chips", "1", "--by", "accounting", "--day")
        assert say(*count, today)[1] == catalogue("en").text("refusals.day_runs", day=today)
        assert "No gaming day 2020-01-01 has been played here" in say(*count, "2020-01-01")[1]
    assert audited(tmp_path).returncode == 0
