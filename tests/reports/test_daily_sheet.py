"""Daily sheets against days computed by hand, to the cent (R210-R214)."""

from pathlib import Path

import pytest
from support.reports.papers import ENGLISH, changed, claim, history_of, lit, sheet_of, text_of
from support.table.story import Table, make_rules

from controller.reports.day import Day, JackpotDay, awards, day_of
from controller.reports.errors import ReportError
from controller.reports.sheet import daily_sheet
from controller.table import events, meter_events
from controller.table.money import DOLLAR

FIRST, SECOND = "2026-11-18", "2026-11-19"
SEED = 1250 * DOLLAR


def jackpot_day(day: Day) -> JackpotDay:
    assert day.jackpots["main"].breaches == []
    assert sum(day.accounts.values()) == 0
    return day.jackpots["main"]


def posted(day: Day) -> int:
    post = jackpot_day(day).post
    assert post
    assert (post.of, post.correction) == (day.day, False)
    return post.amount


def moves(day: Day) -> dict[tuple[str, bool], int]:
    return {why: amount // DOLLAR for why, amount in jackpot_day(day).moves.items()}


def next_morning(table: Table, day: str = SECOND) -> None:
    table.until(f"{day} 10:00")


def test_r210_a_table_that_is_open_through_the_roll(tmp_path: Path) -> None:
    table = Table()
    table.open()
    table.play(1)
    table.until(f"{SECOND} 07:00")
    table.play(1)
    table.until("2026-11-20 07:00")
    table.play(1)
    table.do(events.Close)
    expected = {FIRST: "10:00:01 to the next day", SECOND: "the day before to the next day"}
    for day, text in {**expected, "2026-11-20": "the day before to 07:00:26"}.items():
        with history_of(table, tmp_path) as history:
            found = day_of(history, day)
            assert found.rounds == 1
            assert len(found.sessions) == 1
            assert text in text_of(daily_sheet(ENGLISH, history, found))


def test_412_wagers_and_the_morning_after(tmp_path: Path) -> None:
    """2,060.00 wagered, 206.00 posted, 1,250.00 -> 1,456.00."""
    table = Table()
    table.open()
    lit(table, 412)
    table.do(events.Close)
    next_morning(table)
    day = sheet_of(table, tmp_path, FIRST)
    assert (day.rounds, day.empty, day.void, day.lit.total()) == (69, 0, 0, 412)
    assert dict(day.lit) == {f"{seat}/gbj": 69 if seat <= 4 else 68 for seat in range(1, 7)}  # the last round had four
    assert day.wagered == jackpot_day(day).base == 2060 * DOLLAR
    assert jackpot_day(day).accrued == 206 * DOLLAR
    assert (jackpot_day(day).opening, jackpot_day(day).closing, moves(day)) == (0, SEED, {("seed", True): 1250})
    assert posted(day) == 206 * DOLLAR
    assert not day.runs
    after = sheet_of(table, tmp_path, SECOND)
    assert (jackpot_day(after).opening, jackpot_day(after).closing) == (SEED, 1456 * DOLLAR)
    assert moves(after) == {("post", True): 206}
    assert after.runs


def test_a_win_in_the_afternoon_keeps_the_mornings_addition(tmp_path: Path) -> None:
    """R065: a win at 1,456.00 after 100 wagers, 312 later; the next post is of all 412."""
    table = Table()
    table.open()
    lit(table, 412)
    next_morning(table)
    lit(table, 99)
    table.press(3)
    table.key("lock")
    number = claim(table, 3, "three-aces-suited", "floor", "manager")
    table.key("clear")
    table.do(events.PayClaim, claim=number, by=("cage",), method="check")
    lit(table, 312)
    table.until("2026-11-20 10:00")
    day = sheet_of(table, tmp_path, SECOND)
    assert moves(day) == {("post", True): 206, ("award", False): 1456, ("reseed", True): 1250}
    assert (jackpot_day(day).opening, jackpot_day(day).closing) == (SEED, SEED)
    assert (day.lit.total(), jackpot_day(day).accrued) == (412, 206 * DOLLAR)
    assert awards(table.rules, day) == {("Three-of-a-Kind Aces (Suited)", "main"): (1, 1456 * DOLLAR)}
    assert day.wagered - day.won.total() == (2060 - 1456) * DOLLAR
    assert jackpot_day(sheet_of(table, tmp_path, "2026-11-20")).closing == 1456 * DOLLAR


def test_three_days_without_the_table(tmp_path: Path) -> None:
    """E49, R212: one post of 206.00, and three sheets that say so."""
    table = Table()
    table.open()
    lit(table, 412)
    table.do(events.Close)
    table.step_clock(0)
    table.mono += 4 * 86_400_000  # switched off: no row tells of these days
    table.utc += 4 * 86_400_000
    table.restart("boot-2")
    idle = [sheet_of(table, tmp_path, day) for day in ("2026-11-19", "2026-11-20", "2026-11-21")]
    for day in idle:
        assert (day.first, day.rounds, day.wagered, moves(day)) == (0, 0, 0, {})
        assert jackpot_day(day).opening == jackpot_day(day).closing == SEED
        assert posted(day) == 0
    fifth = sheet_of(table, tmp_path, "2026-11-22")
    assert moves(fifth) == {("post", True): 206}
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, "2026-11-20")))
    assert "Nothing happened at this table" in text
    assert "not opened" in text
    assert "$0.00 was posted for them" in text


