"""Commands that need no daemon: a table's file checked, its ledger made and verified."""

import argparse
import json
from pathlib import Path
from typing import Any

from controller import __version__
from controller.cli.shared import clock_of, command, config_of, of_a_table, with_bench_clock
from controller.clock import now
from controller.commands import MOST_LETTERS
from controller.errors import UsageError


def add(groups: Any) -> None:
    made = command(groups, "check", check, "check a table's file and all it names", "check config/table.toml")
    made.add_argument("path", type=Path, metavar="PATH")

    made = command(
        groups,
        "init",
        init,
        "make a table's ledger with its opening amounts",
        'init --config table.toml --by "A. Clerk" --by "B. Witness"',
    )
    of_a_table(made).add_argument(
        "--by", action="append", required=True, type=_name, metavar="NAME", help="who accepts the opening amounts"
    )
    with_bench_clock(made)

    made = of_a_table(command(groups, "audit", audit, "verify every row of a ledger", "audit /var/lib/litbet"))
    made.add_argument("ledger", nargs="?", metavar="LEDGER", help="a state folder, a ledger file or a database URL")


def _name(text: str) -> str:
    if not text.strip() or not text.isprintable() or len(text) > MOST_LETTERS:
        raise argparse.ArgumentTypeError("write a person's name")
    return text


def check(args: argparse.Namespace) -> int:
    from controller.config import check as check_file

    errors, warnings = check_file(args.path)
    if args.json:
        print(json.dumps({"ok": not errors, "errors": errors, "warnings": warnings}))
    else:
        for line in errors:
            print(line)
        for line in warnings:
            print(f"warning: {line}")
        if not errors:
            print(f"{args.path}: ok")
    return 1 if errors else 0


def init(args: argparse.Namespace) -> int:
    """A ledger with the opening amounts, accepted by named people."""
    from controller.bookkeeping import to_rows
    from controller.core.codec import encode
    from controller.core.money import dollars
    from controller.core.step import genesis
    from controller.ledger.rows import GENESIS
    from controller.ledger.store import Store

    config = config_of(args)
    if config.copy and config.copy.exists() and config.copy.stat().st_size:
        raise UsageError(
            f"{config.copy} is the second copy of a ledger: `litbet restore --copy {config.copy}` makes that one anew; "
            "move the file away to begin another"
        )
    clock = clock_of(args)
    at = now(clock)
    book, entry = genesis(config.rules, at, epoch=at.utc // 1000, config=config.digest, version=__version__, by=args.by)
    config.dir.mkdir(parents=True, exist_ok=True)
    Store.create(config.ledger_url, to_rows([entry], GENESIS), encode(book)).close()
    amounts = {pot: dollars(book.meter(pot)) for pot in config.rules.jackpots}
    if args.json:
        print(json.dumps({"ledger": str(config.dir), "jackpots": amounts, "by": args.by}))
    else:
        for pot, amount in amounts.items():
            print(f"jackpot {pot}: opened with ${amount}, accepted by {' and '.join(args.by)}")
    return 0


def audit(args: argparse.Namespace) -> int:
    """Walk the whole ledger and say in plain words what is wrong."""
    from controller.bookkeeping import invariants
    from controller.ledger.audit import audit as walk
    from controller.ledger.reader import Reader
    from controller.second_copy import audited
    from controller.terminal import bar, line_ended

    url, copy = (args.ledger, None) if args.ledger and "://" in args.ledger else _ledger_of(args)
    reader = Reader(url)
    try:
        with line_ended():
            findings = walk(reader, invariants(), lambda done, of: bar(done, of, "rows"))
        if copy and copy.exists() and not findings:
            findings = list(audited(copy, reader))
        checkpoint = reader.checkpoint() if not findings else None
    finally:
        reader.close()
    if args.json:
        print(
            json.dumps(
                {
                    "ok": not findings,
                    "findings": [{"row": f.seq, "name": f.name, "text": f.text} for f in findings],
                    "rows": checkpoint.seq if checkpoint else None,
                    "head": checkpoint.head.hex() if checkpoint else None,
                    "copy": str(copy) if copy else None,
                }
            )
        )
    else:
        for finding in findings:
            print(f"{finding.name}: {finding.text}")
        if checkpoint:
            print(f"ok: {checkpoint.seq} rows, head {checkpoint.head.hex()}")
            if copy:
                print(f"ok: its second copy {copy}" if copy.exists() else f"its second copy {copy} is not there")
    return 1 if findings else 0


def _ledger_of(args: argparse.Namespace) -> tuple[str, Path | None]:
    """The ledger of a folder, or of a table's file, which knows of its second copy, too."""
    folder = Path(args.ledger) if args.ledger else args.dir
    if folder is not None:
        if folder.is_file():
            return f"sqlite:///{folder.absolute()}", None
        ledger, table = folder / "ledger.db", folder / "table.toml"
        if ledger.exists() or not table.exists():
            return f"sqlite:///{ledger.absolute()}", None
        args.config, args.dir = table, None
    config = config_of(args)
    return config.ledger_url, config.copy
