"""Charts are drawn by another process, once for all who ask, and what goes wrong with it is a sentence."""

import asyncio
import sys
from pathlib import Path

import pytest
from support.spoken import problem

from controller.reports.charts import process as chart_process
from controller.reports.charts.process import Drawing
from controller.table.refusals import Refused

DRAWS = "import pathlib, sys; f = pathlib.Path(sys.argv[1]); f.joinpath('meter.svg').write_text('<svg/>')"


class Drawn(Drawing):
    """With a command of the test's own, which notes each time that it runs."""

    def __init__(self, folder: Path, script: str) -> None:
        super().__init__((), lambda: self.row)
        self.row = 7
        self.log = folder / "log"
        self._command = (sys.executable, "-c", f"open({str(self.log)!r}, 'a').write('x'); {script}")

    @property
    def times(self) -> int:
        return len(self.log.read_text())


async def test_one_process_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn holds until the ledger has grown and a while is over."""
    charts = Drawn(tmp_path, DRAWS)
    assert await asyncio.gather(*(charts.chart("meter") for _ in range(5))) == ["<svg/>"] * 5
    assert charts.times == 1
    charts.row = 8
    assert await charts.chart("meter") == "<svg/>"
    assert charts.times == 1, "new enough"
    monkeypatch.setattr(chart_process, "FRESH", 0.0)
    assert await charts.chart("meter") == "<svg/>"
    assert charts.times == 2
    assert await charts.chart("meter") == "<svg/>"
    assert charts.times == 2, "nothing has happened since"


async def test_a_drawing_that_takes_long_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_process, "PATIENCE", 0.01)
    gate = tmp_path / "gate"
    charts = Drawn(tmp_path, f"import os, time\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\n{DRAWS}")
    with problem(Refused, "are being drawn"):
        await charts.chart("meter")
    gate.touch()
    monkeypatch.setattr(chart_process, "PATIENCE", 30.0)
    assert await charts.chart("meter") == "<svg/>"
    assert charts.times == 1


async def test_what_the_command_says_is_told(tmp_path: Path) -> None:
    charts = Drawn(tmp_path, "import sys; sys.exit('table bj-1 has had no gaming day yet')")
    with problem(Refused, "no gaming day yet") as refused:
        await charts.chart("meter")
    assert refused.value.code == "no_chart"


async def test_what_could_not_be_drawn_is_tried_again_though_nothing_has_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chart_process, "FRESH", 0.0)
    room = f"import os, sys\nif not os.path.exists({str(tmp_path / 'room')!r}): sys.exit('no room')\n"
    charts = Drawn(tmp_path, room + DRAWS)
    with problem(Refused, "no room"):
        await charts.chart("meter")
    (tmp_path / "room").touch()
    assert await charts.chart("meter") == "<svg/>"


async def test_a_machine_that_starts_no_process_is_told_and_tried_again(tmp_path: Path) -> None:
    charts = Drawn(tmp_path, DRAWS)
    command, charts._command = charts._command, (str(tmp_path / "nothing"),)
    with problem(Refused, "cannot be drawn"):
        await charts.chart("meter")
    charts._command = command
    assert await charts.chart("meter") == "<svg/>"


async def test_the_end_of_the_table_ends_its_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_process, "PATIENCE", 0.01)
    charts = Drawn(tmp_path, "import time; time.sleep(600)")
    with pytest.raises(Refused):
        await charts.chart("meter")
    await asyncio.wait_for(charts.close(), 30)
