"""Which payments need a form, and what is withheld from them: dated data (R230, R231, R232)."""

import pytest
from support.table.story import make_rules, utc

from controller.reports.tax import tax_of
from controller.table.money import CENT, DOLLAR, parse_dollars
from controller.table.rules import Rules


def form_of(rules: Rules, amount: int, wager: int, paid_at: int) -> str:
    found = tax_of(rules, amount, wager, paid_at, returned=True)
    return found.form if found else ""


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


@pytest.mark.parametrize(
    ("amount", "returned", "withheld", "backup"),
    [
        ("2000.00", True, "0.00", "480.00"),  # needs a form, but is not more than 5,000
        ("5000.00", True, "0.00", "1200.00"),
        ("5000.01", True, "1200.00", "1200.00"),  # 1,200.0024
        ("5005.00", False, "0.00", "1200.00"),  # the wager of 5.00 is in it
        ("5005.02", False, "1200.00", "1200.00"),
        ("5005.03", False, "1200.01", "1200.01"),  # 1,200.0072
        ("18432.50", True, "4423.80", "4423.80"),
    ],
)
def test_r232_what_is_withheld_from_a_five_dollar_wager(
    amount: str, returned: bool, withheld: str, backup: str
) -> None:
    found = tax_of(make_rules(), parse_dollars(amount), 5 * DOLLAR, utc("2026-06-01 12:00"), returned=returned)
    assert found
    assert (found.withheld, found.backup) == (parse_dollars(withheld), parse_dollars(backup))


def test_r232_withholding_needs_the_times_of_the_wager_too() -> None:
    """The amount with its wager is 300 times $20, without it 299 times."""
    when = utc("2026-06-01 12:00")
    found = tax_of(make_rules(), 6000 * DOLLAR, 20 * DOLLAR, when, returned=False)
    assert found
    assert (found.withheld, found.backup) == (0, 1435 * DOLLAR + 20 * CENT)
