"""A shipped game or pay table with one change."""

from pathlib import Path

from support.config.files import Found, located

from controller.config.games import read_game
from controller.config.paytables import read_paytable
from controller.config.resources import shipped
from controller.config.source import Report, in_order


def read(folder: Path, name: str, old: str, new: str) -> tuple[list[Found], object]:
    """A shipped file with one change, in a folder of its own."""
    source = shipped("config") / name
    text = source.read_text()
    assert old in text
    path = folder / source.name
    path.write_text(text.replace(old, new, 1))
    report = Report()
    paytable = read_paytable(path, report)[1] if name.startswith("paytables") else read_game(path, report)
    assert report.warnings == []
    return located(in_order(report.errors)), paytable
