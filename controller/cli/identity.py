"""`litbet identity` and `litbet --version`: which program this is, for inspectors and bug reports."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from controller.cli.shared import command
from controller.cli.speech import say, text
from controller.daemon.identity import identity
from words.message import as_json, message


def add(groups: Any) -> None:
    command(groups, "identity", show, "identity --json")


def show(args: argparse.Namespace) -> int:
    """Prints a list in the format of `sha256sum`, then facts that are not files. Exit status 1 if a file differs from
    what was installed."""
    found = identity()
    if args.json:
        print(json.dumps({**asdict(found), "damage": as_json(found.damage)}))
    else:
        print(found.manifest(), end="")
        print("#", text("identity.program", version=found.version, digest=found.digest))
        for name, version in found.libraries.items():
            print("#", text("identity.library", name=name, version=version))
        print("#", say(found.damage or message("identity.whole" if found.libraries else "identity.checkout")))
    return 1 if found.damage else 0


class Version(argparse.Action):
    """Computes the hash only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"litbet {identity()}")
        parser.exit()