def test_an_open_day_without_a_bet(tmp_path: Path) -> None:
    """E50, R033: zero rounds are rounds."""
    table = Table()
    table.open()
    for _ in range(3):
        table.play()
    day = sheet_of(table, tmp_path, FIRST)
    assert (day.rounds, day.empty, day.lit.total()) == (3, 3, 0)
    table.key("lock")
    table.do(events.Unlock)
    day = sheet_of(table, tmp_path, FIRST)
    assert (day.rounds, day.empty) == (3, 3)


@pytest.mark.parametrize(
    ("start", "day", "hours"), [("2026-03-07 07:00", "2026-03-07", 23), ("2026-10-31 07:00", "2026-10-31", 25)]
)
def test_days_of_23_and_25_hours(tmp_path: Path, start: str, day: str, hours: int) -> None:
    """E40, E41: play through the night of the change, one post."""
    table = Table(start=start)
    table.open()
    for _ in range(hours):  # a round an hour, to the roll
        table.play(1)
        table.wait(3600 - 26)
    table.wait(10)
    table.play(2)
    table.do(events.Close)
    found = sheet_of(table, tmp_path, day)
    assert found.lit == {"1/gbj": hours - 1}  # the last began at 06:00 of the next
    assert posted(found) == (hours - 1) * DOLLAR // 2


def test_two_winners_of_one_hand_share(tmp_path: Path) -> None:
    """E24, R097: 1,250.00 as 625.00 twice, one reset; the one is paid the next day."""
    table = Table()
    table.open()
    table.press(2, 5)
    table.key("lock")
    one = claim(table, 5, "three-aces-suited")
    two = claim(table, 2, "three-aces-suited")
    for number in (one, two):
        for name in ("floor", "manager"):
            table.do(events.ConfirmClaim, claim=number, by=(name,))
    table.key("clear")
    table.do(events.PayClaim, claim=one, by=("cage",), method="cash")
    day = sheet_of(table, tmp_path, FIRST)
    assert dict(day.won) == {one: 625 * DOLLAR, two: 625 * DOLLAR}
    assert moves(day) == {("seed", True): 1250, ("award", False): 1250, ("reseed", True): 1250}
    assert day.accounts[f"owed/{two}"] == 625 * DOLLAR
    assert [win.claim for win in day.unpaid] == [two]
    assert awards(table.rules, day) == {("Three-of-a-Kind Aces (Suited)", "main"): (2, 1250 * DOLLAR)}
    next_morning(table)
    with history_of(table, tmp_path) as history:
        assert "Unpaid when this was printed" in text_of(daily_sheet(ENGLISH, history, day_of(history, SECOND)))
    table.do(events.PayClaim, claim=two, by=("cage",), method="cash")
    after = sheet_of(table, tmp_path, SECOND)
    assert after.unpaid == []
    assert (dict(after.won), awards(table.rules, after)) == ({}, {})  # it was decided the day before
    assert after.accounts[f"owed/{two}"] == -625 * DOLLAR


