"""A laboratory sets the time of the real daemon; nothing of it passes for a real table's, and no real ledger is set."""

import time
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from support.processes.litbet import PIN, Daemon, litbet, spawn, until
from support.spoken import problem
from support.table.story import Table, make_rules, to_do

from controller.cli.people import add_person
from controller.config.load import load
from controller.config.resources import shipped
from controller.daemon.clock import LaboratoryClock, now
from controller.daemon.control_client import ControlError
from controller.daemon.fitting import fit
from controller.ledger.errors import ForeignLedger
from controller.table.events import ConfirmClock
from testbed.bench.clock import BenchClock
from testbed.bench.table import create_ledger

DAY = 86_400


class Laboratory(Daemon):
    """`litbet run` with the installed table's file, and the time that the laboratory's file says."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        file, self.clock = folder / "table.toml", folder.parent / "clock"
        text = (shipped("config") / "table.toml").read_text()
        file.write_text(text.replace("[state]", f'[state]\nlaboratory_clock = "{self.clock}"'))
        super().__init__(folder, file)

    def init(self) -> None:
        config = replace(load(self.config), dir=self.folder, ledger=None)
        here = int(time.time() * 1000)
        create_ledger(config, here, "A. Clerk")
        add_person(config, BenchClock(here), "admin", ["administrator"], lambda: PIN)

    def start(self, *, wait: bool = True) -> None:
        self.process = spawn("run", *self.table)
        until(self.up, "the controller")

    def up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.process.log.text()
        try:
            return bool(self.status())
        except ControlError:
            return False

    def day(self) -> date:
        return date.fromisoformat(self.status()["day"])


def test_a_laboratory_plays_several_days_and_restarts_in_one(tmp_path: Path) -> None:
    table = Laboratory(tmp_path / "table")
    table.init()
    try:
        table.start()
        if not table.status()["clock"]["trusted"]:  # this machine has no time server
            table.do("clock confirm", by=["floor"])
        first = table.day()
        for days in (1, 2):
            table.clock.write_text(f"{days * DAY}\n")
            until(lambda days=days: table.day() == first + timedelta(days=days), "the next day")
            assert table.status()["clock"]["trusted"], "the time passed for everything, so there was no step"
        table.stop()
        table.start()
        assert table.day() == first + timedelta(days=2)
        assert "laboratory" in {ask["code"] for ask in table.status()["todo"]}
        table.stop()
        text = table.config.read_text()
        table.config.write_text(text.replace("laboratory_clock", "#laboratory_clock"))
        refused = litbet("run", *table.table)
        assert (refused.returncode, "with a laboratory's clock" in refused.stderr) == (1, True)
        paper = litbet("report", "day", *table.table).stdout
        assert paper.startswith("*** TRAINING: nothing on this paper is real.")
    finally:
        table.end()


def test_a_ledger_stays_what_it_was_made_as() -> None:
    real, set_by_hand = make_rules(), replace(make_rules(), laboratory=True)
    with problem(ForeignLedger, "without a laboratory's clock"):
        fit(set_by_hand, "c", Table(real).state.book)
    with problem(ForeignLedger, "with a laboratory's clock"):
        fit(real, "c", Table(set_by_hand).state.book)
    fit(set_by_hand, "c", Table(set_by_hand).state.book)


def test_its_slips_have_other_numbers() -> None:
    assert replace(make_rules(), laboratory=True).slip_number(1) == "T-1"


@pytest.mark.parametrize("text", ["", "-5", "soon", "1e9", "-" * 10_000, "\0"])
def test_a_file_that_says_nothing_sets_nothing(text: str, tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = LaboratoryClock(file)
    before = now(clock)
    file.write_text("7200")
    file_time = now(clock)
    assert 7_200_000 <= file_time.mono - before.mono < 7_260_000
    assert abs((file_time.utc - file_time.mono) - (before.utc - before.mono)) <= 2
    file.write_text(text)
    assert now(clock).mono >= file_time.mono, "and time never goes back"


def test_a_gaming_day_that_a_wrong_time_began_is_told_until_it_is_over() -> None:
    """A jump forward was confirmed, and then the step back."""
    table = Table()
    table.open()
    for seconds in (3 * DAY, -3 * DAY):
        table.step_clock(seconds)
        table.do(ConfirmClock, by=("floor",))
    assert table.trusts_clock()
    told = [each for each in to_do(table) if "a time that was too late was confirmed" in each]
    assert [("2026-11-21" in each, "2026-11-18" in each) for each in told] == [(True, True)]
    table.wait(3 * DAY)
    assert not [each for each in to_do(table) if "too late" in each]
