"""The heads of the table's ledger that this sign has heard, in a file of its own, on a disk that is not the table's.
The sign tells them with its acknowledgements, so a table with an older or another ledger learns that it is not the one
that was shown here.

Whoever owns the table's disk can also publish what he likes as the table. So the newest head does not replace the ones
before it, and none is forgotten faster than time passes."""

import json
import logging
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

SPAN = 600.0  # s of which one head is kept, the newest
MOST = 144  # heads; with the span, those of a day of play
HASH = re.compile("[0-9a-f]{64}")

Head = tuple[int, int, str]  # epoch, row and hash


class KeptHeads:
    """The newest head of each span, oldest first."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.monotonic) -> None:
        """Without a file they last as long as the process."""
        self._file, self._now = file, now
        self._heads: list[Head] = []
        self._begun = -SPAN  # the newest one's span
        self._changed = self._failed = False
        self._turn = 0
        try:
            kept = json.loads(file.read_bytes()) if file else []
            self._heads = [head for each in kept if (head := _head(each))][-MOST:]
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.error("%s: the heads in it cannot be read (%r), and are kept anew", file, error)

    def hear(self, payload: Any) -> None:
        """Nothing is added to an epoch by a lower row, which is an older ledger's, nor to a span."""
        head = _head(payload)
        if head is None or any(head[0] == epoch and head[1] <= row for epoch, row, _ in self._heads):
            return
        now = self._now()
        if now - self._begun >= SPAN:
            self._heads = [*self._heads[1 - MOST :], head]
            self._begun, self._turn = now, 0
        elif head[1] > self._heads[-1][1]:
            self._heads[-1] = head
        else:
            return
        self._changed = True

    def next(self) -> dict[str, Any] | None:
        """One of them after the other, the newest first, for an acknowledgement."""
        if not self._heads:
            return None
        self._turn = self._turn % len(self._heads) + 1
        return self._facts()[-self._turn]

    def save(self) -> None:
        """Called in a thread. A failing disk costs the witness, not the sign; it is logged once."""
        if not self._changed or not self._file:
            return
        self._changed = False
        fresh = self._file.with_name(f"{self._file.name}.new")
        try:
            with fresh.open("w") as file:
                json.dump(self._facts(), file)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._file)
            self._failed = False
        except OSError as error:
            self._changed = True
            if not self._failed:
                log.error("%s: the heads of the table's ledger cannot be kept (%s)", self._file, error.strerror)
            self._failed = True

    def _facts(self) -> list[dict[str, Any]]:
        return [{"epoch": epoch, "seq": row, "head": digits} for epoch, row, digits in self._heads]


def _head(payload: Any) -> Head | None:
    match payload:
        case {"epoch": int(epoch), "seq": int(row), "head": str(digits)} if (
            0 <= epoch < 1 << 53 and 0 < row < 1 << 53 and HASH.fullmatch(digits)
        ):
            return epoch, row, digits
    return None
