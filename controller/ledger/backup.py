"""A backup: a folder with a copy of the ledger, the PINs, and a label with their digests."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from controller.ledger.disk import replace_file, sha256
from controller.ledger.errors import LedgerCorrupt, NoBackup
from controller.ledger.reader import Reader

LEDGER, PINS, LABEL = "ledger.db", "pins.json", "backup.json"


@dataclass(frozen=True, slots=True)
class Backup:
    """The content of the label."""

    folder: Path
    table: str
    at: str  # ISO 8601, UTC
    row: int
    head: str
    files: dict[str, str]  # name -> SHA-256

    def label(self) -> dict[str, object]:
        return {"table": self.table, "at": self.at, "row": self.row, "head": self.head, "files": self.files}


def make_backup(url: str, table: str, pins: Path, to: Path, at: datetime) -> Backup:
    """Makes a folder of its own below `to`. The label is written last: a folder without a label is not a backup."""
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = to / f"{table}-{at:%Y%m%dT%H%M%SZ}"
    folder.mkdir(mode=0o700)
    reader = Reader(url)
    try:
        reader.copy(folder / LEDGER)
    finally:
        reader.close()
    if pins.exists():
        replace_file(folder / PINS, pins.read_bytes())
    copied = Reader(f"sqlite:///{(folder / LEDGER).absolute()}")
    try:
        checkpoint = copied.checkpoint()
    finally:
        copied.close()
    files = {name: sha256(folder / name) for name in (LEDGER, PINS) if (folder / name).exists()}
    made = Backup(folder, table, at.isoformat(timespec="seconds"), checkpoint.seq, checkpoint.head.hex(), files)
    replace_file(folder / LABEL, json.dumps(made.label(), indent=1).encode())
    return made


def check_backup(folder: Path) -> None:
    """Raise unless every file of a backup is the one that was copied."""
    try:
        label = json.loads((folder / LABEL).read_text())
        changed = [name for name, digest in label["files"].items() if sha256(folder / name) != digest]
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise NoBackup("no_backup", folder=folder, error=error) from None
    if changed:
        raise LedgerCorrupt("backup_changed", path=folder / changed[0])
