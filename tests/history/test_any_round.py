"""Whatever happened at a table: every seat of every round can be told, hangs on the chain, and agrees with the book;
and the telling costs the same after a long history as after a short one (law 10)."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.history.replay import listed, replayed
from support.reports.papers import claim, history_of, lit
from support.table.random_story import TABLES, walk
from support.table.story import Table

from controller.history.last_rounds import last_rounds
from controller.history.replay import seat_story
from controller.ledger.reader import Reader
from controller.table.money import dollars
from words.catalogue import catalogue
from words.message import Message


@pytest.mark.parametrize("kind", TABLES)
def test_every_seat_of_every_round_can_be_told(kind: str, tmp_path: Path) -> None:
    table = Table(TABLES[kind]())
    played: dict[int, set[str]] = {}  # round -> who played as it ended, by the book
    posted: dict[int, dict[str, str]] = {}  # round -> what stood on the signs at its lock, by the book
    random = Random(kind)
    for _ in walk(table, random, 900):
        if table.state.book.locked:
            locked = table.state.book.locked
            played[locked.number] = set(locked.spots)
            posted[locked.number] = {name: dollars(amount) for name, amount in locked.meters.items()}
        for entry in table.wrote:
            if entry.kind in ("unlock", "void"):
                played.pop(entry.round, None)
    with history_of(table, tmp_path) as history:
        reader = history._reader
        for number in range(1, table.state.book.round + 1):
            for spot in table.rules.spots:
                story = seat_story(reader, table.rules, tmp_path, number, spot)
                assert story["verified"]
                assert story["steps"], f"round {number}, {spot}"
                for step in story["steps"]:
                    assert_complete(Message.from_json(step["say"]))
                if number in played and not story["late"]:
                    assert story["plays"] == (spot in played[number]), f"round {number}, {spot}"
                    assert story["posted"] == posted[number], f"round {number}"
        assert last_rounds(reader, table.rules)["rounds"][0]["round"] == table.state.book.round
    assert len([spots for spots in played.values() if spots]) >= 3, "it was a table in play"


def months(count: int) -> Table:
    table = Table()
    table.open()
    for _ in range(count):
        lit(table, 12)
        table.press(2)
        table.key("lock")
        claim(table, 2, "straight", "floor")
        table.key("clear")
        table.wait(86_400)
    return table


def test_an_old_round_costs_what_a_new_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that are read, and looks into the index: halving a history six times as long takes a few looks more."""
    read: list[int] = []
    looks: list[int] = []
    for name in ("rows", "some"):
        method = getattr(Reader, name)

        def counted(reader: Reader, *args: object, method: Any = method, **kwargs: object) -> object:
            found = method(reader, *args, **kwargs)
            read.append(len(found))
            return found

        monkeypatch.setattr(Reader, name, counted)
    following = Reader._next

    def looked(reader: Reader, kinds: Sequence[str], seq: int) -> object:
        looks.append(seq)
        return following(reader, kinds, seq)

    monkeypatch.setattr(Reader, "_next", looked)

    def cost() -> int:
        total = sum(read)
        read.clear()
        looks.clear()
        return total

    costs = []
    for days in (10, 60):
        table = months(days)
        cost()
        for number in (4, table.state.book.round - 3):
            assert replayed(table, tmp_path, number, 2)["verified"]
            assert len(looks) < 14
            costs.append(cost())
        assert len(listed(table, tmp_path)) == 10
        costs.append(cost())
    assert costs[:3] == costs[3:], "the same rows, whatever came before and after"
    assert max(costs) < 80


def assert_complete(message: Message) -> None:
    """Its code has a sentence, and each of its places a fact."""
    assert message.code in catalogue("en"), message
    section, _, key = message.code.partition(".")
    for place in re.findall(r"{(\w+)", catalogue("en").sections()[section][key]):
        assert message.facts[place] not in (None, ""), message
    for fact in message.facts.values():
        if isinstance(fact, Message):
            assert_complete(fact)
