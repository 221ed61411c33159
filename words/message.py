"""Texts for people before they are sentences: a code of the catalogue, and the facts for its sentence.

Rows, files and wires carry messages. The sentence is made where a person reads it, in the reader's language
(`words/catalogue.py`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, Union

Fact = Union[int, str, tuple["Fact", ...], "Message", None]


@dataclass(frozen=True)
class Message:
    """Facts are numbers, names, lists, or other messages; amounts are whole micro-dollars."""

    code: str  # a section of the catalogue, a dot, a key: `refusals.closed`
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @classmethod
    def from_json(cls, value: Any) -> "Message":
        """Raises ValueError if it is not a message."""
        if not is_message(value):
            raise ValueError(f"{value!r} is no message")
        return cls(value["code"], {name: _fact(fact) for name, fact in value["facts"].items()})

    def __str__(self) -> str:
        """For logs and tracebacks; people read the catalogue's sentence."""
        return " ".join([self.code, *(f"{name}={_as_text(fact)}" for name, fact in self.facts.items())])


class Problem(Exception):  # noqa: N818  also the base of refusals, which are answers and no errors
    """What cannot be done, and what to do instead, as a message."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        self.message = Message(code, facts)
        super().__init__(str(self.message))


class UsageError(Problem):
    """A request that makes no sense: a name that does not exist, or two options that exclude each other. The command
    ends with exit status 2."""


def message(code: str, /, **facts: Fact) -> Message:
    return Message(code, facts)


def typed(text: str) -> Message:
    """Text that a person typed: it is the same in every language."""
    return Message("typed.text", {"text": text})


def sentences(messages: Iterable[Message]) -> Message:
    """Several messages as one, one after the other."""
    return reduce(lambda first, second: message("lists.both", first=first, second=second), messages)


def is_message(value: object) -> bool:
    """Whether a value from JSON is a message."""
    return (
        isinstance(value, dict)
        and value.keys() == {"code", "facts"}
        and isinstance(value["code"], str)
        and isinstance(value["facts"], dict)
    )


def as_json(fact: object) -> Any:
    """A message, a fact, or a view that contains some, as JSON values."""
    if isinstance(fact, Message):
        return {"code": fact.code, "facts": {name: as_json(value) for name, value in fact.facts.items()}}
    if isinstance(fact, tuple | list):
        return [as_json(value) for value in fact]
    if isinstance(fact, Mapping):
        return {name: as_json(value) for name, value in fact.items()}
    return fact


def _as_text(fact: Fact) -> str:
    if isinstance(fact, Message):
        return f"({fact})"
    return f"[{', '.join(map(_as_text, fact))}]" if isinstance(fact, tuple) else str(fact)


def _fact(value: Any) -> Fact:
    if isinstance(value, dict):
        return Message.from_json(value)
    if isinstance(value, list):
        return tuple(_fact(each) for each in value)
    if value is None or isinstance(value, int | str):
        return value
    raise ValueError(f"{value!r} is no fact")
