"""What every record has: a kind, a version, and one JSON form.

A record is the typed content of one row of the journal. Its kind is its class name in lower case with underscores;
fields with their default value are not written. When a kind's meaning changes, `version` rises, and rows of the older
version keep their own class.
"""

import re
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

from controller.table.codec import builder
from controller.table.values import Value

RECORD_TYPES: dict[str, type["Record"]] = {}
_DEFAULTS: dict[str, dict[str, Any]] = {}

R = TypeVar("R", bound="Record")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Record(Value):
    kind: ClassVar[str] = ""
    version: ClassVar[int] = 1


@dataclass_transform(kw_only_default=True, frozen_default=True)
def record(of: type[R]) -> type[R]:
    """Registers a class as a kind of record."""
    made = dataclass(frozen=True, kw_only=True, eq=False, repr=False)(of)
    made.kind = re.sub(r"(?<!^)(?=[A-Z])", "_", of.__name__).lower()
    RECORD_TYPES[made.kind] = made
    _DEFAULTS[made.kind] = _defaults(made)
    return made


def to_json(record: Record) -> dict[str, Any]:
    """The fields that differ from their defaults, as a new dictionary."""
    values = vars(record)
    defaults = _DEFAULTS[record.kind]
    return {
        "v": record.version,
        **{name: value for name, value in values.items() if value != defaults.get(name, MISSING)},
    }


def from_json(kind: str, body: dict[str, Any]) -> Record:
    """The inverse of `to_json`; it removes the fields from `body`. A ValueError says what is wrong."""
    of = RECORD_TYPES.get(kind)
    if of is None:
        raise ValueError(f"the kind {kind!r} is unknown")
    if (version := body.pop("v", None)) != of.version:
        raise ValueError(f"version {version!r} of {kind!r} is unknown")
    made: Record = builder(of)(body)
    return made


def _defaults(of: Any) -> dict[str, Any]:
    defaults: dict[str, Any] = {}
    for each in fields(of):
        if each.default is not MISSING:
            defaults[each.name] = each.default
        elif each.default_factory is not MISSING:
            defaults[each.name] = each.default_factory()
    return defaults
