"""What a fuzzed surface is: where its inputs begin, which code they should reach, and the promise checked on each.

An input is the bytes of one file. Most surfaces take a *script*, one JSON value a line, so that a find can be read and
cut short line by line; what a surface does with a line that it does not understand is nothing.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar


class Surface(ABC):
    """One way into the product. The first docstring line of each is its promise in short."""

    name: ClassVar[str]
    reaches: ClassVar[tuple[str, ...]]  # source files: a new way through them makes an input worth keeping
    words: tuple[str, ...] = ()  # what means something here

    @abstractmethod
    def seeds(self) -> Sequence[bytes]:
        """Good inputs to start from."""

    @abstractmethod
    def check(self, data: bytes) -> None:
        """Put it in; raise whatever is not as promised."""

    def close(self) -> None:  # noqa: B027 (most leave nothing behind)
        """Give back what it holds."""


def script(*steps: object) -> bytes:
    return "".join(f"{json.dumps(step)}\n" for step in steps).encode()


def steps(data: bytes) -> Iterator[dict[str, Any]]:
    """The lines of a script that say something."""
    for line in data.splitlines():
        try:
            step = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(step, dict):
            yield step


def number(value: object, most: int = 0xFFFF_FFFF) -> int:
    """Whatever stands where a script wants a number, as one from 0 to `most`."""
    return int(value) % (most + 1) if isinstance(value, int) else 0


def hexed(value: object) -> bytes:
    """Whatever stands where a script wants bytes."""
    try:
        return bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        return value.encode(errors="replace") if isinstance(value, str) else b""


def no_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def strict(text: str | bytes) -> Any:
    """JSON as other languages read it."""
    return json.loads(text, parse_constant=no_constant)
