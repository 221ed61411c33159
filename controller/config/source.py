"""One TOML file: its values, the line of each, and a sentence for everything wrong with them.

pydantic finds all faults of a section at once; its words are for programmers, so each field says in its
description what to write, and that is what a person reads. Sections are judged one by one, so that a fault in
one leaves the others to be checked against each other.
"""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

Where = tuple[str | int, ...]

LARGEST = 262_144  # bytes of a file; the longest that is shipped has a twentieth
MOST_DOTS = 100  # in a line: what reads a key of n names, with dots between, takes n times n bytes
LONGEST_SHOWN = 60  # characters of what stands in the file
LONGEST_SENTENCE = 1000


class Section(BaseModel):
    """A table of the file. Each field's description completes the sentence "write ..."."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


S = TypeVar("S", bound=Section)


class Fault(NamedTuple):
    """`rank` is the order in which the files were opened."""

    rank: int
    line: int
    text: str


class Report:
    """All that was found, in all files."""

    def __init__(self) -> None:
        self.errors: list[Fault] = []
        self.warnings: list[Fault] = []
        self.sources: list[Source] = []


def told(faults: list[Fault]) -> list[str]:
    """Each once, in the order of files and lines."""
    return list(dict.fromkeys(fault.text for fault in sorted(faults)))


class Source:
    """A file that was opened. What cannot be read or parsed is one fault and counts as empty."""

    def __init__(self, path: Path, report: Report) -> None:
        self.path = path
        self.report = report
        self.rank = len(report.sources)
        report.sources.append(self)
        self.raw = b""
        self.text = ""
        self.data: dict[str, Any] = {}
        self.readable = False
        self.asked: set[str] = set()
        self.absent: dict[str, str] = {}
        self.broken: set[str] = set()  # sections with faults: what refers to them cannot be judged
        try:
            with path.open("rb") as file:
                self.raw = file.read(LARGEST + 1)
            if endless := _endless(self.raw):
                self._add(report.errors, *endless)
                return
            self.text = self.raw.decode()
            self.data = tomllib.loads(self.text)
            self.readable = True
        except OSError as error:
            self._add(report.errors, 1, "file", f"cannot be read ({error.strerror}); write the path of a TOML file")
        except RecursionError:
            self._add(report.errors, 1, "file", "is nested too deeply; write plain [tables] and key = value")
        except UnicodeDecodeError as error:
            line = self.raw.count(b"\n", 0, error.start) + 1
            self._add(report.errors, line, "file", "holds bytes that are no text; save it as UTF-8")
        except ValueError as error:
            self._add(report.errors, *_syntax(str(error), self.text))

    @cached_property
    def lines(self) -> dict[Where, int]:
        return line_index(self.text)

    def line(self, where: Where) -> int:
        """The line of a key; of what holds it when the key is not there."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def fault(self, where: Where, what: str) -> None:
        """`where` ends in the key; `what` says what to write instead."""
        self._add(self.report.errors, self.line(where), _key(where), what)

    def warn(self, where: Where, what: str) -> None:
        self._add(self.report.warnings, self.line(where), _key(where), what)

    def _add(self, to: list[Fault], line: int, key: str, what: str) -> None:
        to.append(Fault(self.rank, line, f"{self.path}:{line}: {key}: {_for_people(what)}"))

    def one(self, name: str, model: type[S]) -> S | None:
        """The table `[name]`. One that may be left out altogether has its defaults."""
        self.asked.add(name)
        if not self.readable:
            self.broken.add(name)
            return None
        if name not in self.data and any(field.is_required() for field in model.model_fields.values()):
            self.absent[name] = f"is missing; write a table [{name}]"
            self.broken.add(name)
            return None
        return self._section((name,), self.data.get(name, {}), lambda _: model, f"[{name}]")

    def maybe(self, name: str, model: type[S]) -> S | None:
        """The table `[name]`, which need not be there."""
        self.asked.add(name)
        return self.one(name, model) if name in self.data else None

    def many(self, name: str, choose: Callable[[dict[str, Any]], type[S]]) -> dict[int, S]:
        """The tables `[[name]]` that are right, by their place in the file."""
        self.asked.add(name)
        if not self.readable:
            self.broken.add(name)
            return {}
        if name not in self.data:
            self.absent[name] = f"is missing; write one or more tables [[{name}]]"
            self.broken.add(name)
            return {}
        entries = self.data[name]
        if not isinstance(entries, list) or not entries:
            self.broken.add(name)
            self.fault((name,), f"write one or more tables [[{name}]]")
            return {}
        read = {n: self._section((name, n), entry, choose, f"[[{name}]]") for n, entry in enumerate(entries)}
        return {n: section for n, section in read.items() if section is not None}

    def any(self, name: str, choose: Callable[[dict[str, Any]], type[S]]) -> dict[int, S]:
        """The same, where there need be none."""
        self.asked.add(name)
        return self.many(name, choose) if name in self.data else {}

    def end(self) -> None:
        """Everything was asked for: what else stands in the file is a mistake."""
        unknown = self.data.keys() - self.asked
        meant = {_meant(name, self.asked) for name in unknown}  # one slip, one line
        self.broken.update(name for name in meant if name)
        for name in unknown:
            self.fault((name,), _unknown(name, self.asked))
        for name in self.absent.keys() - meant:
            self.fault((name,), self.absent[name])

    def _section(self, where: Where, value: object, choose: Callable[[dict[str, Any]], type[S]], form: str) -> S | None:
        found: dict[Where, str] = {}
        if not isinstance(value, dict):
            found[where] = f"write it as a table {form}"
        else:
            model = choose(value)
            try:
                # JSON mode takes lists for tuples, yet never "5" or 5.0 for 5. A date becomes a list, which no
                # field takes; a number too long to print is no number of a table.
                return model.model_validate_json(json.dumps(value, default=lambda date: [str(date)]))
            except ValidationError as error:
                errors = error.errors(include_url=False, include_context=False)
                unknown = {str(e["loc"][0]) for e in errors if e["type"] == "extra_forbidden"}
                meant = {_meant(key, model.model_fields) for key in unknown}
                for e in errors:
                    if not e["loc"]:  # pydantic's JSON reader has a depth of its own
                        found[where] = "is nested too deeply; write plain key = value"
                    elif e["type"] != "missing" or e["loc"][0] not in meant:
                        key = str(e["loc"][0])
                        found.setdefault((*where, key), _sentence(model, key, e["type"], e["input"]))
            except ValueError:
                found[where] = "holds a number with thousands of digits; write a shorter one"
            except RecursionError:  # tomllib and json have other depths
                found[where] = "is nested too deeply; write plain key = value"
        self.broken.add(str(where[0]))
        for place, what in found.items():
            self.fault(place, what)
        return None


