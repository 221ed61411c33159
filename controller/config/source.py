"""One TOML file: its values, the line of each, and a message for every error in it.

pydantic finds all errors of a section at once, but its texts are for programmers, so each key has a message that says
what to write. Sections are checked one by one; if one has an error, the others can still be checked against each other.
"""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.config.settings import why_unreadable
from words.message import Fact, Message, message

Where = tuple[str | int, ...]

LARGEST = 262_144  # bytes of a file; the longest shipped file has a twentieth of this
MOST_DOTS = 100  # per line: parsing a key of n names joined by dots takes time and memory proportional to n squared
LONGEST_SHOWN = 60  # characters of a value or a key
LONGEST_NAME = 100  # characters of any other text that stands in the file
MOST_NAMES = 20  # of a list


class Section(BaseModel):
    """A table of the file; each of its fields is made with `key`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def key(what: Message, **rules: Any) -> Any:
    """A key of a section. `what` says what to write there: it completes the sentence "write ..."."""
    return Field(**{"description": what, **rules})


S = TypeVar("S", bound=Section)


class Fault(NamedTuple):
    """An error; `rank` is the order in which files were opened."""

    rank: int
    line: int
    at: Message  # the error with its place


class Report:
    """All errors found, in all files."""

    def __init__(self) -> None:
        self.errors: list[Fault] = []
        self.warnings: list[Fault] = []
        self.sources: list[Source] = []


def in_order(faults: list[Fault]) -> tuple[Message, ...]:
    """Each error once, in the order of files and lines."""
    ordered = sorted(faults, key=lambda fault: (fault.rank, fault.line, str(fault.at)))
    return tuple({str(fault.at): fault.at for fault in ordered}.values())


class Source:
    """An opened file. If it cannot be read or parsed, that is one error, and the file counts as empty."""

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
        self.absent: dict[str, Message] = {}
        self.broken: set[str] = set()  # sections with errors; references to them cannot be checked
        try:
            with path.open("rb") as file:
                self.raw = file.read(LARGEST + 1)
            if endless := _endless(self.raw):
                self._add(report.errors, *endless)
                return
            self.text = self.raw.decode()
            self.data = tomllib.loads(self.text)
            self.readable = True
        except UnicodeDecodeError as error:
            self._add(report.errors, self.raw.count(b"\n", 0, error.start) + 1, "file", why_unreadable(error))
        except OSError as error:
            self._add(report.errors, 1, "file", why_unreadable(error))
        except RecursionError:
            self._add(report.errors, 1, "file", message("config.deep_file"))
        except ValueError as error:
            self._add(report.errors, *_syntax(str(error), self.text))

    @cached_property
    def lines(self) -> dict[Where, int]:
        return line_index(self.text)

    def line(self, where: Where) -> int:
        """The line of a key; if it is missing, the line of the table that should have it."""
        while where and where not in self.lines:
            where = where[:-1]
        return self.lines.get(where, 1)

    def fault(self, where: Where, what: Message) -> None:
        """`where` is the path of the key; `what` says what to write instead."""
        self._add(self.report.errors, self.line(where), _key(where), what)

    def warn(self, where: Where, what: Message) -> None:
        self._add(self.report.warnings, self.line(where), _key(where), what)

    def _add(self, to: list[Fault], line: int, name: str, what: Message) -> None:
        at = message("config.at", file=str(self.path), line=line, key=name, what=_printable(what))
        to.append(Fault(self.rank, line, at))

    def one(self, name: str, model: type[S]) -> S | None:
        """The required table `[name]`. If all its keys are optional, it may be missing and has its defaults."""
        self.asked.add(name)
        if not self.readable:
            self.broken.add(name)
            return None
        if name not in self.data and any(field.is_required() for field in model.model_fields.values()):
            self.absent[name] = message("config.no_table", table=name)
            self.broken.add(name)
            return None
        return self._section((name,), self.data.get(name, {}), lambda _: model, f"[{name}]")

    def maybe(self, name: str, choose: Callable[[], type[S]]) -> S | None:
        """The optional table `[name]`."""
        self.asked.add(name)
        return self.one(name, choose()) if name in self.data else None

    def many(self, name: str, choose: Callable[[dict[str, Any]], type[S]]) -> dict[int, S]:
        """The error-free tables `[[name]]`, by their position in the file."""
        self.asked.add(name)
        if not self.readable:
            self.broken.add(name)
            return {}
        if name not in self.data:
            self.absent[name] = message("config.no_tables", table=name)
            self.broken.add(name)
            return {}
        entries = self.data[name]
        if not isinstance(entries, list) or not entries:
            self.broken.add(name)
            self.fault((name,), message("config.write_tables", table=name))
            return {}
        read = {n: self._section((name, n), entry, choose, f"[[{name}]]") for n, entry in enumerate(entries)}
        return {n: section for n, section in read.items() if section is not None}

    def any(self, name: str, choose: Callable[[dict[str, Any]], type[S]]) -> dict[int, S]:
        """The same, if there need be none."""
        self.asked.add(name)
        return self.many(name, choose) if name in self.data else {}

    def end(self) -> None:
        """Must be called after every section was read: any other section is an error."""
        unknown = self.data.keys() - self.asked
        meant = {_meant(name, self.asked) for name in unknown}  # a misspelt section is one error, not two
        self.broken.update(name for name in meant if name)
        for name in unknown:
            self.fault((name,), _unknown(name, self.asked))
        for name in self.absent.keys() - meant:
            self.fault((name,), self.absent[name])

    def _section(self, where: Where, value: object, choose: Callable[[dict[str, Any]], type[S]], form: str) -> S | None:
        found: dict[Where, Message] = {}
        if not isinstance(value, dict):
            found[where] = message("config.write_table", form=form)
        else:
            model = choose(value)
            try:
                # JSON mode accepts lists for tuples, but never "5" or 5.0 for 5. A date becomes a list, which no field
                # accepts; a number too long to print is an error anyway.
                return model.model_validate_json(json.dumps(value, default=lambda date: [str(date)]))
            except ValidationError as error:
                errors = error.errors(include_url=False, include_context=False)
                unknown = {str(e["loc"][0]) for e in errors if e["type"] == "extra_forbidden"}
                meant = {_meant(name, model.model_fields) for name in unknown}
                for e in errors:
                    if not e["loc"]:  # pydantic's JSON reader has its own depth limit
                        found[where] = message("config.deep")
                    elif e["type"] != "missing" or e["loc"][0] not in meant:
                        name = str(e["loc"][0])
                        found.setdefault((*where, name), _wrong(model, name, e["type"], e["input"]))
            except ValueError:
                found[where] = message("config.long_number")
            except RecursionError:  # tomllib and json have other depth limits
                found[where] = message("config.deep")
        self.broken.add(str(where[0]))
        for place, what in found.items():
            self.fault(place, what)
        return None


def _key(where: Where) -> str:
    name = next((str(part) for part in reversed(where) if isinstance(part, str)), "file")
    if len(name) > LONGEST_SHOWN:
        return f"{json.dumps(name[:LONGEST_SHOWN])}..."
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _printable(what: Message) -> Message:
    """A file may contain any text: very long, or with control characters for the terminal."""
    return Message(what.code, {name: _printable_fact(fact) for name, fact in what.facts.items()})


def _printable_fact(fact: Fact) -> Fact:
    if isinstance(fact, Message):
        return _printable(fact)
    if isinstance(fact, tuple):
        return tuple(_printable_fact(each) for each in (*fact[:MOST_NAMES], *(["..."] if fact[MOST_NAMES:] else [])))
    if not isinstance(fact, str):
        return fact
    text = fact if len(fact) <= LONGEST_NAME else f"{fact[:LONGEST_NAME]}..."
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _wrong(model: type[Section], name: str, kind: str, value: object) -> Message:
    field = model.model_fields.get(name)
    if field is None:
        return _unknown(name, model.model_fields)
    what: Any = field.description
    if kind == "missing":
        return message("config.missing", what=what)
    return message("config.wrong", what=what, value=shown(value))


def _unknown(name: str, known: Collection[str]) -> Message:
    if meant := _meant(name, known):
        return message("config.misspelt", meant=meant)
    return message("config.unknown", known=tuple(sorted(known)))


def _meant(name: str, known: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(name, known, n=1)), None)


def nearest(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names that may have been meant, the likeliest first."""
    folded = {each.casefold(): each for each in known}
    return tuple(folded[each] for each in get_close_matches(name.casefold(), sorted(folded), n=5, cutoff=0))


