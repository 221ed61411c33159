"""Which program runs (R163, R164, R245): a SHA-256 over every installed file, and whether each file is unchanged since
the installation.

The manifest lists each file of the program with its hash, in the format of `sha256sum`, so that anybody can check it
with an independent tool. The manifest's own SHA-256 is the program's identity. It is the same for a release, its wheel,
and every machine that runs it. Shipped configuration and pay tables are part of it; a table's own file is not, because
the ledger keeps that file's digest.

Libraries are checked in the same way against pip's lists (RECORD), including that no unlisted files lie among them.
Python's cache of compiled files is not checked.
"""

import base64
import csv
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from controller import __version__
from controller.ledger.disk import sha256
from words.message import Message, message

PACKAGES, SHIPPED = (
    ("buses", "controller", "display", "drivers", "kinds", "words"),
    ("config", "systemd"),
)  # folders of the program, as in a checkout
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

    @property
    def short(self) -> str:
        return self.digest[:SHORT]

    def manifest(self) -> str:
        return _manifest(self.files)

    def __str__(self) -> str:
        return f"{self.version} ({self.short}{', checkout' if self.origin == 'checkout' else ''})"


@cache
def identity() -> Identity:
    """The identity of this process. It is read once, so that an update on the disk does not change it."""
    return identify(Path(__file__).resolve().parents[2])


def identify(root: Path) -> Identity:
    """The identity of the program below `root`: a checkout, or the folder into which packages are installed."""
    shipped = root / "controller" / "_shipped"
    installed = shipped.is_dir()  # from a wheel, which has the data folders inside the package
    places = dict.fromkeys(PACKAGES, root) | dict.fromkeys(SHIPPED, shipped if installed else root)
    files = {
        path.relative_to(place).as_posix(): sha256(path)
        for name, place in places.items()
        for path in _files(place / name)
        if place is shipped or not path.is_relative_to(shipped)
    }
    libraries, wrong = _compared(root) if installed else ({}, [])
    return Identity(
        version=__version__,
        digest=hashlib.sha256(_manifest(files).encode()).hexdigest(),
        origin="installed" if installed else "checkout",
        damage=_damage(wrong),
        files=dict(sorted(files.items())),
        libraries=libraries,
    )


def _manifest(files: Mapping[str, str]) -> str:
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
            yield path


def _compared(root: Path) -> tuple[dict[str, str], list[Message]]:
    """Compares what is installed below `root` with what pip recorded at the installation."""
    libraries: dict[str, str] = {}
    wrong: list[Message] = []
    known = set()
    for record in sorted(root.glob("*.dist-info/RECORD")):
        name, _, version = record.parent.name.removesuffix(".dist-info").rpartition("-")
        libraries[name] = version
        with record.open(newline="") as file:
            for written, noted, _size in csv.reader(file):
                path = root / written
                known.add(path)
                if noted and not path.is_file():
                    wrong.append(message("reasons.file_missing", file=written))
                elif noted and noted != _as_noted(path):
                    wrong.append(message("reasons.file_changed", file=written))
    if "litbet" not in libraries:
        wrong.append(message("reasons.no_file_list"))
    strangers = sorted({*_files(root)} - known)
    wrong.extend(message("reasons.file_added", file=str(path.relative_to(root))) for path in strangers)
    return libraries, wrong


def _as_noted(path: Path) -> str:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _damage(wrong: list[Message]) -> Message | None:
    if not wrong:
        return None
    if len(wrong) > NAMED:
        return message("reasons.program_damaged_more", files=tuple(wrong[:NAMED]), more=len(wrong) - NAMED)
    return message("reasons.program_damaged", files=tuple(wrong))
