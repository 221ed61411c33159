"""The sentences of one language, read from its PO file: `catalogue("es").say("sign.seat", {"seat": 3})`.

An entry's context is its code, its message id the English text. A place is `{name}`, or `{name:format}` where the fact
itself is no text for people. The pages fill places by the same rules (display/site/common/words.js).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

import polib

FOLDER = Path(__file__).parent
SOURCE = "en"
LANGUAGES = (SOURCE, *sorted(path.stem for path in FOLDER.glob("*.po") if path.stem != SOURCE))
DATE = re.compile(r"\d+-(\d+)-(\d+)")
PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Catalogue:
    def __init__(self, entries: Iterable[polib.POEntry]) -> None:
        """What a language lacks, or has of an older English text, is said in English."""
        self._texts = {entry.msgctxt: entry.msgstr if entry.translated() else entry.msgid for entry in entries}
        self._formats: dict[str, Callable[[object], str]] = {"day": self._day, "list": _list, "money": _money}

    def __contains__(self, code: str) -> bool:
        return code in self._texts

    def say(self, code: str, facts: Mapping[str, object]) -> str:
        """Of a code without a sentence, its last part: a page must not fail for want of a word."""
        return self.filled(self._texts.get(code, code.partition(".")[2]), facts)

    def filled(self, text: str, facts: Mapping[str, object]) -> str:
        """A place without a fact stays empty."""
        return PLACE.sub(lambda place: self._formats.get(place[2], _text)(facts.get(place[1])), text)

    def sections(self) -> dict[str, dict[str, str]]:
        """Each code is a section and a key: `sign.seat`."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for code, text in self._texts.items():
            section, _, key = code.partition(".")
            found[section][key] = text
        return dict(found)

    def _day(self, date: object) -> str:
        """`2026-11-19` as `Nov 19`."""
        found = DATE.fullmatch(_text(date))
        code = f"drawn.month_{int(found[1])}" if found else ""
        return self.say(code, {"day": int(found[2])}) if found and code in self else _text(date)


@cache
def catalogue(language: str, folder: Path = FOLDER) -> Catalogue:
    return Catalogue(polib.pofile(str(folder / f"{language}.po")))


def _text(fact: object) -> str:
    return "" if fact is None else str(fact)


def _list(facts: object) -> str:
    return ", ".join(map(_text, facts)) if isinstance(facts, list | tuple) else _text(facts)


def _money(dollars: object) -> str:
    """`1250.00` as `$1,250.00`; of no amount, nothing."""
    whole, _, cents = _text(dollars).partition(".")
    return f"${int(whole):,}.{cents or '00'}" if whole else ""
