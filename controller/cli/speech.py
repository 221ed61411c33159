"""The language of the command line: the catalogue's sentences in the user's language."""

from typing import Any

from controller.cli import testbed
from words.catalogue import Catalogue, catalogue, language_of
from words.message import Fact, Message


def words() -> Catalogue:
    """Includes the test bed's sentences if it is installed."""
    return catalogue(language_of(), *testbed.words())


def say(message: Message) -> str:
    return words().say(message)


def say_json(value: Any) -> str:
    """A message from JSON as text; empty for None."""
    return say(Message.from_json(value)) if value else ""


def text(code: str, /, **facts: Fact) -> str:
    return words().text(code, **facts)
