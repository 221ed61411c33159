"""`litbet identity` and `litbet --version`: which program this is, for an inspector and for the next report."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from controller.cli.shared import command
from controller.daemon.identity import identity
from controller.table.reasons import words_of


def add(groups: Any) -> None:
    command(groups, "identity", show, "identity --json")


def show(args: argparse.Namespace) -> int:
    """What `sha256sum` reads, and below it what is no file. Status 1 if a file is not as it was installed."""
    found = identity()
    if args.json:
        print(json.dumps(asdict(found)))
    else:
        print(found.manifest(), end="")
        print(f"# litbet {found.version}, SHA-256 of the lines above {found.digest}")
        for name, version in found.libraries.items():
            print(f"# with {name} {version}")
        whole = "every file is as it was installed" if found.libraries else "a checkout: nothing to compare it with"
        print(f"# {words_of(found.damage) or whole}")
    return 1 if found.damage else 0


class Version(argparse.Action):
    """The hash is made only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"litbet {identity()}")
        parser.exit()
