"""Programs and catalogue agree: each code that a source names has its entry, and each entry is said by some source."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from support.processes.litbet import ROOT

from controller.table.commands import ACTIONS
from controller.table.commands.entry import Place
from controller.table.lamps import Lamp
from controller.table.rules import Role
from controller.table.state import Phase
from testbed.bench import WORDS
from words.catalogue import catalogue
from words.languages import SOURCE

ROOMS = ("buses", "controller", "display", "drivers", "kinds", "testbed", "words", "firmware-sim", "tools")
CODE = re.compile(r"[a-z_]+\.[a-z0-9_]+")
SAID_BY = {"message", "Message", "text"}  # functions and methods whose first argument is a code
WORDS_OF = re.compile(r"""\bwords\(\s*"(\w+)",\s*([^,()]*?(?:\([^()]*\)[^,()]*?)*)\s*[,)]""")
NAMED_BY_DATA = {
    "argparse",
    "charts",
    "choices",
    "commands",
    "health_names",
    "lamps",
    "meters",
    "phases",
    "round_states",
    "slip_states",
    "steps",
    "views",
}


@cache
def sources(ending: str) -> dict[Path, str]:
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob(f"*.{ending}")))
    return {path: path.read_text(encoding="utf-8") for path in paths if "node_modules" not in path.parts}


@cache
def entries() -> frozenset[str]:
    sections = catalogue(SOURCE, WORDS).sections()
    return frozenset(f"{section}.{key}" for section, keys in sections.items() for key in keys)


@cache
def named_by_data() -> set[str]:
    """Sections whose keys are values of the table, or names that it sends; a place such as `{role:roles}` says one."""
    texts = " ".join(text for keys in catalogue(SOURCE, WORDS).sections().values() for text in keys.values())
    return NAMED_BY_DATA | set(re.findall(r"{\w+:(\w+)}", texts))


@cache
def sections_of_classes() -> dict[str, str]:
    """Classes that put a section before the codes they are made of, such as `Refused("closed")`."""
    found = {}
    for text in sources("py").values():
        for each in ast.walk(ast.parse(text)):
            if isinstance(each, ast.ClassDef) and (
                prefix := re.search(r'__init__\(f"(\w+)\.{', ast.unparse(each).replace("'", '"'))
            ):
                found[each.name] = prefix[1]
    return found


def named_in_python(text: str) -> Iterator[str]:
    classes = sections_of_classes()
    for call in (each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.Call) and each.args):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        for each in ast.walk(call.args[0]) if isinstance(call.args[0], ast.Constant | ast.IfExp) else ():
            if not isinstance(each, ast.Constant) or not isinstance(each.value, str):
                continue
            if name in classes:
                yield f"{classes[name]}.{each.value}"
            elif name in SAID_BY and CODE.fullmatch(each.value):
                yield each.value


def named_in_javascript(text: str) -> Iterator[str]:
    for section, key in WORDS_OF.findall(text):
        for literal in re.findall(r'"([^"]+)"', re.sub(r"^.*?\?", "?", key)):
            yield f"{section}.{literal}"
    for key in re.findall(r'\brefused\("(\w+)"\)', text):
        yield f"refusals.{key}"
    yield from re.findall(r'"(refusals\.\w+)"', text)


@dataclass(frozen=True)
class Source:
    """What a source could say: its quoted texts, and its texts with places, in two halves."""

    texts: frozenset[str]
    halves: frozenset[tuple[str, str]]
    classes: frozenset[str]  # those of `sections_of_classes` that it uses

    def names(self, section: str) -> bool:
        return section in self.texts or any(sections_of_classes()[each] == section for each in self.classes)

    def has_part_of(self, key: str) -> bool:
        """Such as `${name}_seen` of the key `cable_seen`."""
        return any((begin or end) and key.startswith(begin) and key.endswith(end) for begin, end in self.halves)


def python_source(text: str) -> Source:
    nodes = list(ast.walk(ast.parse(text)))
    texts = (each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))
    templates = (each.values for each in nodes if isinstance(each, ast.JoinedStr))
    halves = ((_text_of(parts[0]), _text_of(parts[-1])) for parts in templates if parts)
    names = {each.id for each in nodes if isinstance(each, ast.Name)}
    return Source(frozenset(texts), frozenset(halves), frozenset(names & sections_of_classes().keys()))


def _text_of(part: ast.expr) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else ""


def javascript_source(text: str) -> Source:
    texts = re.findall(r"""(?=["`]([\w. -]+)["`])""", text)
    texts += re.findall(r"""[{,]\s*(\w+): ["{]""", text)  # a table's keys are without quotes
    halves = re.findall(r"`(\w*)\${[^{}]*}(\w*)`", text)
    return Source(frozenset(texts), frozenset(halves), frozenset())


@cache
def all_sources() -> tuple[Source, ...]:
    return (*map(python_source, sources("py").values()), *map(javascript_source, sources("js").values()))


@cache
def made_of_values() -> frozenset[str]:
    """Sections whose keys are a value: `f"notices.{policy}"`."""
    own = {(f"{section}.", "") for section in sections_of_classes().values()}
    return frozenset(begin[:-1] for each in all_sources() for begin, end in each.halves - own if begin.endswith("."))


def is_used(section: str, key: str) -> bool:
    """By its code, or by its key in a source that names the section."""
    code = f"{section}.{key}"
    return any(
        code in source.texts
        or (source.names(section) and (key in source.texts or source.has_part_of(key)))
        or source.has_part_of(code)
        or (section in made_of_values() and key in source.texts)
        for source in all_sources()
    )


@pytest.mark.parametrize(("ending", "named"), [("py", named_in_python), ("js", named_in_javascript)])
def test_each_code_in_a_source_has_its_entry(ending: str, named: object) -> None:
    assert callable(named)
    found = {(code, str(path.relative_to(ROOT))) for path, text in sources(ending).items() for code in named(text)}
    assert len(found) > 50  # the scan finds codes at all
    assert sorted(each for each in found if each[0] not in entries()) == []


def test_each_entry_is_said_somewhere() -> None:
    dead = [
        code
        for code in sorted(entries())
        if code.partition(".")[0] not in named_by_data() and not is_used(*code.split(".", 1))
    ]
    assert dead == [], "remove these entries"


def test_a_code_without_an_entry_is_found() -> None:
    assert list(named_in_python('raise Refused("nothing_like_it")')) == ["refusals.nothing_like_it"]
    assert list(named_in_python('message("sign.win" if won else "sign.nothing", seat=3)')) == [
        "sign.win",
        "sign.nothing",
    ]
    assert list(named_in_javascript('words("win", all ? "one" : "other", { seat })')) == ["win.one", "win.other"]
    assert not is_used("sign", "nothing_like_it")


# -- keys that are values of the table ----------------------------------------------------------------------------


def test_each_value_of_the_table_has_its_word() -> None:
    sections = catalogue(SOURCE).sections()
    assert set(sections["lamps"]) == {lamp.value for lamp in Lamp}
    assert set(sections["phases"]) == {phase.value for phase in Phase}
    assert set(sections["roles"]) == {role.value for role in Role}


def test_each_key_that_the_list_of_commands_gives_to_a_view_has_a_label() -> None:
    """Those below every view, of claims and of faults are laid out by the page, with words of their own."""
    views = {Place.TABLE, Place.ROUND, Place.MACHINE, Place.POST, Place.SEAT}
    keys = {action.name for action in ACTIONS.values() if views & set(action.places)}
    assert set(catalogue(SOURCE).sections()["commands"]) == keys - {"win claim", "spot tier"}
