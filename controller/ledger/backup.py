"""A backup: a folder with a copy of the ledger, encrypted if the table's terms name keys, and a label with its digest.

It has no PINs, whose hashes give short numbers away to anybody with a computer (decision 24)."""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.ledger.accepted_terms import rules_in_force
from controller.ledger.disk import replace_file, sha256, sync
from controller.ledger.errors import LedgerCorrupt, NoBackup
from controller.ledger.reader import Reader
from controller.table.rules import Rules

LEDGER, ENCRYPTED, LABEL = "ledger.db", "ledger.db.age", "backup.json"
PINS = "pins.json"  # beside the ledger, and never in a backup


@dataclass(frozen=True, slots=True)
class Backup:
    """The content of the label."""

    folder: Path
    table: str
    at: str  # ISO 8601, UTC
    row: int
    head: str
    keys: tuple[str, ...]  # each of them opens it; none: it is not encrypted
    files: dict[str, str]  # name -> SHA-256

    def label(self) -> dict[str, object]:
        return {
            "table": self.table,
            "at": self.at,
            "row": self.row,
            "head": self.head,
            "keys": self.keys,
            "files": self.files,
        }


def make_backup(url: str, rules: Rules, within: Path, to: Path, at: datetime) -> Backup:
    """Makes a folder of its own below `to`. The label is written last: a folder without a label is not a backup. What
    is not encrypted yet never leaves the folder `within`, where the ledger is."""
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = to / f"{rules.table}-{at:%Y%m%dT%H%M%SZ}"
    folder.mkdir(mode=0o700)
    reader = Reader(url)
    try:
        keys = rules_in_force(rules, reader).backup_keys
        if keys:
            from controller.ledger.keys import encrypt  # only where backups are encrypted

            with TemporaryDirectory(prefix="backup-", dir=within) as place:
                plain = Path(place) / LEDGER
                row, head = _copy(reader, plain)
                encrypt(plain, folder / ENCRYPTED, keys)
        else:
            row, head = _copy(reader, folder / LEDGER)
    finally:
        reader.close()
    file = folder / (ENCRYPTED if keys else LEDGER)
    sync(file)
    made = Backup(folder, rules.table, at.isoformat(timespec="seconds"), row, head, keys, {file.name: sha256(file)})
    replace_file(folder / LABEL, json.dumps(made.label(), indent=1).encode())
    return made


def _copy(reader: Reader, to: Path) -> tuple[int, str]:
    """The copy's last row, and its head."""
    reader.copy(to)
    copied = Reader(f"sqlite:///{to.absolute()}")
    try:
        checkpoint = copied.checkpoint()
    finally:
        copied.close()
    return checkpoint.seq, checkpoint.head.hex()


def file_of(folder: Path) -> Path:
    """The file of a backup. Raises unless it is the one that was made."""
    try:
        label = json.loads((folder / LABEL).read_text())
        ((name, digest),) = label["files"].items()
        if name not in (LEDGER, ENCRYPTED):
            raise ValueError(name)
        file = folder / str(name)
        changed = sha256(file) != digest
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise NoBackup("no_backup", folder=folder, error=error) from None
    if changed:
        raise LedgerCorrupt("backup_changed", path=file)
    return file
