"""docs/FAULTS.md: each test that it names is there, and no fault of the program is missing in it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.processes.litbet import ROOT

from controller.ledger import errors

TEXT = (ROOT / "docs" / "FAULTS.md").read_text()
SHOWN = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)))
NAMED = set(re.findall(r"`([\w ]+)`", TEXT))
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| fault |")]


def calls(folder: str, name: str) -> Iterator[ast.Call]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == name:
                yield node


def first_words(folder: str, name: str) -> set[str]:
    """The first argument of each call, where it is written out."""
    firsts = (call.args[0] for call in calls(folder, name) if call.args)
    return {first.value for first in firsts if isinstance(first, ast.Constant) and isinstance(first.value, str)}


@pytest.mark.parametrize(("file", "test"), SHOWN)
def test_each_test_that_shows_a_fault_is_there(file: str, test: str) -> None:
    path = ROOT / file
    assert path.exists()
    assert re.search(rf"^(async )?def {test}\(", path.read_text(), re.MULTILINE)


def test_each_row_names_a_test() -> None:
    assert len(ROWS) > 50
    for row in ROWS:
        assert len(row.strip("| ").split(" | ")) == 6, row
        assert "::test_" in row.split(" | ")[5], row


def test_each_latched_fault_is_told() -> None:
    found = first_words("controller/table", "FaultError")
    assert found >= {"ledger", "continuity", "unreasonable"}
    assert found <= NAMED


def test_each_fault_that_ends_by_itself_is_told() -> None:
    """Those of `todo.faults`; a driver's is called by its name, and has a row of its own."""
    source = (ROOT / "controller/present/to_do.py").read_text()
    body = source[source.index("def faults(") : source.index("def _of_the_table")]
    found = set(re.findall(r'\{"(\w+)":', body))
    assert found == {"ledger_write", "program", "head", "signs", "funds"}
    assert found <= NAMED


def test_each_ask_of_a_person_is_told() -> None:
    asks = (first_words("controller/present", "Ask") | first_words("controller/present", "_ask")) - {"fault"}
    assert len(asks) > 15
    assert asks <= NAMED
    assert {"late", "removed"} <= NAMED  # alarms, asked by their own names


def test_each_error_of_the_ledger_is_told() -> None:
    kinds = (each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, errors.StoreError))
    found = {each.__name__ for each in kinds} - {"StoreError"}
    assert found <= NAMED


def test_each_fact_of_the_health_that_can_be_wrong_is_told() -> None:
    """But for drivers and signs, which are called by their names."""
    facts = first_words("controller", "Fact") - {"no broker"}
    assert facts >= {"ledger", "disk", "second copy", "broker", "time", "program"}
    assert facts <= NAMED


def test_the_catalogue_is_found_from_the_handbook() -> None:
    assert "FAULTS.md" in (ROOT / "docs" / "OPERATIONS.md").read_text()
    assert Path(ROOT / "docs" / "SWAP.md").exists()
