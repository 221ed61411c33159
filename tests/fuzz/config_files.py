"""A table's file, and the files of profiles, games and pay tables that it names.

Promised: either a configuration, or a ConfigError whose every line says file, line, key and what to write, in one
printable sentence; `check` and `load` find the same; never another exception, and an end within bounds of time and
memory, whatever stands in the file.
"""

import re
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

from fuzz.surface import Surface
from support.config.files import FILES, write
from support.spoken import say

from controller.config import paytables
from controller.config.catalogue import paytable_names
from controller.config.load import check, load
from controller.config.resources import shipped
from controller.config.settings import ConfigError
from controller.games.counting import hidden_lines
from words.message import Message

LONGEST = 1500  # characters of a line that says what is wrong
WORDS = (
    "true", "false", "inf", "nan", "0x10", "1e999", "07:32:00", "2026-11-18", "1979-05-27T07:32:00Z", '"""', "'''",
    "[[", "]]", "[a.b.c]",
    '"\\u0000"', '"\\U0010FFFF"', "\ufeff", "\r", "[[[[", "{a={a=", "id", "name", "amount", "reset",
    "rate", "limit", "base", "reserve", "jackpots", "decks", "seats", "lamp", "input", "sensor", "presence", "coin",
    "button", "pulses", "tiers", "collect", "lock", "settlement", "suit", '"5.00"', '"0.00"', '"999999999.99"',
    '"100.00 %"', '"0.01 %"', "manual_house", "per_wager", "daily_percent", "bonus", "progressive", "kind", "gpio",
    "serial", "board:seat1", "wagers", "times", "share", "shares", "loses", "meter", "event",
)  # fmt: skip


class _ConfigFile(Surface):
    """One of the four, among good others."""

    file: ClassVar[str]
    reaches = ("controller/config/",)
    words = WORDS

    def __init__(self) -> None:
        self._counted = patch.object(paytables, "hidden_lines", cache(hidden_lines))  # seconds of the same
        self._counted.start()
        self._folder = tempfile.TemporaryDirectory()
        self._table = write(Path(self._folder.name))
        self._path = self._table.parent / FILES[self.file]

    def check(self, data: bytes) -> None:
        self._path.write_bytes(data)
        errors, warnings = check(self._table)
        for found in (*errors, *warnings):
            self._a_sentence(say(found))
        refused: tuple[Message, ...] = ()
        try:
            assert load(self._table).rules.spots
        except ConfigError as error:
            refused = error.errors
        assert refused == errors
        if self.file == "paytable":
            assert paytable_names(self._table.parent)

    def _a_sentence(self, line: str) -> None:
        found = re.fullmatch(r"(?P<file>[^:]+):(?P<line>\d+): (?P<key>[^:]+|\"(?:[^\"\\]|\\.)*\"): (?P<what>.+)", line)
        assert found, f"{line!r} does not say where"
        assert line.isprintable(), f"{line!r} is not for people"
        assert len(line) < LONGEST, f"{len(line)} characters are no sentence"
        lines = Path(found["file"]).read_bytes().count(b"\n") + 1
        assert 1 <= int(found["line"]) <= lines, f"{line!r}: the file has {lines} lines"

    def close(self) -> None:
        self._counted.stop()
        self._folder.cleanup()

    def seeds(self) -> Sequence[bytes]:
        name = FILES[self.file]
        others = sorted((shipped("config") / name).parent.glob("*.toml"))
        if self.file == "table":
            others = sorted((shipped("config") / "examples").glob("*.toml"))
        if self.file == "paytable":
            others = others[::8]
        return [_plain(path.read_bytes()) for path in (shipped("config") / name, *others)]


def _plain(text: bytes) -> bytes:
    """Without its comments, so that changes meet what counts."""
    return re.sub(rb"(?m)^#.*\n|  +#.*$", b"", text)


class TableFile(_ConfigFile):
    """table.toml itself."""

    name, file = "table-file", "table"


class ProfileFile(_ConfigFile):
    """The profile that it names."""

    name, file = "profile-file", "profile"


class GameFile(_ConfigFile):
    """The game that it names."""

    name, file = "game-file", "game"


class PaytableFile(_ConfigFile):
    """A pay table that it names."""

    name, file = "paytable-file", "paytable"
