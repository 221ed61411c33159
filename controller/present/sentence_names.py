"""What the dealer's page is told of sentences that came as plain texts: out of a row, a driver, the book. Each that is
one of ours is told with its name and its facts (`sentences.py`); what a person typed stays as it is."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from controller.present.sentences import Sentence, joined, told
from words.catalogue import catalogue

TEXTS = catalogue("en").sections()["reasons"]
REASONS = ("why", "reason")  # facts of a refusal that may be such a sentence
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


def reasons(facts: Mapping[str, str]) -> dict[str, Any]:
    """A refusal's facts."""
    return {name: told(named(fact)) if name in REASONS else fact for name, fact in facts.items()}


def page(status: Mapping[str, Any]) -> dict[str, Any]:
    """`status` for the page: its sentences with their names."""
    signs = status["signs"]
    return {
        **status,
        "reason": _told(status["reason"]),
        "held": _told(status["held"]),
        "faults": {code: _told(text) for code, text in status["faults"].items()},
        "spots": {spot: {**facts, "out": _told(facts["out"])} for spot, facts in status["spots"].items()},
        "todo": [{**ask, "say": told(ask["say"])} for ask in status["todo"]],
        "health": status["health"],
        "claims": [{**claim, "division": told(claim["division"])} for claim in status["claims"]],
        "signs": {
            **signs,
            "lines": {name: {**line, "why": _told(line["why"])} for name, line in signs["lines"].items()},
            "acknowledged": [{**sign, "doubt": _told(sign["doubt"])} for sign in signs["acknowledged"]],
        },
    }


def _told(text: Any) -> Any:
    """What is a message already passes through."""
    return told(named(text)) if isinstance(text, str) else text
