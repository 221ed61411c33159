"""Sections of a table's file whose keys the kinds of drivers, numeric signs and buses declare (`kinds/settings.py`)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, TypeVar, get_origin, get_type_hints

from pydantic import ConfigDict, StringConstraints, create_model

from buses.settings import BUSES
from controller.config.schema import one_of
from controller.config.source import Section, key
from kinds.settings import Kinds

S = TypeVar("S")


class UnknownKind(Section):
    """The kind is an error, so only the keys that every kind has can be checked."""

    model_config = ConfigDict(extra="ignore")


def section_of(kinds: Kinds[Any]) -> Callable[[Mapping[str, Any]], type[Section]]:
    """Returns a function that chooses the section for an entry, by its kind."""

    def choose(entry: Mapping[str, Any]) -> type[Section]:
        kind = entry.get("kind")
        known = isinstance(kind, str) and kind in kinds.classes
        declared = kinds.settings(str(kind)) if known else kinds.common
        names = tuple(kinds.classes)
        keys: dict[str, Any] = {"kind": (Literal[names], one_of(*names)), **dict(_keys(declared))}
        return create_model("SectionOfKind", __base__=Section if known else UnknownKind, **keys)

    return choose


def section_of_bus(kind: str) -> type[Section]:
    """The section of a bus; its name is the kind."""
    keys: dict[str, Any] = dict(_keys(BUSES.settings(kind)))
    return create_model("SectionOfBus", __base__=Section, **keys)


def _keys(settings: type) -> Iterator[tuple[str, tuple[Any, Any]]]:
    hints = get_type_hints(settings)
    for field in fields(settings):
        if "what" not in field.metadata:
            continue
        hint = hints[field.name]
        bounds = {name: value for name, value in field.metadata["bounds"].items() if value is not None}
        if get_origin(hint) is tuple and "pattern" in bounds:
            hint = tuple[Annotated[str, StringConstraints(pattern=bounds.pop("pattern"))], ...]
        default = ... if field.default is MISSING else field.default
        yield field.name, (hint, key(field.metadata["what"], default=default, **bounds))


def settings_of(kinds: Kinds[S], sections: Mapping[int, Section]) -> dict[int, S]:
    """The settings of each section that was read."""
    return {n: _settings(kinds, dict(section)) for n, section in sections.items()}


def _settings(kinds: Kinds[S], values: dict[str, Any]) -> S:
    return kinds.settings(values.pop("kind"))(**values)
