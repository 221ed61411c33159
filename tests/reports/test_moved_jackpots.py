"""What papers say of a jackpot that came from another table, went there, or ended for good (R141, R146, R147)."""

from dataclasses import replace
from pathlib import Path

from support.reports.papers import ENGLISH, history_of, text_of
from support.table.story import Table, make_rules
from support.table.transfers import ask, give, table_of

from controller.reports.conduct import conduct_of
from controller.reports.day import day_of
from controller.reports.sheet import daily_sheet
from controller.table import events, meter_events
from controller.table.rules import Removal

FIRST, SECOND, THIRD = "2026-11-18", "2026-11-19", "2026-11-20"
WHY = {"cause": "malfunction", "reason": "water in the box"}


def sheet_text(table: Table, folder: Path, day: str) -> str:
    with history_of(table, folder) as history:
        found = day_of(history, day)
        assert [jackpot.breaches for jackpot in found.jackpots.values()] == [[]]
        assert sum(found.accounts.values()) == 0
        return text_of(daily_sheet(ENGLISH, history, found))


def test_r146_both_tables_sheets_add_up_and_name_the_other(tmp_path: Path) -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    note = give(here, ask(there, "bj-7"), **WHY)
    assert not there.do(meter_events.TransferIn, jackpot="main", note=note)
    for table in (here, there):
        table.until(f"{THIRD} 10:00")
    (tmp_path / "there").mkdir()
    gave, took = sheet_text(here, tmp_path, FIRST), sheet_text(there, tmp_path / "there", FIRST)
    assert "Transferred to another table - $1,250.00" in gave
    assert "elsewhere/bj-8 $1,250.00" in gave
    assert "Transferred from another table + $1,250.00" in took
    assert "elsewhere/bj-7 -$1,250.00" in took
    assert "It has ended" in sheet_text(here, tmp_path, SECOND)
    with history_of(here, tmp_path) as history:
        deeds = conduct_of(history.day(FIRST)).deeds
    assert [(each.what, each.where, each.reason, each.by) for each in deeds if each.where == ("main",)] == [
        ("transfer_out", ("main",), "water in the box", ("manager", "accounting"))
    ]


def test_r147_the_end_is_on_paper(tmp_path: Path) -> None:
    table = Table(replace(make_rules(), removal=Removal(0, 60, ("charity",))))
    assert not table.do(meter_events.Retire, jackpot="main", last_day=FIRST, reason="replaced")
    table.open()
    table.play(1, 2)
    table.do(events.Close)
    table.until(f"{SECOND} 10:00")
    assert not table.do(meter_events.Dispose, jackpot="main", to="charity", reason="by the board")
    table.until(f"{THIRD} 10:00")
    assert "$1.00 was posted for them" in sheet_text(table, tmp_path, FIRST)
    text = sheet_text(table, tmp_path, SECOND)
    assert "Disposed of after the jackpot's end - $1,251.00" in text
    assert "charity $1,251.00" in text
