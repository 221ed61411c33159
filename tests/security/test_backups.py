"""Who has a backup, a key of it, or a machine without PINs: the ceremony of decision 24, and ways around it, by the
command line alone."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.processes.litbet import PIN, Daemon, litbet, running
from support.table.story import Table, body_of, make_rules

from controller.config.resources import shipped
from controller.table.events import Open, Restored
from testbed.bench.table import pin_of

NEW = "826413"
ALL = ("admin", "manager", "accounting")
Done = subprocess.CompletedProcess[str]


class Property:
    """A table with three keys, a backup of it on a stick, and empty machines with the table's file."""

    def __init__(self, home: Path) -> None:
        self.home, self.file = home, home / "table.toml"
        self.keys = [home / f"key-{number}" for number in (1, 2, 3)]
        public = [litbet("key", key).stdout.strip() for key in self.keys]
        text = (shipped("config") / "table.toml").read_text()
        self.file.write_text(text.replace("#keys = []", f"keys = {json.dumps(public)}", 1))
        (home / "T").mkdir()
        with running(home / "T", config=self.file) as table:
            table.who("manager", "accounting", "floor")
            assert table.stop() == 0
        done = litbet("backup", home / "usb", "--json", "--dir", home / "T", "--config", self.file)
        assert done.returncode == 0, done.stderr
        self.label = json.loads(done.stdout)
        self.backup = Path(self.label["folder"])

    def empty_machine(self, name: str) -> Path:
        (there := self.home / name).mkdir()
        return there

    def restore(
        self, there: Path, *keys: Path, by: tuple[str, ...] = ALL, new: bool = True, source: Path | None = None
    ) -> Done:
        args = [word for key in keys for word in ("--key", key)]
        args += [word for name in by for word in ("--by", name)]
        given = "".join(f"{pin_of(f'{name}, new' if new else name)}\n" for name in by)
        return litbet("restore", source or self.backup, *args, "--dir", there, "--config", self.file, input=given)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Property:
    return Property(tmp_path_factory.mktemp("house"))


def refused(done: Done, there: Path, says: str) -> None:
    assert done.returncode != 0, done.stdout
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (there / "pins.json").exists()
    assert not [path for path in there.glob("ledger.db*") if path.suffix != ".lock" and path.stat().st_size]


# -- what a backup gives away --------------------------------------------------------------------------------------


def test_a_backup_has_no_pins_and_cannot_be_read_without_a_key(house: Property) -> None:
    assert sorted(path.name for path in house.backup.iterdir()) == ["backup.json", "ledger.db.age"]
    content = b"".join(path.read_bytes() for path in house.backup.iterdir())
    pins = json.loads((house.home / "T/pins.json").read_text())
    assert pins
    for name, pin in pins.items():
        assert name.encode() not in content
        assert pin["hash"].encode() not in content
    assert not content.startswith(b"SQLite")
    assert not list((house.home / "T").glob("backup-*")), "nothing plain is left over"


def test_a_backup_without_keys_has_no_pins_either(tmp_path: Path) -> None:
    config = shipped("config") / "table.toml"
    litbet("init", "--dir", tmp_path / "T", "--config", config, "--by", "A. Clerk", "--by", "B. Witness")
    litbet(
        "user",
        "add",
        "A. Admin",
        "--role",
        "administrator",
        "--dir",
        tmp_path / "T",
        "--config",
        config,
        input=f"{PIN}\n",
    )
    assert (tmp_path / "T/pins.json").exists()
    done = litbet("backup", tmp_path / "usb", "--dir", tmp_path / "T", "--config", config)
    assert done.returncode == 0, done.stderr
    assert "not encrypted" in done.stdout
    (folder,) = (tmp_path / "usb").iterdir()
    assert sorted(path.name for path in folder.iterdir() if "db-" not in path.name) == ["backup.json", "ledger.db"]
    (there := tmp_path / "new").mkdir()
    args = ("--by", "A. Admin", "--dir", there, "--config", config)
    assert "2 of the property's private keys" in litbet("restore", folder, *args, input=f"{NEW}\n").stderr
    keys = [tmp_path / "mine", tmp_path / "too"]
    for key in keys:
        litbet("key", key)
    own = litbet("restore", folder, "--key", keys[0], "--key", keys[1], *args, input=f"{NEW}\n")
    assert own.returncode == 1
    assert "Nothing here says what was shown last" in own.stderr
    assert not (there / "ledger.db").exists()


# -- the ceremony ----------------------------------------------------------------------------------------------------


def test_two_keys_and_three_people_restore_on_an_empty_machine_and_the_next_start_shows_it(house: Property) -> None:
    there = house.empty_machine("new")
    done = house.restore(there, house.keys[0], house.keys[2])
    assert done.returncode == 0, done.stderr
    pins = json.loads((there / "pins.json").read_text())
    assert set(pins) == set(ALL), "nobody else has a PIN: two people give it"
    old = json.loads((house.home / "T/pins.json").read_text())
    assert all(pins[name] != old[name] for name in ALL)
    with running_again(there, house.file) as table:
        assert [ask["code"] for ask in table.status()["todo"]].count("restored") == 1
        people = table.ask("user list")["user list"]
        assert people["floor"]["pin"] is False
    found = litbet("report", "exceptions", "--json", "--dir", there, "--config", house.file).stdout
    assert "restoration" in found
    assert litbet("audit", there).returncode == 0


