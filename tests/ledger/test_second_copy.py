"""The second copy as a file, and the thread that keeps it level with the ledger (R165, R166, E35)."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from support.ledger.rows import EMPTY, next_rows, state_after
from support.ledger.second_copy import following, rows_in, small_disk
from support.spoken import problem

from controller.ledger import second_copy_thread
from controller.ledger.bookkeeping import to_rows
from controller.ledger.errors import LedgerCorrupt, SecondCopyAway, SecondCopyDamaged
from controller.ledger.restore import second_copy_place
from controller.ledger.rows import GENESIS, Row, canonical
from controller.ledger.second_copy_check import check_second_copy
from controller.ledger.second_copy_file import SecondCopyFile, line_of, tail_of, walk
from controller.ledger.store import Store
from controller.table import records
from controller.table.events import Moment
from controller.table.journal import Entry


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_copy_thread, "PAUSE", 0.05)
    monkeypatch.setattr(second_copy_thread, "PATIENCE", 30.0)  # a slow machine is no hanging medium


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "second").mkdir()
    return tmp_path / "second" / "bj-1.journal"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """On SQLite alone: the copy knows nothing of databases."""
    return f"sqlite:///{tmp_path / 'ledger.db'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    made = Store.create(url, [first_row()], state_after(1))
    yield made
    made.close()


def first_row(table: str = "bj-1") -> Row:
    return Row.link(GENESIS, 1, 5, 7, False, "init", None, None, canonical({"table": table}), "[]")


def history(count: int) -> list[Row]:
    rows = [first_row()]
    start = replace(EMPTY, seq=1, head=rows[0].hash)
    return rows + next_rows(start, count - 1)


def append(store: Store, count: int = 1) -> list[Row]:
    rows = next_rows(store.checkpoint, count)
    store.append(rows, state_after(rows[-1].seq))
    return rows


def written(path: Path, rows: list[Row]) -> None:
    path.write_bytes(b"".join(map(line_of, rows)))


# -- the file ------------------------------------------------------------------------------------------------


def test_r165_anyone_can_verify_it_with_one_sentence(path: Path) -> None:
    """Nothing of ours is needed: each line's hash covers the line before it."""
    written(path, history(3))
    previous = bytes(32)
    for line in path.read_text().splitlines():
        facts = json.loads(line)
        texts = [json.dumps(facts[key], sort_keys=True, separators=(",", ":")) for key in ("body", "transfers")]
        columns = [
            facts["seq"],
            facts["utc"],
            facts["mono"],
            int(facts["trusted"]),
            facts["kind"],
            facts["day"],
            facts["round"],
        ]
        covered = json.dumps([*columns, *texts], separators=(",", ":")).encode()
        previous = sha256(previous + covered).digest()
        assert facts["hash"] == previous.hex()


def test_every_row_comes_back_as_it_was(path: Path) -> None:
    rows = history(100)
    written(path, rows)
    assert rows_in(path) == rows
    tail = tail_of(path)
    assert (tail.table, tail.last, tail.torn) == ("bj-1", rows[-1], 0)


@pytest.mark.parametrize("cut", range(1, 400, 7))
def test_a_torn_last_line_is_cut_and_the_rest_stands(path: Path, cut: int) -> None:
    """The power goes in the middle of a write; some file systems leave zeros."""
    rows = history(40)
    written(path, rows)
    whole = path.read_bytes()
    last = len(line_of(rows[-1]))
    cut = min(cut, last - 1)
    for left in (whole[: len(whole) - last + cut], whole[: len(whole) - last] + bytes(cut)):
        path.write_bytes(left)
        assert rows_in(path) == rows[:-1]
        copy = SecondCopyFile(path)
        assert copy.open().torn == cut
        copy.append([rows[-1]])
        copy.close()
        assert path.read_bytes() == whole


def test_the_very_first_write_was_torn(path: Path) -> None:
    written(path, history(1))
    path.write_bytes(path.read_bytes()[:50])
    copy = SecondCopyFile(path)
    assert copy.open().last is None
    copy.append(history(2))
    copy.close()
    assert rows_in(path) == history(2)


