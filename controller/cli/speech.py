"""How the command line speaks: the catalogue's sentences, in the language of whoever types."""

from typing import Any

from controller.cli import testbed
from words.catalogue import Catalogue, catalogue, language_of
from words.message import Fact, Message


def words() -> Catalogue:
    """With the sentences of the test bed, where it is installed."""
    return catalogue(language_of(), *testbed.words())


def say(message: Message) -> str:
    return words().say(message)


def say_json(value: Any) -> str:
    """A message out of JSON; of none, nothing."""
    return say(Message.from_json(value)) if value else ""


def text(code: str, /, **facts: Fact) -> str:
    return words().text(code, **facts)
