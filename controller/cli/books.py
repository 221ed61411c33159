"""Commands that need no daemon: check a table's file, create its ledger, verify it."""

import argparse
import json
from pathlib import Path
from typing import Any

from controller.cli.shared import command, config_of, of_a_table
from controller.cli.speech import say, text
from controller.daemon.clock import MachineClock, now
from controller.ledger.rows import SHORT, Head
from controller.table.names import normal
from words.message import Problem, as_json, message


def add(groups: Any) -> None:
    made = command(groups, "check", check, "check config/table.toml")
    made.add_argument("path", type=Path, metavar="PATH")

    made = command(groups, "init", init, 'init --config table.toml --by "A. Clerk" --by "B. Witness"')
    of_a_table(made).add_argument("--by", type=normal, action="append", required=True, metavar="NAME")
    made.add_argument("--after", type=_head, metavar="ROW:HASH")

    made = of_a_table(command(groups, "audit", audit, "audit /var/lib/litbet --head 412:5f0c9a1b2c3d4e5f6a7b"))
    made.add_argument("ledger", nargs="?", metavar="LEDGER")
    made.add_argument("--head", action="append", default=[], type=_head, metavar="ROW:HASH")


def _head(typed: str) -> Head:
    try:
        return Head.read(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(text("usage.head", digits=SHORT)) from None


def check(args: argparse.Namespace) -> int:
    from controller.config.load import check as check_file
    from controller.config.load import load

    errors, warnings = check_file(args.path)
    bus = None if errors else load(args.path).bus
    if bus and bus.lets_strangers_in():
        warnings = (*warnings, message("check.broker_open", kind=bus.kind))
    if args.json:
        print(json.dumps({"ok": not errors, "errors": as_json(errors), "warnings": as_json(warnings)}))
    else:
        for error in errors:
            print(say(error))
        for warning in warnings:
            print(text("check.warning", warning=warning))
        if not errors:
            print(text("check.good", file=str(args.path)))
    return 1 if errors else 0


def init(args: argparse.Namespace) -> int:
    """Creates a ledger with the opening amounts, which named people accept."""
    from controller.cli.lost_ledger import follow
    from controller.ledger.creation import create
    from controller.ledger.store import Store
    from controller.table.money import dollars

    config = config_of(args)
    Store.refuse_existing(config.ledger_url)
    second_copy = config.second_copy
    if second_copy and second_copy.exists() and second_copy.stat().st_size:
        raise Problem("usage.second_copy_exists", file=str(second_copy))
    config.dir.mkdir(parents=True, exist_ok=True)
    follow(config, args.by, args.after)
    after = args.after.short() if args.after else ""
    book = create(config.ledger_url, config.rules, now(MachineClock()), config=config.digest, by=args.by, after=after)
    amounts = {jackpot: book.meter(jackpot) for jackpot in config.rules.jackpots}
    if args.json:
        opened = {jackpot: dollars(amount) for jackpot, amount in amounts.items()}
        print(json.dumps({"ledger": str(config.dir), "jackpots": opened, "by": book.former}))
    else:
        for jackpot, amount in amounts.items():
            print(text("console.jackpot_opened", jackpot=jackpot, amount=amount, names=book.former))
    return 0


def audit(args: argparse.Namespace) -> int:
    """Verify the whole ledger and print what is wrong."""
    from controller.cli.terminal import bar, line_ended
    from controller.ledger.audit import audit as walk
    from controller.ledger.audit import audit_head
    from controller.ledger.bookkeeping import invariants
    from controller.ledger.reader import Reader
    from controller.ledger.second_copy_check import audit_second_copy

    url, second_copy = (args.ledger, None) if args.ledger and "://" in args.ledger else _ledger_of(args)
    reader = Reader(url)
    try:
        with line_ended():
            findings = walk(reader, invariants(), lambda done, of: bar(done, of, text("console.rows")))
        if second_copy and second_copy.exists() and not findings:
            findings = list(audit_second_copy(reader, second_copy))
        if not findings:
            findings = [flaw for head in args.head if (flaw := audit_head(reader, head))]
        checkpoint = reader.checkpoint() if not findings else None
    finally:
        reader.close()
    if args.json:
        print(
            json.dumps(
                {
                    "ok": not findings,
                    "findings": [{"row": f.seq, "name": f.name, **as_json(f.message)} for f in findings],
                    "rows": checkpoint.seq if checkpoint else None,
                    "head": checkpoint.head.hex() if checkpoint else None,
                    "second_copy": str(second_copy) if second_copy else None,
                }
            )
        )
    else:
        for finding in findings:
            print(text("findings.line", name=finding.name, finding=finding.message))
        if checkpoint:
            print(text("console.ledger_good", rows=checkpoint.seq, head=checkpoint.head.hex()))
            for head in args.head:
                print(text("console.head_good", head=head.short()))
            if second_copy:
                code = "second_copy_good" if second_copy.exists() else "second_copy_missing"
                print(text(f"console.{code}", file=str(second_copy)))
    return 1 if findings else 0


def _ledger_of(args: argparse.Namespace) -> tuple[str, Path | None]:
    """The ledger of a folder, or of a table's file, which also names its second copy."""
    folder = Path(args.ledger) if args.ledger else args.dir
    if folder is not None:
        if folder.is_file():
            return f"sqlite:///{folder.absolute()}", None
        ledger, table = folder / "ledger.db", folder / "table.toml"
        if ledger.exists() or not table.exists():
            return f"sqlite:///{ledger.absolute()}", None
        args.config, args.dir = table, None
    config = config_of(args)
    return config.ledger_url, config.second_copy
