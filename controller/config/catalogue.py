"""The files that profiles, games and pay tables are read from, found by name: beside a table's file, or as shipped."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from controller.config.games import read_game
from controller.config.paytables import file_name, read_paytable
from controller.config.source import Report, nearest, told
from controller.games.game import Game
from controller.games.paytable import Paytable
from controller.resources import shipped

T = TypeVar("T")

KINDS = {"profiles": "profile", "games": "game", "paytables": "pay table"}  # by the folder of their files


class ConfigError(Exception):
    """Everything that is wrong, each a line `file:line: key: what to write instead`."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


def path_of(folder: str, name: str, beside: Path | None = None) -> Path | None:
    """Of the file that holds it; what lies beside the table's file goes before what is shipped."""
    for place in _places(folder, beside):
        if (path := place / f"{file_name(name)}.toml").is_file():
            return path
    return None


def names(folder: str, beside: Path | None = None) -> list[str]:
    """All there are, pay tables as printed, numbers in them counted: DA4/2 before DA4/10."""
    paths = [path for place in _places(folder, beside) for path in place.glob("*.toml")]
    known = {_printed(path) if folder == "paytables" else path.stem for path in paths}
    return sorted(known, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])


def _places(folder: str, beside: Path | None) -> list[Path]:
    return [*([beside / folder] if beside else []), shipped("config") / folder]


def _printed(path: Path) -> str:
    try:
        return str(tomllib.loads(path.read_text())["paytable"]["id"])
    except (OSError, ValueError, KeyError, TypeError):
        return path.stem  # a file with faults still has a name


def game_names() -> list[str]:
    return names("games")


def paytable_names() -> list[str]:
    return names("paytables")


def find_game(name: str) -> Game:
    return _find("games", name, read_game)


def find_paytable(name: str) -> Paytable:
    """The shipped pay table of this printed name."""
    return _find("paytables", name, lambda path, report: read_paytable(path, report)[1])


def _find(folder: str, name: str, read: Callable[[Path, Report], T | None]) -> T:
    known = names(folder)
    path = path_of(folder, name) if name in known else None
    if path is None:
        raise ConfigError([f'there is no {KINDS[folder]} "{name}"; write one of {nearest(name, known)}'])
    report = Report()
    value = read(path, report)
    if value is None:
        raise ConfigError(told(report.errors))
    return value
