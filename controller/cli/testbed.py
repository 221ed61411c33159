"""Adds the commands of the test bed if it is installed. It is a separate package (`litbet-testbed`), which no casino
table has. Only this file of the product names it."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

COMMANDS = (("bench",), ("sim",), ("games", "play"))


def installed() -> bool:
    """Whether it is installed as a package; any folder of that name would also be importable."""
    found = find_spec("testbed")
    return found is not None and found.origin is not None


def add(groups: Any) -> None:
    """Adds `bench` and `sim`."""
    if installed():
        from testbed.cli import bench, sim

        bench.add(groups)
        sim.add(groups)


def add_play(games: Any) -> None:
    """Adds `games play`."""
    if installed():
        from testbed.cli import play

        play.add(games)


def words() -> tuple[Path, ...]:
    """The folder of its sentences, if it is installed."""
    found = find_spec("testbed") if installed() else None
    return (Path(str(found.origin)).parent / "bench" / "words",) if found else ()


def require(typed: list[str]) -> None:
    """Raises UsageError with the package to install if one of its commands is typed without it."""
    from words.message import UsageError

    asked = next((command for command in COMMANDS if tuple(typed[: len(command)]) == command), None)
    if asked and not installed():
        raise UsageError("usage.testbed_missing", command=" ".join(asked))
