"""What may stand where a ledger file should: each is refused in one sentence and left as it was."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.ledger.rows import append, new_store, sql
from support.spoken import problem, say

from controller.ledger import sqlite
from controller.ledger.errors import (
    ForeignLedger,
    LedgerCorrupt,
    LedgerExists,
    LedgerLocked,
    NoLedger,
    ReadOnly,
    StoreError,
)
from controller.ledger.reader import Reader
from controller.ledger.store import Store


def refused(file: Path, kind: type[StoreError], says: str) -> None:
    """By reader and store alike, with a sentence that names the file."""
    for opener in (Reader, Store.open):
        with problem(kind, says) as refusal:
            opener(f"sqlite:///{file}")
        assert str(file) in say(refusal.value.message)
        assert "\n" not in say(refusal.value.message)


def test_no_database(file: Path) -> None:
    refused(file, NoLedger, r"no ledger at .*litbet init")
    assert not file.exists()
    refused(file.parent / "no" / "folder.db", NoLedger, "litbet init")
    with problem(NoLedger, r"no folder .*make it first"):
        new_store(f"sqlite:///{file.parent}/no/folder.db")


def test_a_folder(file: Path) -> None:
    refused(file.parent, ForeignLedger, "not a file")
    with problem(ForeignLedger, "is a folder"):
        new_store(f"sqlite:///{file.parent}")


def test_a_text_file(file: Path) -> None:
    file.write_text("seat = 1\n" * 100)
    refused(file, ForeignLedger, "not a database")
    with problem(ForeignLedger, "not a database"):
        new_store(f"sqlite:///{file}")
    assert file.read_text() == "seat = 1\n" * 100


def test_a_database_of_something_else(file: Path) -> None:
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE journal (x)")
    other.close()
    before = file.read_bytes()
    refused(file, ForeignLedger, "something other than a ledger")
    with problem(LedgerExists, "already holds something"):
        new_store(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_what_a_cut_during_init_leaves_can_be_made_whole(file: Path) -> None:
    file.touch()
    refused(file, NoLedger, "litbet init")
    new_store(f"sqlite:///{file}").close()
    Store.open(f"sqlite:///{file}").close()


def test_what_a_cut_in_the_first_write_of_init_leaves_can_be_made_whole(file: Path) -> None:
    """The file is half begun, and beside it lies the journal that undoes it: who may only read cannot."""
    begun = file.with_name("begun.db")
    connection = sqlite3.connect(begun, isolation_level=None)
    for setting in ("synchronous=OFF", "cache_size=1"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("BEGIN")
    connection.execute("CREATE TABLE first (x)")
    connection.execute("INSERT INTO first VALUES (zeroblob(100000))")
    shutil.copy(begun, file)
    shutil.copy(f"{begun}-journal", f"{file}-journal")
    connection.close()
    refused(file, NoLedger, r"interrupted.*litbet init")
    new_store(f"sqlite:///{file}").close()
    Store.open(f"sqlite:///{file}").close()


def test_garbage_inside(file: Path) -> None:
    new_store(f"sqlite:///{file}", 40).close()
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))
    for opener in (Reader, Store.open):
        with problem(LedgerCorrupt, r"damaged.*restore"):
            opener(f"sqlite:///{file}")


def test_a_cut_file(file: Path) -> None:
    new_store(f"sqlite:///{file}", 40).close()
    os.truncate(file, 3 * 4096)
    with problem(LedgerCorrupt, r"damaged.*restore"):
        Store.open(f"sqlite:///{file}")


def test_a_lock_names_its_process_and_ends_with_it(file: Path) -> None:
    store = new_store(f"sqlite:///{file}")
    with problem(LedgerLocked, f"another controller, process {os.getpid()}"):
        Store.open(f"sqlite:///{file}")
    store.close()
    Path(f"{file}.lock").write_text("4711\n")  # what a crash leaves is no lock
    Store.open(f"sqlite:///{file}").close()


def test_another_program_that_holds_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_PATIENCE", 0.1)
    new_store(f"sqlite:///{file}").close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with problem(LedgerLocked, "held by another program"):
        Store.open(f"sqlite:///{file}")
    other.close()


def test_a_closed_ledger_is_one_file_beside_its_lock(file: Path) -> None:
    store = new_store(f"sqlite:///{file}")
    append(store, 5)
    reader = Reader(f"sqlite:///{file}")
    store.close()
    assert Path(f"{file}-wal").stat().st_size == 0  # whole even while someone still reads
    reader.close()
    Store.open(f"sqlite:///{file}").close()
    assert sorted(path.name for path in file.parent.iterdir()) == ["ledger.db", "ledger.db.lock"]
    assert sql(f"sqlite:///{file}", "SELECT count(*) FROM journal") == 6


def test_reading_after_a_crash_takes_nothing_from_the_log(file: Path) -> None:
    """What a killed controller left in the log is read from there, and stays for the next controller."""
    store = new_store(f"sqlite:///{file}")
    append(store, 5)
    crashed = file.parent / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        shutil.copy(f"{file}{suffix}", crashed)
    store.close()
    left = crashed / "ledger.db"
    before = left.read_bytes()
    for _ in range(2):
        reader = Reader(f"sqlite:///{left}")
        assert reader.checkpoint().seq == 6
        reader.close()
    assert left.read_bytes() == before
    store = Store.open(f"sqlite:///{left}")
    assert store.checkpoint.seq == 6
    store.close()


@contextmanager
def plain_user() -> Iterator[None]:
    """Root may write anything: stand back for a while."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that a plain user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="litbet-ro-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_folder(shared: Path) -> None:
    file = shared / "ledger.db"
    new_store(f"sqlite:///{file}").close()
    file.chmod(0o444)
    Path(f"{file}.lock").unlink()
    shared.chmod(0o555)
    with plain_user():
        refused(file, ReadOnly, "check the owner and the permissions")
        with problem(ReadOnly, "cannot be written"):
            new_store(f"sqlite:///{shared}/new.db")


def test_a_read_only_file(shared: Path) -> None:
    file = shared / "ledger.db"
    new_store(f"sqlite:///{file}").close()
    file.chmod(0o444)
    Path(f"{file}.lock").chmod(0o666)
    shared.chmod(0o777)
    with plain_user():
        Reader(f"sqlite:///{file}").close()
        with problem(ReadOnly, r"ledger\.db cannot be written"):
            Store.open(f"sqlite:///{file}")


@pytest.mark.parametrize(
    "url",
    ["ledger.db", "", "mysql://u:secret@h/d", "sqlite://", "sqlite:///:memory:", "postgresql+x://u:secret@h/d"],
)
def test_an_address_of_another_kind(url: str) -> None:
    for opener in (Reader, Store.open):
        with problem(StoreError, r"sqlite:///path/to/ledger.db|cannot be reached") as refusal:
            opener(url)
        assert "secret" not in say(refusal.value.message)
