"""The commands of the test bed, an installable of its own (`litbet-testbed`) that no casino's table carries: they are
here where it is installed. This is the one place of the product that names it."""

from importlib.util import find_spec
from typing import Any

COMMANDS = (("bench",), ("sim",), ("games", "play"))


def installed() -> bool:
    """As a package: any folder of that name would be found, too."""
    found = find_spec("testbed")
    return found is not None and found.origin is not None


def add(groups: Any) -> None:
    """`bench` and `sim`."""
    if installed():
        from testbed.cli import bench, sim

        bench.add(groups)
        sim.add(groups)


def add_play(games: Any) -> None:
    """`games play`."""
    if installed():
        from testbed.cli import play

        play.add(games)


def missing(words: list[str]) -> str:
    """What to install, where one of them is asked for and is not here; otherwise nothing."""
    asked = next((command for command in COMMANDS if tuple(words[: len(command)]) == command), None)
    if asked is None or installed():
        return ""
    return f"`litbet {' '.join(asked)}` belongs to the test bed: install it with pip install 'litbet[testbed]'"
