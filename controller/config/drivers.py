"""The sections [[driver]] of a table's file: made of what each kind of driver declares, and held against each other."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from pydantic import ConfigDict, Field, StringConstraints, create_model

from controller.config.source import Section
from drivers.settings import KINDS, DriverSettings, settings_of


class Driver(Section):
    """What every driver has; the other keys are those of its kind."""

    name: str = Field(
        pattern=r"^[a-z][a-z0-9-]{0,15}$", description='small letters, digits and "-", a letter first, as "board"'
    )
    kind: str


class UnknownDriver(Driver):
    """Its kind is a fault; its other keys cannot be judged."""

    model_config = ConfigDict(extra="ignore")


def section_of(entry: Mapping[str, Any]) -> type[Driver]:
    """The section that the kind of this entry declares."""
    kind = entry.get("kind")
    known = isinstance(kind, str) and kind in KINDS
    *others, last = (f'"{each}"' for each in KINDS)
    keys: dict[str, Any] = {
        "kind": (Literal[tuple(KINDS)], Field(description=f"{', '.join(others)} or {last}")),
        **(dict(_keys(settings_of(str(kind)))) if known else {}),
    }
    return create_model("DriverOfKind", __base__=Driver if known else UnknownDriver, **keys)


def _keys(settings: type[DriverSettings]) -> Iterator[tuple[str, tuple[Any, Any]]]:
    hints = get_type_hints(settings)
    for key in fields(settings):
        if key.name not in Driver.model_fields:
            hint = hints[key.name]
            bounds = {name: value for name, value in key.metadata["bounds"].items() if value is not None}
            if get_origin(hint) is tuple and "pattern" in bounds:
                hint = tuple[Annotated[str, StringConstraints(pattern=bounds.pop("pattern"))], ...]
            default = ... if key.default is MISSING else key.default
            yield key.name, (hint, Field(default, description=key.metadata["what"], **bounds))


def driver_settings(section: Driver) -> DriverSettings:
    return settings_of(section.kind)(**{key: value for key, value in section if key != "kind"})


def exclusive(driver: DriverSettings) -> Iterator[tuple[str, object]]:
    """The keys whose value nothing else may have, and the value of each."""
    for key in fields(driver):
        if key.metadata.get("exclusive"):
            yield key.name, getattr(driver, key.name)
