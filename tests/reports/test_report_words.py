"""Money and times as papers write them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table.story import NEW_YORK, utc

from controller.reports.words import local_date, moment, percent, plain, spelled, usd
from controller.table.money import CENT, DOLLAR, parse_dollars


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
    assert usd(micros) == text


@given(st.integers(0, 10**14))
def test_no_amount_is_written_twice(micros: int) -> None:
    whole, _, decimals = plain(micros).partition(".")
    assert int(whole) * DOLLAR + int(decimals.ljust(6, "0")) == micros
    if micros % CENT == 0:
        assert parse_dollars(plain(micros)) == micros
    assert plain(-micros) == (f"-{plain(micros)}" if micros else "0.00")


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.00", "Zero dollars and 00/100"),
        ("1.00", "One dollar and 00/100"),
        ("15.00", "Fifteen dollars and 00/100"),
        ("20.05", "Twenty dollars and 05/100"),
        ("625.00", "Six hundred twenty-five dollars and 00/100"),
        ("1250.50", "One thousand two hundred fifty dollars and 50/100"),
        ("32583.25", "Thirty-two thousand five hundred eighty-three dollars and 25/100"),
        ("1000000.01", "One million dollars and 01/100"),
        ("300000000000.00", "Three hundred billion dollars and 00/100"),
    ],
)
def test_an_amount_in_words(amount: str, words: str) -> None:
    assert spelled(parse_dollars(amount)) == words


@given(st.integers(0, 10**12 - 1))
def test_words_mean_the_amount(dollars: int) -> None:
    """Read back by a reader of its own."""
    values = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9}
    small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    small += "seventeen eighteen nineteen"
    numbers = {word: value for value, word in enumerate(small.split())}
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    numbers |= {word: 10 * value for value, word in enumerate(tens, start=2)}
    total, group = 0, 0
    words = spelled(dollars * DOLLAR).lower()
    for word in re.split(r"[ -]", words[: words.index(" dollar")]):
        if word in numbers:
            group += numbers[word]
        elif word == "hundred":
            group *= 100
        else:
            total, group = total + group * values[word], 0
    assert total + group == dollars


@pytest.mark.parametrize("micros", [1, -CENT, 1_875_000])
def test_what_cannot_be_paid_out_has_no_words(micros: int) -> None:
    with pytest.raises(ValueError, match="whole cents"):
        spelled(micros)


def test_a_time_names_its_zone_and_its_worth() -> None:
    """E41, R192: 01:30 comes twice in an autumn night."""
    first, second = utc("2026-11-01 00:30") + 3_600_000, utc("2026-11-01 00:30") + 7_200_000
    assert moment(first, True, NEW_YORK) == "2026-11-01 01:30:00 EDT"
    assert moment(second, False, NEW_YORK) == "2026-11-01 01:30:00 EST (clock not trusted)"
    assert local_date(utc("2026-12-31 23:59"), NEW_YORK) == "2026-12-31"


def test_a_share_of_nothing_is_no_number() -> None:
    assert (percent(1, 3), percent(0, 0), percent(6, 6)) == ("33.3 %", "-", "100.0 %")
