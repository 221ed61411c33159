"""Whoever owns a table's disk puts yesterday's ledger back, or begins a new one under the same table's name, at the
shipped table: no second copy, no expected sign. The broker and the signs have seen more (R170, E37, E38; decision
17)."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from support.config.files import Edit, write
from support.processes.litbet import Daemon, litbet, pins_typed, running, until

SIGN = Edit("#expected = []", 'expected = ["sign-1"]')


def head_of(table: Daemon) -> dict[str, Any]:
    status = table.status()
    return {name: status[name] for name in ("epoch", "seq", "head")}


def at_broker(table: Daemon, topic: str) -> dict[str, Any]:
    """What the broker retains under this topic."""
    command = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(table.broker.port), "-t", f"litbet/bj-1/{topic}"]
    done = subprocess.run([*command, "-C", "1", "-W", "1"], capture_output=True, text=True, check=False)
    found: dict[str, Any] = json.loads(done.stdout or "{}")
    return found


def publish(table: Daemon, topic: str, message: dict[str, Any], *options: str) -> None:
    command = ["mosquitto_pub", "-h", "127.0.0.1", "-p", str(table.broker.port), "-t", f"litbet/bj-1/{topic}"]
    subprocess.run([*command, *options, "-m", json.dumps(message)], check=True)


def hand(table: Daemon) -> None:
    table.hand("press 1")
    table.lit(1)
    table.hand("key lock")
    table.phase("locked")
    table.hand("key clear")
    table.phase("betting")


@contextmanager
def rolled_back(folder: Path, config: Path | None = None) -> Iterator[tuple[Daemon, dict[str, Any], Path]]:
    """A table that has stopped, with an older ledger in its place; the last head that others saw, and the newest
    ledger."""
    with running(folder, config=config) as table:
        assert table.stop() == 0
        old, newest = folder / "old", folder / "newest"
        shutil.copyfile(folder / "ledger.db", old)
        table.start()
        table.do("round resume")
        hand(table)
        last = head_of(table)
        until(lambda: at_broker(table, "head").get("seq") == last["seq"], "the head at the broker")
        assert table.stop() == 0
        shutil.copyfile(folder / "ledger.db", newest)
        shutil.copyfile(old, folder / "ledger.db")
        yield table, last, newest


def test_yesterdays_ledger_does_not_play_and_the_newest_does(tmp_path: Path) -> None:
    with rolled_back(tmp_path) as (table, last, newest):
        assert litbet("audit", tmp_path).returncode == 0  # alone it cannot tell
        for _ in range(2):  # it does not replace what the broker retains
            table.start()
            until(lambda: "head" in table.status()["faults"], "the fault")
            status = table.status()
            assert status["phase"] == "fault"
            assert status["faults"]["head"]["facts"]["why"]["code"] in (
                "findings.head_missing",
                "findings.head_differs",
            )
            assert "doubled" in {each["code"] for each in status["todo"]}
            assert at_broker(table, "status").get("state") != "online"
            assert table.stop() == 0
        shutil.copyfile(newest, tmp_path / "ledger.db")
        table.start()
        until(lambda: at_broker(table, "head").get("seq", 0) > last["seq"], "the next head")
        assert not table.status()["faults"]


def test_a_sign_tells_it_where_the_broker_has_forgotten_and_was_away_at_the_start(tmp_path: Path) -> None:
    with rolled_back(tmp_path, write(tmp_path, [SIGN])) as (table, last, _):
        table.broker.stop()
        table.start()
        assert not table.status()["faults"]  # sensing and playing wait for no broker
        table.broker.start()
        until(lambda: at_broker(table, "status").get("state") == "online", "the connection")
        ack = {"jackpot": "bonus", "epoch": last["epoch"], "seq": 1, "pub": 1, "cents": 125000, "at": ""}
        publish(table, "sign/sign-1/ack", ack | {"seen": head_of(table)})  # one that fits does not silence the others
        publish(table, "sign/sign-1/ack", ack | {"seen": last})
        until(lambda: "head" in table.status()["faults"], "the fault")
        assert "sign-1" in json.dumps(table.status()["faults"]["head"])


def test_a_restore_by_two_people_is_no_contradiction(tmp_path: Path) -> None:
    """They know that rows were lost; nobody else needs to be told."""
    (tmp_path / "usb").mkdir()
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting")
        done = litbet("backup", tmp_path / "usb", *table.table, "--json")
        assert done.returncode == 0, done.stderr
        backup = json.loads(done.stdout)["folder"]
        hand(table)
        last = head_of(table)
        until(lambda: at_broker(table, "head").get("seq") == last["seq"], "the head at the broker")
        assert table.stop() == 0
        by = ("--by", "manager", "--by", "accounting")
        done = litbet("restore", backup, *table.table, *by, input=pins_typed(*by))
        assert done.returncode == 0, done.stderr
        table.start()
        until(lambda: at_broker(table, "head").get("epoch") == last["epoch"] + 1, "the head of the restored ledger")
        assert not table.status()["faults"]


def test_a_new_ledger_under_the_same_name_does_not_silence_the_real_table(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "other").mkdir()
    with running(tmp_path / "real") as real:
        until(lambda: at_broker(real, "head"), "the head at the broker")
        other = Daemon(tmp_path / "other")
        own, other.broker = other.broker, real.broker
        try:
            other.start_board()
            other.init()
            other.start()
            until(lambda: "head" in other.status()["faults"], "the fault")
            assert not other.status()["signs"]["connected"]
            hand(real)
            seq = real.status()["seq"]
            until(lambda: at_broker(real, "status").get("seq") == seq, "the real table at the broker")
            assert not real.status()["signs"]["yields"]
            until(lambda: at_broker(real, "head")["head"] == real.status()["head"], "the real head")  # by a heartbeat
        finally:
            other.broker = own
            other.end()


# -- init ----------------------------------------------------------------------------------------------------


@pytest.fixture
def lost(tmp_path: Path) -> Iterator[tuple[Daemon, list[str], dict[str, Any]]]:
    """A table whose ledger is gone, the arguments that name it, and its last head."""
    folder = tmp_path / "T"
    folder.mkdir()
    with running(folder) as table:
        config = write(tmp_path, [Edit("#port = 1883", f"port = {table.broker.port}")])
        table.who("manager", "accounting")
        last = head_of(table)
        until(lambda: at_broker(table, "head").get("seq") == last["seq"], "the head at the broker")
        table.kill()
        for file in folder.glob("ledger.db*"):
            file.unlink()
        yield table, ["--config", str(config), "--dir", str(folder)], last


def init(table: list[str], *by: str, after: str = "", pins: str = "") -> tuple[int, str]:
    names = [word for name in by for word in ("--by", name)]
    follow = ["--after", after] if after else []
    done = litbet("init", *table, *names, *follow, input=pins or pins_typed(*names))
    return done.returncode, done.stdout + done.stderr


def test_nobody_begins_again_with_the_opening_amount(lost: tuple[Daemon, list[str], dict[str, Any]]) -> None:
    table, named, last = lost
    code, output = init(named, "A. Clerk", "B. Witness")
    assert code == 1
    assert "had a ledger before (pins.json" in output
    assert "--after" in output
    (table.folder / "pins.json").unlink()
    code, output = init(named, "A. Clerk", "B. Witness")
    assert code == 1  # the broker has seen it, too
    assert f"{last['seq']}:{last['head'][:20]}" in output


def test_two_people_begin_after_the_last_paper(lost: tuple[Daemon, list[str], dict[str, Any]]) -> None:
    table, named, last = lost
    paper = f"{last['seq']}:{last['head'][:20]}"
    for by, after, pins, says in (
        (("manager", "accounting"), f"{last['seq'] - 1}:{'a' * 20}", "", "a later head"),
        (("manager", "accounting"), f"{last['seq']}:{'a' * 20}", "", "a later head"),
        (("manager",), paper, "", "two different people"),
        (("manager", "manager"), paper, "", "two different people"),
        (("A. Clerk", "B. Witness"), paper, "", "A. Clerk"),
        (("manager", "accounting"), paper, "826413\n826413\n", "not the PIN"),
    ):
        code, output = init(named, *by, after=after, pins=pins)
        assert code == 1, output
        assert says in output
        assert not (table.folder / "ledger.db").exists()
    code, output = init(named, "manager", "accounting", after=paper)
    assert code == 0, output
    table.start()
    until(lambda: at_broker(table, "head").get("epoch", 0) > last["epoch"], "the head of the new ledger")
    assert not table.status()["faults"]  # it names what it follows


def test_a_restore_that_could_not_ask_the_broker_does_not_say_that_nothing_was_lost(tmp_path: Path) -> None:
    """An old backup over an old ledger; the broker, which knows of later rows, cannot be reached."""
    (tmp_path / "usb").mkdir()
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        config = write(tmp_path, [Edit("#port = 1883", f"port = {table.broker.port}")])
        named = ["--config", str(config), "--dir", str(table.folder), "--by", "technician"]
        table.who("manager", "technician")
        backup = json.loads(litbet("backup", tmp_path / "usb", *table.table, "--json").stdout)["folder"]
        hand(table)
        last = head_of(table)
        until(lambda: at_broker(table, "head").get("seq") == last["seq"], "the head at the broker")
        assert table.stop() == 0

        def restored(*options: str) -> "subprocess.CompletedProcess[str]":
            for file in table.folder.glob("ledger.db*"):
                file.unlink()
            shutil.copyfile(Path(backup) / "ledger.db", table.folder / "ledger.db")
            return litbet("restore", backup, *named, *options, input=pins_typed(*named))

        table.broker.stop()
        done = restored("--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["older"] is None
        done = restored()
        assert "not known whether" in done.stdout
        assert "fault head" in done.stdout
        table.broker.start()
        publish(table, "head", last, "-r")
        done = restored()
        assert done.returncode == 1
        assert "older than what was shown last" in done.stderr


@pytest.mark.parametrize("epoch", [10**30, 2**53 - 1])
def test_an_invented_epoch_at_the_broker_does_not_end_the_restored_tables_signs(tmp_path: Path, epoch: int) -> None:
    """Signs count to 2^53, and no epoch is ever lowered."""
    (tmp_path / "usb").mkdir()
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        config = write(tmp_path, [Edit("#port = 1883", f"port = {table.broker.port}")])
        table.who("manager", "accounting")
        done = litbet("backup", tmp_path / "usb", *table.table, "--json")
        assert table.stop() == 0
        publish(table, "head", {"epoch": epoch, "seq": 5, "head": "a" * 64}, "-r")
        named = ["--config", str(config), "--dir", str(tmp_path / "T"), "--by", "manager", "--by", "accounting"]
        backup = json.loads(done.stdout)["folder"]
        done = litbet("restore", backup, *named, "--json", input=pins_typed(*named))
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["epoch"] < 2**40
