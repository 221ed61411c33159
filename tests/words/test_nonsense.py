"""No program reads a sentence: with nonsense in the place of each, a ledger is written, audited, restored and replayed
as before, and a made-up world has the same rows."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.table.random_story import walk
from support.table.story import Table, make_rules

from controller.history.replay import seat_story
from controller.ledger.audit import audit
from controller.ledger.backup import make_backup
from controller.ledger.bookkeeping import invariants, to_book, to_rows
from controller.ledger.reader import Reader
from controller.ledger.restore import Order, restore
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.present import views
from controller.present.allowed_actions import allowed_actions
from controller.present.answers import answer_of
from controller.table.codec import encode
from controller.table.rules import Sensor
from testbed.simulation.history import play
from testbed.simulation.world import TABLES
from words.catalogue import Catalogue, catalogue
from words.message import as_json

NONSENSE = "brillig {toves}"
WHEN = datetime(2026, 11, 20, tzinfo=UTC)


def _nonsense(_catalogue: Catalogue, _code: str, _facts: Mapping[str, object]) -> str:
    return NONSENSE


def in_nonsense(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Catalogue, "_sentence", _nonsense)
    assert catalogue("en").text("refusals.closed") == catalogue("es").text("answers.open") == NONSENSE


def shown(table: Table) -> Any:
    """All that goes over a wire."""
    state, rules = table.state, table.rules
    meters = [views.meter(rules, state, jackpot, 1, table.utc) for jackpot in rules.jackpots.values()]
    return json.loads(
        json.dumps(
            {
                "status": views.status(rules, state, table.mono, table.utc),
                "meters": meters,
                "actions": allowed_actions(rules, state, table.at),
                "answer": as_json(answer_of(rules, state.book, table.wrote)),
            }
        )
    )


def _facts(replay: dict[str, Any]) -> dict[str, Any]:
    steps = [(step["utc"], step["kind"], step["row"], step["by"]) for step in replay["steps"]]
    return {**replay, "steps": steps}


def outcome(folder: Path) -> list[Any]:
    """What a table decides and says, what its ledger holds, and what becomes of that in a backup, a restore and in
    replays."""
    table = Table(make_rules(Sensor.PRESENCE, seats=3))
    steps = enumerate(walk(table, Random("nonsense"), 300))
    found: list[Any] = [shown(table) for number, _ in steps if number % 20 == 0]
    rows = to_rows(table.journal, GENESIS)
    url = f"sqlite:///{folder / 'ledger.db'}"
    Store.create(url, rows, encode(table.state.book)).close()
    target, people = folder / "restored.db", ("manager", "accounting")
    backup = make_backup(url, table.rules, folder, folder / "backups", WHEN)
    restore(Order(table.rules, target, backup.folder, None, {}, False, people, table.at, (), None))
    for ledger in (url, f"sqlite:///{target}"):
        reader = Reader(ledger)
        try:
            assert audit(reader, invariants()) == []
            found.append(to_book(reader.checkpoint()))
            rounds = range(1, table.state.book.round + 1)
            found += [_facts(seat_story(reader, table.rules, folder, number, "1/gbj")) for number in rounds]
        finally:
            reader.close()
    return [[row.body for row in rows], *found]


def test_a_ledger_is_written_audited_restored_and_replayed_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (sensible := tmp_path / "sensible").mkdir()
    (nonsense := tmp_path / "nonsense").mkdir()
    with_words = outcome(sensible)
    in_nonsense(monkeypatch)
    assert outcome(nonsense) == with_words


@pytest.mark.parametrize("seed", [1, len(TABLES) - 1])
def test_a_made_up_world_has_the_same_rows_and_messages(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with_words = play(seed, 1)
    in_nonsense(monkeypatch)
    found = play(seed, 1)
    assert not found.wrong, found.wrong
    assert (found.rows, found.messages, found.kinds) == (with_words.rows, with_words.messages, with_words.kinds)
