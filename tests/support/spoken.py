"""What messages say in English, for tests that quote sentences."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from words.catalogue import catalogue
from words.message import Message, Problem

P = TypeVar("P", bound=Problem)


def say(message: object) -> str:
    """Of a message, its sentence; of none, nothing."""
    assert message is None or isinstance(message, Message), message
    return catalogue("en").say(message) if message else ""


@contextmanager
def problem(kind: type[P], words: str) -> Iterator[pytest.ExceptionInfo[P]]:
    """`pytest.raises`, with a pattern that the sentence has."""
    with pytest.raises(kind) as found:
        yield found
    sentence = say(found.value.message)
    assert re.search(words, sentence), f"{words!r} is not in {sentence!r}"
