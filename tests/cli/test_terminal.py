"""The screen of `litbet status`: what is, what works, what does not, since when and what to do, on 80 by 24."""

import re
import time
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table.story import NEW_YORK, Table

from controller.cli.terminal import HEIGHT, WIDTH, status_text
from controller.present import views
from words.message import as_json, typed

SINCE = 1_795_000_000_000


def found(table: Table, *health: dict[str, Any]) -> dict[str, Any]:
    status = views.status(table.rules, table.state, table.mono, table.utc)
    works = {
        "name": "ledger",
        "title": as_json(typed("ledger")),
        "ok": True,
        "since": SINCE,
        "say": as_json(typed("fast")),
        "do": None,
    }
    return {**status, "version": "1.0", "program": "ab12" * 16, "health": [*health, works]}


def fails(name: str, say: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": as_json(typed(name)),
        "ok": False,
        "since": SINCE,
        "say": as_json(typed(say)),
        "do": as_json(typed("Call somebody.")),
    }


@pytest.fixture
def table() -> Table:
    made = Table()
    made.open()
    made.press(1, 3)
    made.wait(1)
    return made


def test_it_says_what_the_table_does(table: Table) -> None:
    text = status_text(found(table))
    assert "table bj-7: BETS OPEN" in text
    assert "program ab12ab12ab12" in text  # R164
    assert "$1,250.00 (open)" in text
    assert "1/gbj lit" in text
    assert re.search(r"works +since .*: ledger", text)
    assert "FAILS" not in text
    table.key("lock")
    assert "locked: 2 bets, $10.00" in status_text(found(table))


def test_it_says_what_fails_since_when_and_what_to_do(table: Table) -> None:
    text = " ".join(status_text(found(table, fails("broker", "it is gone"))).split())
    assert re.search(r"FAILS broker since .*\d\d:\d\d E[SD]T: it is gone Call somebody\.", text)


def test_r192_its_times_are_the_tables_whatever_the_readers_machine_says(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = status_text(found(table))
    assert datetime.fromtimestamp(SINCE / 1000, NEW_YORK).strftime("%H:%M EST") in told
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert status_text(found(table)) == told
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_a_person_must_do_is_on_it(table: Table) -> None:
    table.restart()
    assert re.search(r"to do +The table came back from a restart", status_text(found(table)))


@given(st.lists(st.text(st.characters(codec="ascii", exclude_categories=["C"]), min_size=1, max_size=300), max_size=40))
def test_it_is_one_screen_whatever_happens(sentences: list[str]) -> None:
    lines = status_text(found(Table(), *(fails("x", say) for say in sentences))).splitlines()
    assert len(lines) <= HEIGHT
    assert all(len(line) <= WIDTH for line in lines)
    if len(sentences) == 40:
        assert "more lines" in lines[-1]
