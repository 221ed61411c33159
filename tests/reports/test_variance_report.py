"""Readings, counts and variances with their ends (R145, R213-R216, R220)."""

from pathlib import Path

from support.reports.papers import ENGLISH, history_of, lit, sheet_of, text_of
from support.table.story import Table

from controller.history.past_rounds import past_day
from controller.reports.day import day_of
from controller.reports.sheet import daily_sheet
from controller.reports.variance import variance_facts, variance_lines, variances_of, variances_paper
from controller.table import events, meter_events
from controller.table.accounts import PLAYERS
from controller.table.money import CENT, DOLLAR
from controller.table.variances import per_cent
from words.message import as_json, message

FIRST, SECOND = "2026-11-18", "2026-11-19"
SEED = 1250 * DOLLAR
TWO = ("manager", "accounting")


def story() -> Table:
    """A day of 60 wagers; the next morning a sign that agrees, a count five chips short, which is explained; a week and
    a half later a sign that shows too much."""
    table = Table()
    table.open()
    lit(table, 60)
    table.do(events.Close)
    table.until(f"{SECOND} 10:00")
    table.do(meter_events.ReadSign, jackpot="main", shown=SEED + 30 * DOLLAR, by=("accounting",))
    table.do(meter_events.CountChips, day=FIRST, wager="gbj", chips=55, locked=300 * DOLLAR)
    table.do(meter_events.Explain, variance=1, outcome="explained", reason="five chips in the rack")
    assert not table.refused
    table.until("2026-11-30 10:00")
    table.do(meter_events.ReadSign, jackpot="main", shown=SEED + 130 * DOLLAR)
    return table


def test_the_report_tells_each_and_how_it_ended(tmp_path: Path) -> None:
    table = story()
    with history_of(table, tmp_path) as history:
        found = variances_of(history, SECOND, "2026-11-30")
        text = text_of(variances_paper(ENGLISH, history, found))
        lines = list(variance_lines(history, found))
        facts = variance_facts(history, found)
    warning = "WARNING: Variance 2 (2026-11-30): the sign of main, $100.00 more than the ledger."
    assert f"{warning} Grade: to be investigated and reported." in text
    assert "2026-11-18, gbj manager" in text
    assert "1, to be investigated: explained 55 $275.00 $300.00 -$25.00 (-5) -8.33 %" in text
    assert "Variance 1: explained, 2026-11-19 10:00:00 EST, by manager: five chips in the rack." in text
    assert "The sign of main was not read for 11 days: 2026-11-19 to 2026-11-30." in text
    assert [(line["kind"], line["variance"], line["outcome"]) for line in lines] == [
        ("reading", "", ""),
        ("chip_count", 1, "explained"),
        ("reading", 2, "open"),
    ]
    assert facts["gaps"] == [
        as_json(message("variance.gap", jackpot="main", days=11, first="2026-11-19", last="2026-11-30"))
    ]


def test_only_the_days_asked_for(tmp_path: Path) -> None:
    """An end that came later is said to have come, not looked for."""
    table = story()
    table.do(meter_events.Explain, variance=2, outcome="corrected", reason="the sign was restarted", by=TWO)
    table.until("2027-01-15 10:00")
    table.do(meter_events.ReadSign, jackpot="main", shown=SEED + 31 * DOLLAR)
    with history_of(table, tmp_path) as history:
        (line,) = variance_lines(history, variances_of(history, "2026-11-30", "2026-11-30"))
        assert line["outcome"] == "corrected"
        found = variances_of(history, FIRST, FIRST)
        assert list(variance_lines(history, found)) == []
        text = text_of(variances_paper(ENGLISH, history, found))
    assert "No sign was read." in text
    assert "No chips were counted" in text


def test_an_end_after_the_span(tmp_path: Path) -> None:
    table = Table()
    table.open()
    table.do(events.Close)
    table.do(meter_events.ReadSign, jackpot="main", shown=SEED + 30 * DOLLAR)
    table.until(f"{SECOND} 10:00")
    table.do(meter_events.Explain, variance=1, outcome="corrected", reason="x")
    table.until("2027-01-15 10:00")
    table.do(meter_events.ReadSign, jackpot="main", shown=SEED + CENT)
    with history_of(table, tmp_path) as history:
        (line,) = variance_lines(history, variances_of(history, FIRST, FIRST))
    assert line["outcome"] == "ended_later"


def test_what_was_read_and_counted_in_a_day_stands_on_its_sheet(tmp_path: Path) -> None:
    """And what is open when it is printed, whichever day it is of."""
    table = story()
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, SECOND)))
        other = text_of(daily_sheet(ENGLISH, history, day_of(history, FIRST)))
    assert "Counted for 2026-11-18: 55 chips of gbj, $275.00, a difference of -$25.00 (-8.33 %); the ledger has" in text
    assert "Sign of main read: $1,280.00; the ledger has $1,280.00, by accounting, row" in text
    assert "Open when this was printed: Variance 2 (2026-11-30)" in text
    assert "Counted for" not in other


def test_r213_what_the_chips_of_a_day_must_come_to(tmp_path: Path) -> None:
    """Void bets went back to the players, a lock taken back was none, and a correction by people counts, whenever."""
    table = Table()
    table.open()
    lit(table, 12)
    table.press(1, 2, 3)
    table.key("lock")
    table.do(events.Unlock)
    table.key("lock")
    table.do(events.VoidSpot, spot="2/gbj", reason="fouled", by=("floor",))
    table.do(events.AddSpot, spot="5/gbj", reason="dead sensor", by=("floor",))
    table.key("clear")
    table.wait(20)
    table.press(4)
    table.key("lock")
    table.do(events.Void, reason="misdeal", by=("floor",))
    table.do(meter_events.CorrectCount, day=FIRST, wager="gbj", wagers=2, reason="surveillance")
    table.do(events.Close)
    table.until(f"{SECOND} 10:00")
    table.do(meter_events.CorrectCount, day=FIRST, wager="gbj", wagers=-1, reason="surveillance")
    assert not table.refused
    wagered = -table.state.book.balances[PLAYERS]
    assert wagered == 15 * 5 * DOLLAR
    with history_of(table, tmp_path) as history:
        reader, rules = history._reader, history.rules
        assert past_day(reader, rules, FIRST, "gbj") == wagered + 5 * DOLLAR
        assert past_day(reader, rules, SECOND, "gbj") == 0
        assert past_day(reader, rules, "2026-11-17", "gbj") is None
        assert past_day(reader, rules, FIRST, "mega") is None
    assert sheet_of(table, tmp_path, FIRST).wagered == wagered


def test_percentages() -> None:
    assert [per_cent(-5, 2060), per_cent(1, 3), per_cent(3, 0), per_cent(0, 5)] == ["-0.24 %", "33.33 %", "-", "0.00 %"]
