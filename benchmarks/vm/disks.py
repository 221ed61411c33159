"""Disks for the table's ledger that do to it what a disk may do when the power goes.

A volatile disk has a cache that is gone with its power: what nobody has flushed is lost. A recorded one notes every
write and every flush, so that all the states can be made afterwards in which a power cut might have left it.
"""

import os
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.vm.machine import WITH_US

SIZE = "64M"
SECTOR = 512
FLUSH, FUA, DISCARD = 1, 2, 4  # as dm-log-writes writes them
MAGIC = 0x6A736677736872


def format_disk(disk: Path) -> None:
    disk.unlink(missing_ok=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", str(disk), SIZE], check=True)


def copy(disk: Path, to: Path) -> None:
    subprocess.run(["cp", "--sparse=always", str(disk), str(to)], check=True)


def plain(disk: Path) -> list[dict[str, Any]]:
    return [{"driver": "raw", "node-name": "data", "file": {"driver": "file", "filename": str(disk)}}]


class VolatileDisk:
    """A server of the disk, which keeps what was not flushed in its own memory."""

    def __init__(self, disk: Path) -> None:
        self._socket = disk.with_suffix(".nbd")
        self._socket.unlink(missing_ok=True)
        self._server = subprocess.Popen(
            [*WITH_US, "nbdkit", "-f", "-U", str(self._socket), "--filter=cache", "file", str(disk), "cache=writeback"]
        )
        while not self._socket.exists():
            assert self._server.poll() is None, "nbdkit ended"
            time.sleep(0.005)

    def nodes(self) -> list[dict[str, Any]]:
        server = {"type": "unix", "path": str(self._socket)}
        return [{"driver": "raw", "node-name": "data", "file": {"driver": "nbd", "server": server}}]

    def cut(self) -> None:
        self._server.kill()
        self._server.wait()


@dataclass(frozen=True, slots=True)
class Write:
    sector: int
    sectors: int
    flags: int
    at: int  # its data in the record


class Record:
    """What was written to a disk since `base`, in the order in which it came there."""

    def __init__(self, disk: Path) -> None:
        self.disk, self.base, self._log = disk, disk.with_suffix(".base"), disk.with_suffix(".log")
        copy(disk, self.base)
        self._log.unlink(missing_ok=True)
        self._log.touch()
        os.truncate(self._log, 1 << 30)  # sparse: it takes the space of what is written
        self._fd = os.open(self._log, os.O_RDONLY)

    def nodes(self) -> list[dict[str, Any]]:
        files = (("disk", self.disk), ("log", self._log))
        under = [
            {"driver": "raw", "node-name": name, "file": {"driver": "file", "filename": str(path)}}
            for name, path in files
        ]
        over = {"driver": "blklogwrites", "node-name": "data", "file": "disk", "log": "log"}
        return [*under, {**over, "log-super-update-interval": 1}]

    def length(self) -> int:
        """So many writes are in it now; the machine goes on."""
        return int(struct.unpack_from("<QQQ", os.pread(self._fd, SECTOR, 0))[2])

    def writes(self) -> list[Write]:
        magic, _version, count, sector = struct.unpack_from("<QQQL", os.pread(self._fd, SECTOR, 0))
        assert (magic, sector) == (MAGIC, SECTOR)
        at, found = SECTOR, []
        for _ in range(count):
            first, sectors, flags, _length = struct.unpack("<QQQQ", os.pread(self._fd, 32, at))
            at += SECTOR
            found.append(Write(first, sectors, flags, at))
            if not flags & DISCARD:
                at += sectors * SECTOR
        return found

    def data(self, write: Write) -> bytes:
        return os.pread(self._fd, write.sectors * SECTOR, write.at)

    def close(self) -> None:
        os.close(self._fd)


SUPERBLOCK = 2  # ext4's sector
CRASH_KINDS = ("nothing", "in order", "some", "torn")  # of what was not flushed, that much has come to the disk


def crash_state(
    record: Record, writes: list[Write], cut: int, kind: str, random: Random, to: Path, *, flushes: bool = True
) -> None:
    """The disk as a cut after the write `cut` may leave it: all that was flushed, and of the rest what `kind` says, in
    any order. `flushes` False is a disk that reports a flush without doing it."""
    flushed = max((i for i in range(cut + 1) if flushes and writes[i].flags & FLUSH), default=-1)
    copy(record.base, to)
    disk = os.open(to, os.O_RDWR)
    try:
        for number, write in enumerate(writes[: cut + 1]):
            if write.flags & DISCARD or not write.sectors:
                continue
            if number <= flushed or write.flags & FUA:
                os.pwrite(disk, record.data(write), write.sector * SECTOR)
                continue
            data = record.data(write)
            for sector in _sectors(kind, write, random):
                os.pwrite(disk, data[sector * SECTOR : (sector + 1) * SECTOR], (write.sector + sector) * SECTOR)
    finally:
        os.close(disk)


def _sectors(kind: str, write: Write, random: Random) -> list[int]:
    """Those sectors of a write that came to the disk without a flush. The file system's superblock has a checksum and
    lies within one physical sector of 4096 bytes: torn, nothing would mount, whatever the ledger has done."""
    if kind == "nothing" or (kind in ("some", "torn") and random.random() < 0.5):
        return []
    whole = kind != "torn" or write.sector == SUPERBLOCK
    return [sector for sector in range(write.sectors) if whole or random.random() < 0.5]


@contextmanager
def mounted(disk: Path) -> Iterator[Path]:
    """As the kernel mounts it after a power cut: the file system's own journal is played back first."""
    folder = disk.with_suffix(".mounted")
    folder.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(disk), str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)