@pytest.mark.parametrize("row", [1, 2, 20, 39, 40])
def test_a_changed_row_is_damage_wherever_it_is(path: Path, row: int) -> None:
    """The opening sees the newest rows, the walk all."""
    rows = history(40)
    rows[row - 1] = replace(rows[row - 1], mono=rows[row - 1].mono + 1)
    written(path, rows)
    with problem(SecondCopyDamaged, f"row {row} "):
        rows_in(path)
    if row >= 39:
        with problem(SecondCopyDamaged, f"row {row - 1} "):
            tail_of(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"round":', b'"round":1e400,"r":'),
        (b'"kind":', b'"kind":7,"k":'),
        (b'"day":', b'"day":[],"d":'),
        (b'"body":', b'"body":[],"b":'),
    ],
)
def test_a_row_with_what_no_row_holds_is_damage(path: Path, old: bytes, new: bytes) -> None:
    written(path, history(3))
    path.write_bytes(path.read_bytes().replace(old, new, 1))
    with pytest.raises(SecondCopyDamaged):
        rows_in(path)


def test_a_line_lost_in_the_middle_is_damage(path: Path) -> None:
    rows = history(40)
    written(path, rows[:37] + rows[38:])
    with problem(SecondCopyDamaged, "row 39 is where row 38 belongs"):
        rows_in(path)
    with pytest.raises(SecondCopyDamaged):
        tail_of(path)


@pytest.mark.parametrize(
    "junk", [b"no copy\n", b"{}\n", b"\x00" * 9 + b"\n", b"[1]\n" * 50, b'{"seq":1e400}\n', b'{"floor": 1}']
)
def test_what_is_no_copy_is_told_and_not_touched(path: Path, junk: bytes) -> None:
    path.write_bytes(junk)
    with pytest.raises(SecondCopyDamaged):
        SecondCopyFile(path).open()
    assert path.read_bytes() == junk


def test_r203_opening_reads_the_end_alone(path: Path, tmp_path: Path) -> None:
    """Law 10: a copy of any length is opened by its last rows."""
    rows = history(3000)
    written(path, rows)
    trace = tmp_path / "trace"
    code = (
        "from pathlib import Path; from controller.ledger.second_copy_file import tail_of; "
        f"print(tail_of(Path({str(path)!r})).last.seq)"
    )
    command = ["strace", "-e", "trace=read,pread64", "-P", str(path), "-o", str(trace), sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if not result.stdout:
        pytest.skip("strace may not trace here")
    assert result.stdout == "3000\n"
    assert sum(int(line.rsplit("= ", 1)[1]) for line in trace.read_text().splitlines() if "= " in line) < 400_000
    assert path.stat().st_size > 800_000


_CHILD = """
import sys, itertools
from pathlib import Path
from support.ledger.rows import append

from controller.ledger.second_copy_thread import SecondCopy
from controller.ledger.store import Store
store = Store.open(sys.argv[1])
second_copy = SecondCopy(Path(sys.argv[2]), sys.argv[1], "bj-1")
second_copy.start(print)
for _ in range(int(sys.argv[3])):
    second_copy.follow(append(store))
second_copy.close()
print(store.checkpoint.seq)
store.close()
"""


def test_one_sync_more_for_each_decision(path: Path, url: str, store: Store, tmp_path: Path) -> None:
    store.close()
    syncs = []
    for count in (1, 10, 60):  # the first one makes the file
        trace = tmp_path / "trace"
        command = ["strace", "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace), sys.executable, "-c", _CHILD]
        folders = ":".join(str(Path(__file__).parents[up]) for up in (1, 2))
        result = subprocess.run(
            [*command, url, str(path), str(count)],
            env=os.environ | {"PYTHONPATH": folders}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if not result.stdout:
            pytest.skip("strace may not trace here")
        syncs.append(len(re.findall(r"(?:fsync|fdatasync)\(\d+", trace.read_text())))
    assert syncs[2] - syncs[1] == 2 * 50
    assert len(rows_in(path)) == 72


# -- level with the ledger -----------------------------------------------------------------------------------


def test_each_decision_is_on_the_copy_when_it_is_acknowledged(path: Path, url: str, store: Store) -> None:
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        for count in (1, 3, 1):
            rows = append(store, count)
            second_copy.follow(rows)
            assert rows_in(path)[-count:] == rows
        assert reports.lines == []
        assert second_copy.view() == {"path": str(path), "row": 6, "why": None}


def test_what_it_lacks_at_the_start_is_taken_from_the_ledger(path: Path, url: str, store: Store) -> None:
    """A new medium, or one that the power cut off between the two syncs."""
    append(store, 450)
    with following(path, url) as (second_copy, _):
        second_copy.follow(append(store))
        assert len(rows_in(path)) == 452
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:450]) + lines[450][:33])
    with following(path, url) as (second_copy, reports):
        second_copy.follow(append(store))
        assert len(rows_in(path)) == 453
        assert reports.lines == []


