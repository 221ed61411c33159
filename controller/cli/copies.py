"""Backups: a folder with the ledger and the PINs, copied out while the table runs, and put back while it does not; or a
ledger made anew from the second copy of its rows."""

import argparse
import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.cli.proofs import proofs
from controller.cli.shared import as_owner, command, config_of, of_a_table
from controller.clock import MachineClock, now
from controller.errors import UsageError
from controller.identity import sha256

LEDGER, PINS, LABEL = "ledger.db", "pins.json", "backup.json"
_Place = tuple[int, int]  # epoch and row
UNKNOWN = "Nothing here says what was shown last, so it may be older."


def add(groups: Any) -> None:
    made = of_a_table(
        command(
            groups, "backup", backup, "copy the ledger and the PINs, while the table runs or not", "backup /mnt/usb"
        )
    )
    made.add_argument("to", type=Path, metavar="FOLDER", help="where the backup's own folder is made")
    made = of_a_table(
        command(
            groups,
            "restore",
            restore,
            "put a backup back, or make the ledger anew from its second copy, with the table stopped",
            'restore /mnt/usb/bj-1-20261118T060000Z --by "M. Manager" --by "A. Clerk"',
        )
    )
    made.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="one that `litbet backup` made")
    made.add_argument("--copy", type=Path, metavar="FILE", help="take the rows from the second copy; PINs from FOLDER")
    made.add_argument("--by", action="append", default=[], metavar="NAME", help="who answers for it; a PIN is asked")


# -- out -----------------------------------------------------------------------------------------------------


def backup(args: argparse.Namespace) -> int:
    """The label is written last: a folder without one is no backup."""
    from controller.ledger.reader import Reader
    from controller.people import Pins

    config = config_of(args)
    at = datetime.now(UTC)
    args.to.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = args.to / f"{config.rules.table}-{at:%Y%m%dT%H%M%SZ}"
    folder.mkdir(mode=0o700)
    reader = Reader(config.ledger_url)
    try:
        reader.copy(folder / LEDGER)
    finally:
        reader.close()
    if (config.dir / PINS).exists():
        Pins(config.dir / PINS).copy(folder / PINS)
    label = {"table": config.rules.table, "at": at.isoformat(timespec="seconds"), **_head_of(folder)}
    label["files"] = {name: sha256(folder / name) for name in (LEDGER, PINS) if (folder / name).exists()}
    _keep(folder / LABEL, json.dumps(label, indent=1).encode())
    if args.json:
        print(json.dumps({"folder": str(folder), **label}))
    else:
        print(f"{folder}: row {label['row']}, head {label['head']}")
        for name, digest in label["files"].items():
            print(f"{digest}  {name}")
    return 0


def _head_of(folder: Path) -> dict[str, Any]:
    from controller.ledger.reader import Reader

    reader = Reader(f"sqlite:///{(folder / LEDGER).absolute()}")
    try:
        checkpoint = reader.checkpoint()
    finally:
        reader.close()
    return {"row": checkpoint.seq, "head": checkpoint.head.hex()}


def _keep(path: Path, content: bytes) -> None:
    """On disk when this returns."""
    path.write_bytes(content)
    _synced(path)
    _synced(path.parent)


def _synced(path: Path) -> None:
    """A file's bytes, or a folder's names."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)


# -- back ----------------------------------------------------------------------------------------------------


def restore(args: argparse.Namespace) -> int:
    """Made whole beside the old ledger, with the row that says who did it, and only then put in its place. The old one
    is kept under another name."""
    from controller.ledger.dialects import SQLite
    from controller.ledger.errors import StoreError
    from controller.people import Pins

    config = config_of(args)
    if not config.ledger_url.startswith("sqlite"):
        raise UsageError("a ledger on a server is restored by the server; then start the table")
    if not (args.folder or args.copy):
        raise UsageError("name the backup's folder, or the second copy with --copy FILE")
    target = Path(config.ledger_url.removeprefix("sqlite:///"))
    if args.folder:
        _whole(args.folder)
    if not args.copy:
        _sound(args.folder / LEDGER, args.folder, config)
    config.dir.mkdir(parents=True, exist_ok=True)
    as_owner(config.dir)
    old, was_there = SQLite(target), target.exists()
    if not was_there:
        old.make()
    old.lock()  # against the controller, to the end
    fresh = target.with_name(f"{target.name}.restored")
    try:
        _forget(fresh)
        if args.copy:
            from controller.second_copy import rebuild

            rebuild(args.copy, f"sqlite:///{fresh}")
            _sound(fresh, args.copy, config)
        else:
            shutil.copyfile(args.folder / LEDGER, fresh)
            fresh.chmod(0o640)
            _synced(fresh)
        told = _accepted(args, config, fresh, _shown(config, target, args.copy))
        # The file first: cut off after it, there is no ledger at all, and never one without its log's rows.
        for part in ("", "-wal", "-shm") if was_there else ("-wal", "-shm"):
            if (here := target.with_name(target.name + part)).exists():
                here.rename(f"{target}.before-{told['epoch']}{part}")
        fresh.replace(target)
        _synced(target.parent)
        if args.folder and not (config.dir / PINS).exists() and (args.folder / PINS).exists():
            Pins(args.folder / PINS).copy(config.dir / PINS)
    except OSError as error:
        raise StoreError(f"{error.filename or target}: {error.strerror}; look at the disk, then try again") from error
    finally:
        _forget(fresh)
        if not was_there and not target.stat().st_size:
            target.unlink()
        old.release()
    if args.json:
        print(json.dumps(told))
    else:
        print(f"restored: row {told['row']}, epoch {told['epoch']}, head {told['head']}")
        print("owed, if not paid since: compare with the slips" if told["owed"] else "nothing is owed")
        for claim in told["owed"]:
            print(f"  claim {claim['claim']}: spot {claim['spot']}, round {claim['round']}, ${claim['amount']}")
    return 0


def _forget(fresh: Path) -> None:
    """What a restore that was refused, or cut off, has left."""
    for left in fresh.parent.glob(f"{fresh.name}*"):
        left.unlink()


def _whole(folder: Path) -> None:
    """The backup is the one that was made."""
    from controller.ledger.errors import LedgerCorrupt

    try:
        label = json.loads((folder / LABEL).read_text())
        changed = [name for name, digest in label["files"].items() if sha256(folder / name) != digest]
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{folder}: is no whole backup ({error}); name a folder that `litbet backup` made") from None
    if changed:
        raise LedgerCorrupt(f"{folder / changed[0]}: is not what was backed up; take another backup")


def _sound(ledger: Path, source: Path, config: Any) -> None:
    """Every row of it is sound, and it is this table's."""
    from controller.bookkeeping import invariants, to_book
    from controller.ledger.audit import audit
    from controller.ledger.errors import LedgerCorrupt
    from controller.ledger.reader import Reader

    reader = Reader(f"sqlite:///{ledger.absolute()}")
    try:
        findings = audit(reader, invariants())
        if findings:
            raise LedgerCorrupt(f"{source}: it is not sound ({findings[0].text}); take another one")
        table = to_book(reader.checkpoint()).table
    finally:
        reader.close()
    if table != config.rules.table:
        raise UsageError(f"{source}: is of table {table}, not of {config.rules.table}; name the right one")


