"""What messages say in English, for tests that quote sentences."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from words.catalogue import catalogue
from words.message import Message, Problem

P = TypeVar("P", bound=Problem)


def say(value: Any) -> str:
    """A message, also as JSON carries it, or a list of them; of none, nothing."""
    if isinstance(value, list | tuple):
        return " ".join(map(say, value))
    if value is None:
        return ""
    return catalogue("en").say(value if isinstance(value, Message) else Message.from_json(value))


def refusal_of(answer: dict[str, Any]) -> str:
    """Of a refused request at the control socket."""
    return say({"code": answer["code"], "facts": answer["facts"]})


def todo_of(status: dict[str, Any]) -> str:
    """All that a person should do now."""
    return say([ask["say"] for ask in status["todo"]])


@contextmanager
def problem(kind: type[P], words: str) -> Iterator[pytest.ExceptionInfo[P]]:
    """`pytest.raises`, with a pattern that the sentence has."""
    with pytest.raises(kind) as found:
        yield found
    sentence = say(found.value.message)
    assert re.search(words, sentence), f"{words!r} is not in {sentence!r}"
