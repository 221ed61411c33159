"""The second copy at a real table: what people see while it is away, and what a start does when one of the two is bad
(R165, R166, R168, R170, E35, E36, E37)."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.ledger.second_copy import TwoMedia, rows_in, two_media
from support.processes.litbet import until
from support.spoken import say, todo_of

from controller.daemon.control_client import ControlError

RESTORE = "litbet restore --second-copy"


def test_e36_the_disk_is_lost_and_the_table_says_how_to_make_its_ledger_anew(tmp_path: Path, usb: Path) -> None:
    """Not a row is missing, and two people answer for it, for nothing else says what was shown last."""
    with two_media(tmp_path, usb) as table:
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        before = table.status()
        table.kill()
        table.lose_ledger()
        output = table.refuses()
        assert "there is no ledger at" in output
        rows = rows_in(table.second_copy)
        assert rows[-1].seq == before["seq"]
        assert f"Its second copy is sound to row {rows[-1].seq}: `{RESTORE} {table.second_copy} --by" in output
        code, output = table.litbet("init", "--by", "A. Clerk")
        assert code != 0
        assert "is the second copy of a ledger" in output
        for by in ((), ("manager",), ("manager", "floor")):
            assert "2 different people" in table.restored("--second-copy", table.second_copy, by=by)[1]
        code, output = table.restored("--second-copy", table.second_copy)
        assert code == 0, output
        assert f"row {before['seq'] + 1}, epoch" in output
        table.start()
        after = table.status()
        assert after["epoch"] > before["epoch"]
        assert after["jackpots"] == before["jackpots"]
        assert (after["round"], table.playing()) == (before["round"], [3])
        table.do("round resume")
        table.hand("key clear")
        table.phase("betting")
        assert rows_in(table.second_copy)[: len(rows)] == rows  # the same copy goes on
        assert table.stop() == 0
        code, output = table.litbet("audit")
        assert code == 0, output
        assert f"ok: its second copy {table.second_copy}" in output


def test_e35_a_corrupt_page_and_then_both_bad(tmp_path: Path, usb: Path) -> None:
    """The copy's worth is told with the damage; where both are bad there is no table, and never the seed."""
    with two_media(tmp_path, usb) as table:
        table.round()
        assert table.stop() == 0
        backup = json.loads(table.litbet("backup", tmp_path / "backups", "--json")[1])["folder"]
        ledger = table.folder / "ledger.db"
        data = bytearray(ledger.read_bytes())
        here = data.rfind(rows_in(table.second_copy)[-1].hash)
        data[here] ^= 1
        ledger.write_bytes(data)
        output = table.refuses()
        assert "is damaged (" in output
        assert f"`{RESTORE} {table.second_copy} --by" in output
        whole = table.second_copy.read_bytes()
        table.second_copy.write_bytes(whole.replace(b'"kind":"open"', b'"kind":"shut"', 1))
        output = table.refuses()
        assert "Its second copy is damaged as well" in output
        assert "restore the newest backup with `litbet restore`" in output
        code, output = table.restored("--second-copy", table.second_copy)
        assert code == 1
        assert f"{table.second_copy} is damaged: row " in output
        assert "another controller" not in output
        table.second_copy.rename(usb / "elsewhere")
        usb.rename(tmp_path / "pulled")
        assert "insert its medium and start again" in table.refuses()
        (tmp_path / "pulled").rename(usb)
        assert table.restored(backup)[0] == 0
        table.start()
        assert table.status()["rounds_today"] == 1


def test_e37_an_old_ledger_beside_a_newer_copy_does_not_run(tmp_path: Path, usb: Path) -> None:
    """No sign acknowledged anything: the copy alone knows that there was more."""
    with two_media(tmp_path, usb) as table:
        assert table.stop() == 0
        old = table.folder / "old.db"
        shutil.copyfile(table.folder / "ledger.db", old)
        backup = json.loads(table.litbet("backup", tmp_path / "backups", "--json")[1])["folder"]
        table.start()
        table.do("round resume")
        table.round()
        seq = table.status()["seq"]
        assert table.stop() == 0
        shutil.copyfile(old, table.folder / "ledger.db")
        output = table.refuses()
        assert f"but its second copy {table.second_copy} with row {seq + 1}" in output
        assert "the ledger is old, or has lost its end" in output
        assert "older than what was shown last" in table.restored(backup, by=("floor",))[1]  # the copy bears witness
        assert table.restored(backup)[0] == 0  # and two people may all the same
        table.start()
        until(lambda: table.status()["second_copy"]["row"] == table.status()["seq"], "a new copy")
        aside = table.second_copy.with_name("bj-1.journal.aside-1")
        assert rows_in(aside)[-1].seq == seq + 1  # what was before is kept
        assert rows_in(table.second_copy)[-1].kind != "second_copy_lost"
        assert [row.kind for row in rows_in(table.second_copy)].count("restoration") == 1