def _shown(config: Any, target: Path, taken: Path | None) -> _Place | None:
    """The newest that anybody has seen: by the ledger that is replaced, by the signs' word, in training too, and by the
    second copy, unless it is the one that is taken. None if none says."""
    from controller.ledger.errors import StoreError
    from controller.ledger.reader import Reader
    from controller.second_copy import place
    from controller.witness import last_acknowledged

    told = (last_acknowledged(folder) for folder in (config.dir, config.dir / "training"))
    seen = [shown[:2] for shown in told if shown]
    if config.copy and config.copy.exists() and not (taken and taken.resolve() == config.copy.resolve()):
        seen += filter(None, [place(config.copy)])
    try:
        reader = Reader(f"sqlite:///{target}")
    except StoreError:  # lost, or damaged: that is why one restores
        return max(seen, default=None)
    try:
        from controller.bookkeeping import to_book

        book = to_book(reader.checkpoint())
        seen.append((book.epoch, book.seq))
    except (StoreError, ValueError, KeyError, TypeError):
        pass
    finally:
        reader.close()
    return max(seen, default=None)


def _accepted(args: argparse.Namespace, config: Any, fresh: Path, shown: _Place | None) -> dict[str, Any]:
    """The row that raises the epoch, by people of the backup whose PINs are right. Where nothing says what was shown
    last, it was more than the backup knows."""
    from controller.bookkeeping import to_book, to_rows
    from controller.core.codec import encode
    from controller.core.events import Restored
    from controller.core.money import dollars
    from controller.core.senses import fresh as unread
    from controller.core.state import Stage, State
    from controller.core.step import step
    from controller.ledger.store import Store
    from controller.people import Pins, ProofError, prove

    pins_in = config.dir if (config.dir / PINS).exists() else args.folder
    if pins_in is None:
        raise UsageError(f"{config.dir}: has no {PINS} to ask people by; name the newest backup's folder as well")
    pins = Pins(pins_in / PINS)
    for name, proof in zip(args.by, proofs(args.by), strict=True):
        prove(pins, name, proof.get("pin", ""))
    store = Store.open(f"sqlite:///{fresh}")
    try:
        book = to_book(store.checkpoint)
        at = now(MachineClock())
        older = shown is None or (book.epoch, book.seq) < shown
        # An epoch begins as the seconds of its day and rises by one at a time: today's seconds are above any.
        epoch = max(book.epoch, shown[0] if shown else at.utc // 1000) + 1
        event = Restored(at, tuple(args.by), epoch, older)
        outcome = step(config.rules, State(book, unread(config.rules)), event)
        if outcome.refused:
            last = f"It is older than what was shown last (row {shown[1]} of epoch {shown[0]})." if shown else UNKNOWN
            raise ProofError(outcome.refused.code, f"{last} {outcome.refused}" if older else str(outcome.refused))
        rows = to_rows(outcome.entries, store.checkpoint.head)
        store.append(rows, encode(outcome.state.book))
        restored = outcome.state.book
        return {
            "row": rows[-1].seq,
            "epoch": restored.epoch,
            "head": rows[-1].hash.hex(),
            "older": older,
            "owed": [
                {"claim": each.number, "spot": each.spot, "round": each.round, "amount": dollars(each.amount)}
                for each in restored.claims
                if each.stage is Stage.OWED
            ],
        }
    finally:
        store.close()
