"""How the command line speaks: the catalogue's sentences, in the language of whoever types."""

from controller.cli import testbed
from words.catalogue import Catalogue, catalogue, language_of
from words.message import Fact, Message


def words() -> Catalogue:
    """With the sentences of the test bed, where it is installed."""
    return catalogue(language_of(), *testbed.words())


def say(message: Message) -> str:
    return words().say(message)


def text(code: str, /, **facts: Fact) -> str:
    return words().text(code, **facts)