def test_a_medium_that_is_away_is_told_and_caught_up_when_it_returns(path: Path, url: str, store: Store) -> None:
    path.parent.rmdir()
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        assert reports.until(1) == [f"{path}: No such file or directory"]
        for _ in range(20):
            second_copy.follow(append(store))  # nobody waits for it
        path.parent.mkdir()
        assert reports.until(2)[-1] == ""
        assert len(rows_in(path)) == 21
        second_copy.follow(append(store))
        assert len(rows_in(path)) == 22


def test_a_file_that_is_taken_away_is_missed_at_the_next_decision(path: Path, url: str, store: Store) -> None:
    """A write to an unmounted or deleted file succeeds, and is lost."""
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        path.unlink()
        second_copy.follow(append(store))
        assert len(rows_in(path)) == 2
        path.unlink()
        path.parent.rmdir()
        second_copy.follow(append(store))
        assert reports.until(1) == [f"{path}: No such file or directory"]


def test_another_file_of_the_same_name_is_the_one_that_is_written(path: Path, url: str, store: Store) -> None:
    """The medium was taken out and put in again: what is open hangs on nothing any more."""
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        whole = path.read_bytes()
        path.rename(path.with_name("unmounted"))
        path.write_bytes(whole)
        second_copy.follow(append(store))
        assert len(rows_in(path)) == 2
        assert reports.lines == []


def test_a_full_second_medium(tmp_path: Path, url: str, store: Store) -> None:
    with small_disk(tmp_path / "usb", "64k") as usb, following(usb / "copy", url) as (second_copy, reports):
        second_copy.follow([first_row()])
        (usb / "ballast").write_bytes(bytes(45_056))
        for _ in range(100):
            second_copy.follow(append(store))
        assert reports.until(1)[0] == f"{usb / 'copy'}: No space left on device"
        assert store.checkpoint.seq == 101
        assert rows_in(usb / "copy")  # what is there is whole
        (usb / "ballast").unlink()
        assert reports.until(2)[-1] == ""
        assert len(rows_in(usb / "copy")) == 101


def test_a_second_medium_that_turned_read_only(tmp_path: Path, url: str, store: Store) -> None:
    with small_disk(tmp_path / "usb") as usb:
        subprocess.run(["mount", "-o", "remount,ro", str(usb)], check=True)
        with following(usb / "copy", url) as (second_copy, reports):
            second_copy.follow([first_row()])
            assert reports.until(1) == [f"{usb / 'copy'}: Read-only file system"]
            subprocess.run(["mount", "-o", "remount,rw", str(usb)], check=True)
            assert reports.until(2)[-1] == ""


