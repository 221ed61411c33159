"""A disk that fails under a running table: a page that rots, a card that dies (R161, R165, R168, R180, R185)."""

import sqlite3
from contextlib import closing
from pathlib import Path

from support.ledger.second_copy import dying_disk, rows_in, two_media
from support.processes.litbet import audited, litbet, pins_typed, running, until
from support.spoken import say


def test_r165_r168_a_page_that_rots_is_found_in_an_idle_moment(tmp_path: Path) -> None:
    """An old row, which no start looks at. The fault outlives a restart; a person may clear it, and it is back as long
    as its cause is there."""
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("floor")
        for _ in range(20):
            table.do("table close")
            until(lambda: table.ask("table open")["ok"], "open again")  # a busy machine may call the board silent
        table.hand("press 2")
        table.lit(2)
        table.hand("key lock")
        table.phase("locked")
        assert table.stop() == 0
        rot(tmp_path / "T/ledger.db", row=3)
        table.start()
        until(lambda: "ledger" in table.status()["faults"], "the idle walk")
        assert "row 3 is not what was chained to row 2" in say(table.status()["faults"]["ledger"])
        table.kill()
        table.start()
        status = table.status()
        assert "ledger" in status["faults"]
        assert table.playing() == [2]  # R185: the round that is locked plays on
        assert any("litbet audit" in say(fact["do"]) for fact in status["health"] if fact["name"] == "ledger")
        code = audited(tmp_path / "T")
        assert code.returncode == 1
        assert "row 3 is not what was chained to row 2" in code.stdout
        table.do("fault clear", by=["floor"], code="ledger", reason="looked into")
        until(lambda: "ledger" in table.status()["faults"], "it is back")
        table.do("round resume")
        table.hand("key clear")
        until(lambda: table.status()["phase"] == "fault", "no new bets")


def rot(ledger: Path, row: int) -> None:
    """One bit of a row's hash, in the file itself."""
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as connection:
        (wanted,) = connection.execute("SELECT hash FROM journal WHERE seq = ?", (row,)).fetchone()
    data = bytearray(ledger.read_bytes())
    assert data.count(wanted) == 1
    data[data.find(wanted)] ^= 1
    ledger.write_bytes(data)


def test_r161_a_disk_that_dies_stops_the_table_and_the_second_copy_has_every_decision(tmp_path: Path) -> None:
    """As a card does: from one moment on each write is refused, and what was not on it is gone. What was acknowledged
    is on the other medium; what was refused was never decided."""
    (tmp_path / "usb").mkdir()
    with dying_disk(tmp_path / "home") as (home, die), two_media(home, tmp_path / "usb") as table:
        table.round()
        pins, text = (table.folder / "pins.json").read_bytes(), table.config.read_text()
        table.hand("press 1 2")
        table.lit(1, 2)
        before = table.status()
        die()
        table.hand("key lock")
        until(lambda: table.status()["phase"] == "fault", "stopped")
        status = table.status()
        failed = say(status["faults"]["ledger_write"])
        assert "the disk failed" in failed or "cannot be" in failed
        assert table.playing() == []
        answer = table.ask("round lock")
        assert (answer["ok"], answer["code"]) == (False, "refusals.fault")
        table.kill()
        assert rows_in(table.second_copy)[-1].seq == before["seq"]

        new = tmp_path / "card"
        new.mkdir()
        config = new / "table.toml"
        config.write_text(text.replace(str(table.folder), str(new)))
        (new / "pins.json").write_bytes(pins)
        (new / "pins.json").chmod(0o600)
        by = ("--by", "manager", "--by", "accounting")
        done = litbet("restore", "--second-copy", table.second_copy, "--config", config, *by, input=pins_typed(*by))
        assert done.returncode == 0, done.stderr
        assert f"row {before['seq'] + 1}, epoch" in done.stdout
        assert audited(new).returncode == 0


def test_the_second_medium_dies_and_the_table_plays(tmp_path: Path) -> None:
    with dying_disk(tmp_path / "usb") as (usb, die), two_media(tmp_path / "home", usb) as table:
        table.round()
        copied = table.status()["seq"]
        die()
        table.round()
        status = until(lambda: (s := table.status())["second_copy"]["why"] and s, "told")
        assert "Input/output error" in say(status["second_copy"]["why"])
        assert status["faults"] == {}
        assert status["rounds_today"] == 2
        assert status["second_copy"]["row"] >= copied
