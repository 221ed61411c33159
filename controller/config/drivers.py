"""The sections [[driver]] of a table's file, built from what each kind of driver declares."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from pydantic import ConfigDict, StringConstraints, create_model

from controller.config.schema import one_of
from controller.config.source import Section, key
from drivers.settings import KINDS, DriverSettings, settings_of
from words.message import message


class Driver(Section):
    """The keys that every driver has; each kind adds its own."""

    name: str = key(message("values.driver_name"), pattern=r"^[a-z][a-z0-9-]{0,15}$")
    kind: str


class UnknownDriver(Driver):
    """An unknown kind is an error, and its other keys cannot be checked."""

    model_config = ConfigDict(extra="ignore")


def section_of(entry: Mapping[str, Any]) -> type[Driver]:
    """The section class for the kind in this entry."""
    kind = entry.get("kind")
    known = isinstance(kind, str) and kind in KINDS
    keys: dict[str, Any] = {
        "kind": (Literal[tuple(KINDS)], one_of(*KINDS)),
        **(dict(_keys(settings_of(str(kind)))) if known else {}),
    }
    return create_model("DriverOfKind", __base__=Driver if known else UnknownDriver, **keys)


def _keys(settings: type[DriverSettings]) -> Iterator[tuple[str, tuple[Any, Any]]]:
    hints = get_type_hints(settings)
    for field in fields(settings):
        if field.name not in Driver.model_fields:
            hint = hints[field.name]
            bounds = {name: value for name, value in field.metadata["bounds"].items() if value is not None}
            if get_origin(hint) is tuple and "pattern" in bounds:
                hint = tuple[Annotated[str, StringConstraints(pattern=bounds.pop("pattern"))], ...]
            default = ... if field.default is MISSING else field.default
            yield field.name, (hint, key(field.metadata["what"], default=default, **bounds))


def driver_settings(section: Driver) -> DriverSettings:
    return settings_of(section.kind)(**{name: value for name, value in section if name != "kind"})


def exclusive(driver: DriverSettings) -> Iterator[tuple[str, object]]:
    """The keys whose value must be unique across drivers, with their values."""
    for field in fields(driver):
        if field.metadata.get("exclusive"):
            yield field.name, getattr(driver, field.name)
