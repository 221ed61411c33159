"""The heads of the table's ledger that this sign has heard, in a file of its own, on a disk that is not the table's.
The sign tells them with its acknowledgements, so a table with an older or another ledger learns that it is not the one
that was shown here."""

import json
import logging
import os
import re
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

MOST = 16  # epochs; one ends when a ledger is made or restored, or a training begins
HASH = re.compile("[0-9a-f]{64}")


class KeptHeads:
    """The newest head of each epoch."""

    def __init__(self, file: Path | None) -> None:
        """Without a file they last as long as the process."""
        self._file = file
        self._heads: dict[int, tuple[int, str]] = {}  # epoch -> row and hash
        self._changed = self._failed = False
        self._turn = 0
        try:
            for head in json.loads(file.read_bytes()) if file else ():
                self.hear(head)
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, RecursionError) as error:
            log.error("%s: the heads in it cannot be read (%r), and are kept anew", file, error)
        self._changed = False

    def hear(self, payload: Any) -> None:
        """A lower row never replaces a higher one."""
        match payload:
            case {"epoch": int(epoch), "seq": int(row), "head": str(digits)} if (
                0 <= epoch < 1 << 53 and 0 < row < 1 << 53 and HASH.fullmatch(digits)
            ):
                if row > self._heads.get(epoch, (0, ""))[0]:
                    self._heads[epoch] = row, digits
                    self._changed = True
        while len(self._heads) > MOST:
            del self._heads[min(self._heads)]

    def next(self) -> dict[str, Any] | None:
        """One of them after the other, for an acknowledgement."""
        if not self._heads:
            return None
        self._turn = (self._turn + 1) % len(self._heads)
        return self._facts()[self._turn]

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
        return [{"epoch": epoch, "seq": row, "head": digits} for epoch, (row, digits) in list(self._heads.items())]
