"""Which payments need a form: dated data, both tests to be met (R230, R231)."""

import pytest
from support.table.story import make_rules, utc

from controller.reports.tax import form_of
from controller.table.money import DOLLAR, parse_dollars


@pytest.mark.parametrize(
    ("amount", "in_2025", "in_2026"),
    [
        ("15.00", "", ""),
        ("50.00", "", ""),
        ("125.00", "", ""),
        ("625.00", "", ""),
        ("1250.00", "", ""),
        ("1499.99", "", ""),
        ("1500.00", "W-2G", ""),
        ("1999.99", "W-2G", ""),
        ("2000.00", "W-2G", "W-2G"),
    ],
)
def test_a_five_dollar_wager(amount: str, in_2025: str, in_2026: str) -> None:
    rules = make_rules()
    paid = [utc("2025-12-31 23:59"), utc("2026-01-01 00:00")]
    assert [form_of(rules, parse_dollars(amount), 5 * DOLLAR, when) for when in paid] == [in_2025, in_2026]


def test_the_times_of_the_wager_count_too() -> None:
    """$2,000 on a $10 wager is only 200 times."""
    rules = make_rules()
    when = utc("2026-06-01 12:00")
    assert form_of(rules, 2999 * DOLLAR, 10 * DOLLAR, when) == ""
    assert form_of(rules, 3000 * DOLLAR, 10 * DOLLAR, when) == "W-2G"


def test_before_any_rule_there_is_no_form() -> None:
    assert form_of(make_rules(), 10**6 * DOLLAR, 5 * DOLLAR, utc("1999-12-31 12:00")) == ""
