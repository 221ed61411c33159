"""What was acknowledged is there after any end: kill -9, a full disk, a disk that takes no more (R160, R161)."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.ledger.rows import append, new_store, sound
from support.spoken import problem

from controller.ledger.errors import DiskFull, LedgerLocked, ReadOnly
from controller.ledger.store import Store

# Appends and acknowledges each on stdout: so many times, or until something ends it.
_CHILD = """
import itertools, resource, sys
from support.ledger.rows import append, new_store, sound
from controller.ledger.errors import StoreError
from controller.ledger.store import Store
store = Store.open(sys.argv[1])
count, limit = int(sys.argv[2]), int(sys.argv[3])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    for _ in range(count) if count else itertools.count():
        append(store)
        print(store.checkpoint.seq, flush=True)
except StoreError as error:
    print(type(error).__name__, error, flush=True)
store.close()
"""
_PATH = ":".join(str(Path(__file__).parents[up]) for up in (1, 2))


def child(url: str, count: int = 0, limit: int = 0, before: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*before, sys.executable, "-c", _CHILD, url, str(count), str(limit)],
        env=os.environ | {"PYTHONPATH": _PATH},
        stdout=subprocess.PIPE,
        text=True,
    )


def reopened(url: str) -> Store:
    """A server may take a moment to see that its client is gone."""
    for _ in range(500):
        try:
            return Store.open(url)
        except LedgerLocked:
            time.sleep(0.01)
    raise AssertionError("still locked")


def test_kill_9_loses_no_acknowledged_row(url: str) -> None:
    new_store(url).close()
    acknowledged = 1
    for kill_after in (1, 3, 20, 57):
        with child(url) as process:
            assert process.stdout
            for _ in range(kill_after):
                acknowledged = int(process.stdout.readline())
            process.kill()
            for line in process.stdout.read().splitlines():
                acknowledged = int(line)
        store = reopened(url)
        assert acknowledged <= store.checkpoint.seq <= acknowledged + 1
        acknowledged = store.checkpoint.seq
        store.close()
        assert sound(url)


def test_law_2_one_sync_for_each_commit(file: Path, tmp_path: Path) -> None:
    """The difference of a longer and a shorter run is what the commits cost."""
    new_store(f"sqlite:///{file}").close()
    syncs = []
    for count in (10, 60):
        trace = tmp_path / "trace"
        strace = ("strace", "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace))
        with child(f"sqlite:///{file}", count, before=strace) as process:
            out = process.communicate()[0]
        if not out:
            pytest.skip("strace may not trace here")
        syncs.append(len(re.findall(r"(?:fsync|fdatasync)\(\d+\) += 0", trace.read_text())))
    assert syncs[1] - syncs[0] == 50


def test_a_disk_that_takes_no_more(file: Path) -> None:
    """A limit on the size of files, as a quota or a dying disk would have it."""
    url = f"sqlite:///{file}"
    new_store(url).close()
    with child(url, limit=300_000) as process:
        lines = process.communicate()[0].splitlines()
    assert process.returncode == 0
    assert len(lines) > 5
    assert re.match(r"(DiskFailed|DiskFull) ledger\.disk_.*ledger\.db", lines[-1])
    store = Store.open(url)
    assert int(lines[-2]) <= store.checkpoint.seq <= int(lines[-2]) + 1
    append(store)
    store.close()
    assert sound(url)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only root can mount a small disk here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(store: Store) -> None:
    for _ in range(1000):
        append(store)


def test_a_full_disk(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk}/ledger.db"
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(300_000))
    store = new_store(url)
    with problem(DiskFull, r"disk is full.*ledger\.db.*make room"):
        fill(store)
    acknowledged = store.checkpoint.seq
    assert acknowledged > 5
    store.close()
    assert sound(url)
    ballast.unlink()
    store = Store.open(url)
    assert store.checkpoint.seq == acknowledged
    append(store)
    store.close()
    assert sound(url)


def test_no_room_for_a_new_ledger(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(1_044_480))
    with problem(DiskFull, "make room"):
        new_store(f"sqlite:///{small_disk}/ledger.db")
    (small_disk / "ballast").unlink()
    new_store(f"sqlite:///{small_disk}/ledger.db").close()


def test_a_disk_that_turned_read_only(small_disk: Path) -> None:
    """As the kernel does with a failing card."""
    url = f"sqlite:///{small_disk}/ledger.db"
    new_store(url).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with problem(ReadOnly, "mount"):
        Store.open(url)
    with problem(ReadOnly, "mount"):
        new_store(f"sqlite:///{small_disk}/new.db")