def shown(value: object) -> str:
    """A value as a file has it, on one line and not too long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if not text.isprintable():
        text = json.dumps(value, default=str)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def quoted(names: Iterable[str]) -> tuple[str, ...]:
    """Names as a file has them."""
    return tuple(f'"{name}"' for name in names)


def _endless(raw: bytes) -> tuple[int, str, Message] | None:
    """Rejects files that nobody writes by hand and that would take unbounded memory and time."""
    if len(raw) > LARGEST:
        return 1, "file", message("config.large", most=LARGEST >> 10)
    for number, line in enumerate(raw.split(b"\n"), 1):
        if line.count(b".") > MOST_DOTS:
            return number, "file", message("config.dots", most=MOST_DOTS)
    return None


def _syntax(error: str, text: str) -> tuple[int, str, Message]:
    """The place at which tomllib gave up."""
    lines = text.split("\n")
    if found := re.search(r" \(at line (\d+), column \d+\)$", error):
        line = int(found[1])
        return line, "syntax", message("config.syntax", text=lines[line - 1].strip()[:LONGEST_SHOWN])
    ended = error.endswith(" (at end of document)")
    return len(lines), "syntax", message("config.syntax_end" if ended else "config.long_number")


_TOKEN = re.compile(
    r"""(?P<comment>\#[^\n]*)
    | \"\"\"(?:\\.|[^\\])*?\"{3,5} | '''.*?'{3,5} | "(?:\\.|[^"\\])*" | '[^']*'
    | [A-Za-z0-9_+-]+ | [\[\]{}=,.:\n]""",
    re.VERBOSE | re.DOTALL,
)


def line_index(text: str) -> dict[Where, int]:
    """The line of every table, key and list entry of a text that tomllib accepts."""
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
        self.newest: dict[Where, int] = {}  # the current entry of each [[list]]

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