def test_a_medium_that_hangs_costs_one_moment_of_patience(
    path: Path, url: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that writes the ledger is never the one that hangs."""
    monkeypatch.setattr(second_copy_thread, "PATIENCE", 0.05)
    answers = threading.Event()
    sync = os.fdatasync

    def hanging(file: int) -> None:
        if threading.current_thread().name == "second copy":
            assert answers.wait(60)
        sync(file)

    monkeypatch.setattr(os, "fdatasync", hanging)
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        for _ in range(5):
            second_copy.follow(append(store))
        assert f"{path} is at row 0 and does not keep up with row 1" in reports.lines
        assert store.checkpoint.seq == 6
        answers.set()
        assert reports.until(2)[-1] == ""
        assert len(rows_in(path)) == 6


def test_e35_a_damaged_copy_is_kept_and_a_new_one_made(path: Path, url: str, store: Store) -> None:
    rows = append(store, 9)
    written(path, [first_row(), *rows[:5], replace(rows[5], mono=0)])
    damaged = path.read_bytes()
    with following(path, url) as (second_copy, reports):
        second_copy.follow(rows)
        assert "it is kept as bj-1.journal.aside-1, and a new copy is being made" in reports.until(1)[0]
        assert reports.until(2)[-1] == ""
        assert len(rows_in(path)) == 10
        assert path.with_name("bj-1.journal.aside-1").read_bytes() == damaged


def test_the_copy_of_another_table_is_not_written(path: Path, url: str, store: Store) -> None:
    written(path, [first_row("bj-2")])
    with following(path, url) as (second_copy, reports):
        second_copy.follow(append(store))
        assert "is the copy of table bj-2" in reports.until(1)[0]
    assert rows_in(path) == [first_row("bj-2")]


@pytest.mark.parametrize("ahead", [False, True])
def test_a_medium_with_another_history_put_in_while_it_plays(
    path: Path, url: str, store: Store, *, ahead: bool
) -> None:
    start = replace(EMPTY, seq=1, head=first_row().hash)
    other = [first_row(), *next_rows(start, 5 if ahead else 1, day="2026-01-01")]
    written(path, other)
    with following(path, url) as (second_copy, reports):
        second_copy.follow(append(store, 2))
        assert "another history" in reports.until(1)[0]
    assert rows_in(path) == other


def test_a_medium_that_comes_and_goes_writes_few_rows(path: Path, url: str, store: Store) -> None:
    """Each loss is a row of the ledger: the pauses between them grow."""
    with following(path, url) as (second_copy, reports):
        second_copy.follow([first_row()])
        for times in range(4):
            path.unlink()
            path.parent.rmdir()
            second_copy.follow(append(store))
            reports.until(2 * times + 1)
            path.parent.mkdir()
            reports.until(2 * times + 2)
        assert second_copy._pause == 16 * second_copy_thread.PAUSE
    assert reports.lines[1::2] == [""] * 4


def test_nothing_can_be_written_to_a_copy_that_is_not_open(path: Path) -> None:
    with problem(SecondCopyAway, "not open"):
        SecondCopyFile(path).append(history(1))


def test_a_line_is_never_longer_than_its_end_is_looked_for(path: Path) -> None:
    path.write_bytes(b"x" * (6 << 20))
    with problem(SecondCopyDamaged, "its end has no lines"):
        tail_of(path)
    assert list(walk(path)) == []


# -- what a start makes of it --------------------------------------------------------------------------------


def spoilt(path: Path, row: int, old: bytes, new: bytes) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[row - 1]
    lines[row - 1] = lines[row - 1].replace(old, new, 1)
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("row", [2, 40, 50, 57])
@pytest.mark.parametrize(("old", "new"), [(b'"mono":', b'"mono":1'), (b'"hash"', b"hash")])
def test_e37_an_old_ledger_does_not_run_because_its_newer_copy_is_damaged_too(
    path: Path, url: str, store: Store, row: int, old: bytes, new: bytes
) -> None:
    """Neither where the copy's end is damaged, nor where it is damaged long before."""
    rows = append(store, 39)
    later = next_rows(store.checkpoint, 20)
    written(path, [first_row(), *rows, *later])
    spoilt(path, row, old, new)
    with problem(LedgerCorrupt, "ends with row 40, but its second copy goes on to row 60"):
        check_second_copy(url, path, "bj-1", 40)


@pytest.mark.parametrize("row", [2, 30, 39])
def test_e35_a_ledger_with_all_rows_plays_beside_its_damaged_copy(path: Path, url: str, store: Store, row: int) -> None:
    written(path, [first_row(), *append(store, 39)])
    spoilt(path, row, b'"mono":', b'"mono":1')
    check_second_copy(url, path, "bj-1", 40)


def test_r170_a_damaged_copy_still_bears_witness_of_what_was_shown(path: Path) -> None:
    init = records.Init(
        table="bj-1", zone="UTC", epoch=7, config="", release="", seeds={}, terms={}, table_terms={}, custodial=()
    )
    (first,) = to_rows([Entry(1, Moment(7, 5), False, "", 0, init)], GENESIS)
    written(path, [first, *next_rows(replace(EMPTY, seq=1, head=first.hash), 8)])
    spoilt(path, 4, b'"mono":', b'"mono":1')
    assert second_copy_place(path) == (7, 9)
