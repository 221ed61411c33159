"""The shipped configuration with changes, in a folder of its own."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from controller.config.load import check
from controller.config.resources import shipped
from words.catalogue import catalogue
from words.message import Message

FILES = {
    "table": "table.toml",
    "profile": "profiles/nh-brook.toml",
    "game": "games/brook.toml",
    "paytable": "paytables/brook-galaxy-bonus-jackpot.toml",
}

# a second jackpot in a table's file
JACKPOT = """
[[jackpot]]
id = "second"
title = "Second"
type = "bonus"
funding = "daily_percent"
base = "1250.00"
reset = "1250.00"
rate = "10.00 %"
unreasonable = "6000.00"
multiple_winners = "split"
"""


class Edit(NamedTuple):
    """Write `new` for the first `old` of a file; at its end when `old` is empty."""

    old: str
    new: str
    file: str = "table"  # a key of FILES, or any shipped file


def write(folder: Path, edits: Sequence[Edit] = ()) -> Path:
    for key, name in ({edit.file: edit.file for edit in edits} | FILES).items():
        text = (shipped("config") / name).read_text()
        for old, new, file in edits:
            if file == key:
                assert old in text, f"{name} has no {old!r}"
                text = text.replace(old, new, 1) if old else text + new
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return folder / "table.toml"


class Found(NamedTuple):
    file: str
    line: str  # its text
    key: str
    what: str


def located(found: Iterable[Message]) -> list[Found]:
    """What was found, as people read it, and the line it points at."""
    return [_located(each) for each in found]


def _located(found: Message) -> Found:
    assert found.code == "config.at"
    path, number, what = Path(str(found.facts["file"])), found.facts["line"], found.facts["what"]
    assert isinstance(number, int)
    assert isinstance(what, Message)
    line = path.read_bytes().decode(errors="replace").split("\n")[number - 1]
    return Found(path.name, line, str(found.facts["key"]), catalogue("en").say(what))


def faults(folder: Path, *edits: Edit) -> list[Found]:
    return located(check(write(folder, edits))[0])


SECOND_COPY = Edit('#second_copy = "', 'second_copy = "')


def warnings(folder: Path, *edits: Edit) -> list[Found]:
    """Of a table that has a witness, as the shipped one has not."""
    errors, found = check(write(folder, (SECOND_COPY, *edits)))
    assert errors == ()
    return located(found)
