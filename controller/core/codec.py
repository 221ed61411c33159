"""Frozen dataclasses to canonical JSON and back, for the checkpoint: fixed order, nothing guessed."""

import json
import types
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def encode(value: object) -> str:
    """A dataclass as canonical JSON."""
    return _encoder.encode(value)


_encoder = json.JSONEncoder(default=vars, separators=(",", ":"), sort_keys=True, allow_nan=False)


def decode(kind: type[T], text: str) -> T:
    """The inverse of `encode`; an unknown field, a missing one without a default, or a wrong type, is a ValueError."""
    built: T = _build(kind, json.loads(text))
    return built


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


@cache
def _required(kind: type) -> frozenset[str]:
    """Those without a default: an older release may not have known the others."""
    return frozenset(
        field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING
    )


def _build(kind: Any, value: Any) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        inner = next(arg for arg in args if arg is not type(None))
        return None if value is None else _build(inner, value)
    if origin is tuple and isinstance(value, list):
        return tuple(_build(args[0], item) for item in value)
    if origin is dict and isinstance(value, dict):
        return {key: _build(args[1], item) for key, item in value.items()}
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(value, dict):
        hints = _hints(kind)
        wrong = (value.keys() - hints.keys()) | (_required(kind) - value.keys())
        if wrong:
            raise ValueError(f"{kind.__name__}: fields {sorted(wrong)} do not fit")
        return kind(**{name: _build(hints[name], part) for name, part in value.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if kind in (int, str, bool) and type(value) is kind:
        return value
    raise ValueError(f"{value!r} is not {kind}")
