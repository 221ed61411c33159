"""A ledger and its second copy: a mirror under a test's hand, and small disks that fill up, go away or turn read-only."""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.ledger.copy import walk
from controller.ledger.mirror import Mirror
from controller.ledger.rows import Row


class Told:
    """What a mirror said, in order; `until` waits for its thread."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._new = threading.Condition()

    def __call__(self, why: str) -> None:
        with self._new:
            self.said.append(why)
            self._new.notify_all()

    def until(self, count: int) -> list[str]:
        with self._new:
            assert self._new.wait_for(lambda: len(self.said) >= count, 60), self.said
        return self.said


@contextmanager
def mirroring(path: Path, url: str, table: str = "bj-1") -> Iterator[tuple[Mirror, Told]]:
    mirror, told = Mirror(path, url, table), Told()
    mirror.start(told)
    try:
        yield mirror, told
    finally:
        mirror.close()


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
