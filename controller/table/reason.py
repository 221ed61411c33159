"""Why something is as it is: a code and its facts. The words are in the catalogue, and are put in where people read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

Fact = Union[int, str, tuple[str, ...], "Reason"]


@dataclass(frozen=True)
class Reason:
    """Facts are numbers, names, lists of names, or reasons again; amounts are micro-dollars."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Any) -> "Reason":
        """A ValueError, if it is none."""
        if not isinstance(value, dict) or value.keys() != {"code", "facts"} or not isinstance(value["code"], str):
            raise ValueError(f"{value!r} is no reason")
        return cls(value["code"], {name: _fact(fact) for name, fact in value["facts"].items()})

    def __str__(self) -> str:
        """For logs."""
        return " ".join([self.code, *(f"{name}={fact!s}" for name, fact in self.facts.items())])


def reason(code: str, /, **facts: Fact) -> Reason:
    return Reason(code, facts)


def typed(text: str) -> Reason:
    """What a person wrote."""
    return Reason("typed", {"text": text})


def _fact(value: Any) -> Fact:
    if isinstance(value, dict):
        return Reason.from_json(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    if isinstance(value, int | str):
        return value
    raise ValueError(f"{value!r} is no fact")
