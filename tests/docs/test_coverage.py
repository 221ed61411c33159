"""docs/COVERAGE.md and its pages: the tests and keys they name exist, rows are numbered, and the counts are right."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
INDEX = ROOT / "docs/COVERAGE.md"
CLASSES = ("engine", "configuration", "sign", "procedure", "out of scope")
GAMES = ("brook", "llj", "bbb", "lucky-ladies", "double-action")


class Row(NamedTuple):
    id: str
    says: str
    kind: str
    where: str

    @property
    def tests(self) -> list[str]:
        return re.findall(r"`(tests/[^`]*)`", self.where)

    @property
    def keys(self) -> list[str]:
        return re.findall(r"`(config/[^`]*)`", self.where)


@cache
def page(game: str) -> str:
    return (ROOT / "docs" / "coverage" / f"{game}.md").read_text()


@cache
def rows(game: str) -> list[Row]:
    table = [line for line in page(game).splitlines() if line.startswith("| ") and not line.startswith("| id ")]
    return [Row(*(cell.strip() for cell in line.strip("| ").split(" | "))) for line in table]


ALL = [row for game in GAMES for row in rows(game)]


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_numbered_without_a_gap(game: str) -> None:
    """A part of the document is one run of rows; no part comes twice."""
    counted: Counter[str] = Counter()
    last = ""
    for row in rows(game):
        of, part, number = re.fullmatch(r"([a-z-]+)-(\w+)\.(\d+)", row.id).groups()  # type: ignore[union-attr]
        assert part == last or part not in counted, row.id
        counted[part] += 1
        assert (of, int(number)) == (game, counted[part]), row.id
        last = part


def test_a_row_says_it_in_a_few_words_and_has_a_class() -> None:
    for row in ALL:
        assert len(row.says.split()) <= 15, row
        assert row.kind in CLASSES, row
        assert row.where, row


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_on_top_are_right(game: str) -> None:
    kinds = Counter(row.kind for row in rows(game))
    total = len(rows(game))
    assert f"{total} rows: {', '.join(f'{kinds[each]} {each}' for each in CLASSES)}." in page(game)
    (line,) = re.findall(rf"^\| \[{game}\].*$", INDEX.read_text(), re.MULTILINE)
    assert [int(cell) for cell in line.split("|")[2:-1]] == [*(kinds[each] for each in CLASSES), total]


@cache
def functions_of(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text())
    named = (each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(name for name in named if name.startswith("test_"))


def test_every_test_named_exists_and_every_rule_of_the_engine_names_one() -> None:
    for row in ALL:
        for named in row.tests:
            path, _, test = named.partition("::")
            assert test in functions_of(path), f"{row.id}: there is no {named}"
        assert row.tests or row.kind != "engine", row.id


@cache
def toml(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text())


def has(value: object, key: str) -> bool:
    """`side_bet[top-3].min_decks`: of the entry with this id or event; without brackets of every entry."""
    if not key:
        return value not in ([], {}, "")
    step, _, rest = key.partition(".")
    name, _, entry = step.rstrip("]").partition("[")
    if not isinstance(value, dict) or name not in value:
        return False
    below = value[name]
    if entry:
        below = [each for each in below if entry in (each.get("id"), each.get("event"))]
    if isinstance(below, list) and rest:
        return bool(below) and all(has(each, rest) for each in below)
    return has(below, rest)


def named_files(key: str) -> list[Path]:
    return sorted(ROOT.glob(key.partition(": ")[0]))


def test_every_key_named_exists_and_every_datum_names_one() -> None:
    for row in ALL:
        for key in row.keys:
            files = named_files(key)
            assert files, f"{row.id}: there is no file {key}"
            for path in files:
                assert has(toml(path), key.partition(": ")[2]), f"{row.id}: {path.name} has no {key}"
        assert row.keys or row.kind != "configuration", row.id


def test_a_key_that_does_not_exist_is_noticed() -> None:
    game = {"side_bet": [{"id": "a", "highest": "1.00"}, {"id": "b"}], "play": {"splits": 2}}
    assert has(game, "play.splits")
    assert has(game, "side_bet[a].highest")
    for wrong in ("play.split", "side_bet[b].highest", "side_bet.highest", "side_bet[c]", "side_bet[c].id", "main"):
        assert not has(game, wrong), wrong


def test_every_game_and_pay_table_comes_from_a_sentence() -> None:
    named = {path for row in ALL for key in row.keys for path in named_files(key)}
    shipped = {path for folder in ("games", "paytables") for path in (ROOT / "config" / folder).glob("*.toml")}
    assert shipped - named == set()


def test_every_reading_is_explained() -> None:
    explained = re.findall(r"^(\d+)\. \*\*", INDEX.read_text(), re.MULTILINE)
    assert explained == [str(number) for number in range(1, len(explained) + 1)]
    assert {number for row in ALL for number in re.findall(r"reading (\d+)", row.where)} == set(explained)
