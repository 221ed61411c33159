"""The same day with a power cut at each of its steps: what was acknowledged is there once, what was not is there wholly
or not at all, and the day ends with the same sheet (R160, R161; E30-E33)."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.processes.day import DayTable, morning
from support.processes.day_script import DAY, Step
from support.processes.day_sheet import (
    each_decision_is_there_once,
    equals_the_hand_computed_one,
    sheet,
    signs_were_never_wrong,
)
from support.processes.litbet import PATIENCE, audited, until

from controller.table.commands import ACTIONS

Cut = Callable[[DayTable, Step, int], None]


def when_answered(table: DayTable, step: Step, after: int) -> None:
    line = table.send(step)
    if line is not None:
        table.answer(step, line)
    if step.then or step.do not in ACTIONS:
        table.finish(step, after)  # hands, and the bench's clock, have no other answer
    table.kill()


def when_sent(table: DayTable, step: Step, after: int) -> None:
    line = table.send(step)
    table.kill()
    if line is not None:
        line.close()


def when_written(table: DayTable, step: Step, after: int) -> None:
    """As the ledger's file moves: the row is not whole yet, or it is and nobody was told."""
    wal, deadline = table.folder / "ledger.db-wal", time.monotonic() + PATIENCE
    before, line = wal.stat().st_mtime_ns, table.send(step)
    if step.then:
        table.hand(step.then)
    while step.writes and wal.stat().st_mtime_ns == before:
        assert time.monotonic() < deadline, step
    table.kill()
    if line is not None:
        line.close()


CUTS: tuple[Cut, ...] = (when_answered, when_sent, when_written)  # each step in turn
TURNS = int(os.environ.get("DAY_TURNS", "1"))  # with 3, each step has each cut: `make cuts`


@pytest.mark.parametrize("turn", range(TURNS))
def test_a_day_with_a_power_cut_at_each_step(tmp_path: Path, turn: int) -> None:
    with morning(tmp_path) as table:
        for number, step in enumerate(DAY, turn):
            cut, after = CUTS[number % len(CUTS)], table.status()["seq"]
            table.light(step)
            cut(table, step, after)
            table.again()
            if table.happened(step, after):
                table.complete(step, after)
            else:
                assert cut is not when_answered or not step.writes, f"{step}: acknowledged, and gone"
                table.by_socket(step)
        each_decision_is_there_once(table)
        until(lambda: table.sign and table.sign.values()[-1:] == ["1260.50"], "the morning's amount on the sign")
        signs_were_never_wrong(table)
        assert table.stop() == 0
    equals_the_hand_computed_one(sheet(tmp_path))
    assert audited(tmp_path).returncode == 0


def test_bets_that_were_lit_are_dark_after_the_cut(tmp_path: Path) -> None:
    """E30: before the lock nothing was wagered; the dealer asks for the bets again."""
    with morning(tmp_path) as table:
        table.do("table open")
        table.hand("press 1 4")
        table.lit(1, 4)
        table.kill()
        table.again()
        table.lit()
        table.hand("press 4")
        table.lit(4)
        table.hand("key lock")
        table.phase("locked")
        assert table.playing() == [4]
        assert table.stop() == 0
    assert audited(tmp_path).returncode == 0
