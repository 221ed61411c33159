"""A reason as an English text, for those who do not yet ask the catalogue themselves."""

from words.catalogue import catalogue
from words.message import Message


def words_of(reason: Message | None) -> str:
    return catalogue("en").say(reason) if reason else ""
