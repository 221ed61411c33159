"""Every command with every odd value, against the running table: it refuses, it goes on, and no cent moves. And if a
rule fails all the same, that never ends the table."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from fuzz.control_socket import ControlSocket, odd_scripts
from fuzz.search import failing
from support.table.story import Table, body_of

from controller.daemon import loop
from controller.daemon.loop import Loop
from controller.daemon.wiring import Wiring
from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.ledger.writer import Writer
from controller.table import step as core
from controller.table.codec import encode
from controller.table.events import Clear, KeyPressed, Tick, Touched
from controller.table.meter_events import HoldFunds
from controller.table.rules import Key
from controller.table.step import step
from testbed.bench.clock import BenchClock

CLOSED: tuple[object, ...] = ()
IN_A_HAND = (
    {"do": "table open", "who": [{"name": "floor", "pin": "473958"}]},
    {"hand": "seat1", "level": True}, {"hand": "seat1", "level": False}, {"wait": 5},
    {"do": "round lock"}, {"do": "win claim", "with": {"spot": 1, "cards": "Ah Ah Ah"}},
)  # fmt: skip


@pytest.fixture(scope="module")
def surface() -> Iterator[ControlSocket]:
    made = ControlSocket()
    yield made
    made.close()


@pytest.mark.parametrize("begin", [CLOSED, IN_A_HAND], ids=["closed", "in a hand"])
def test_every_command_with_every_odd_value(surface: ControlSocket, begin: tuple[object, ...]) -> None:
    failures = [failure for data in odd_scripts(begin) if (failure := failing(surface, data))]
    assert not failures, "\n".join(f"{each.text}\n{each.where}" for each in failures)


def broken(_decision: object, _event: object) -> NoReturn:
    raise ZeroDivisionError("as a rule with a mistake does")


def test_an_error_of_the_rules_refuses_a_command_and_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    monkeypatch.setitem(core.ANYWHERE, HoldFunds, broken)
    outcome = step(table.rules, table.state, HoldFunds(table.at, ("floor",), "x"))
    assert outcome.refused
    assert outcome.refused.code == "defect"
    assert isinstance(outcome.defect, ZeroDivisionError), "for the log"
    assert outcome.state is table.state
    assert not outcome.entries
    table.open()


@pytest.mark.parametrize(
    ("kind", "event"),
    [
        (Touched, lambda table: Touched(table.at, "1/gbj")),
        (KeyPressed, lambda table: KeyPressed(table.at, Key.LOCK)),
        (Tick, lambda table: Tick(table.at, True)),
    ],
)
def test_an_error_at_a_sensor_stops_the_table_with_a_fault(
    monkeypatch: pytest.MonkeyPatch, kind: type[Any], event: Callable[[Table], Any]
) -> None:
    """What happened at the table cannot be refused: a bet may be lit that the table does not know of."""
    table = Table()
    table.open()
    monkeypatch.setitem(core.ANYWHERE, kind, broken)
    for _ in range(3):
        outcome = step(table.rules, table.state, event(table))
        table.state = outcome.state
        table.journal.extend(outcome.entries)
    assert [body_of(row)["code"] for row in table.rows("fault")] == ["defect"], "once, and not with each tick"
    assert table.lamp(1) == "disabled"
    monkeypatch.undo()
    table.do(Clear)
    assert table.key("lock") == "fault"
    table.audit()


async def test_a_decision_that_cannot_be_written_as_rows_is_refused_and_the_daemon_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table()
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    wiring = Wiring(table.rules, {}, {}, {})
    daemon = Loop(table.rules, "config", Writer(Store.open(url)), Reader(url), {}, wiring, BenchClock(table.utc))
    await daemon.start()
    running = asyncio.create_task(daemon.run())
    monkeypatch.setattr(loop, "encode", lambda book: broken(book, None))
    outcome = await daemon.ask(lambda at: HoldFunds(at, ("floor",), "x"))
    assert outcome.refused
    assert outcome.refused.code == "defect"
    monkeypatch.undo()
    outcome = await daemon.ask(lambda at: HoldFunds(at, ("floor",), "x"))
    assert not outcome.refused
    assert [entry.kind for entry in outcome.entries] == ["funds_hold"]
    daemon.finish()
    await running
