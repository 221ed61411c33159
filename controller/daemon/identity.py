"""Which program runs (R163, R164, R245): a SHA-256 over every installed file, and whether each file is unchanged since
the installation.

The manifest lists each file of the program with its hash, in the format of `sha256sum`, so that anybody can check it
with an independent tool. The manifest's own SHA-256 is the program's identity. It is the same for a release, its wheel,
and every machine that runs it. Shipped configuration and pay tables are part of it; a table's own file is not, because
the ledger keeps that file's digest.

Libraries are checked in the same way against pip's lists (RECORD), including that nothing unlisted lies among them: no
.pth file, no hidden file, no link. A second digest, of the installation, covers the libraries' files as well, so that a
library that was changed together with its list shows too. The compiled files that the program loads are compared with
the list that compiling.py made of them, and are part of that digest; it loads no others (controller/litbet.py). A
program that was replaced can say anything about itself: verify.py checks it from other media (decision 18).
"""

import base64
import csv
import hashlib
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from controller import __version__
from controller.daemon.verify import (
    COMPILED,
    LINK,
    SHIPPED,
    as_manifest,
    compared,
    compiled,
    escaped,
    listed,
    of_manifest,
)
from controller.ledger.disk import sha256
from words.message import Message, message

PACKAGES = ("buses", "controller", "display", "drivers", "kinds", "words")  # beside what verify.SHIPPED names
PRELOADS = ("LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH")
PRELOAD_FILE = Path("/etc/ld.so.preload")
ROOT = Path(__file__).resolve().parents[2]  # the checkout, or the folder into which packages are installed
LIST = f"{COMPILED}/compiled.sha256"  # what the compiled files are compared with
WRONG = {
    "changed": "reasons.file_changed",
    "missing": "reasons.file_missing",
    "added": "reasons.file_added",
    "uncovered": "identity.uncovered",
}
SHORT = 12  # hexadecimal digits, where all 64 do not fit
NAMED = 3  # how many wrong files are named


@dataclass(frozen=True, slots=True)
class Identity:
    version: str
    digest: str  # SHA-256 of the manifest
    origin: str  # "installed", or "checkout": a developer's files, which cannot be compared with anything
    damage: Message | None  # None if every file is unchanged since the installation
    files: Mapping[str, str]  # path -> SHA-256
    libraries: Mapping[str, str]  # name -> version
    installation: str  # SHA-256 over the files of the program and of all libraries; "" in a checkout

    @property
    def short(self) -> str:
        return self.digest[:SHORT]

    def manifest(self) -> str:
        return as_manifest(self.files)

    def __str__(self) -> str:
        return f"{self.version} ({self.short}{', checkout' if self.origin == 'checkout' else ''})"


@cache
def identity() -> Identity:
    """The identity of this process. It is read once, so that an update on the disk does not change it."""
    return identify(ROOT)


def identify(root: Path) -> Identity:
    """The identity of the program below `root`: a checkout, or the folder into which packages are installed."""
    installed = (root / "controller" / "_shipped").is_dir()  # from a wheel, which has the data folders in the package
    present = listed(root) if installed else {}
    made = compiled(root) if installed else {}
    files = _of_release(present) if installed else _of_checkout(root)
    libraries, wrong = _compared(root, present) if installed else ({}, [])
    wrong += _compared_compiled(root, made)
    return Identity(
        version=__version__,
        digest=hashlib.sha256(as_manifest(files).encode()).hexdigest(),
        origin="installed" if installed else "checkout",
        damage=_damage(wrong),
        files=dict(sorted(files.items())),
        libraries=libraries,
        installation=hashlib.sha256(as_manifest(present | made).encode()).hexdigest() if installed else "",
    )


def preloaded() -> Message | None:
    """What the machine loads into this process before the program, as far as it does not hide itself."""
    named = {name: os.environ[name] for name in PRELOADS if os.environ.get(name)}
    with suppress(OSError):
        text = PRELOAD_FILE.read_text(encoding="utf-8", errors="surrogateescape").strip()
        named |= {str(PRELOAD_FILE): text} if text else {}
    if not named:
        return None
    return message("identity.preloaded", what=tuple(f"{name}: {escaped(value)}" for name, value in named.items()))


def _of_release(present: Mapping[str, str]) -> dict[str, str]:
    """As a checkout of the release has them."""
    ours = {name.removeprefix("controller/_shipped/"): digest for name, digest in present.items()}
    return {name: digest for name, digest in ours.items() if name.split("/")[0] in (*PACKAGES, *SHIPPED)}


def _of_checkout(root: Path) -> dict[str, str]:
    return {
        f"{folder}/{name}": digest
        for folder in (*PACKAGES, *SHIPPED)
        for name, digest in listed(root / folder).items()
        if (folder, name.split("/")[0]) != ("controller", "_shipped")
    }


def _compared(root: Path, present: Mapping[str, str]) -> tuple[dict[str, str], list[Message]]:
    """Compares what is installed below `root` with what pip recorded at the installation."""
    libraries: dict[str, str] = {}
    wrong: list[Message] = []
    known = set()
    for record in sorted(root.glob("*.dist-info/RECORD")):
        name, _, version = record.parent.name.removesuffix(".dist-info").rpartition("-")
        libraries[name] = version
        try:
            noted = _noted(record)
        except (csv.Error, ValueError):  # pip writes no such list
            wrong.append(message("reasons.file_changed", file=escaped(record.relative_to(root).as_posix())))
            continue
        for written, digest in noted.items():
            file = escaped(written)
            known.add(file)
            if digest and not (root / written).is_file():
                wrong.append(message("reasons.file_missing", file=file))
            elif digest and digest != _as_noted(present.get(file) or sha256(root / written)):
                wrong.append(message("reasons.file_changed", file=file))
    if "litbet" not in libraries:
        wrong.append(message("reasons.no_file_list"))
    wrong.extend(message("reasons.file_added", file=name) for name in sorted(present.keys() - known))
    return libraries, wrong


def _compared_compiled(root: Path, made: Mapping[str, str]) -> list[Message]:
    """Compares the compiled files with the list that was made of them. Without any, Python compiles at each start."""
    if not made:
        return []
    sound = made.get(LIST, LINK) != LINK
    listing = (root / LIST).read_text(encoding="utf-8", errors="replace") if sound else ""
    wanted = {f"{COMPILED}/{name}": digest for name, digest in of_manifest(listing).items()}
    wanted[LIST] = made[LIST] if sound else ""
    return [message(WRONG[what], file=name) for what, name in compared(wanted, made)]


def _noted(record: Path) -> dict[str, str]:
    """The digests in pip's list; empty for files that it does not compare."""
    with record.open(newline="", encoding="utf-8", errors="surrogateescape") as file:
        return {written: digest for written, digest, _size in csv.reader(file)}


def _as_noted(digest: str) -> str:
    """In the form of pip's lists."""
    if digest == LINK:
        return ""
    return "sha256=" + base64.urlsafe_b64encode(bytes.fromhex(digest)).rstrip(b"=").decode()


def _damage(wrong: list[Message]) -> Message | None:
    if not wrong:
        return None
    if len(wrong) > NAMED:
        return message("reasons.program_damaged_more", files=tuple(wrong[:NAMED]), more=len(wrong) - NAMED)
    return message("reasons.program_damaged", files=tuple(wrong))
