"""The same day with a power cut at each of its steps: what was acknowledged is there once, what was not is there wholly or
not at all, and the day ends with the same sheet (R160, R161; E30-E33)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support_day import DAY, DayTable, Step, morning
from support_processes import until

Cut = Callable[[DayTable, Step, int], None]


def when_answered(table: DayTable, step: Step, after: int) -> None:
    line = table.send(step)
    if line is not None:
        table.answer(step, line)
    if line is None or step.then:
        table.finish(step, after)  # nobody answers a hand but the lamps
    table.kill()
    if step.writes:
        assert table.happened(step, after), f"{step}: acknowledged, and gone"


def when_sent(table: DayTable, step: Step, after: int) -> None:
    line = table.send(step)
    table.kill()
    if line is not None:
        line.close()


def when_written(table: DayTable, step: Step, after: int) -> None:
    """As the file of the ledger moves: before the row is whole, or after, but before anybody was told."""
    wal = table.folder / "ledger.db-wal"
    before, line = wal.stat().st_mtime_ns, table.send(step)
    if step.then:
        table.hand(step.then)
    if step.writes:
        until(lambda: wal.stat().st_mtime_ns != before, f"{step.do}: a row", pause=0)
    table.kill()
    if line is not None:
        line.close()


@pytest.mark.parametrize("cut", [when_answered, when_sent, when_written])
def test_a_day_with_a_power_cut_at_each_step(tmp_path: Path, cut: Cut) -> None:
    with morning(tmp_path) as table:
        for step in DAY:
            after = table.status()["seq"]
            table.light(step)
            cut(table, step, after)
            table.again()
            if not table.happened(step, after):  # asked again
                table.light(step)
                line = table.send(step)
                if line is not None:
                    table.answer(step, line)