def test_a_win_denied_the_next_day_comes_back_there(tmp_path: Path) -> None:
    """E28: the day before stays as it was; the day of the denial has a win less."""
    table = Table()
    table.open()
    table.press(3)
    table.key("lock")
    number = claim(table, 3, "three-aces-suited", "floor", "manager")
    table.key("clear")
    next_morning(table)
    before = sheet_of(table, tmp_path, FIRST)
    table.do(events.DenyClaim, claim=number, reason="the third ace was a deuce", by=("floor", "manager"))
    assert not table.refused
    assert sheet_of(table, tmp_path, FIRST).jackpots == before.jackpots
    day = sheet_of(table, tmp_path, SECOND)
    assert moves(day)["award", True] == 1250
    assert moves(day)["reseed", False] == 1250
    assert awards(table.rules, day) == {("Three-of-a-Kind Aces (Suited)", "main"): (-1, -1250 * DOLLAR)}
    assert day.conduct.by_person()["manager"]["claim_denied"] == 1


def test_void_and_mended_rounds(tmp_path: Path) -> None:
    """E05, E11, E18, E19: what is given back does not count, what is added does."""
    table = Table()
    table.open()
    table.press(1, 2, 3)
    table.key("lock")
    table.do(events.Void, reason="misdeal", by=("floor",))
    table.wait(10)
    table.press(1, 2, 3)
    table.key("lock")
    table.do(events.VoidSpot, spot="2/gbj", reason="no hand", by=("floor",))
    table.do(events.AddSpot, spot="6/gbj", reason="dead sensor", by=("floor",))
    table.key("clear")
    table.wait(10)
    table.press(4)
    table.wait(5)
    missed = table.utc
    table.key("clear")
    table.wait(10)
    table.do(events.LateLock, moment=missed, by=("floor",))
    assert not table.refused
    day = sheet_of(table, tmp_path, FIRST)
    assert {spot: number for spot, number in day.lit.items() if number} == {
        "1/gbj": 1,
        "3/gbj": 1,
        "4/gbj": 1,
        "6/gbj": 1,
    }
    assert (day.rounds, day.void, day.not_locked, day.wagered) == (2, 1, 0, 20 * DOLLAR)
    assert jackpot_day(day).accrued == 2 * DOLLAR
    assert day.conduct.by_person()["floor"] == {"void": 1, "void_spot": 1, "add_spot": 1, "late_lock": 1}


def test_a_count_corrected_before_and_after_its_post(tmp_path: Path) -> None:
    """E51: in its base, or as a movement of its own."""
    table = Table()
    table.open()
    lit(table, 10)
    who = {"wager": "gbj", "by": ("manager", "accounting"), "reason": "surveillance count"}
    table.do(meter_events.CorrectCount, day=FIRST, wagers=2, **who)
    next_morning(table)
    day = sheet_of(table, tmp_path, FIRST)
    assert (day.lit.total(), day.wagers["gbj"], jackpot_day(day).accrued) == (10, 12, 6 * DOLLAR)
    table.do(meter_events.CorrectCount, day=FIRST, wagers=-4, **who)
    table.until("2026-11-20 10:00")
    assert moves(sheet_of(table, tmp_path, "2026-11-20")) == {("correct", False): 2}
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, FIRST)))
        assert "12 of gbj" in text
        assert "Correction of the posted count of 2026-11-18" in text_of(
            daily_sheet(ENGLISH, history, day_of(history, "2026-11-20"))
        )


