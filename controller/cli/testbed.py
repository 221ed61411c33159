"""The commands of the test bed, an installable of its own (`litbet-testbed`) that no casino's table carries: they are
here where it is installed. This is the one place of the product that names it."""

from importlib.util import find_spec
from pathlib import Path
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


def words() -> tuple[Path, ...]:
    """The folder of its sentences, where it is installed."""
    found = find_spec("testbed") if installed() else None
    return (Path(str(found.origin)).parent / "bench" / "words",) if found else ()


def require(typed: list[str]) -> None:
    """A UsageError with what to install, where one of its commands is typed and is not here."""
    from words.message import UsageError

    asked = next((command for command in COMMANDS if tuple(typed[: len(command)]) == command), None)
    if asked and not installed():
        raise UsageError("usage.testbed_missing", command=" ".join(asked))
