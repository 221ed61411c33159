"""Frozen dataclasses to canonical JSON and back, for records and the checkpoint: fixed order, strict types."""

import json
import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Builder = Callable[[Any], Any]


def encode(value: object) -> str:
    """A dataclass, or a dictionary of them, as canonical JSON."""
    return _encoder.encode(value)


_encoder = json.JSONEncoder(default=vars, separators=(",", ":"), sort_keys=True, allow_nan=False)


def decode(kind: type[T], text: str) -> T:
    """The inverse of `encode`. An unknown field, a missing field without a default or a wrong type raises
    ValueError."""
    built: T = builder(kind)(json.loads(text))
    return built


_builders: dict[Any, Builder] = {}


def builder(kind: Any) -> Builder:
    """A function that makes a value of this type from parsed JSON. It inspects the type once, not for each value."""
    if kind not in _builders:
        _builders[kind] = _made(kind)
    return _builders[kind]


def _made(kind: Any) -> Builder:
    if kind is Any:  # plain JSON, kept as it is
        return lambda value: value
    if hasattr(kind, "from_json"):
        return cast(Builder, kind.from_json)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _optional(next(arg for arg in args if arg is not type(None)))
    if origin is tuple:
        return _tuple(args[0])
    if origin is dict:
        return _dict(*args)
    if isinstance(kind, type) and issubclass(kind, tuple):
        return _named_tuple(kind)
    if is_dataclass(kind):
        return _dataclass(cast(type, kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return _plain(kind)


def _plain(kind: type) -> Builder:
    def build(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError(f"{value!r} is not {kind}")
        return value

    if kind not in (int, str, bool):
        raise TypeError(f"{kind} has no form in JSON")
    return build


def _optional(inner: Any) -> Builder:
    build = builder(inner)
    return lambda value: None if value is None else build(value)


def _tuple(inner: Any) -> Builder:
    build = builder(inner)

    def built(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list")
        return tuple([build(item) for item in value])

    return built


def _dict(key: type, inner: Any) -> Builder:
    build = builder(inner)

    def built(value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is not an object")
        return {key(name): build(item) for name, item in value.items()}

    return built


def _named_tuple(kind: Any) -> Builder:
    hints = get_type_hints(kind)
    builders = [builder(hints[name]) for name in kind._fields]

    def built(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(builders):
            raise ValueError(f"{value!r} is not a list of {len(builders)}")
        return kind(*[build(item) for build, item in zip(builders, value, strict=True)])

    return built


def _dataclass(kind: type) -> Builder:
    hints = get_type_hints(kind)
    builders = {field.name: builder(hints[field.name]) for field in fields(kind)}
    required = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}

    def built(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is not an object")
        wrong = (value.keys() - builders.keys()) | (required - value.keys())
        if wrong:
            raise ValueError(f"{kind.__name__}: fields {sorted(wrong)} do not fit")
        return kind(**{name: builders[name](item) for name, item in value.items()})

    return built