def _key(where: Where) -> str:
    name = next((str(part) for part in reversed(where) if isinstance(part, str)), "file")
    if len(name) > LONGEST_SHOWN:
        return f"{json.dumps(name[:LONGEST_SHOWN])}..."
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _for_people(text: str) -> str:
    """What is quoted in it may be anything."""
    text = text if len(text) <= LONGEST_SENTENCE else f"{text[:LONGEST_SENTENCE]}..."
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _sentence(model: type[Section], key: str, kind: str, value: object) -> str:
    field = model.model_fields.get(key)
    if field is None:
        return _unknown(key, model.model_fields)
    if kind == "missing":
        return f"is missing; write {field.description}"
    return f"write {field.description}, not {shown(value)}"


def _unknown(key: str, known: Collection[str]) -> str:
    meant = _meant(key, known)
    return f"is not known here; {f'write {meant}' if meant else f'remove it, or write one of {words(known)}'}"


def _meant(key: str, known: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(key, known, n=1)), None)


def nearest(name: str, known: Iterable[str]) -> str:
    """The names that this one may have been meant for, the likeliest first."""
    folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), sorted(folded), n=5, cutoff=0)
    return ", ".join(folded[each] for each in close) or "none"


def shown(value: object) -> str:
    """As it stands in a file, on one line and not too long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if not text.isprintable():
        text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def words(names: Iterable[object]) -> str:
    return ", ".join(sorted(map(str, names))) or "none"


def quoted(names: Iterable[str], conjunction: str = "") -> str:
    """As they are written in a file: "a", "b" or "c"; without a conjunction, a plain list."""
    *others, last = (f'"{name}"' for name in names)
    if not conjunction:
        return ", ".join((*others, last))
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def _endless(raw: bytes) -> tuple[int, str, str] | None:
    """What no person has written, and would take memory and time without bounds."""
    if len(raw) > LARGEST:
        return 1, "file", f"is longer than {LARGEST >> 10} KB; write the path of a TOML file"
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line.count(b".") > MOST_DOTS:
            return number, "file", f"has more than {MOST_DOTS} dots in this line; write plain [tables] and key = value"
    return None


def _syntax(message: str, text: str) -> tuple[int, str, str]:
    """tomllib's one sentence, in this file's form."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", message, re.DOTALL)
    line = int(found[2]) if found and found[2] else text.count("\n") + 1
    why = found[1] if found else "a number that is too long"
    return line, "syntax", f"this is not TOML ({why}); write key = value, with text in quotes"


