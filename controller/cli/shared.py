"""What the commands share: how one is declared, and how it finds its table."""

import argparse
import os
import pwd
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.parser import Parser, help_code
from controller.cli.speech import text
from words.message import UsageError

CONFIG = Path("/etc/litbet/table.toml")


def family(groups: Any, name: str) -> Any:
    """What the commands of a family are added to: `litbet games ...`."""
    return groups.add_parser(name, command=name, help=help_code(name)).add_subparsers(required=True, metavar="COMMAND")


def command(groups: Any, name: str, go: Callable[[argparse.Namespace], int], example: str) -> Parser:
    """A command, by its whole name, with an example in its help."""
    made: Parser = groups.add_parser(name.split()[-1], command=name, example=example, help=help_code(name))
    made.set_defaults(go=go)
    made.add_argument("--json", action="store_true")
    return made


def of_a_table(made: Parser) -> Parser:
    """A command that concerns one table: which."""
    made.add_argument("--config", type=Path, metavar="FILE")
    made.add_argument("--dir", type=Path, metavar="DIR")
    return made


def file_of(args: argparse.Namespace) -> Path:
    """The table's file."""
    here: Path | None = args.dir / "table.toml" if args.dir else None
    return args.config or (here if here and here.exists() else CONFIG)


def config_of(args: argparse.Namespace) -> Any:
    from controller.config.load import load

    return elsewhere(args, load(file_of(args)))


def elsewhere(args: argparse.Namespace, config: Any) -> Any:
    """The table in the folder that the command names, if it names one."""
    # a folder named here holds everything, or a bench would play into the real ledger
    return replace(config, dir=args.dir.absolute(), ledger=None, second_copy=None, socket=None) if args.dir else config


def socket_of(args: argparse.Namespace) -> Path:
    """Where the running table is asked. A folder that is named says it by itself; no file needs to be read."""
    return args.dir / "control.sock" if args.dir else Path(config_of(args).socket_path)


def as_owner(folder: Path) -> None:
    """Files that are made here belong to whoever makes them, and the service could not read them."""
    owner = folder.stat().st_uid if folder.exists() else os.geteuid()
    if owner != os.geteuid():
        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"#{owner}"
        raise UsageError("usage.other_owner", folder=str(folder), user=name)


def whole(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument that is a number from one to the other."""

    def read(typed: str) -> int:
        if not (typed.isascii() and typed.isdecimal() and least <= int(typed) <= most):
            raise argparse.ArgumentTypeError(text("usage.whole_number", least=least, most=most))
        return int(typed)

    return read


def reference_table(path: Path | None) -> Any:
    """For commands that only quote a table: the one named, the installed one, or the shipped reference."""
    from controller.config.load import load
    from controller.config.resources import shipped

    return load(path or (CONFIG if CONFIG.exists() else shipped("config") / "table.toml"))


def beside(path: Path | None) -> Path | None:
    """Where games and pay tables are looked for before the shipped ones: in the folder of the table that was named."""
    return path.parent if path else None
