"""The sentences of one language, read from its PO file: `catalogue("es").say(message("sign.seat", seat=3))`.

An entry's context is its code, its message id the English text. A place is `{name}`, or `{name:format}` where the fact
itself is no text for people. The pages fill places by the same rules (display/site/common/words.js):

- `{day:day}`      a date: Nov 9
- `{names:list}`   one, two, three;  `{names:and}` one, two and three;  `{names:or}` one, two or three
- `{errors:lines}` each on a line of its own
- `{paid:money}`   micro-dollars, or a decimal text: $1,250.00
- `{rounds:number}` a whole number: 12,500
- `{rate:percent}` basis points: 12.5 %
- `{at:time}`      a moment, as the reader's page writes it; elsewhere the text that it is
- `{spot:spot}`    a spot's id, as the reader's page names it; elsewhere the id
- `{rounds|round|rounds}` no number, but the word after it: the first for 1, otherwise the second
- `{stage:stages}` any section of the catalogue: the fact is a key there, as a number may be: `{decks:numbers}`

A fact that is a message is said. A list under any format has each of its parts said in that format.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from words.languages import FOLDER, LANGUAGES, SOURCE
from words.message import Fact, Message, is_message

if TYPE_CHECKING:
    import polib

DATE = re.compile(r"\d+-(\d+)-(\d+)")
PLACE = re.compile(r"\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}")
LISTS = frozenset({"and", "or", "list", "lines"})
MICROS = 1_000_000  # in a dollar


class Catalogue:
    def __init__(self, language: str, entries: Iterable["polib.POEntry"]) -> None:
        """A text that is missing in a language, or translates an older English text, is shown in English."""
        self.language = language
        self._texts = {entry.msgctxt: entry.msgstr if entry.translated() else entry.msgid for entry in entries}
        self._sections = {code.partition(".")[0] for code in self._texts}
        self._formats: dict[str, Callable[[object], str]] = {
            "day": self._day,
            "money": money,
            "number": _number,
            "percent": _percent,
        }

    def __contains__(self, code: str) -> bool:
        return code in self._texts

    def say(self, message: Message) -> str:
        """The sentence of a message. A code without a sentence gives its last part: a page must not fail because a text
        is missing."""
        return self._sentence(message.code, message.facts)

    def text(self, code: str, /, **facts: Fact) -> str:
        """The same for a code and facts, without a message."""
        return self._sentence(code, facts)

    def _sentence(self, code: str, facts: Mapping[str, object]) -> str:
        return self.filled(self._texts.get(code, code.partition(".")[2]), facts)

    def filled(self, text: str, facts: Mapping[str, object]) -> str:
        """A place without a fact stays empty."""
        return PLACE.sub(lambda place: self._placed(place, facts.get(place[1])), text)

    def _placed(self, place: re.Match[str], fact: object) -> str:
        _, name, one, several = place.groups()
        if one is not None:
            return one if fact == 1 else several
        return self._formatted(name or "", fact)

    def sections(self) -> dict[str, dict[str, str]]:
        """Each code is a section and a key: `sign.seat`."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for code, text in self._texts.items():
            section, _, key = code.partition(".")
            found[section][key] = text
        return dict(found)

    def _formatted(self, name: str, fact: object) -> str:
        if name in LISTS:
            return self._listed(fact, name)
        if isinstance(fact, list | tuple):
            return ", ".join(self._formatted(name, each) for each in fact)
        if name in self._formats:
            return self._formats[name](fact)
        if name in self._sections and isinstance(fact, str | int) and fact != "":
            return self._sentence(f"{name}.{fact}", {})
        return self._plain(fact)

    def _plain(self, fact: object) -> str:
        """A fact without a format."""
        if isinstance(fact, Message):
            return self.say(fact)
        if isinstance(fact, dict) and is_message(fact):
            return self._sentence(fact["code"], fact["facts"])
        if isinstance(fact, list | tuple):
            return ", ".join(map(self._plain, fact))
        return "" if fact is None else str(fact)

    def _listed(self, facts: object, last: str) -> str:
        texts = [self._plain(fact) for fact in facts] if isinstance(facts, list | tuple) else [self._plain(facts)]
        if last == "lines":
            return "\n".join(texts)
        if last == "list" or len(texts) < 2:
            return ", ".join(texts)
        return self._sentence(f"lists.{last}", {"first": ", ".join(texts[:-1]), "second": texts[-1]})

    def _day(self, date: object) -> str:
        """`2026-11-19` as `Nov 19`."""
        found = DATE.fullmatch(self._plain(date))
        code = f"drawn.month_{int(found[1])}" if found else ""
        return self._sentence(code, {"day": int(found[2])}) if found and code in self else self._plain(date)


@cache
def catalogue(language: str, *more: Path) -> Catalogue:
    """`more` are folders of programs with their own texts, such as the bench's; they may lack the language."""
    import polib  # 15 ms, which a command that prints nothing does not need

    files = [folder / f"{language}.po" for folder in (FOLDER, *more)]
    known = [path if path.exists() else path.with_stem(SOURCE) for path in files]
    return Catalogue(language, [entry for path in known for entry in polib.pofile(str(path))])


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The user's language, from the environment variables that all terminal programs use."""
    found = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), SOURCE)
    language = re.split(r"[_.@]", found)[0].lower()
    return language if language in LANGUAGES else SOURCE


def money(amount: object) -> str:
    """`$1,250.00`, to the micro-dollar if there is a fraction of a cent; empty if there is no amount."""
    if amount in (None, ""):
        return ""
    if isinstance(amount, int):
        dollars, rest = divmod(abs(amount), MICROS)
        decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
        return f"{'-' if amount < 0 else ''}${dollars:,}.{decimals}"
    whole, _, cents = str(amount).removeprefix("-").partition(".")
    if not whole.isdecimal():
        return str(amount)
    return f"{'-' if str(amount).startswith('-') else ''}${int(whole):,}.{cents or '00'}"


def _number(number: object) -> str:
    return f"{number:,}" if isinstance(number, int) else "" if number is None else str(number)


def _percent(basis_points: object) -> str:
    if not isinstance(basis_points, int):
        return "" if basis_points is None else str(basis_points)
    whole, rest = divmod(abs(basis_points), 100)
    figure = f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
    return f"{'-' if basis_points < 0 else ''}{figure} %"
