"""Hits and money against the exact odds (R215), with what nobody can say yet."""

import math
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.reports.papers import ENGLISH, claim, history_of, lit, text_of
from support.table.story import Table

from controller.games.odds import odds
from controller.reports.chances import OUTSIDE, at_least, at_most, band, p_value, until_none_is_few
from controller.reports.stats import stats_of
from controller.reports.stats_paper import stats_facts, stats_lines, stats_paper
from controller.table import events
from controller.table.money import DOLLAR

DAY = "2026-11-18"
TOP = Fraction(1, 62_667)  # about what a jackpot of the Galaxy pay table is


def exact(tries: int, chance: Fraction) -> list[Fraction]:
    """Of each number of hits, by whole numbers."""
    return [math.comb(tries, k) * chance**k * (1 - chance) ** (tries - k) for k in range(tries + 1)]


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 60), st.fractions(min_value=0, max_value=1, max_denominator=200))
def test_the_band_is_that_of_the_exact_distribution(tries: int, chance: Fraction) -> None:
    chances = exact(tries, chance)
    found = band(tries, chance)
    for hits in range(tries + 1):
        assert at_most(tries, chance, hits) == pytest.approx(float(sum(chances[: hits + 1])), rel=1e-9, abs=1e-12)
        assert at_least(tries, chance, hits) == pytest.approx(float(sum(chances[hits:])), rel=1e-9, abs=1e-12)
    assert sum(chances[: found.low]) <= OUTSIDE + 1e-12
    assert sum(chances[found.high + 1 :]) <= OUTSIDE + 1e-12
    assert sum(chances[: found.low + 1]) > OUTSIDE - 1e-12, "no wider than it must be"
    assert sum(chances[found.high :]) > OUTSIDE - 1e-12


@pytest.mark.parametrize(("hits", "says"), [(1833, ""), (1832, "few"), (2057, ""), (2058, "many")])
def test_a_line_that_comes_often(hits: int, says: str) -> None:
    """1 in 32.2358: 1,944 of 62,667, give or take 43.4; the band is 2.58 of these to each side."""
    found = band(62_667, Fraction(10_000, 322_358))
    assert round(found.expected) == 1944
    assert found.says(hits) == says


@pytest.mark.parametrize(("hits", "says"), [(0, ""), (1, ""), (4, ""), (5, "many")])
def test_a_line_that_comes_once_in_a_lifetime(hits: int, says: str) -> None:
    """Where no percentage means anything: four instead of one is bad luck for the house, five is not."""
    assert band(62_667, TOP).says(hits) == says


def test_how_long_it_takes_until_none_at_all_means_something() -> None:
    tries = until_none_is_few(TOP)
    assert band(tries - 2, TOP).low == 0
    assert band(tries + 2, TOP).low == 1
    assert at_most(4120, TOP, 0) == pytest.approx(0.936, abs=0.001)
    assert p_value(62_667, TOP, 1) == 1.0
    assert p_value(62_667, TOP, 5) == pytest.approx(2 * 0.00366, rel=0.01)


def played(wagers: int = 30) -> Table:
    table = Table()
    table.open()
    lit(table, wagers)
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
    return table


def test_r215_what_was_locked_and_won_in_the_days_asked_for(tmp_path: Path) -> None:
    table = played()
    table.until("2026-11-19 10:00")
    lit(table, 6)
    with history_of(table, tmp_path) as history:
        found = stats_of(history, DAY, DAY)
        text = text_of(stats_paper(ENGLISH, history, found))
        facts, lines = stats_facts(history, found), list(stats_lines(history, found))
        assert stats_of(history, DAY, "2026-11-19").plays[0].wagers == 40
    (play,) = found.plays
    assert (play.wagers, play.wagered, found.rounds, found.days) == (34, 170 * DOLLAR, 7, 1)
    assert Counter({each.line.event: each.hits for each in play.hits if each.hits}) == {"straight": 1}
    assert (found.lit["1/gbj"], found.lit["6/gbj"]) == (7, 5)
    assert "After 34 wagers no hit of Three-of-a-Kind Aces (Suited) is what 100 of 100 such tables show" in text
    assert "nothing can be said yet" in text
    assert "Investigate" not in text
    assert "seat 6 5 71.4 %" in text
    assert facts["wagers"][0]["fixed"]["paid"] == "15.00"
    assert {line["wagers"] for line in lines} == {34}


def test_r215_money_is_held_against_the_odds_and_the_meters_of_each_lock(tmp_path: Path) -> None:
    """Thirty wagers at 1,250.00 and thirty at 1,265.00: the expected shares follow the meter."""
    table = Table()
    table.open()
    lit(table, 30)
    table.until("2026-11-19 10:00")
    lit(table, 30)
    with history_of(table, tmp_path) as history:
        (play,) = stats_of(history, DAY, "2026-11-19").plays
    wager = table.rules.wagers["gbj"]
    found = odds(wager.paytable, 6)
    assert play.fixed
    assert play.shares
    fixed = sum(found.probability(line) * wager.paytable.pays(line, 5 * DOLLAR) for line in wager.paytable.lines
                if not line.shares)  # fmt: skip
    assert play.fixed.expected == 60 * fixed
    (top,) = [line for line in wager.paytable.lines if line.shares]
    assert play.shares.expected == found.probability(top) * (30 * 1250 + 30 * 1265) * DOLLAR
    # one wager's variance by the odds' own reckoning, with a meter of nothing
    assert play.fixed.deviation == pytest.approx(
        math.sqrt(60 * found.variance(5 * DOLLAR, {None: 0})) * 5 * DOLLAR, rel=1e-9
    )
    assert (play.fixed.paid, play.fixed.far) == (0, False)


def test_too_few_recorded_awards_are_not_called_a_theft(tmp_path: Path) -> None:
    """R215: a missing small record never blocks play, so the report says what else it may mean."""
    table = Table()
    table.open()
    lit(table, 300)
    with history_of(table, tmp_path) as history:
        found = stats_of(history, DAY, DAY)
        text = text_of(stats_paper(ENGLISH, history, found))
    (straight,) = [each for each in found.plays[0].hits if each.line.event == "straight"]
    assert straight.says == "few", "nine were expected"
    assert "Straight: too few hits for chance (0). Investigate." in text
    assert "may only mean that they were paid and not recorded" in text


def test_a_wager_nobody_made(tmp_path: Path) -> None:
    table = Table()
    table.open()
    table.play()
    with history_of(table, tmp_path) as history:
        assert "No wager was locked" in text_of(stats_paper(ENGLISH, history, stats_of(history, DAY, DAY)))
