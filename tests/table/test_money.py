"""Integers only, exact, and shown rounded down (R050-R051, R058; E61)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table.money import BASIS_POINTS, CENT, DOLLAR, cents, dollars, parse_dollars, percentage

amounts = st.integers(0, 10**18)


@given(st.integers(0, 10**14 - 1))
def test_r051_dollars_and_cents_are_written_and_read_back(whole_cents: int) -> None:
    text = dollars(whole_cents * CENT)
    assert parse_dollars(text) == whole_cents * CENT
    assert text == f"{whole_cents // 100}.{whole_cents % 100:02}"


@given(amounts)
def test_e61_what_is_below_the_cent_is_kept_and_never_shown(micros: int) -> None:
    assert cents(micros) * CENT <= micros < (cents(micros) + 1) * CENT
    assert dollars(micros) == dollars(cents(micros) * CENT)


@given(st.integers(0, 10**14), st.integers(0, BASIS_POINTS))
def test_r050_a_rate_of_whole_cents_is_exact(whole_cents: int, rate: int) -> None:
    assert percentage(whole_cents * CENT, rate) * BASIS_POINTS == whole_cents * CENT * rate
    assert type(percentage(whole_cents * CENT, rate)) is int


def test_r050_an_inexact_share_is_refused_not_rounded() -> None:
    with pytest.raises(ValueError, match="not whole cents"):
        percentage(1, 1)


@pytest.mark.parametrize(
    "text", ["", "1250", "1250.0", "1250.000", "-1.00", "1,250.00", " 1.00", "1.00\n", "١.٠٠", "1e3.00"]
)
def test_an_amount_is_written_in_one_way_only(text: str) -> None:
    with pytest.raises(ValueError, match="dollars and cents"):
        parse_dollars(text)


def test_worked_numbers() -> None:
    assert percentage(412 * 5 * DOLLAR, 1000) == 206 * DOLLAR
    assert percentage(15 * DOLLAR, 1250) == 1_875_000
    assert dollars(1_875_000) == "1.87"
