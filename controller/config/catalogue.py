"""Finds the files of profiles, games and pay tables by name: beside a table's file, or as shipped."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from controller.config.games import read_game
from controller.config.paytables import file_name, read_paytable
from controller.config.resources import shipped
from controller.config.settings import ConfigError
from controller.config.source import Report, Source, in_order
from controller.games.game import Game
from controller.games.paytable import Paytable
from words.message import Message, UsageError, message

T = TypeVar("T")

LISTS = {"games": "litbet games list", "paytables": "litbet odds --all"}  # the command that lists a folder


class UnknownNameError(ConfigError, UsageError):
    """A name on the command line does not exist."""


def path_of(folder: str, name: str, beside: Path | None = None) -> Path | None:
    """The path of its file; a file next to the table's file overrides a shipped one."""
    for place in _places(folder, beside):
        if (path := place / f"{file_name(name)}.toml").is_file():
            return path
    return None


def names(folder: str, beside: Path | None = None) -> list[str]:
    """All names, pay tables as printed, with the numbers in them in numeric order: DA4/2 before DA4/10."""
    paths = [path for place in _places(folder, beside) for path in place.glob("*.toml")]
    known = {_printed(path) if folder == "paytables" else path.stem for path in paths}
    return sorted(known, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])


def _places(folder: str, beside: Path | None) -> list[Path]:
    return [*([beside / folder] if beside else []), shipped("config") / folder]


def _printed(path: Path) -> str:
    head = Source(path, Report()).data.get("paytable")
    name = head.get("id") if isinstance(head, dict) else None
    return name if isinstance(name, str) else path.stem  # a file with errors still has a name


def game_names(beside: Path | None = None) -> list[str]:
    return names("games", beside)


def paytable_names(beside: Path | None = None) -> list[str]:
    return names("paytables", beside)


def find_game(name: str, beside: Path | None = None) -> Game:
    return _find("games", name, beside, read_game)


def find_paytable(name: str, beside: Path | None = None) -> Paytable:
    """The pay table with this printed name."""
    return _find("paytables", name, beside, lambda path, report: read_paytable(path, report)[1])


def _find(folder: str, name: str, beside: Path | None, read: Callable[[Path, Report], T | None]) -> T:
    known = names(folder, beside)
    path = path_of(folder, name, beside) if name in known else None
    if path is None:
        raise UnknownNameError(_unknown(folder, name, known))
    report = Report()
    value = read(path, report)
    if value is None:
        raise ConfigError(*in_order(report.errors))
    return value


def _unknown(folder: str, name: str, known: list[str]) -> Message:
    folded = {each.casefold(): each for each in known}
    close = tuple(folded[each] for each in get_close_matches(name.casefold(), folded, n=5))
    command = LISTS[folder]
    if close:
        return message("config.no_such_name", kind=folder, name=name, close=close, command=command)
    return message("config.no_name_like_it", kind=folder, name=name, command=command)
