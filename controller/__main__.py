"""`litbet`: the command line put together.

Exit status: 0 good, 1 refused or failed, 2 wrong usage.
"""

import argparse
import os
import sys

from controller.cli import (
    asking,
    bench,
    books,
    completion,
    copies,
    daemon,
    display,
    games,
    identity,
    odds,
    reports,
    sim,
    watch,
)
from controller.errors import UsageError, foreseen

FAMILIES = (books, daemon, display, bench, sim, odds, games, identity, asking, watch, copies, completion, reports)


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        return int(args.go(args))
    except KeyboardInterrupt:
        return 1
    except UsageError as error:
        print(f"litbet: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # `litbet status | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"{error.filename or 'litbet'}: {error.strerror or error}", file=sys.stderr)
        return 1
    except Exception as error:
        if not isinstance(error, foreseen()):
            raise
        print(error, file=sys.stderr)
        return 1


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
