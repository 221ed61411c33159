"""Money, days and times as papers write them."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.reports.papers import ENGLISH, SPANISH
from support.table.story import NEW_YORK, make_rules, utc

from controller.history.claims import Act
from controller.reports.labels import local_date, moment, percent
from controller.reports.writer import Writer
from controller.table.money import CENT, DOLLAR, amount, parse_dollars
from words.catalogue import money

ENGLISH_WRITER, SPANISH_WRITER = Writer(ENGLISH, make_rules()), Writer(SPANISH, make_rules())


@pytest.mark.parametrize(
    ("micros", "text"),
    [
        (0, "$0.00"),
        (1250 * DOLLAR, "$1,250.00"),
        (-1456 * DOLLAR - CENT, "-$1,456.01"),
        (1_875_000, "$1.875"),
        (10, "$0.00001"),
        (12_345_678 * DOLLAR, "$12,345,678.00"),
    ],
)
def test_money_is_exact_to_the_micro_dollar(micros: int, text: str) -> None:
    """R050: a sheet proves continuity with what is below the cent, too."""
    assert money(micros) == text


@given(st.integers(0, 10**14))
def test_no_amount_is_written_twice(micros: int) -> None:
    whole, _, decimals = amount(micros).partition(".")
    assert int(whole) * DOLLAR + int(decimals.ljust(6, "0")) == micros
    if micros % CENT == 0:
        assert parse_dollars(amount(micros)) == micros
    assert amount(-micros) == (f"-{amount(micros)}" if micros else "0.00")


def test_a_time_names_its_zone_and_its_worth() -> None:
    """E41, R192: 01:30 comes twice in an autumn night."""
    first, second = utc("2026-11-01 00:30") + 3_600_000, utc("2026-11-01 00:30") + 7_200_000
    assert moment(first, True, NEW_YORK) == "2026-11-01 01:30:00 EDT"
    assert moment(second, False, NEW_YORK) == "2026-11-01 01:30:00 EST ?"
    assert ENGLISH_WRITER.time(Act(2, second, False, ())) == "2026-11-01 01:30:00 EST (clock not trusted)"
    assert SPANISH_WRITER.time(Act(2, second, False, ())) == "2026-11-01 01:30:00 EST (reloj no fiable)"
    assert local_date(utc("2026-12-31 23:59"), NEW_YORK) == "2026-12-31"


def test_a_share_of_nothing_is_no_number() -> None:
    assert (percent(1, 3), percent(0, 0), percent(6, 6)) == ("33.3 %", "-", "100.0 %")


@pytest.mark.parametrize(
    ("day", "english", "spanish"),
    [
        ("2026-11-18", "Wednesday, November 18, 2026", "miércoles, 18 de noviembre de 2026"),
        ("2027-01-01", "Friday, January 1, 2027", "viernes, 1 de enero de 2027"),
        ("2028-02-29", "Tuesday, February 29, 2028", "martes, 29 de febrero de 2028"),
    ],
)
def test_a_day_with_its_weekday(day: str, english: str, spanish: str) -> None:
    assert (ENGLISH_WRITER.day(day), SPANISH_WRITER.day(day)) == (english, spanish)


def test_every_day_of_a_year_is_written_as_a_calendar_has_it() -> None:
    for number in range(365):
        day = date(2026, 1, 1) + timedelta(number)
        assert ENGLISH_WRITER.day(day.isoformat()) == f"{day:%A, %B} {day.day}, {day.year}"


def test_people_are_named_and_the_keys_have_a_name_of_their_own() -> None:
    assert ENGLISH_WRITER.people(("floor", "manager")) == "floor and manager"
    assert SPANISH_WRITER.people(("floor", "manager")) == "floor y manager"
    assert (ENGLISH_WRITER.people(()), SPANISH_WRITER.people(())) == ("nobody named", "nadie por su nombre")