@contextmanager
def running_again(folder: Path, file: Path) -> Iterator[Daemon]:
    daemon = Daemon(folder, file)
    try:
        daemon.broker.start()
        daemon.start_board()
        daemon.start()
        yield daemon
    finally:
        daemon.end()


# -- fewer ----------------------------------------------------------------------------------------------------------


def test_without_a_key_nothing_is_read(house: Property) -> None:
    there = house.empty_machine("without")
    refused(house.restore(there), there, "2 of the property's private keys")


def test_one_key_opens_it_but_gives_nobody_a_pin(house: Property) -> None:
    there = house.empty_machine("one")
    refused(house.restore(there, house.keys[0]), there, "2 of the property's private keys")
    refused(house.restore(there, house.keys[0], house.keys[0]), there, "2 of the property's private keys")


def test_one_key_and_one_of_his_own(house: Property) -> None:
    there, own = house.empty_machine("own"), house.home / "own-key"
    litbet("key", own)
    refused(house.restore(there, house.keys[0], own), there, "New PINs take 2 different private keys")


def test_his_own_keys_in_the_table_file(house: Property) -> None:
    """The ledger's accepted terms count, not the file on the new machine."""
    there = house.empty_machine("file")
    own = [house.home / "file-1", house.home / "file-2"]
    public = [litbet("key", key).stdout.strip() for key in own]
    file = there / "table.toml"
    file.write_text(
        (shipped("config") / "table.toml").read_text().replace("#keys = []", f"keys = {json.dumps(public)}", 1)
    )
    honest, house.file = house.file, file
    try:
        refused(house.restore(there, *own), there, "no key opens")
        refused(house.restore(there, house.keys[0], *own), there, "1 of those here")
    finally:
        house.file = honest


@pytest.mark.parametrize(
    "by", [(), ("admin",), ("admin", "admin"), ("manager",), ("admin", "floor"), ("floor", "manager")]
)
def test_two_keys_and_too_few_people(house: Property, by: tuple[str, ...]) -> None:
    there = house.empty_machine("few-" + "-".join(by))
    done = house.restore(there, house.keys[0], house.keys[1], by=by)
    assert done.returncode == 1, done.stdout
    assert not (there / "pins.json").exists()
    assert not (there / "ledger.db").exists()


def test_another_machines_pins_do_not_replace_a_key(house: Property) -> None:
    """Right PINs prove who somebody is, but open no backup."""
    there = house.empty_machine("pins")
    shutil.copy(house.home / "T/pins.json", there / "pins.json")
    done = house.restore(there, new=False)
    assert done.returncode != 0
    assert "is encrypted" in done.stderr
    assert not (there / "ledger.db").exists()


def test_a_key_overwrites_nothing_and_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").write_text("paper")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "T").mkdir()
    (tmp_path / "T/ledger.db").write_text("money")
    for name in ("sheet.pdf", "link", "none/key", "T/key", "T/ledger.db"):
        done = litbet("key", tmp_path / name)
        assert done.returncode == 1
        says = "Name another folder" if name.startswith("T/") else "name a file that does not exist yet"
        assert says in " ".join(done.stderr.split())
    assert (tmp_path / "sheet.pdf").read_text() == "paper"
    assert (tmp_path / "T/ledger.db").read_text() == "money"
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / "own").mkdir()
    assert litbet("key", tmp_path / "own/key").stdout.startswith("age1")
    assert (tmp_path / "own/key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("harm", ["a byte", "another file", "no key"])
def test_what_is_no_sound_backup_or_key(house: Property, harm: str) -> None:
    there = house.empty_machine(f"harm-{harm.replace(' ', '-')}")
    copy = house.home / f"copy-{harm.replace(' ', '-')}"
    shutil.copytree(house.backup, copy)
    keys = house.keys
    if harm == "a byte":
        data = bytearray((copy / "ledger.db.age").read_bytes())
        data[-5] ^= 1
        (copy / "ledger.db.age").write_bytes(data)
        says = "differs from what was backed up"
    elif harm == "another file":
        label = json.loads((copy / "backup.json").read_text())
        label["files"] = {"../../T/pins.json": next(iter(label["files"].values()))}
        (copy / "backup.json").write_text(json.dumps(label))
        says = "is not a complete backup"
    else:
        keys = [house.file, *house.keys[1:]]
        says = "is no private key"
    refused(house.restore(there, *keys, source=copy), there, says)


# -- the rules --------------------------------------------------------------------------------------------------------


def restoring(table: Table, by: tuple[str, ...], *keys: str) -> str:
    return table.do(Restored, by=by, epoch=9, older=True, new_pins=True, keys=keys)


def test_new_pins_take_two_keys_of_the_accepted_terms_and_those_who_may_give_pins() -> None:
    table = Table(replace(make_rules(), backup_keys=("a", "b", "c")))
    assert restoring(table, ALL, "a") == "restore_keys"
    assert restoring(table, ALL, "a", "a", "x") == "restore_keys"
    assert restoring(table, ("manager", "accounting"), "a", "b") == "needs_administrator"
    assert not restoring(table, ALL, "a", "x", "c")
    assert body_of(table.wrote[0])["keys"] == ["a", "c"]
    assert table.state.book.restored == table.wrote[0].seq
    assert not table.do(Open)
    assert not table.state.book.restored
    assert restoring(Table(), ALL, "a", "b") == "restore_no_keys"


def test_another_key_in_the_file_waits_for_two_people() -> None:
    table = Table(replace(make_rules(), backup_keys=("a", "b")))
    table.with_file(replace(table.rules, backup_keys=("a", "mine")))
    assert table.rules.backup_keys == ("a", "b")
