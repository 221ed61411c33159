"""Each error of the ledger has a code with a sentence, and carries the facts that the sentence names."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from controller.ledger import errors
from controller.ledger.errors import NoLedger, SecondCopyDamaged, StoreError
from controller.ledger.sentences import PLAIN, SENTENCES
from words.message import message

ROOT = Path(__file__).parents[2]
CLASSES = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, StoreError)}


def facts_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place where an error or a sentence of the ledger is made, with its code, where the code stands there."""
    for folder in ("controller", "testbed"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            ledgers = "ledger.sentences" in (text := path.read_text())
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                    ours = node.func.id in CLASSES or (node.func.id == "sentence" and ledgers)
                    if ours and isinstance(node.args[0], ast.Constant):
                        yield str(node.args[0].value), node


def test_each_error_is_made_with_the_facts_of_its_sentence() -> None:
    made = list(calls())
    assert len(made) > 60
    for code, call in made:
        text = SENTENCES.get(code) or PLAIN[code]
        given = {each.arg for each in call.keywords}
        if None in given:  # facts that were put together before
            continue
        assert given == facts_of(text), code


def test_each_code_has_one_sentence_and_is_in_use() -> None:
    assert not SENTENCES.keys() & PLAIN.keys()
    used = {code for code, _ in calls()}
    in_two_steps = {
        "beside_away",
        "beside_damaged",
        "beside_empty",
        "beside_sound",
        "restore_unknown",
        "restore_refused",
    }
    assert {*SENTENCES, *PLAIN} - used == in_two_steps


def test_an_error_carries_its_code_and_its_facts_beside_its_sentence() -> None:
    with pytest.raises(StoreError) as raised:
        raise NoLedger("no_ledger", name="ledger.db")
    assert (raised.value.code, raised.value.facts) == ("no_ledger", {"name": "ledger.db"})
    assert str(raised.value) == "there is no ledger at ledger.db: make one with `litbet init`"


def test_an_error_within_an_error_keeps_its_code() -> None:
    inner = SecondCopyDamaged("second_copy_damaged", path=Path("copy"), row=7)
    outer = SecondCopyDamaged("second_copy_replaced", why=inner, aside="copy.aside-1")
    inside = message("ledger.second_copy_damaged", path="copy", row=7)
    assert outer.reason == message("ledger.second_copy_replaced", why=inside, aside="copy.aside-1")
    assert str(inner) in str(outer)
