"""`litbet identity` and `litbet --version`: which program this is, for inspectors and bug reports."""

import argparse
import hashlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from controller.cli.shared import command
from controller.cli.speech import say, text
from controller.daemon.identity import ROOT, WRONG, identity, preloaded
from controller.daemon.verify import differences
from words.message import as_json, message


def add(groups: Any) -> None:
    made = command(groups, "identity", show, "identity --verify /mnt/usb/litbet-0.1.0.sha256")
    which = made.add_mutually_exclusive_group()
    for action in (
        which.add_argument("--verify", type=Path, metavar="FILE"),
        which.add_argument("--compile", action="store_true"),
    ):
        action.help = f"arguments.identity_{action.dest}"


def show(args: argparse.Namespace) -> int:
    """Prints a list in the format of `sha256sum`, then facts that are not files. Exit status 1 if a file differs from
    what was installed."""
    if args.verify:
        return _verify(args.verify, args.json)
    if args.compile:
        return _compile(args.json)
    found, before = identity(), preloaded()
    if args.json:
        told = {"damage": as_json(found.damage), "preloaded": as_json(before), "compiled": _loads_compiled()}
        print(json.dumps(asdict(found) | told))
    else:
        print(found.manifest(), end="")
        print("#", text("identity.program", version=found.version, digest=found.digest))
        for name, version in found.libraries.items():
            print("#", text("identity.library", name=name, version=version))
        if found.installation:
            print("#", text("identity.installation", digest=found.installation))
            print("#", text("identity.compiled" if _loads_compiled() else "identity.not_compiled"))
        if before:
            print("#", say(before))
        print("#", say(found.damage or message("identity.whole" if found.libraries else "identity.checkout")))
    return 1 if found.damage else 0


def _loads_compiled() -> bool:
    """Whether this process was started with the installation's compiled files (controller/litbet.py)."""
    return bool(sys.flags.no_site) and sys.pycache_prefix != os.devnull


def _compile(as_facts: bool) -> int:
    from controller.daemon.compiling import compile_program

    folder, number = compile_program()
    facts: dict[str, Any] = {"folder": str(folder), "files": number}
    print(json.dumps(facts) if as_facts else text("identity.compile_done", **facts))
    return 0


def _verify(manifest: Path, as_facts: bool) -> int:
    """As verify.py does from other media."""
    listing = manifest.read_text(encoding="utf-8")
    wrong = [{"what": what, "file": file} for what, file in differences(listing, ROOT)]
    digest = hashlib.sha256(listing.encode()).hexdigest()
    if as_facts:
        print(json.dumps({"differences": wrong, "manifest_sha256": digest}))
        return 1 if wrong else 0
    for each in wrong:
        print(text(WRONG[each["what"]], file=each["file"]))
    print(text("identity.differs" if wrong else "identity.same", file=str(manifest), digest=digest))
    return 1 if wrong else 0


class Version(argparse.Action):
    """Computes the hash only when somebody asks for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"litbet {identity()}")
        parser.exit()
