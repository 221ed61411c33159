"""How a kind declares what a table's file may say of it: a frozen dataclass, with a field made by `setting` for each
key. The checker of the files reads it (`controller/config/kinds.py`)."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

from words.message import Message

S = TypeVar("S")

ID = r"^[a-z0-9][a-z0-9-]{0,31}$"  # of whatever a table's file names
PATH = r"^/[^\s]+$"


@dataclass(frozen=True, slots=True)
class Kinds(Generic[S]):
    """All kinds of one thing. `common` has the settings of each of them; `classes` names each kind's own class of
    settings, which is loaded only where a table's file names the kind."""

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
    """A key of the file, which may be left out if it has a default. `what` completes the sentence "write ...". A text,
    or each of a list of texts, has the pattern; a number lies between lowest and highest; a list has from fewest to
    most entries. Of two drivers or numeric signs only one may have an exclusive value."""
    bounds = {"pattern": pattern, "ge": lowest, "le": highest, "min_length": fewest, "max_length": most}
    return field(default=cast(Any, default), metadata={"what": what, "bounds": bounds, "exclusive": exclusive})


def exclusive(settings: Any) -> Iterator[tuple[str, object]]:
    """The keys whose value nothing else may have, and the value of each."""
    for each in fields(settings):
        if each.metadata.get("exclusive"):
            yield each.name, getattr(settings, each.name)
