"""A ledger and its second copy: one that a test drives, small disks, and a whole table of two media."""

import fcntl
import os
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.processes.litbet import PATIENCE, Daemon, litbet, pins_typed
from support.spoken import say

from controller.config.resources import shipped
from controller.ledger.errors import StoreError
from controller.ledger.rows import Row
from controller.ledger.second_copy_file import walk
from controller.ledger.second_copy_thread import SecondCopy

_SHUTDOWN, _WITHOUT_LOG = 0x8004587D, 2  # ext4's ioctl, and how: what is not on the disk yet is lost


class Reports:
    """What a second copy reported, in order; `until` waits for its thread."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._new = threading.Condition()

    def __call__(self, error: StoreError | None) -> None:
        with self._new:
            self.lines.append(say(error.message) if error else "")
            self._new.notify_all()

    def until(self, count: int) -> list[str]:
        with self._new:
            assert self._new.wait_for(lambda: len(self.lines) >= count, 60), self.lines
        return self.lines


@contextmanager
def following(path: Path, url: str, table: str = "bj-1") -> Iterator[tuple[SecondCopy, Reports]]:
    second_copy, reports = SecondCopy(path, url, table), Reports()
    second_copy.start(reports)
    try:
        yield second_copy, reports
    finally:
        second_copy.close()


def rows_in(path: Path) -> list[Row]:
    return list(walk(path))


@contextmanager
def small_disk(folder: Path, size: str = "1m") -> Iterator[Path]:
    """A second medium of its own, as far as the kernel can tell."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


@contextmanager
def dying_disk(folder: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A disk of its own with a journalling file system, and what makes it fail for good: each write is refused."""
    folder.mkdir()
    image = folder.with_suffix(".img")
    image.write_bytes(bytes(24 << 20))
    subprocess.run(["mkfs.ext4", "-q", str(image)], check=True)
    mounted = subprocess.run(["mount", "-o", "loop", str(image), str(folder)], capture_output=True, check=False)
    if os.geteuid() or mounted.returncode:
        pytest.skip("only root can mount a disk here")

    def die() -> None:
        file = os.open(folder, os.O_RDONLY)
        try:
            fcntl.ioctl(file, _SHUTDOWN, struct.pack("I", _WITHOUT_LOG))
        finally:
            os.close(file)

    try:
        yield folder, die
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


class TwoMedia(Daemon):
    """A table whose file names a second medium; both are folders here."""

    def __init__(self, home: Path, medium: Path) -> None:
        (home / "T").mkdir(parents=True)
        self.second_copy = medium / "bj-1.journal"
        config = home / "table.toml"
        text = (shipped("config") / "table.toml").read_text()
        text = text.replace('dir = "/var/lib/litbet"', f'dir = "{home / "T"}"', 1)
        config.write_text(text.replace("#second_copy = ", f'second_copy = "{self.second_copy}" #', 1))
        super().__init__(home / "T", config)

    @property
    def table(self) -> list[str]:
        """Without --dir: a folder named there holds everything, and no copy."""
        return ["--config", str(self.config)]

    def litbet(self, *args: str | Path) -> tuple[int, str]:
        """A command of this table, its PINs given as at the prompt."""
        done = litbet(*args, "--config", self.config, input=pins_typed(*args))
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def restored(self, *args: str | Path, by: tuple[str, ...] = ("manager", "accounting")) -> tuple[int, str]:
        return self.litbet("restore", *args, *(word for name in by for word in ("--by", name)))

    def refuses(self) -> str:
        """What a start says that does not work."""
        self.start(wait=False)
        assert self.process is not None
        self.process.communicate(timeout=PATIENCE)
        output = self.process.log.text()
        assert self.process.returncode == 1, output
        return " ".join(output.split())

    def round(self) -> None:
        self.hand("press 1")
        self.lit(1)
        self.hand("key lock")
        self.phase("locked")
        self.hand("key clear")
        self.phase("betting")

    def lose_ledger(self) -> None:
        for path in self.folder.glob("ledger.db*"):
            path.unlink()


@contextmanager
def two_media(home: Path, medium: Path) -> Iterator[TwoMedia]:
    """An open table with everybody known who restores."""
    table = TwoMedia(home, medium)
    try:
        table.broker.start()
        table.start_board()
        table.init()
        table.start()
        table.who("manager", "accounting", "floor")
        table.do("table open")
        yield table
    finally:
        table.end()
