"""The ledger's disk: the real store on real SQLite, and the ways in which a disk fails."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from controller.ledger.errors import DiskFailed
from controller.ledger.rows import Checkpoint, Row
from controller.ledger.store import Store
from controller.ledger.writer import Work, Writer
from testbed.simulation.virtual import Power

DISK_FAULTS = ("disk full", "disk read-only", "disk fails before", "disk fails midway", "disk fails after")

MANY = 1 << 30  # pages: as many as SQLite accepts


@dataclass
class Disk:
    """The disk's behaviour at the next commit, and the observer of every committed row."""

    committed: Callable[[str, Sequence[Row], str], None]
    fault: str = ""
    power: Power = field(default_factory=Power)  # in the current life


class WorldStore(Store):
    """A store on such a disk."""

    disk: Disk

    def append(self, rows: Sequence[Row], state: str) -> None:
        self.disk.power.effect("before the commit")
        if self.disk.fault == "disk fails before":
            raise DiskFailed("disk_failed", name=self.name, error="it does not answer")
        self._pragma(f"max_page_count = {self._pages() if self.disk.fault == 'disk full' else MANY}")
        self._pragma(f"query_only = {int(self.disk.fault == 'disk read-only')}")
        super().append(rows, state)
        self.disk.committed(self.name, rows, state)
        if self.disk.fault == "disk fails after":
            raise DiskFailed("disk_failed", name=self.name, error="it did not say whether it wrote")
        self.disk.power.effect("after the commit")

    def _pages(self) -> int:
        return int(self._connection.exec_driver_sql("PRAGMA page_count").scalar() or 0)

    def _pragma(self, setting: str) -> None:
        self._connection.exec_driver_sql(f"PRAGMA {setting}")
        self._connection.rollback()

    def _put(self, rows: Sequence[Row], target: Checkpoint) -> None:
        super()._put(rows, target)
        if self.disk.fault == "disk fails midway":
            raise DiskFailed("disk_failed", name=self.name, error="in the middle of a commit")
        self.disk.power.effect("in the middle of the commit")


class WorldWriter(Writer):
    """A writer that works on the loop: in the simulation everything has one order."""

    def start(self) -> None:
        pass

    def _do(self, work: Work) -> "asyncio.Future[None]":
        return asyncio.get_running_loop().run_in_executor(None, work)

    async def close(self) -> None:
        await self._do(self._close)