_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | \"\"\"(?:\\.|[^\\])*?\"{3,5} | '''.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*'
    | [A-Za-z0-9_+-]+ | [\[\]{}=,.:\n]""",
    re.VERBOSE | re.DOTALL,
)


def line_index(text: str) -> dict[Where, int]:
    """The line of every table, key and list entry of a text that tomllib has accepted."""
    return _Indexer(text).run()


class _Indexer:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        line = 1
        end = 0
        for match in _TOKEN.finditer(text):
            line += text.count("\n", end, match.start())
            if match["comment"] is None:
                self.tokens.append((match[0], line))
            end = match.start()
        self.tokens.append(("", line))
        self.at = 0
        self.lines: dict[Where, int] = {}
        self.newest: dict[Where, int] = {}  # the entry of a [[list]] that is being written

    @property
    def part(self) -> str:
        return self.tokens[self.at][0]

    @property
    def line(self) -> int:
        return self.tokens[self.at][1]

    def run(self) -> dict[Where, int]:
        table: Where = ()
        while self.part:
            if self.part == "[":
                table = self.header()
            elif self.part == "\n":
                self.at += 1
            else:
                self.pair(table)
        return self.lines

    def header(self) -> Where:
        line = self.line
        brackets = 2 if self.tokens[self.at + 1][0] == "[" else 1
        self.at += brackets
        where: Where = ()
        for part in self.keys():
            if where in self.newest:
                where = (*where, self.newest[where])
            where = (*where, part)
            self.lines.setdefault(where, line)
        self.at += brackets
        if brackets == 2:
            self.newest[where] = self.newest.get(where, -1) + 1
            where = (*where, self.newest[where])
            self.lines[where] = line
        return where

    def keys(self) -> list[str]:
        parts: list[str] = []
        while not parts or self.part == ".":
            self.at += bool(parts)
            parts += tomllib.loads(f"{self.part} = 0")  # the key itself, without quotes and escapes
            self.at += 1
        return parts

    def pair(self, table: Where) -> None:
        line = self.line
        where = table
        for part in self.keys():
            where = (*where, part)
            self.lines.setdefault(where, line)
        self.at += 1  # the equals sign
        self.value(where)

    def value(self, where: Where) -> None:
        opening = self.part
        self.at += 1
        if opening == "[":
            entry = 0
            while self.part != "]":
                if self.part in ",\n":
                    entry += self.part == ","
                    self.at += 1
                else:
                    self.lines[(*where, entry)] = self.line
                    self.value((*where, entry))
            self.at += 1
        elif opening == "{":
            while self.part != "}":
                if self.part in ",\n":
                    self.at += 1
                else:
                    self.pair(where)
            self.at += 1
        else:
            while self.part and self.part not in ",]}\n":
                self.at += 1
