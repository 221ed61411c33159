"""docs/REQUIREMENTS.md: every code that the tree cites has one row, and every row has tests that exist, or a reason."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "REQUIREMENTS.md"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"  # bytes by chance
CODE = r"(?:R\d{3}|[CE]\d{2})"
CITED = re.compile(rf"(?<![\w#])({CODE})(?:(?:-|–|\.\.)({CODE}))?(?!\w|\s\d)")  # "C21 15" is a curve of an SVG path
NAMED = re.compile(r"(?<=_)(r\d{3}|[ce]\d{2})(?=_|$)")


class Row(NamedTuple):
    code: str
    says: str
    held: str

    @property
    def tests(self) -> list[str]:
        return re.findall(r"`(tests/[^`]*::[^`]*)`", self.held)


def rows(text: str) -> list[Row]:
    lines = re.findall(rf"^\| ({CODE}) \| (.*) \| (.*) \|$", text, re.MULTILINE)
    return [Row(*line) for line in lines]


ROWS = rows(PAGE.read_text())


def cited_in(text: str) -> Iterator[tuple[str, str]]:
    """Codes and ranges of codes, each as its first and last; also those in the names of tests."""
    for first, last in CITED.findall(text):
        yield first, last or first
    for name in re.findall(r"\btest_\w+", text):
        for code in NAMED.findall(name):
            yield code.upper(), code.upper()


@cache
def citations() -> dict[tuple[str, str], str]:
    """Every range that is cited, and a file that cites it."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found: dict[tuple[str, str], str] = {}
    for path in (ROOT / name for name in names):
        if path.is_file() and path not in (PAGE, Path(__file__)) and CORPUS not in path.parents:
            text = path.read_text(errors="ignore") if path.suffix not in (".lock", ".png", ".svg") else ""
            found.update(dict.fromkeys(cited_in(text), str(path.relative_to(ROOT))))
    return found


@cache
def parts_of(path: Path) -> tuple[frozenset[str], frozenset[object]]:
    """A test file's functions, and its constants, among which are the names of its parameters."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    functions = frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return functions, frozenset(node.value for node in nodes if isinstance(node, ast.Constant))


def exists(test: str) -> bool:
    name, _, function = test.partition("::")
    function, _, parameter = function.partition("[")
    if not (ROOT / name).is_file():
        return False
    functions, constants = parts_of(ROOT / name)
    return function in functions and (not parameter or parameter.removesuffix("]") in constants)


def elsewhere(test: str) -> list[str]:
    """Where a test of that name is now: what to write where it was moved."""
    name = re.split(r"::|\[", test)[1]
    return [
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("test_*.py")
        if f"def {name}(" in path.read_text()
    ]


def test_every_code_that_is_cited_has_a_row() -> None:
    codes = {row.code for row in ROWS}
    without = {code: file for ends, file in citations().items() for code in ends if code not in codes}
    assert not without


def test_every_row_is_cited() -> None:
    unused = [row.code for row in ROWS if not any(first <= row.code <= last for first, last in citations())]
    assert not unused


def test_rows_are_in_order_and_no_code_comes_twice() -> None:
    codes = [row.code for row in ROWS]
    assert not [code for code, times in Counter(codes).items() if times > 1]
    assert codes == sorted(codes, key=lambda code: ("REC".index(code[0]), code))


def test_every_line_of_a_table_is_a_row() -> None:
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    heads = [line for line in lines if line in ("| code | requirement | held by |", "|---|---|---|")]
    assert len(lines) - len(heads) == len(ROWS) > 200


def test_a_row_is_one_sentence_with_tests_or_a_reason() -> None:
    for row in ROWS:
        assert re.fullmatch(r".{15,}\.", row.says), row
        assert bool(row.tests) != bool(re.fullmatch(r"no test: .{20,}", row.held)), row
        assert re.sub(r"`[^`]*`|\s", "", row.held) == "" or not row.tests, row


def test_every_test_of_a_row_exists() -> None:
    gone = {f"{row.code}: {test}": elsewhere(test) for row in ROWS for test in row.tests if not exists(test)}
    assert not gone


def test_codes_are_found_wherever_they_stand() -> None:
    text = "(R101, E17-E19; C03/C04) r200 R1234 #C33 c.E21.x C21 15 test_r007_e08_of_e99x XR102"
    assert set(cited_in(text)) == {
        (each, each) for each in ("R101", "C03", "C04", "E21", "R007", "E08")
    } | {("E17", "E19")}  # fmt: skip
    assert rows("| R101 | A sentence. | `tests/a.py::b` |\n| code | x | y |")[0].tests == ["tests/a.py::b"]


def test_a_test_that_does_not_exist_is_noticed() -> None:
    here = Path(__file__).relative_to(ROOT)
    assert exists(f"{here}::test_every_row_is_cited")
    assert exists(f"{here}::test_every_row_is_cited[R101, C03/C04]") is False
    assert exists(f"{here}::test_no_row_is_cited") is False
    assert exists("tests/docs/test_nothing.py::test_every_row_is_cited") is False
    assert elsewhere("tests/x.py::test_every_row_is_cited[a]") == [str(here)]
