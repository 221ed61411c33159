"""How the command line speaks: the catalogue's sentences, in the language of whoever types."""

from words.catalogue import Catalogue, catalogue, language_of
from words.message import Fact, Message


def words() -> Catalogue:
    return catalogue(language_of())


def say(message: Message) -> str:
    return words().say(message)


def text(code: str, /, **facts: Fact) -> str:
    return words().text(code, **facts)
