"""Sentences that keep their name and what they speak of beside the English words, so that a page can say them in
another language. Everybody else reads them as the texts they are."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any


class Sentence(str):
    """A text in English, its name, and its facts: texts, or sentences again."""

    __slots__ = ("code", "facts")
    code: str
    facts: Mapping[str, str]


def sentence(table: Mapping[str, str], code: str, /, **facts: object) -> Sentence:
    """One of a table of sentences, with its places filled."""
    said = Sentence(table[code].format(**facts))
    said.code = code
    said.facts = {name: fact if isinstance(fact, Sentence) else str(fact) for name, fact in facts.items()}
    return said


PAIRS = {
    "both": "{first} {second}",
    "listed": "{first}; {second}",
    "and": "{first} and {second}",
    "either": "{first} or {second}",
}


def joined(sentences: Iterable[str], how: str = "both") -> str:
    """Several as one."""
    return reduce(lambda first, second: sentence(PAIRS, how, first=first, second=second), sentences)


def told(text: str) -> Any:
    """For the wire: a sentence with its name and facts, any other text as it is."""
    if not isinstance(text, Sentence):
        return text
    return {"say": str(text), "code": text.code, "facts": {name: told(fact) for name, fact in text.facts.items()}}
