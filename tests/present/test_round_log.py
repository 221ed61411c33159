"""The one line of the log for each round."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from support.table.story import Table, make_rules

from controller.present.round_log import RoundLine
from controller.table import events
from controller.table.step import Outcome


class Logged(Table):
    """A table whose rows are followed by the log."""

    def __init__(self) -> None:
        self.line = RoundLine(make_rules())
        super().__init__()

    def tell(self, event: events.Event) -> Outcome:
        outcome = super().tell(event)
        self.line.committed(self.wrote, self.state.book, 3, "412:5f0c9a1b2c3d4e5f6a7b")
        return outcome


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[logging.LogRecord]]:
    lines: list[logging.LogRecord] = []
    logger = logging.getLogger("litbet")
    monkeypatch.setattr(logger, "handle", lines.append)
    before = logger.level
    logger.setLevel(logging.INFO)  # a logger remembers what it may say: an attribute set by hand it does not see
    yield lines
    logger.setLevel(before)


def facts(record: logging.LogRecord, *names: str) -> tuple[Any, ...]:
    return tuple(getattr(record, name) for name in names)


def test_a_round_is_one_line(records: list[logging.LogRecord]) -> None:
    table = Logged()
    table.open()
    table.play(1, 3)
    (line,) = records
    assert line.getMessage() == "round"
    assert facts(line, "number", "day", "end") == (1, "2026-11-18", "cleared")
    assert facts(line, "spots", "count", "value") == (["1/gbj", "3/gbj"], 2, "10.00")
    assert facts(line, "lock_to_commit_ms", "claims", "alarms", "row") == (3, 0, {}, table.state.book.seq)


def test_claims_and_alarms_are_counted_with_their_round(records: list[logging.LogRecord]) -> None:
    table = Logged()
    table.open()
    table.press(2)
    table.key("lock")
    assert not table.do(events.OpenClaim, spot="2/gbj", by=("Ann",))
    table.key("clear")
    table.wait(10)
    table.play(4)
    assert [facts(line, "number", "claims") for line in records] == [(1, 1), (2, 0)]


def test_a_claim_that_comes_after_its_round_is_not_the_next_one_s(records: list[logging.LogRecord]) -> None:
    table = Logged()
    table.open()
    table.play(2)
    assert not table.do(events.ReopenClaims, reason="the player came back", by=("floor",))
    assert not table.do(events.OpenClaim, spot="2/gbj", by=("Ann",))
    table.wait(10)
    table.play(4)
    assert facts(records[-1], "number", "claims") == (2, 0)


def test_every_end_of_a_round_is_told(records: list[logging.LogRecord]) -> None:
    table = Logged()
    table.open()
    table.press(1)
    table.key("lock")
    assert not table.do(events.Unlock, by=("floor",))
    table.press(2)  # seat 1 is lit again
    table.key("lock")
    assert not table.do(events.VoidSpot, spot="2/gbj", reason="dead hand")
    assert not table.do(events.Void, reason="misdeal")
    table.wait(10)
    table.press(5)
    table.key("clear")
    assert [facts(line, "number", "end", "spots") for line in records] == [
        (1, "unlocked", ["1/gbj"]),
        (1, "void", ["1/gbj"]),
        (2, "not locked", []),
    ]
    moment = table.state.book.missed
    assert moment
    assert not table.do(events.LateLock, moment=moment.seen[-1].utc, by=("floor",))
    assert facts(records[-1], "number", "end", "spots") == (2, "locked late", ["5/gbj"])


def test_after_a_restart_the_time_of_the_lock_is_not_known(records: list[logging.LogRecord]) -> None:
    table = Logged()
    table.open()
    table.press(6)
    table.key("lock")
    table.line = RoundLine(table.rules)
    table.restart()
    assert not table.do(events.Resume, by=("floor",))
    table.key("clear")
    assert facts(records[-1], "number", "spots", "lock_to_commit_ms") == (1, ["6/gbj"], None)
