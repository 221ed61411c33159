"""Hits against the exact odds (R215)."""

from collections import Counter
from pathlib import Path

import pytest
from support_reports import claim, history_of, lit, text_of
from support_table import Table, make_rules

from controller.core import events
from controller.reports.hits import hits
from controller.reports.register import register, wins_paper

WAGERS = 62_667  # one jackpot is expected


@pytest.mark.parametrize(("straights", "far"), [(1944, False), (1815, False), (1800, True), (2085, True)])
def test_a_line_that_comes_often(straights: int, far: bool) -> None:
    """1 in 32.2358: 1,944 of 62,667, give or take 43.4."""
    found = hits(make_rules(), Counter(gbj=WAGERS), Counter({("gbj", "straight"): straights}))
    line = next(each for each in found if each.award == "Straight")
    assert round(line.expected) == 1944
    assert line.z == pytest.approx((straights - 1944) / 43.4, abs=0.05)
    assert line.far is far


@pytest.mark.parametrize(("jackpots", "far"), [(0, False), (1, False), (4, False), (6, True)])
def test_a_line_that_comes_once_in_a_lifetime(jackpots: int, far: bool) -> None:
    """Where a normal band means nothing: four instead of one is bad luck for the house, six is not."""
    found = hits(make_rules(), Counter(gbj=WAGERS), Counter({("gbj", "three-aces-suited"): jackpots}))
    assert round(found[0].expected, 4) == 1
    assert found[0].far is far


def test_the_register_counts_what_was_locked_and_won(tmp_path: Path) -> None:
    table = Table()
    table.open()
    lit(table, 30)
    for fate in ("won", "denied", "void"):
        table.press(1, 2)
        table.key("lock")
        number = claim(table, 1, "straight", *(("floor",) if fate == "won" else ()))
        if fate == "denied":
            table.do(events.DenyClaim, claim=number, reason="no", by=("floor",))
        elif fate == "void":
            table.do(events.Void, reason="misdeal", by=("floor",))
        table.key("clear")
        table.wait(20)
    with history_of(table, tmp_path) as history:
        found = register(history, "2026-11-18", "2026-11-18")
        text = text_of(wins_paper(history, found, "2026-11-18", "2026-11-18"))
    assert {each.award: each.hits for each in found.hits if each.hits} == {"Straight": 1}
    assert {each.wagers for each in found.hits} == {34}
    assert "Straight gbj 34 1 1.05" in text
    assert "None is more than three standard deviations away." in text