def test_a_held_post_is_due(tmp_path: Path) -> None:
    table = Table()
    table.open()
    lit(table, 10)
    table.do(meter_events.HoldPost, reason="the count is disputed", by=("manager",))
    next_morning(table)
    with history_of(table, tmp_path) as history:
        assert jackpot_day(day_of(history, FIRST)).post is None
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, FIRST)))
    assert "$5.00 is due for them and not posted yet: it is held (the count is disputed)." in text


def test_a_day_while_it_runs_says_so(tmp_path: Path) -> None:
    table = Table()
    table.open()
    lit(table, 10)
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, FIRST)))
    assert "This gaming day is not over" in text
    assert "so far they add $5.00 the next morning" in text
    assert "10:00:01 to still open" in text


def test_an_untrusted_clock_and_a_fault_are_told(tmp_path: Path) -> None:
    """R194, R183."""
    table = Table(make_rules(unreasonable=DOLLAR))
    table.open()
    table.step_clock(3600)
    lit(table, 6)
    lit(table, 6)
    table.do(events.ConfirmClock, by=("floor",))
    table.do(events.Close)
    table.until("2026-11-19 12:00")
    day = sheet_of(table, tmp_path, FIRST)  # the post that faults keeps its day from ending
    assert len(day.untrusted) == 2  # the start of all, and the hour that jumped
    assert [(each.code, each.cleared) for each in day.troubles] == [("unreasonable", None)]
    table.with_terms(unreasonable=100_000 * DOLLAR)
    table.do(events.ClearFault, code="unreasonable", reason="the bound was wrong", by=("floor",))
    assert [each.by for each in sheet_of(table, tmp_path, FIRST).troubles] == [("floor",)]
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, FIRST)))
    assert "the time was not trusted" in text
    assert "12:00:00 unreasonable: the post of 2026-11-18" in text


@pytest.mark.parametrize("day", ["2026-11-17", "2026-11-20"])
def test_there_is_no_sheet_of_a_day_that_was_not(tmp_path: Path, day: str) -> None:
    table = Table()
    table.open()
    with pytest.raises(ReportError) as error:
        sheet_of(table, tmp_path, day)
    assert "go from 2026-11-18 to 2026-11-18" in ENGLISH.say(error.value.message)


@pytest.mark.parametrize(("kind", "of"), [("day_start", FIRST), ("post", SECOND)])
def test_a_day_that_does_not_add_up_says_so(tmp_path: Path, kind: str, of: str) -> None:
    """R053: rows chained soundly, by a program that reckons wrong: one names a meter that the rows before it do not
    come to. The first day is not what the second begins with, or the second contradicts itself."""
    table = Table()
    table.open()
    lit(table, 12)
    next_morning(table)
    row = table.rows(kind)[-1]
    wrong = {"meters": {"main": SEED + 1}} if kind == "day_start" else {"before": SEED + 1}
    changed(table, row, **wrong)
    with history_of(table, tmp_path) as history:
        day = day_of(history, of)
        assert len(day.jackpots["main"].breaches) == 1
        text = text_of(daily_sheet(ENGLISH, history, day))
    assert "WARNING: Jackpot main does not add up" in text
    assert "Proof:" not in text


def test_the_sheet_prints_its_proof_and_where_it_comes_from(tmp_path: Path) -> None:
    """R053, R164, R210, R211, R213."""
    table = Table()
    table.open()
    lit(table, 412)
    next_morning(table)
    with history_of(table, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, SECOND)))
    assert "Proof: $1,250.00 + $206.00 = $1,456.00" in text
    assert "All accounts: must be zero $0.00" in text
    assert "Bonus, house money: does not adjust the report $206.00" in text
    assert "Progressive, players' money: adjusts the report $0.00" in text
    assert "Chips that go into the rack have no count of their own" in text
    assert f"Head of the chain {history.head}" in text
    assert "The table ran on litbet test" in text
