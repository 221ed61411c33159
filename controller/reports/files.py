"""Files that people ask for: a report or a chart, written whole under a new name and then renamed.

The name that somebody gives may be any file's. So nothing is written through a link or into a table's own folder, and
only an older file of the same kind is replaced.
"""

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from controller.ledger.backup import LEDGER, PINS
from controller.ledger.disk import replace_file
from words.message import Problem

LARGEST = 64 * 1024 * 1024  # bytes; none of ours is as large


@dataclass(frozen=True, slots=True)
class Kind:
    """How files of ours begin, and what else each contains."""

    name: str
    begins: bytes
    contains: bytes


PDF = Kind("PDF", b"%PDF-", b"/Producer (litbet)")
CSV = Kind("CSV", b"litbet_report,", b"\n")
SVG = Kind("SVG", b'<svg xmlns="http://www.w3.org/2000/svg" data-by="litbet"', b"</svg>")
PNG = Kind("PNG", b"\x89PNG\r\n\x1a\n", b"tEXtSoftware\0litbet")


class FileRefused(Problem):
    """Nothing is written under this name."""


def write_file(path: Path, kind: Kind, content: bytes, tables: Iterable[Path] = ()) -> None:
    """`tables`: the folders of the table that the command is about; those of others are known by their ledger."""
    target = path.parent.resolve(strict=True) / path.name
    outside_tables(path, tables)
    _replaceable(path, target, kind)
    replace_file(target, content, mode=0o666)


def outside_tables(path: Path, tables: Iterable[Path] = ()) -> None:
    """Raises FileRefused if the file or folder lies in a table's own folder."""
    known = {table.resolve() for table in tables}
    inside = path.parent.resolve() / path.name
    for place in (inside, *inside.parents):
        if place in known or any((place / name).exists() for name in (LEDGER, PINS)):
            raise FileRefused("files.of_a_table", path=str(path), folder=str(place))


def make_folder(path: Path, tables: Iterable[Path] = ()) -> None:
    outside_tables(path, tables)
    path.mkdir(parents=True, exist_ok=True)


def _replaceable(path: Path, target: Path, kind: Kind) -> None:
    try:
        found = target.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(found):
        raise FileRefused("files.link", path=str(path))
    if not stat.S_ISREG(found):  # opening a device may do something
        raise FileRefused("files.no_file", path=str(path))
    with open(os.open(target, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
        content = file.read(LARGEST)
    if not (content.startswith(kind.begins) and kind.contains in content):
        raise FileRefused("files.foreign", path=str(path), kind=kind.name)
