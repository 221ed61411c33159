"""Signs that are read, chips that are counted, and what becomes of a difference (R145, R213, R214, R216, E58)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.table.story import Table, body_of, make_rules, to_do

from controller.present.views import meter, status
from controller.table import events
from controller.table.events import Close, OpenClaim
from controller.table.journal import BrokenEntryError, apply
from controller.table.meter_events import CountChips, Explain, ReadSign
from controller.table.money import CENT, DOLLAR
from controller.table.rules import Thresholds
from controller.table.state import Grade, Variance
from controller.table.winnings import _cents

FIRST, SECOND = "2026-11-18", "2026-11-19"
METER = 1250 * DOLLAR
LIMITS = Thresholds(units=1, investigate=25 * DOLLAR, report=100 * DOLLAR, notify=200 * DOLLAR, reading_days=7)
TWO = ("manager", "accounting")


def next_day() -> Table:
    """412 wagers yesterday, closed now."""
    table = Table()
    table.open()
    table.do(Close)
    table.until(f"{SECOND} 10:00")
    return table


def read(table: Table, shown: int, **more: object) -> Variance | None:
    before = table.state.book.variance_count
    assert not table.do(ReadSign, jackpot="main", shown=shown, **more), table.refused
    return newest(table) if table.state.book.variance_count > before else None


def count(table: Table, chips: int, locked: int, day: str = FIRST) -> Variance | None:
    before = table.state.book.variance_count
    assert not table.do(CountChips, day=day, wager="gbj", chips=chips, locked=locked), table.refused
    return newest(table) if table.state.book.variance_count > before else None


def newest(table: Table) -> Variance:
    return table.state.book.variances[-1]


def asked(table: Table) -> list[str]:
    return to_do(table)


# -- readings ------------------------------------------------------------------------------------------------


def test_r216_a_sign_that_agrees_is_on_record_and_opens_nothing() -> None:
    table = next_day()
    assert read(table, METER) is None
    row = table.wrote[0]
    assert (row.kind, body_of(row)["ledger"], body_of(row)["difference"], body_of(row)["by"]) == (
        "reading",
        METER,
        0,
        ["manager"],
    )
    assert table.state.book.readings == {"main": SECOND}
    table.audit()


@pytest.mark.parametrize(
    ("difference", "grade"),
    [
        (CENT, Grade.NOTED),
        (-CENT, Grade.NOTED),
        (25 * DOLLAR - CENT, Grade.NOTED),
        (25 * DOLLAR, Grade.INVESTIGATE),
        (-100 * DOLLAR + CENT, Grade.INVESTIGATE),
        (-100 * DOLLAR, Grade.REPORT),
        (200 * DOLLAR, Grade.NOTIFY),
        (-METER, Grade.NOTIFY),
    ],
)
def test_r214_a_reading_is_graded_by_the_profiles_thresholds(difference: int, grade: Grade) -> None:
    table = next_day()
    variance = read(table, METER + difference)
    assert variance == Variance(1, "reading", "main", SECOND, 0, difference, grade)


def test_a_sign_is_held_against_what_it_is_told_not_against_the_meter() -> None:
    """R091: while a claim is open the sign stands as at its lock; below the cent it shows nothing."""
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", cards="Ah Ah Ah")
    table.do(events.ConfirmClaim, claim=1, by=("floor",))
    table.key("clear")
    cents = meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)["cents"]
    assert read(table, cents * CENT) is None
    balances = {**table.state.book.balances, "jackpot/main": METER + 7_500, "house": -METER - 7_500}
    table.state = replace(table.state, book=replace(table.state.book, claims=(), balances=balances))
    counts = {"main": replace(table.state.book.jackpots["main"], seeded=METER + 7_500)}
    table.state = replace(table.state, book=replace(table.state.book, jackpots=counts))
    assert read(table, _cents(METER + 7_500)) is None


def test_e58_what_a_sign_showed_at_a_win_is_held_against_the_meter_at_that_lock() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", cards="Ah Ah Ah")
    for name in ("floor", "manager"):
        table.do(events.ConfirmClaim, claim=1, by=(name,))
    readings = dict(table.state.book.readings)
    variance = read(table, METER + 60 * DOLLAR, claim=1)
    assert variance
    assert (variance.amount, variance.grade) == (60 * DOLLAR, Grade.INVESTIGATE)
    assert body_of(table.wrote[0])["claim"] == 1
    assert table.state.book.readings == readings, "it is no reading of the week"
    assert table.do(ReadSign, jackpot="main", shown=METER, claim=2) == "no_claim"


def test_r216_a_sign_that_nobody_has_read_for_a_week_is_asked_for() -> None:
    table = next_day()
    table.until("2026-11-24 10:00")
    assert not [each for each in asked(table) if "Nobody has read" in each]
    table.until("2026-11-25 10:00")
    (ask,) = [each for each in asked(table) if "Nobody has read" in each]
    assert ask.startswith("Nobody has read the sign of main since Nov 18.")
    read(table, METER)
    assert not [each for each in asked(table) if "Nobody has read" in each]
    table.with_rules(thresholds=replace(LIMITS, reading_days=0))
    table.until("2027-01-01 10:00")
    assert not [each for each in asked(table) if "Nobody has read" in each], "0: never"


@pytest.mark.parametrize(
    ("facts", "code"),
    [({"jackpot": "mega"}, "unknown_jackpot"), ({"jackpot": "main", "shown": -CENT}, "bad_reading")],
)
def test_readings_that_cannot_be(facts: dict[str, object], code: str) -> None:
    table = next_day()
    assert table.do(ReadSign, **facts) == code
    table.step_clock(7200)
    table.tick()
    assert table.do(ReadSign, jackpot="main", shown=METER) == "clock_unknown"


def test_a_claim_on_another_meter_says_nothing_of_this_sign() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", cards="Ah Ah Ah")
    jackpot = table.rules.jackpots["main"]
    table.with_rules(jackpots={"main": jackpot, "mega": replace(jackpot, id="mega")})
    assert table.do(ReadSign, jackpot="mega", shown=METER, claim=1) == "no_reading"


# -- counts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "units", "grade"),
    [
        (412, 0, None),
        (413, 1, Grade.NOTED),
        (408, -4, Grade.NOTED),
        (417, 5, Grade.INVESTIGATE),
        (392, -20, Grade.REPORT),
        (452, 40, Grade.NOTIFY),
    ],
)
def test_r213_r214_a_blind_count(chips: int, units: int, grade: Grade | None) -> None:
    table = next_day()
    variance = count(table, chips, 412 * 5 * DOLLAR)
    row = table.wrote[0]
    assert (row.kind, body_of(row)["for_day"], body_of(row)["units"]) == ("chip_count", FIRST, units)
    assert body_of(row)["difference"] == units * 5 * DOLLAR
    assert (variance.grade if variance else None) == grade
    table.audit()


def test_a_second_count_is_a_row_of_its_own() -> None:
    table = next_day()
    assert count(table, 400, 412 * 5 * DOLLAR)
    assert count(table, 412, 412 * 5 * DOLLAR) is None
    assert [body_of(row)["chips"] for row in table.rows("chip_count")] == [400, 412]
    assert [each.number for each in table.state.book.variances] == [1], "the first is still to be explained"


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"wager": "mega"}, "unknown_wager"),
        ({"day": SECOND}, "day_runs"),
        ({"locked": None}, "nothing_locked"),
        ({"chips": -1}, "bad_count"),
    ],
)
def test_counts_that_cannot_be(facts: dict[str, object], code: str) -> None:
    table = next_day()
    assert table.do(CountChips, **{"day": FIRST, "wager": "gbj", "chips": 1, "locked": 0, **facts}) == code


# -- what becomes of it --------------------------------------------------------------------------------------


def test_r145_a_variance_is_asked_for_until_it_is_explained() -> None:
    table = next_day()
    read(table, METER + 30 * DOLLAR)
    (ask,) = [each for each in asked(table) if "Variance" in each]
    assert ask.startswith("Variance 1 (2026-11-19): the sign of main, $30.00 more than the ledger. Look into it")
    assert status(table.rules, table.state, table.mono, table.utc)["variances"][0]["grade"] == "investigate"
    assert table.do(Explain, variance=1, outcome="explained", reason=" ") == "say_why"
    assert table.do(Explain, variance=1, outcome="gone", reason="x") == "unknown_outcome"
    assert table.do(Explain, variance=1, outcome="corrected", reason="the sign was restarted") == ""
    assert not [each for each in asked(table) if "Variance" in each]
    assert table.do(Explain, variance=1, outcome="corrected", reason="again") == "no_variances"
    assert status(table.rules, table.state, table.mono, table.utc)["variances"] == []


@pytest.mark.parametrize(("difference", "persons"), [(99, 1), (100, 2), (200, 2)])
def test_r145_from_report_on_two_people_end_it(difference: int, persons: int) -> None:
    table = next_day()
    read(table, METER - difference * DOLLAR)
    alone = table.do(Explain, variance=1, outcome="explained", reason="x", by=("accounting",))
    assert alone == ("needs_people" if persons == 2 else "")
    if persons == 2:
        assert table.do(Explain, variance=1, outcome="explained", reason="x", by=TWO) == ""


def test_r145_raised_only_where_the_profile_lets_a_meter_rise_for_it() -> None:
    table = next_day()
    read(table, METER - 30 * DOLLAR)
    assert table.do(Explain, variance=1, outcome="raised", reason="nobody came") == "may_not_raise"
    table.with_rules(may_rise=table.rules.may_rise | {"variance"})
    assert table.do(Explain, variance=1, outcome="raised", reason="nobody came") == ""


def test_r214_three_days_in_one_direction_are_a_pattern() -> None:
    table = next_day()
    grades = []
    for day in range(3):
        table.until(f"2026-11-{20 + day} 10:00")
        for _ in range(2):  # reading it twice on a day makes no pattern
            found = read(table, METER + CENT)
            assert found
            grades.append(found.grade)
    assert grades == [Grade.NOTED] * 4 + [Grade.NOTIFY] * 2


def test_noise_in_both_directions_is_no_pattern() -> None:
    table = next_day()
    for day, chips in enumerate((411, 413, 411, 413)):
        found = count(table, chips, 412 * 5 * DOLLAR, f"2026-11-{10 + day}")
        assert found
        assert found.grade is Grade.NOTED


def test_r214_three_that_nobody_has_explained_are_a_pattern_in_any_direction() -> None:
    table = next_day()
    grades = []
    for day, chips in enumerate((400, 420, 400)):
        found = count(table, chips, 412 * 5 * DOLLAR, f"2026-11-{10 + day}")
        assert found
        grades.append(found.grade)
    assert grades == [Grade.INVESTIGATE, Grade.INVESTIGATE, Grade.NOTIFY]


def test_a_pattern_is_of_thirty_days_and_what_is_only_noted_is_forgotten_after_them() -> None:
    table = next_day()
    read(table, METER + CENT)
    read(table, METER + 30 * DOLLAR)
    table.wait(86_400)
    read(table, METER + CENT)
    table.wait(29 * 86_400)
    found = read(table, METER + CENT)
    assert found
    assert found.grade is Grade.NOTED, "the first two lie 30 days back"
    assert [(each.number, each.grade) for each in table.state.book.variances] == [
        (2, Grade.INVESTIGATE),
        (3, Grade.NOTED),
        (4, Grade.NOTED),
    ]


def test_an_end_of_a_variance_that_is_not_open_is_no_row() -> None:
    table = next_day()
    read(table, METER + CENT)
    table.do(Explain, variance=1, outcome="explained", reason="x")
    row = replace(table.wrote[0], seq=table.state.book.seq + 1)
    with pytest.raises(BrokenEntryError, match="not_open variance=1"):
        apply(table.state.book, row)


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("read"), st.integers(-300 * 100, 300 * 100) | st.sampled_from([0, 1, 2500, 10_000, 20_000])),
        st.tuples(st.just("count"), st.integers(350, 460)),
        st.tuples(st.just("explain"), st.integers(1, 6)),
        st.tuples(st.just("nights"), st.integers(1, 12)),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(ACTS, st.integers(1, 12))
def test_a_variance_is_opened_exactly_by_the_thresholds(acts: list[tuple[str, int]], units: int) -> None:
    """Whatever is read and counted: the steps by an independent ladder, money untouched, the book the fold of its rows,
    and the same from disk."""
    table = Table(replace(make_rules(), thresholds=replace(LIMITS, units=units)))
    table.open()
    table.do(Close)
    table.until(f"{SECOND} 10:00")
    balances, variances = table.state.book.balances, 0
    for what, number in acts:
        if what == "read":
            found, size = read(table, METER + number * CENT), abs(number) * CENT
            least = CENT
        elif what == "count":
            found, size = count(table, number, 412 * 5 * DOLLAR), abs(number - 412) * 5 * DOLLAR
            least = units * 5 * DOLLAR
        elif what == "explain":
            table.do(Explain, variance=number, outcome="explained", reason="x", by=TWO)
            continue
        else:
            table.wait(number * 86_400)
            continue
        ladder = [grade for bound, grade in ((least, 1), (25 * DOLLAR, 2), (100 * DOLLAR, 3), (200 * DOLLAR, 4))
                  if size >= bound]  # fmt: skip
        assert bool(found) == bool(ladder)
        if found:
            variances += 1
            assert found.number == variances, "numbered without a gap"
            grade = list(Grade).index(found.grade) + 1
            assert grade in (max(ladder), 4), "by its size, or as part of a pattern"
    assert table.state.book.balances == balances
    table.audit()
