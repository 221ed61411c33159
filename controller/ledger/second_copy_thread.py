"""The second copy of a running table's ledger: each decision is on both media before anybody sees it.

A separate thread writes it, and the ledger's writer waits for that thread only for a moment: a medium that is away,
full or hanging costs the second copy, never play. The thread retries after growing pauses, and then copies what it
missed from the ledger.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.ledger.errors import SecondCopyAway, SecondCopyDamaged, SecondCopyForeign, StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.second_copy_file import SecondCopyFile, set_aside

log = logging.getLogger(__name__)

PATIENCE = 1.0  # s that a decision waits for the second medium
PAUSE = 5.0  # s before the next attempt; doubled each time
LONGEST_PAUSE = 3600.0  # s; keeps the number of rows small if a medium comes and goes
_BATCH = 100  # rows per sync while many are missing; between two batches the loop gets its turn


class SecondCopy:
    """Follows the ledger of one table, from `start` to `close`."""

    def __init__(self, path: Path, url: str, table: str) -> None:
        self._file, self._url, self._table = SecondCopyFile(path), url, table
        self._report: Callable[[StoreError | None], None] = lambda _error: None
        self._reader: Reader | None = None
        self._changed = threading.Condition()
        self._goal = 0  # the ledger's last row
        self._newest: Sequence[Row] = ()
        self._done = 0  # the file's last row
        self._error: StoreError | None = None  # why it cannot be written at present
        self._pause, self._not_before, self._well_since = PAUSE, 0.0, 0.0
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="second copy", daemon=True)

    def start(self, report: Callable[[StoreError | None], None]) -> None:
        """`report` is called, from any thread, with the error when writing stops, and with None when it works again."""
        self._report = report
        self._thread.start()

    def follow(self, rows: Sequence[Row]) -> None:
        """Called in the writer's thread when these rows are in the ledger. Never raises, and waits only while the copy
        is up to date."""
        with self._changed:
            self._goal, self._newest = rows[-1].seq, rows
            self._changed.notify_all()
            if self._error or self._changed.wait_for(lambda: self._level() or self._error is not None, PATIENCE):
                return
            path = self._file.path
            self._stopped(SecondCopyAway("second_copy_behind", path=path, row=self._done, goal=self._goal))

    def view(self) -> dict[str, object]:
        """For `status`."""
        return {"path": str(self._file.path), "row": self._done, "why": self._error.message if self._error else None}

    def close(self) -> None:
        """Rows that a hanging medium has not accepted are written after the next start."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(PATIENCE)

    # -- in its own thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._wait():
            try:
                self._catch_up()
            except StoreError as error:
                self._file.close()
                with self._changed:
                    self._stopped(error)
            else:
                with self._changed:
                    self._resumed()
        self._file.close()
        if self._reader is not None:
            self._reader.close()

    def _wait(self) -> bool:
        """Waits until there is something to do; False at the end."""
        with self._changed:
            while not self._closing:
                left = self._not_before - time.monotonic() if self._error else 0.0
                if left <= 0 and (self._error or not self._level()):
                    return True
                self._changed.wait(left if self._error else None)
            return False

    def _level(self) -> bool:
        return self._done >= self._goal

    def _catch_up(self) -> None:
        if not self._file.in_place():
            self._open()
        while True:
            with self._changed:
                self._done = self._file.seq
                self._changed.notify_all()
                if self._level() or self._closing:
                    return
                goal, rows = self._goal, self._newest
            if rows[0].seq != self._file.seq + 1:
                rows = self._ledger().rows(self._file.seq, _BATCH, until=goal)
            if not rows:
                raise SecondCopyAway("second_copy_no_row", row=self._file.seq)
            self._file.append(rows)

    def _open(self) -> None:
        path = self._file.path
        try:
            tail = self._file.open()
        except SecondCopyDamaged as error:
            aside = set_aside(path)
            self._file.open()
            with self._changed:
                self._stopped(SecondCopyDamaged("second_copy_replaced", why=error, aside=aside.name))
            return
        if tail.last is None:
            return
        if tail.table != self._table:
            raise SecondCopyForeign("second_copy_foreign", path=path, table=tail.table)
        same = self._ledger().rows(tail.last.seq - 1, 1, until=tail.last.seq)
        if not same or same[0].hash != tail.last.hash:
            raise SecondCopyForeign("second_copy_strange", path=path)

    def _ledger(self) -> Reader:
        if self._reader is None:
            self._reader = Reader(self._url)
        return self._reader

    # -- with the lock held ----------------------------------------------------------------------------------

    def _stopped(self, error: StoreError) -> None:
        now = time.monotonic()
        if not self._error and now - self._well_since > LONGEST_PAUSE:
            self._pause = PAUSE
        self._not_before = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if self._error is None or error.message != self._error.message:
            log.error("the second copy of the ledger is not written: %s", error)
            self._change(error)

    def _resumed(self) -> None:
        if self._error and self._level() and time.monotonic() >= self._not_before:
            self._well_since = time.monotonic()
            log.info("the second copy of the ledger is written again: %s", self._file.path)
            self._change(None)

    def _change(self, error: StoreError | None) -> None:
        self._error = error
        self._changed.notify_all()
        self._report(error)
