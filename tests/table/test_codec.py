"""The checkpoint's form: whole, canonical, and refused when a field is missing, unknown or of another kind."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table.story import Table

from controller.table.codec import decode, encode
from controller.table.counters import JackpotBook
from controller.table.meter_events import HoldPost
from controller.table.state import Book, Phase, State
from words.message import Message

plain = st.integers() | st.text(max_size=3) | st.lists(st.text(max_size=3), max_size=2).map(tuple)
inner = st.builds(Message, st.text(max_size=3), st.dictionaries(st.text(max_size=3), plain, max_size=1))
facts = st.dictionaries(st.text(max_size=3), plain | inner, max_size=2)
st.register_type_strategy(Message, st.builds(Message, st.text(max_size=3), facts))
books = st.from_type(Book)


def canonical(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


@given(books)
def test_any_book_comes_back_the_same_and_in_the_same_letters(book: Book) -> None:
    text = encode(book)
    assert decode(Book, text) == book
    assert encode(decode(Book, text)) == text
    assert canonical(json.loads(text)) == text


def walk(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every object and every value."""
    ways = [path]
    if isinstance(value, dict):
        for key, item in value.items():
            ways += walk(item, (*path, key))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            ways += walk(item, (*path, n))
    return ways


def full_book() -> Book:
    """A book in which nothing is empty, so that every kind of field is there."""
    table = Table()
    table.open()
    table.play(1, 2)
    table.do(HoldPost, reason="dispute")
    table.until("2026-11-19 08:00")
    table.press(1)
    table.key("clear")
    table.wait(1)
    table.press(1, 2)
    table.key("lock")
    table.key("win")
    table.press(1)
    book = table.state.book
    assert book.locked
    assert book.claims
    assert book.due
    assert book.previous
    return book


BOOK = full_book()
FIXED = (
    "table",
    "epoch",
    "seq",
    "phase",
    "locked",
    "today",
    "due",
    "claims",
    "jackpots",
    "balances",
    "last",
    "previous",
)


@pytest.mark.parametrize("name", FIXED)
def test_a_missing_or_unknown_field_is_refused(name: str) -> None:
    value = json.loads(encode(BOOK))
    value[name + "_x"] = value.pop(name)
    with pytest.raises(ValueError, match=name):
        decode(Book, json.dumps(value))
    value[name] = value[name + "_x"]
    with pytest.raises(ValueError, match=name):
        decode(Book, json.dumps(value))


@given(st.sampled_from(walk(json.loads(encode(BOOK)))[1:]), st.sampled_from([1.5, True, "x", [], {"x": 1}, 7, None]))
def test_a_value_of_another_kind_is_refused_or_read_back_to_the_letter(way: tuple[Any, ...], wrong: Any) -> None:
    value = json.loads(encode(BOOK))
    place = value
    for key in way[:-1]:
        place = place[key]
    place[way[-1]] = wrong
    try:
        book = decode(Book, json.dumps(value))
    except ValueError:
        return
    assert encode(book) == canonical(value), "what is accepted is not bent"


@pytest.mark.parametrize("text", ["", "[]", "null", "7", '"Book"', "{}", "{"])
def test_what_is_no_book_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  json's own words for what is no JSON
        decode(Book, text)


def test_the_state_shares_nothing_that_can_change() -> None:
    before = encode(BOOK)
    State(replace(BOOK, phase=Phase.CLOSED, jackpots={**BOOK.jackpots, "x": JackpotBook(BOOK.jackpots["main"].terms)}))
    assert encode(BOOK) == before
