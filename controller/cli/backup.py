"""`litbet backup` and `litbet restore`: controller/ledger does the work."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.proofs import proofs
from controller.cli.shared import as_owner, command, config_of, folders_of, of_a_table
from controller.cli.speech import text
from controller.daemon.clock import MachineClock, now
from controller.table.money import dollars
from words.message import Fact, Problem, UsageError

if TYPE_CHECKING:
    from controller.ledger.restore import Outcome


def add(groups: Any) -> None:
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
    made.add_argument("--by", action="append", default=[], metavar="NAME")


def backup(args: argparse.Namespace) -> int:
    from controller.daemon.pins import Pins
    from controller.ledger.backup import PINS, make_backup
    from controller.reports.files import outside_tables

    config = config_of(args)
    outside_tables(args.to, folders_of(config))
    Pins(config.dir / PINS)  # a damaged file is reported, not copied
    made = make_backup(config.ledger_url, config.rules.table, config.dir / PINS, args.to, datetime.now(UTC))
    if args.json:
        print(json.dumps({"folder": str(made.folder), **made.label()}))
    else:
        print(text("backup.made", folder=str(made.folder), row=made.row, head=made.head))
        for name, digest in made.files.items():
            print(f"{digest}  {name}")
    return 0


def restore(args: argparse.Namespace) -> int:
    from controller.ledger.backup import PINS
    from controller.ledger.restore import Order
    from controller.ledger.restore import restore as put_back
    from controller.signs.acknowledgements import last_acknowledged

    config = config_of(args)
    if not config.ledger_url.startswith("sqlite"):
        raise Problem("backup.by_server")
    if not (args.folder or args.second_copy):
        raise UsageError("backup.no_source")
    config.dir.mkdir(parents=True, exist_ok=True)
    as_owner(config.dir)
    _prove(args, config.dir / PINS)
    witness = config.second_copy
    if witness and not (witness.exists() and not _same(witness, args.second_copy)):
        witness = None
    acknowledged = [last_acknowledged(folder) for folder in (config.dir, config.dir / "training")]
    restored = put_back(
        Order(
            rules=config.rules,
            target=Path(config.ledger_url.removeprefix("sqlite:///")),
            pins=config.dir / PINS,
            backup=args.folder,
            second_copy=args.second_copy,
            by=tuple(args.by),
            at=now(MachineClock()),
            shown=tuple((place.epoch, place.seq) for place in acknowledged if place),
            witness=witness,
        )
    )
    if args.json:
        print(json.dumps(_facts(restored)))
        return 0
    print(text("backup.restored", row=restored.row, epoch=restored.epoch, head=restored.head))
    print(text("backup.owed" if restored.owed else "backup.nothing_owed"))
    for claim in restored.owed:
        facts: dict[str, Fact] = {"claim": claim.number, "spot": claim.spot, "round": claim.round}
        print(" ", text("backup.claim", **facts, amount=claim.amount))
    return 0


def _facts(restored: "Outcome") -> dict[str, Any]:
    owed = [
        {"claim": claim.number, "spot": claim.spot, "round": claim.round, "amount": dollars(claim.amount)}
        for claim in restored.owed
    ]
    return {
        "row": restored.row,
        "epoch": restored.epoch,
        "head": restored.head,
        "older": restored.older,
        "owed": owed,
    }


def _prove(args: argparse.Namespace, pins: Path) -> None:
    """The people must be known at this table; if its PINs are lost, those of the backup count."""
    from controller.daemon.pins import Pins, prove

    if not pins.exists():
        if args.folder is None:
            raise Problem("backup.no_pins", folder=str(pins.parent), file=pins.name)
        pins = args.folder / pins.name
    known = Pins(pins)
    for name, proof in zip(args.by, proofs(args.by), strict=True):
        prove(known, name, proof.get("pin", ""))


def _same(path: Path, other: Path | None) -> bool:
    return other is not None and other.resolve() == path.resolve()
