"""What the dealer's page is told of sentences that came as plain texts: out of a row, a driver, the book. Each that is
one of ours is told with its name and its facts (`sentences.py`); what a person typed stays as it is."""

import re
from functools import cache, lru_cache
from string import Formatter

from controller.ledger import sentences as ledger_sentences
from controller.present.sentences import Sentence, joined
from controller.signs import sentences
from drivers import sentences as driver_sentences
from words.catalogue import catalogue

REASONS_SAID = catalogue("en").sections()["reasons"]
TEXTS = {**REASONS_SAID, **driver_sentences.SENTENCES, **ledger_sentences.SENTENCES, **sentences.SENTENCES}
LONGEST = 2000  # characters; a person may have typed thirty times as many, and no sentence of ours is so long
KEPT = 1000  # texts whose name is remembered: a page asks for the same ones twice in a second


@lru_cache(KEPT)
def named(text: str) -> str:
    """The sentence that a text is; else the text."""
    if len(text) > LONGEST:
        return text
    for code, pattern in _patterns().items():
        if found := pattern.fullmatch(text):
            said = Sentence(text)
            said.code, said.facts = code, {name: named(fact) for name, fact in found.groupdict().items()}
            return said
    several = text.split("; ") if "; " in text else ()
    parts = [named(each) for each in several]
    return joined(parts, "listed") if parts and all(isinstance(part, Sentence) for part in parts) else text


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """Those that say the most by themselves first: another's place could swallow their words."""
    patterns = {code: _pattern(text) for code, text in TEXTS.items()}
    return dict(sorted(patterns.items(), key=lambda each: -len(re.sub(r"{.*?}", "", TEXTS[each[0]]))))


def _pattern(text: str) -> re.Pattern[str]:
    """A place that comes twice says the same twice."""
    pattern, seen = "", set()
    for words, name, _, how in Formatter().parse(text):
        pattern += re.escape(words)
        if name in seen:
            pattern += f"(?P={name})"
        elif name:
            seen.add(name)
            pattern += rf"['\"](?P<{name}>.+?)['\"]" if how == "r" else f"(?P<{name}>.+?)"
    return re.compile(pattern, re.DOTALL)
