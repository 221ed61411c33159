"""`litbet key`, `litbet backup` and `litbet restore`: controller/ledger does the work."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.proofs import new_pin, proofs
from controller.cli.shared import as_owner, command, config_of, folders_of, of_a_table
from controller.cli.speech import text
from controller.daemon.clock import MachineClock, now
from controller.table.money import dollars
from controller.table.names import normal
from controller.table.people import APPROVERS_DIGITS
from controller.table.runs import KEYS
from words.message import Fact, Problem, UsageError

if TYPE_CHECKING:
    from controller.ledger.keys import PrivateKey
    from controller.ledger.restore import Outcome

LATEST = 1 << 40  # a higher epoch is invented: the first one is a time in seconds, and each restore adds one


def add(groups: Any) -> None:
    command(groups, "key", key, "key /mnt/key-1/backup.key").add_argument("file", type=Path, metavar="FILE")
    made = of_a_table(command(groups, "backup", backup, "backup /mnt/usb"))
    made.add_argument("to", type=Path, metavar="FOLDER")
    made = of_a_table(
        command(
            groups,
            "restore",
            restore,
            'restore /mnt/usb/bj-1-20261118T060000Z --by "M. Manager" --by "A. Clerk"',
        )
    )
    made.add_argument("folder", type=Path, nargs="?", metavar="FOLDER")
    made.add_argument("--second-copy", type=Path, metavar="FILE")
    made.add_argument("--key", type=Path, action="append", default=[], metavar="FILE")
    made.add_argument("--by", type=normal, action="append", default=[], metavar="NAME")


def key(args: argparse.Namespace) -> int:
    from controller.ledger.keys import make_key
    from controller.reports.files import outside_tables

    outside_tables(args.file)
    public = make_key(args.file)
    print(json.dumps({"file": str(args.file), "key": public}) if args.json else public)
    return 0


def backup(args: argparse.Namespace) -> int:
    from controller.ledger.backup import make_backup
    from controller.reports.files import outside_tables

    config = config_of(args)
    outside_tables(args.to, folders_of(config))
    made = make_backup(config.ledger_url, config.rules, config.dir, args.to, datetime.now(UTC))
    if args.json:
        print(json.dumps({"folder": str(made.folder), **made.label()}))
    else:
        print(text("backup.made", folder=str(made.folder), row=made.row, head=made.head))
        for name, digest in made.files.items():
            print(f"{digest}  {name}")
        print(text("backup.for_keys" if made.keys else "backup.for_nobody", keys=made.keys))
    return 0


def restore(args: argparse.Namespace) -> int:
    from controller.cli.lost_ledger import told_by_broker
    from controller.daemon.pins import Pins
    from controller.ledger.backup import PINS
    from controller.ledger.restore import Order
    from controller.ledger.restore import restore as put_back
    from controller.signs.acknowledgements import last_acknowledged

    config = config_of(args)
    if not config.ledger_url.startswith("sqlite"):
        raise Problem("backup.by_server")
    if bool(args.folder) == bool(args.second_copy):
        raise UsageError("backup.one_source")
    config.dir.mkdir(parents=True, exist_ok=True)
    as_owner(config.dir)
    keys = _keys(args.key)
    new_pins = _new_pins(args.by, keys, config.dir / PINS)
    witness = config.second_copy
    if witness and not (witness.exists() and not _same(witness, args.second_copy)):
        witness = None
    acknowledged = [last_acknowledged(folder) for folder in (config.dir, config.dir / "training")]
    shown = [(place.epoch, place.seq) for place in acknowledged if place]
    kept, asked = told_by_broker(config)
    if kept and kept.epoch < LATEST:
        shown.append((kept.epoch, kept.head.row))
    restored = put_back(
        Order(
            rules=config.rules,
            target=Path(config.ledger_url.removeprefix("sqlite:///")),
            backup=args.folder,
            second_copy=args.second_copy,
            keys=keys,
            new_pins=bool(new_pins),
            by=tuple(args.by),
            at=now(MachineClock()),
            shown=tuple(shown),
            witness=witness,
        )
    )
    for name, pin in new_pins.items():
        Pins(config.dir / PINS).make(name, pin)
    if args.json:
        print(json.dumps(_facts(restored, asked)))
        return 0
    print(text("backup.restored", row=restored.row, epoch=restored.epoch, head=restored.head))
    if not restored.older and not asked:
        print(text("backup.older_unknown"))
    print(text("backup.owed" if restored.owed else "backup.nothing_owed"))
    for claim in restored.owed:
        facts: dict[str, Fact] = {"claim": claim.number, "spot": claim.spot, "round": claim.round}
        print(" ", text("backup.claim", **facts, amount=claim.amount))
    return 0


def _facts(restored: "Outcome", asked: bool) -> dict[str, Any]:
    """`older` is null where the broker might know of newer rows and could not be asked."""
    owed = [
        {"claim": claim.number, "spot": claim.spot, "round": claim.round, "amount": dollars(claim.amount)}
        for claim in restored.owed
    ]
    return {
        "row": restored.row,
        "epoch": restored.epoch,
        "head": restored.head,
        "older": restored.older or (False if asked else None),
        "owed": owed,
    }


def _keys(files: list[Path]) -> "dict[str, PrivateKey]":
    if not files:
        return {}
    from controller.ledger.keys import read_keys

    return read_keys(files)


def _new_pins(by: list[str], keys: "dict[str, PrivateKey]", file: Path) -> dict[str, str]:
    """The people prove who they are by their PINs. With two of the property's keys they choose new ones, for example
    because the old ones were lost with a disk."""
    from controller.daemon.pins import Pins, ProofError, check_new, prove

    if len(keys) < KEYS:
        if not file.exists():
            raise Problem("backup.no_pins", folder=str(file.parent), file=file.name, number=KEYS)
        known = Pins(file)
        for name, proof in zip(by, proofs(by), strict=True):
            prove(known, name, proof.get("pin", ""))
        return {}
    pins: dict[str, str] = {}
    for name in by:
        pin = new_pin(name)
        check_new(pin, name, APPROVERS_DIGITS)
        if pin in pins.values():
            raise ProofError("pins_alike")
        pins[name] = pin
    return pins


def _same(path: Path, other: Path | None) -> bool:
    return other is not None and other.resolve() == path.resolve()