def test_two_histories_are_for_people_to_decide(tmp_path: Path, usb: Path) -> None:
    """E38: a cloned ledger has gone its own way on each of two machines."""
    with two_media(tmp_path, usb) as table:
        assert table.stop() == 0
        clone, copy = (table.folder / "ledger.db").read_bytes(), table.second_copy.read_bytes()
        for rounds in (2, 1):
            table.start()
            table.do("round resume")
            for _ in range(rounds):
                table.round()
            assert table.stop() == 0
            if rounds == 2:
                content = table.second_copy.read_bytes()
                (table.folder / "ledger.db").write_bytes(clone)
                table.second_copy.write_bytes(copy)
                table.broker.stop()  # another machine: its broker has not seen the first one's head
                table.broker.start()
        table.second_copy.write_bytes(content)
        assert "differ from there on: keep both" in table.refuses()
        code, output = table.litbet("audit")
        assert code == 1
        assert "differs from the ledger's" in output
        table.second_copy.rename(usb / "looked-into")
        table.start()
        until(lambda: table.status()["second_copy"]["row"] == table.status()["seq"], "a new copy")


def test_the_second_medium_is_away_and_the_table_plays(tmp_path: Path, usb: Path) -> None:
    """A soft fault: to do, health, and a row; it still stands after a restart, and ends by itself (R168, R183)."""
    with two_media(tmp_path, usb) as table:
        usb.rename(tmp_path / "pulled")
        table.round()
        status = until(lambda: (s := table.status())["second_copy"]["why"] and s, "told")
        assert status["faults"] == {}
        assert "play continues" in todo_of(status)
        health = {fact["name"]: fact for fact in status["health"]}
        assert not health["second copy"]["ok"]
        assert "No such file or directory" in say(health["second copy"]["say"])
        table.kill()
        table.start()
        table.do("round resume")
        table.round()
        assert any(ask["code"] == "second_copy" for ask in table.status()["todo"])
        (tmp_path / "pulled").rename(usb)
        until(lambda: not table.status()["second_copy"]["why"], "caught up")
        until(lambda: not any(ask["code"] == "second_copy" for ask in table.status()["todo"]), "to do")
        assert "health.not_apart" in json.dumps(table.status()["health"])  # they are on one disk here
        table.do("table close")
        table.do("table training", by=["floor"], mode="on")
        until(lambda: trains(table) is True, "training")
        assert "second_copy" not in table.status()
        table.do("table training", by=["floor"], mode="off")
        until(lambda: trains(table) is False, "the real table")
        assert table.stop() == 0
        kinds = [row.kind for row in rows_in(table.second_copy)]
        assert kinds.count("second_copy_lost") == 2
        assert kinds.count("second_copy_back") == 1
        with closing(sqlite3.connect(table.folder / "ledger.db")) as ledger:
            assert ledger.execute("SELECT count(*) FROM journal").fetchone()[0] == len(kinds)


def trains(table: TwoMedia) -> bool | None:
    """None: between the two nobody answers."""
    try:
        return bool(table.status()["training"])
    except ControlError:
        return None


@pytest.mark.parametrize("what", ["another table's", "no copy at all", "no PINs"])
def test_what_no_ledger_can_be_made_of(tmp_path: Path, usb: Path, what: str) -> None:
    with two_media(tmp_path, usb) as table:
        assert table.stop() == 0
        table.lose_ledger()
        if what == "another table's":
            table.config.write_text(table.config.read_text().replace('id = "bj-1"', 'id = "bj-2"', 1))
            says = "belongs to table bj-1, not to bj-2"
        elif what == "no copy at all":
            table.second_copy.write_text("something else\n")
            says = "holds no row"
        else:
            (table.folder / "pins.json").unlink()
            says = "of the property's private keys"
        code, output = table.restored("--second-copy", table.second_copy)
        assert code != 0
        assert says in output
        assert not [path.name for path in table.folder.glob("ledger.db*") if path.suffix != ".lock"]
