"""The chain (R052): any change of any column of any row shows."""

from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.ledger.rows import GENESIS, Checkpoint, Row, broken_link, canonical, new_stretches

_INT = st.integers(-(2**63), 2**63 - 1)
_JSON = st.recursive(
    st.none() | st.booleans() | _INT | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
).map(canonical)
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "utc": _INT,
    "mono": _INT,
    "trusted": st.booleans(),
    "kind": st.text(),
    "day": st.none() | st.text(),
    "round": st.none() | _INT,
    "body": _JSON | st.text(),
    "transfers": _JSON | st.text(),
}


@st.composite
def chains(draw: st.DrawFn) -> list[Row]:
    rows: list[Row] = []
    head = GENESIS
    for seq in range(1, draw(st.integers(1, 6)) + 1):
        rows.append(Row.link(head, seq, *[draw(values) for values in _FIELDS.values()]))
        head = rows[-1].hash
    return rows


def test_a_stranger_can_compute_the_hash_from_the_documented_sentence() -> None:
    row = Row.link(GENESIS, 1, 2, 3, True, "lock", None, 4, '{"a":"é"}', "[]")
    columns = rb'[1,2,3,1,"lock",null,4,"{\"a\":\"\u00e9\"}","[]"]'
    assert row.hash == sha256(bytes(32) + columns).digest()
    assert row.hash.hex() == "157441385deb4ae2b44a9108d34e1aea066f35091a1c31cd7e7544b72e66c38e"


@given(chains())
def test_a_chain_verifies_whole_and_from_any_row(rows: list[Row]) -> None:
    assert broken_link(rows, 0, GENESIS) is None
    for at in range(1, len(rows)):
        assert broken_link(rows[at:], rows[at - 1].seq, rows[at - 1].hash) is None


@given(chains(), st.data())
def test_any_single_mutation_is_found(rows: list[Row], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(rows) - 1))
    name = data.draw(st.sampled_from([field.name for field in fields(Row)]))
    values: dict[str, st.SearchStrategy[Any]] = {"seq": _INT, "hash": st.binary(min_size=32, max_size=32)} | _FIELDS
    value = data.draw(values[name].filter(lambda value: value != getattr(rows[at], name)))
    rows[at] = replace(rows[at], **{name: value})
    assert broken_link(rows, 0, GENESIS) is not None


@given(chains().filter(lambda rows: len(rows) > 1), st.data())
def test_a_row_lost_doubled_or_moved_is_found(rows: list[Row], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(rows) - 2))
    without, doubled = rows[:at] + rows[at + 1 :], rows[: at + 1] + rows[at:]
    swapped = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
    assert all(broken_link(wrong, 0, GENESIS) for wrong in (without, doubled, swapped))


@given(_INT, _JSON, st.binary(min_size=32, max_size=32), st.data())
def test_any_mutation_of_the_checkpoint_is_found(seq: int, state: str, head: bytes, data: st.DataObject) -> None:
    checkpoint = Checkpoint.at(seq, state, head)
    assert checkpoint.sound()
    byte = data.draw(st.integers(0, 31))
    flipped = bytes(value ^ (at == byte) for at, value in enumerate(head))
    for wrong in (
        replace(checkpoint, seq=seq ^ 1),
        replace(checkpoint, state=state + " "),
        replace(checkpoint, head=flipped),
    ):
        assert not wrong.sound()


def test_canonical_json_has_one_form() -> None:
    assert canonical({"b": [1, None], "a": "ü\x00"}) == '{"a":"\\u00fc\\u0000","b":[1,null]}'
    with pytest.raises(ValueError, match="float"):
        canonical(float("nan"))


def test_a_day_may_come_back_after_a_wrong_clock_was_put_right() -> None:
    days = [None, "18", None, "18", "19", None, "18"]
    rows = [Row.link(GENESIS, seq, 0, 0, True, "x", day, None, "{}", "[]") for seq, day in enumerate(days, 1)]
    assert new_stretches(rows, None) == [(2, "18"), (5, "19"), (7, "18")]
    assert new_stretches(rows, "18") == [(5, "19"), (7, "18")]
