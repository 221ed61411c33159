"""One table with real processes: daemon, board on a pseudo-terminal, broker, sockets."""

import json
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from support.processes.litbet import Daemon, audited, litbet, running, until
from support.spoken import say


def test_chip_to_ledger_to_sign(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        topics = ["-t", "litbet/+/round", "-t", "litbet/+/jackpot/+/value"]
        heard = subprocess.Popen(
            ["mosquitto_sub", "-v", "-p", str(table.broker.port), *topics], stdout=subprocess.PIPE, text=True
        )
        assert heard.stdout is not None
        lines = [heard.stdout.readline()]  # it listens
        table.hand("press 2 5")
        table.lit(2, 5)
        table.hand("key lock")
        table.phase("locked")
        assert table.playing() == [2, 5]
        assert table.status()["value"] == "10.00"
        shown = json.loads(litbet("jackpot", "show", "--dir", tmp_path, "--json").stdout)
        assert shown == table.ask("jackpot show")["jackpot show"]
        assert (shown["bonus"]["meter"], shown["bonus"]["wagers"]) == ("1250.00", 2)
        rounds: list[dict[str, object]] = []
        values: set[str] = set()
        while not rounds or rounds[-1]["phase"] != "locked":
            line = lines.pop() if lines else heard.stdout.readline()
            assert line, "mosquitto_sub ended"
            topic, _, payload = line.strip().partition(" ")
            rounds.append(json.loads(payload)) if topic.endswith("round") else values.add(payload)
        heard.kill()
        heard.communicate()
        assert rounds[-1]["locked"] == ["2/galaxy", "5/galaxy"]
        assert values == {"1250.00"}
        table.hand("key clear")
        table.phase("betting")
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_the_same_round_and_seats_after_a_power_cut_in_locked(tmp_path: Path) -> None:
    """E31: lit from the journal, sensors ignored, one confirmation, no second contribution."""
    with running(tmp_path) as table:
        table.hand("press 1 3 6")
        table.lit(1, 3, 6)
        table.hand("key lock")
        table.phase("locked")
        number = table.status()["round"]
        table.kill()
        assert audited(tmp_path).returncode == 0
        table.start()
        table.phase("recovered")
        assert (table.status()["round"], table.playing()) == (number, [1, 3, 6])
        refused = litbet("round", "clear", "--dir", tmp_path)
        assert refused.returncode == 1
        assert "resume" in refused.stderr
        assert litbet("round", "resume", "--dir", tmp_path).returncode == 0
        table.hand("key clear")
        table.phase("betting")
        assert table.status()["wagers_today"] == 3


def test_the_morning_after_posts_once_however_often_the_power_goes(tmp_path: Path) -> None:
    """E33: 4 wagers of $5 add $2.00."""
    with running(tmp_path) as table:
        table.hand("press 1 2 3 4")
        table.lit(1, 2, 3, 4)
        table.hand("key lock")
        table.phase("locked")
        table.hand("key clear")
        table.phase("betting")
        table.do("table close")
        table.ask("bench wind")
        until(lambda: table.status()["jackpots"]["bonus"]["meter"] == "1252.00", "the post")
        for _ in range(3):
            table.kill()
            table.start()
        table.do("table open")
        assert table.status()["jackpots"]["bonus"]["meter"] == "1252.00"
        assert table.status()["jackpots"]["bonus"]["posts"] == 1
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0


def test_a_cut_cable_locks_nothing_and_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.hand("press 1")
        table.lit(1)
        table.hand("cut 4s")
        table.phase("fault")
        refused = litbet("round", "lock", "--dir", tmp_path)
        assert refused.returncode == 1
        assert "No new bets" in refused.stderr
        table.phase("betting")
        table.lit()
        assert audited(tmp_path).returncode == 0


def test_the_broker_is_never_waited_for(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        table.broker.stop()
        table.hand("press 4")
        table.lit(4)
        table.hand("key lock")
        table.phase("locked")
        assert table.playing() == [4]
        table.broker.start()
        until(lambda: table.status()["signs"]["connected"], "the broker's return")


# -- what goes wrong is said in one sentence -----------------------------------------------------------------------


def says(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


def test_no_ledger(tmp_path: Path) -> None:
    table = Daemon(tmp_path)
    says(litbet("run", *table.table), "ledger.db", "litbet init")
    says(litbet("audit", tmp_path), "ledger.db", "litbet init")


def test_a_ledger_is_not_made_twice(tmp_path: Path) -> None:
    Daemon(tmp_path).init()
    says(litbet("init", *Daemon(tmp_path).table, "--by", "A"), "ledger.db")


def test_no_controller_to_ask(tmp_path: Path) -> None:
    says(litbet("status", "--dir", tmp_path), "control.sock", "litbet run")


def test_a_second_controller_on_the_same_ledger(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        says(litbet("run", *table.table), "ledger.db")
        assert table.status()["phase"] == "betting"


def test_a_second_controller_on_the_same_port(tmp_path: Path) -> None:
    """It runs, takes no bets, and says who has the port."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with running(tmp_path / "one"):
        other = Daemon(tmp_path / "two")
        other.init()
        other.board_port = tmp_path / "one/board"
        other.broker.start()  # its own: the first one's knows the head of the other ledger
        try:
            other.start(wait=False)
            until(lambda: (tmp_path / "two/control.sock").exists(), "the second controller")
            found = until(lambda: other.status()["fault"], "its fault")
            assert "is in use by another program" in say(found)
        finally:
            other.end()


@pytest.mark.parametrize("content", [b"", b"this is no database", None])
def test_a_foreign_or_corrupt_database(tmp_path: Path, content: bytes | None) -> None:
    if content is None:
        sqlite3.connect(tmp_path / "ledger.db").execute("create table coins (id integer)").connection.close()
    else:
        (tmp_path / "ledger.db").write_bytes(content)
    says(litbet("run", *Daemon(tmp_path).table), "ledger.db")
    assert litbet("audit", tmp_path).returncode == 1


def test_a_flipped_byte_stops_the_start_and_the_audit_names_the_row(tmp_path: Path) -> None:
    with running(tmp_path) as table:
        assert table.stop() == 0
    db = sqlite3.connect(tmp_path / "ledger.db")
    db.execute("drop trigger if exists journal_no_update")
    for (name,) in db.execute("select name from sqlite_master where type = 'trigger'").fetchall():
        db.execute(f"drop trigger {name}")
    db.execute("update journal set body = replace(body, '1250000000', '1350000000') where seq = 1")
    db.commit()
    db.close()
    says(litbet("run", *Daemon(tmp_path).table), "ledger.db")
    result = litbet("audit", tmp_path)
    assert result.returncode == 1
    assert "row 1" in result.stdout


def test_the_ledger_of_another_table(tmp_path: Path) -> None:
    Daemon(tmp_path).init()
    other = Daemon(tmp_path, Path(__file__).parents[2] / "config/examples/coin.toml")
    says(litbet("run", *other.table), "bj-1", "bj-3")


def test_a_broken_configuration(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "config/table.toml").read_text()
    (tmp_path / "table.toml").write_text(
        text.replace('rate = "10.00 %"', "rate = 0.1").replace("seats = 6", "seats = 60")
    )
    done = litbet("run", "--config", tmp_path / "table.toml")
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [str(tmp_path / "table.toml")] * 2


@pytest.mark.skipif(shutil.which("mount") is None, reason="needs mount to make a small disk")
def test_a_full_disk_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    """Law: a failed write stops the table. What could not be written was never decided."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("this user may not mount a small disk")
    try:
        with running(disk) as table:
            table.hand("press 1 2")
            table.lit(1, 2)
            with (disk / "ballast").open("wb", buffering=0) as ballast:
                try:
                    while True:
                        ballast.write(bytes(4096))
                except OSError:
                    pass
            locked = 0
            while (refused := litbet("round", "lock", "--dir", disk)).returncode == 0:
                locked += 1  # what is left in the ledger's own files is used up first
                if litbet("round", "clear", "--dir", disk).returncode:
                    break
            assert "full" in say(table.status()["fault"]), refused.stderr
            assert table.status()["phase"] == "fault"
            before = json.loads(litbet("audit", disk, "--json").stdout)
            assert before["ok"], before
            (disk / "ballast").unlink()
            table.stop()
            table.start()
            assert table.status()["rounds_today"] == locked
            assert json.loads(litbet("audit", disk, "--json").stdout)["ok"]
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
