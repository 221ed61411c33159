"""Keeps the second copy level with the ledger: each decision is on both media before anybody is told of it.

In a thread of its own, for which the writer's waits a moment and no longer: a medium that is away, full or hanging
costs the copy, never the play. It is tried again, each time after a longer pause, and takes from the ledger what it
missed.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from controller.ledger.copy import CopyFile
from controller.ledger.errors import CopyAway, CopyDamaged, CopyForeign, StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.sentences import sentence

log = logging.getLogger(__name__)

PATIENCE = 1.0  # s that a decision waits for the second medium
PAUSE = 5.0  # s until it is tried again; doubled each time
LONGEST_PAUSE = 3600.0  # a medium that comes and goes writes few rows
_BATCH = 100  # rows of one sync, where it has missed many: the loop gets its turn in between


class Mirror:
    """The second copy of one running table's ledger."""

    def __init__(self, path: Path, url: str, table: str) -> None:
        self._file, self._url, self._table = CopyFile(path), url, table
        self._said: Callable[[str], None] = lambda _why: None
        self._reader: Reader | None = None
        self._changed = threading.Condition()
        self._goal = 0  # the ledger's last row
        self._newest: Sequence[Row] = ()
        self._done = 0  # the copy's
        self._why = ""  # it is not kept, and why
        self._pause, self._not_before, self._well_since = PAUSE, 0.0, 0.0
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="second copy", daemon=True)

    def start(self, said: Callable[[str], None]) -> None:
        """`said` is called, in any thread, with why the copy is not kept, and with nothing when it is again."""
        self._said = said
        self._thread.start()

    def follow(self, rows: Sequence[Row]) -> None:
        """These rows are in the ledger. In the writer's thread; never raises, and waits only for a level copy."""
        with self._changed:
            self._goal, self._newest = rows[-1].seq, rows
            self._changed.notify_all()
            if self._why or self._changed.wait_for(lambda: self._level() or bool(self._why), PATIENCE):
                return
            self._lose(sentence("copy_behind", path=self._file.path, row=self._done, goal=self._goal))

    def view(self) -> dict[str, object]:
        """For `status`."""
        return {"path": str(self._file.path), "row": self._done, "why": self._why}

    def close(self) -> None:
        """What a medium that hangs has not taken, it takes after the next start."""
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
                    self._lose(str(error))
            else:
                with self._changed:
                    self._found()
        self._file.close()
        if self._reader is not None:
            self._reader.close()

    def _wait(self) -> bool:
        """Until there is something to do; false at the end."""
        with self._changed:
            while not self._closing:
                left = self._not_before - time.monotonic() if self._why else 0.0
                if left <= 0 and (self._why or not self._level()):
                    return True
                self._changed.wait(left if self._why else None)
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
                raise CopyAway(sentence("copy_no_row", row=self._file.seq))
            self._file.append(rows)

    def _open(self) -> None:
        path = self._file.path
        try:
            tail = self._file.open()
        except CopyDamaged as error:
            aside = set_aside(path)
            self._file.open()
            with self._changed:
                self._lose(sentence("copy_replaced", why=error, aside=aside.name))
            return
        if tail.last is None:
            return
        if tail.table != self._table:
            raise CopyForeign(sentence("copy_foreign", path=path, table=tail.table))
        same = self._ledger().rows(tail.last.seq - 1, 1, until=tail.last.seq)
        if not same or same[0].hash != tail.last.hash:
            raise CopyForeign(sentence("copy_strange", path=path))

    def _ledger(self) -> Reader:
        if self._reader is None:
            self._reader = Reader(self._url)
        return self._reader

    # -- with the lock held ----------------------------------------------------------------------------------

    def _lose(self, why: str) -> None:
        now = time.monotonic()
        if not self._why and now - self._well_since > LONGEST_PAUSE:
            self._pause = PAUSE
        self._not_before = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if why != self._why:
            log.error("the second copy of the ledger is not kept: %s", why)
            self._tell(why)

    def _found(self) -> None:
        if self._why and self._level() and time.monotonic() >= self._not_before:
            self._well_since = time.monotonic()
            log.info("the second copy of the ledger is kept again: %s", self._file.path)
            self._tell("")

    def _tell(self, why: str) -> None:
        self._why = why
        self._changed.notify_all()
        self._said(why)


def set_aside(path: Path) -> Path:
    """A copy that cannot be gone on with is kept under another name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise CopyAway(f"{path}: {error.strerror}") from error
    return aside
