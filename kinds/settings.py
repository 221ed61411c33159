"""How a kind declares what a table's file may say about it: a frozen dataclass, with a field made by `setting` for each
key. `controller/config/kinds.py` checks the files against it."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from words.message import Message

S = TypeVar("S")

ID = r"^[a-z0-9][a-z0-9-]{0,31}$"  # ids in a table's file
PATH = r"^/[^\s]+$"


@dataclass(frozen=True, slots=True)
class Kinds(Generic[S]):
    """All kinds of drivers, or of numeric signs, or of buses. `common` has the settings that all of them have;
    `classes` names the class of settings of each kind, which is loaded only if a table's file names the kind."""

    common: type[S]
    classes: dict[str, str]  # by kind

    def settings(self, kind: str) -> type[S]:
        module, _, name = self.classes[kind].rpartition(".")
        return cast(type[S], getattr(import_module(module), name))


def setting(
    what: Message,
    default: object = MISSING,
    *,
    pattern: str | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    fewest: int | None = None,
    most: int | None = None,
    exclusive: bool = False,
) -> Any:
    """A key of the file; optional if it has a default. `what` completes the sentence "write ...". A text, or each text
    of a list, must match the pattern; a number must be between lowest and highest; a list must have between fewest and
    most entries. An exclusive value may be used by only one driver or numeric sign."""
    bounds = {"pattern": pattern, "ge": lowest, "le": highest, "min_length": fewest, "max_length": most}
    return field(default=cast(Any, default), metadata={"what": what, "bounds": bounds, "exclusive": exclusive})


def exclusive(settings: Any) -> Iterator[tuple[str, object]]:
    """The exclusive keys and their values."""
    for each in fields(settings):
        if each.metadata.get("exclusive"):
            yield each.name, getattr(settings, each.name)
