"""`litbet`: assembles the command line.

Exit status: 0 good, 1 refused or failed, 2 wrong usage.
"""

import sys

from controller.cli import (
    backup,
    books,
    broker,
    commands,
    completion,
    daemon,
    display,
    games,
    identity,
    odds,
    reports,
    testbed,
    watch,
)
from controller.cli.errors import exit_status
from controller.cli.parser import Parser, speak

FAMILIES = (
    books, broker, daemon, display, testbed, odds, games, identity, commands, watch, backup, completion, reports,
)  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    return exit_status(lambda: _run(sys.argv[1:] if argv is None else argv))


def _run(typed: list[str]) -> int:
    testbed.require(typed)
    made = parser()
    speak()
    args = made.parse_args(typed)
    return int(args.go(args))


def parser() -> Parser:
    made = Parser("litbet", prog="litbet")
    made.add_argument("--version", action=identity.Version, nargs=0)
    groups = made.add_subparsers(required=True, metavar="COMMAND")
    for family in FAMILIES:
        family.add(groups)
    return made


if __name__ == "__main__":
    sys.exit(main())
