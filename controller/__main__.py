"""`litbet`: the command line put together.

Exit status: 0 good, 1 refused or failed, 2 wrong usage.
"""

import argparse
import sys

from controller.cli import (
    backup,
    books,
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

FAMILIES = (books, daemon, display, testbed, odds, games, identity, commands, watch, backup, completion, reports)


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    if missing := testbed.missing(words):
        print(f"litbet: {missing}", file=sys.stderr)
        return 2
    args = parser().parse_args(words)
    return exit_status(lambda: int(args.go(args)))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="litbet",
        description="Controller for a lit-button jackpot side bet.",
        epilog="Exit status: 0 good, 1 refused or failed, 2 wrong usage.",
    )
    made.add_argument("--version", action=identity.Version, nargs=0, help="say which program this is")
    groups = made.add_subparsers(required=True, metavar="COMMAND")
    for family in FAMILIES:
        family.add(groups)
    return made


if __name__ == "__main__":
    sys.exit(main())
