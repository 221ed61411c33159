"""Shared by the commands: declaring a command, and finding its table."""

import argparse
import os
import pwd
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.parser import Parser, help_code
from controller.cli.speech import text
from words.message import Problem

CONFIG = Path("/etc/litbet/table.toml")


def family(groups: Any, name: str) -> Any:
    """The group to which the commands of a family are added: `litbet games ...`."""
    return groups.add_parser(name, command=name, help=help_code(name)).add_subparsers(required=True, metavar="COMMAND")


def command(groups: Any, name: str, go: Callable[[argparse.Namespace], int], example: str) -> Parser:
    """Adds a command by its full name, with an example in its help."""
    made: Parser = groups.add_parser(name.split()[-1], command=name, example=example, help=help_code(name))
    made.set_defaults(go=go)
    made.add_argument("--json", action="store_true")
    return made


def of_a_table(made: Parser) -> Parser:
    """Adds the options that say which table the command is for."""
    made.add_argument("--config", type=Path, metavar="FILE")
    made.add_argument("--dir", type=Path, metavar="DIR")
    return made


def file_of(args: argparse.Namespace) -> Path:
    """The path of the table's file."""
    here: Path | None = args.dir / "table.toml" if args.dir else None
    return args.config or (here if here and here.exists() else CONFIG)


def config_of(args: argparse.Namespace) -> Any:
    from controller.config.load import load

    return elsewhere(args, load(file_of(args)))


def elsewhere(args: argparse.Namespace, config: Any) -> Any:
    """The configuration, moved to the folder that the command names, if it names one."""
    # such a folder holds everything; otherwise a bench would play into the real ledger
    return replace(config, dir=args.dir.absolute(), ledger=None, second_copy=None, socket=None) if args.dir else config


def folders_of(config: Any) -> tuple[Path, ...]:
    """The table's own folders, in which no command writes a paper."""
    ledger = (Path(config.ledger_url.removeprefix("sqlite:///")).parent,) if "sqlite" in config.ledger_url else ()
    return (config.dir, *ledger)


def socket_of(args: argparse.Namespace) -> Path:
    """The control socket of the running table. A named folder is enough; no file needs to be read."""
    return args.dir / "control.sock" if args.dir else Path(config_of(args).socket_path)


def as_owner(folder: Path) -> None:
    """Refuses to run as another user than the folder's owner: the service could not read the files that it makes."""
    owner = folder.stat().st_uid if folder.exists() else os.geteuid()
    if owner != os.geteuid():
        try:
            name = pwd.getpwuid(owner).pw_name
        except KeyError:
            name = f"#{owner}"
        raise Problem("usage.other_owner", folder=str(folder), user=name)


def whole(least: int, most: int) -> Callable[[str], int]:
    """An argument type for whole numbers from `least` to `most`."""

    def read(typed: str) -> int:
        if not (typed.isascii() and typed.isdecimal() and least <= int(typed) <= most):
            raise argparse.ArgumentTypeError(text("usage.whole_number", least=least, most=most))
        return int(typed)

    return read


def reference_table(path: Path | None) -> Any:
    """For commands that only quote a table: the named one, the installed one, or the shipped example."""
    from controller.config.load import load
    from controller.config.resources import shipped

    return load(path or (CONFIG if CONFIG.exists() else shipped("config") / "table.toml"))


def beside(path: Path | None) -> Path | None:
    """The folder of the named table: games and pay tables there override the shipped ones."""
    return path.parent if path else None
