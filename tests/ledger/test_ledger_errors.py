"""Each error of the ledger has a code with a sentence, and carries the facts that the sentence names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.spoken import say

from controller.ledger import errors
from controller.ledger.errors import NoLedger, SecondCopyDamaged, StoreError
from words.catalogue import PLACE, catalogue
from words.message import message

ROOT = Path(__file__).parents[2]
CLASSES = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, StoreError)}
SECTIONS = {name: catalogue("en").sections()[name] for name in ("ledger", "findings")}


def places(text: str) -> set[str]:
    return {place[1] for place in PLACE.finditer(text)}


def codes(argument: ast.expr) -> Iterator[str]:
    """As it stands there, or either of two."""
    for each in ast.walk(argument):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every place where an error or a finding of the ledger is made: its section, its code, the call."""
    for folder in ("controller", "testbed"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                    continue
                if node.func.id in CLASSES:
                    yield from (("ledger", code, node) for code in codes(node.args[0]))
                elif node.func.id == "message":
                    named = [code.partition(".") for code in codes(node.args[0])]
                    yield from ((section, code, node) for section, _, code in named if section in SECTIONS)


def test_each_error_is_made_with_the_facts_of_its_sentence() -> None:
    made = list(calls())
    assert len(made) > 90
    for section, code, call in made:
        given = {each.arg for each in call.keywords}
        if None not in given:  # else facts that were put together before
            assert given == places(SECTIONS[section][code]), code


def test_each_sentence_of_the_ledger_is_in_use() -> None:
    used = {(section, code) for section, code, _ in calls()}
    in_two_steps = {
        ("findings", "line"),
        *(("ledger", f"beside_{state}") for state in ("away", "damaged", "empty", "sound")),
        *(("ledger", f"money_of_{owner}") for owner in ("house", "players")),
    }
    assert {(name, code) for name, texts in SECTIONS.items() for code in texts} - used == in_two_steps


def test_an_error_is_a_message() -> None:
    with pytest.raises(StoreError) as raised:
        raise NoLedger("no_ledger", name="ledger.db")
    assert raised.value.message == message("ledger.no_ledger", name="ledger.db")
    assert say(raised.value.message) == "there is no ledger at ledger.db: make one with `litbet init`"


def test_an_error_within_an_error_is_a_message_within_a_message() -> None:
    inner = SecondCopyDamaged("second_copy_damaged", path=Path("copy"), row=7)
    outer = SecondCopyDamaged("second_copy_replaced", why=inner, aside="copy.aside-1")
    inside = message("ledger.second_copy_damaged", path="copy", row=7)
    assert outer.message == message("ledger.second_copy_replaced", why=inside, aside="copy.aside-1")
    assert say(inside) in say(outer.message)
