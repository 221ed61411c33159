"""Backups of a running table, and what it takes to put one back (R170, R171, E36, E37)."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support.processes.litbet import PATIENCE, Daemon, audited, litbet, pins_typed, running

BY = ("--by", "manager", "--by", "accounting")


def backed_up(table: Daemon, to: Path) -> Path:
    done = litbet("backup", to, "--dir", table.folder, *table.table[:2], "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    return Path(answer["folder"])


def restored(table: Daemon, folder: Path, *by: str, pins: str = "") -> tuple[int, str]:
    done = litbet("restore", folder, "--dir", table.folder, *table.table[:2], *by, input=pins or pins_typed(*by))
    return done.returncode, done.stdout + done.stderr


def shown(epoch: int, seq: int) -> str:
    """What a sign has acknowledged, as the table keeps it."""
    place = {"sign": "left", "jackpot": "bonus", "epoch": epoch, "seq": seq, "pub": 9, "cents": 125_000}
    return json.dumps({**place, "at": "", "heard": "2026-11-18T10:26:40.000Z"}) + "\n"


def played(table: Daemon) -> None:
    table.hand("press 1")
    table.lit(1)
    table.hand("key lock")
    table.phase("locked")
    table.hand("key clear")
    table.phase("betting")


def test_a_backup_of_a_running_table_is_a_whole_ledger(tmp_path: Path, usb: Path) -> None:
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        played(table)
        folder = backed_up(table, usb)
        head = table.status()["head"]
        played(table)
        manifest = json.loads((folder / "backup.json").read_text())
        assert manifest["head"] == head
        assert audited(folder).returncode == 0
        assert folder.stat().st_mode & 0o777 == 0o700
        assert sorted(path.name for path in folder.iterdir() if "ledger.db-" not in path.name) == [
            "backup.json", "ledger.db",
        ]  # fmt: skip


def test_an_older_state_is_put_back_by_two_people_only(tmp_path: Path, usb: Path) -> None:
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting", "floor")
        folder = backed_up(table, usb)
        epoch = table.status()["epoch"]
        played(table)
        assert "in use by another controller" in restored(table, folder, *BY)[1]
        assert table.stop() == 0
        newest = (tmp_path / "T/ledger.db").read_bytes()
        for by in ((), BY[:2], ("--by", "manager", "--by", "manager"), ("--by", "manager", "--by", "floor")):
            code, output = restored(table, folder, *by)
            assert code == 1
            assert "older than what was shown last" in output
            assert "2 different people" in output
        assert "not the PIN" in restored(table, folder, *BY, pins="826413\n826413\n")[1]
        assert (tmp_path / "T/ledger.db").read_bytes() == newest
        code, output = restored(table, folder, *BY)
        assert code == 0, output
        assert f"epoch {epoch + 1}" in output
        table.start()
        assert (table.status()["epoch"], table.status()["rounds_today"]) == (epoch + 1, 0)
        assert table.stop() == 0
        assert audited(tmp_path / "T").returncode == 0
        old_ledger = tmp_path / f"T/ledger.db.before-{epoch + 1}"
        assert litbet("audit", old_ledger).returncode == 0


def test_an_old_copy_put_there_by_hand_does_not_run(tmp_path: Path, usb: Path) -> None:
    """E37: the signs have shown more than this ledger knows of. Two people may accept it all the same."""
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting")
        assert table.stop() == 0
        old = backed_up(table, usb)
        table.start()
        table.do("round resume")
        now = table.status()
        (tmp_path / "T/signs.jsonl").write_text(shown(now["epoch"], now["seq"]))
        assert table.stop() == 0
        shutil.copyfile(old / "ledger.db", tmp_path / "T/ledger.db")
        for part in ("-wal", "-shm"):
            (tmp_path / f"T/ledger.db{part}").unlink(missing_ok=True)
        table.start(wait=False)
        assert table.process is not None
        table.process.communicate(timeout=PATIENCE)
        assert table.process.returncode == 1
        assert "it is an old copy" in table.process.log.text()
        code, output = restored(table, old, *BY[:2])
        assert code == 1
        assert "older than what was shown last" in output
        assert restored(table, old, *BY)[0] == 0
        table.start()
        assert table.status()["epoch"] == now["epoch"] + 1


def test_a_lost_disk_comes_back_from_its_backup(tmp_path: Path, usb: Path) -> None:
    """E36: nothing is left that says what the signs showed, so it takes two people; their PINs are on another disk."""
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting", "floor")
        played(table)
        assert table.stop() == 0
        folder = backed_up(table, usb)
        for path in (tmp_path / "T").glob("ledger.db*"):
            path.unlink()
        (tmp_path / "T/signs.jsonl").unlink(missing_ok=True)
        for by in ((), BY[:2]):
            code, output = restored(table, folder, *by)
            assert code == 1
            assert "Nothing here says what was shown last" in output
            assert not (tmp_path / "T/ledger.db").exists()
        code, output = restored(table, folder, *BY)
        assert code == 0, output
        assert "nothing is owed" in output
        table.start()
        table.do("round resume")
        assert table.status()["rounds_today"] == 1
        assert any(ask["code"] == "restored" for ask in table.status()["todo"])
        table.do("spot exclude", by=["floor"], spot=2, reason="the PINs are still here")


def test_what_a_backup_owes_is_told_and_training_counts_as_shown(tmp_path: Path) -> None:
    """Somebody must compare it with the slips; and the folder of the backup is made."""
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting", "floor")
        table.hand("press 3")
        table.lit(3)
        table.hand("key lock")
        table.phase("locked")
        table.do("win claim", by=["accounting"], spot=3, cards="Ah Ah Ah")
        table.do("win confirm", by=["floor"], claim=1)
        table.do("win confirm", by=["manager"], claim=1)
        epoch = table.status()["epoch"]
        assert table.stop() == 0
        folder = backed_up(table, tmp_path / "usb/of/today")
        assert (tmp_path / "usb/of/today").stat().st_mode & 0o777 == 0o700
        (tmp_path / "T/training").mkdir()
        (tmp_path / "T/training/signs.jsonl").write_text(shown(epoch + 1, 1))
        assert f"row 1 of epoch {epoch + 1}" in restored(table, folder, *BY[:2])[1]
        code, output = restored(table, folder, *BY)
        assert code == 0, output
        assert f"epoch {epoch + 2}" in output
        assert "claim 1: spot 3/galaxy, round 1, $1,250.00" in output


@pytest.mark.parametrize("harm", ["a byte", "no label", "another table", "no folder"])
def test_what_is_no_sound_backup_is_refused_and_nothing_is_touched(tmp_path: Path, usb: Path, harm: str) -> None:
    (tmp_path / "T").mkdir()
    with running(tmp_path / "T") as table:
        table.who("manager", "accounting")
        assert table.stop() == 0
        folder = backed_up(table, usb)
        before = (tmp_path / "T/ledger.db").read_bytes()
        if harm == "a byte":
            data = bytearray((folder / "ledger.db").read_bytes())
            data[len(data) // 2] ^= 1
            (folder / "ledger.db").write_bytes(data)
        elif harm == "no label":
            (folder / "backup.json").unlink()
        elif harm == "another table":
            text = table.config.read_text()
            table.config = tmp_path / "table.toml"
            table.config.write_text(text.replace('id = "bj-1"', 'id = "bj-2"', 1))
        else:
            shutil.rmtree(folder)
        code, output = restored(table, folder, *BY)
        assert code != 0
        assert "Traceback" not in output
        wrong: dict[str, Any] = {
            "a byte": "differs from what was backed up",
            "no label": "is not a complete backup",
            "another table": "belongs to table bj-1, not to bj-2",
            "no folder": "is not a complete backup",
        }
        assert wrong[harm] in output
        assert (tmp_path / "T/ledger.db").read_bytes() == before
