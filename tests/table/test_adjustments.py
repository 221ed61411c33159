"""Adjustments by hand: a closed list of causes, two people, never below zero (R140, R141, R143, R145, C23)."""

import pytest
from support.table.progressive import BASE, EIGHTH, FORTIETH, accounts, custody, house, progressive, sign
from support.table.story import Table, body_of

from controller.table.events import OpenClaim
from controller.table.meter_events import LowerMeter, RaiseMeter
from controller.table.money import CENT, DOLLAR

STANDS = (BASE + 4 * EIGHTH, 4 * FORTIETH, 0)
TWO = ("accounting", "manager")


@pytest.fixture
def table() -> Table:
    """Four wagers: $2.50 displayed, $0.50 in the reserve."""
    table = Table(progressive())
    table.open()
    table.play(1, 2, 3, 4)
    assert accounts(table) == STANDS
    return table


def lower(table: Table, amount: int, cause: str = "malfunction", account: str = "displayed", **more: object) -> str:
    facts = {"jackpot": "main", "amount": amount, "account": account, "cause": cause, "reason": "seen", **more}
    return table.do(LowerMeter, **facts)


def rise(table: Table, amount: int, cause: str = "variance", source: str = "house", **more: object) -> str:
    facts = {"jackpot": "main", "amount": amount, "source": source, "cause": cause, "reason": "seen", **more}
    return table.do(RaiseMeter, **facts)


# -- lower ---------------------------------------------------------------------------------------------------


def test_r140_a_malfunction_is_corrected_to_the_house_with_before_and_after(table: Table) -> None:
    before = house(table)
    assert lower(table, DOLLAR) == ""
    assert accounts(table) == (STANDS[0] - DOLLAR, *STANDS[1:])
    assert house(table) == before + DOLLAR
    (row,) = table.wrote
    assert (row.kind, body_of(row)["cause"], body_of(row)["reason"], body_of(row)["by"]) == (
        "meter_lowered", "malfunction", "seen", ["accounting", "auditor"],
    )  # fmt: skip
    assert body_of(row)["before"] == {"displayed": STANDS[0], "reserve": STANDS[1], "overflow": 0}
    assert body_of(row)["after"] == {"displayed": STANDS[0] - DOLLAR, "reserve": STANDS[1], "overflow": 0}
    assert [move.code for move in row.transfers] == ["malfunction"]
    assert sign(table) == (STANDS[0] - DOLLAR) // CENT


def test_r140_nondisplayed_money_leaves_only_as_gross_receipts(table: Table) -> None:
    assert lower(table, 2 * FORTIETH, "nondisplayed") == "no_such_account"
    assert lower(table, 2 * FORTIETH, "nondisplayed", "reserve") == ""
    assert accounts(table) == (STANDS[0], 2 * FORTIETH, 0)
    assert [move.code for move in table.wrote[-1].transfers] == ["gross_receipts"]


def test_r140_seed_money_is_recovered_up_to_what_the_house_has_put_in(table: Table) -> None:
    assert lower(table, 3 * FORTIETH, "seed_recovery", "reserve") == ""
    assert custody(table).outstanding == BASE - 3 * FORTIETH
    assert lower(table, STANDS[0] - BASE + 1, "seed_recovery") == "nothing_to_recover", "below a reset it does not fall"
    assert lower(table, STANDS[0] - BASE, "seed_recovery") == ""
    assert accounts(table) == (BASE, FORTIETH, 0)
    assert lower(table, 1, "seed_recovery") == "nothing_to_recover"
    assert lower(table, FORTIETH, "seed_recovery", "reserve") == ""


def test_r140_only_what_is_above_the_limit_and_to_the_overflow(table: Table) -> None:
    assert lower(table, DOLLAR, "over_limit") == "within_limit"
    table.with_terms(limit=BASE + EIGHTH)
    before = house(table)
    assert lower(table, 3 * EIGHTH + 1, "over_limit") == "within_limit"
    assert lower(table, 3 * EIGHTH, "over_limit", "reserve") == "no_such_account"
    assert lower(table, 3 * EIGHTH, "over_limit") == ""
    assert accounts(table) == (BASE + EIGHTH, 4 * FORTIETH, 3 * EIGHTH)
    assert house(table) == before
    assert rise(table, EIGHTH, source="overflow") == "over_the_limit"
    table.with_terms(limit=0)
    assert rise(table, EIGHTH, source="overflow") == ""
    assert accounts(table) == (BASE + 2 * EIGHTH, 4 * FORTIETH, 2 * EIGHTH)


@pytest.mark.parametrize("account", ["displayed", "reserve", "overflow"])
def test_no_account_falls_below_zero(table: Table, account: str) -> None:
    there = dict(zip(("displayed", "reserve", "overflow"), STANDS, strict=True))[account]
    assert lower(table, there + 1, account=account) == "holds_less"
    assert accounts(table) == STANDS
    if there:
        assert lower(table, there, account=account) == ""


# -- raise ---------------------------------------------------------------------------------------------------


def test_r145_a_variance_raises_the_meter_from_the_house(table: Table) -> None:
    before = house(table)
    assert rise(table, 50 * DOLLAR) == ""
    assert accounts(table) == (STANDS[0] + 50 * DOLLAR, *STANDS[1:])
    assert house(table) == before - 50 * DOLLAR
    assert custody(table).outstanding == BASE, "that is no seed money"
    assert [(move.code, body_of(row)["source"]) for row in table.wrote for move in row.transfers] == [
        ("variance", "house")
    ]


def test_a_rise_from_the_reserve_takes_what_is_there_and_stops_at_the_limit(table: Table) -> None:
    assert rise(table, 5 * FORTIETH, "malfunction", "reserve") == "holds_less"
    table.with_terms(limit=STANDS[0] + FORTIETH)
    assert rise(table, 2 * FORTIETH, "malfunction", "reserve") == "over_the_limit"
    assert rise(table, FORTIETH, "malfunction", "reserve") == ""
    assert accounts(table) == (STANDS[0] + FORTIETH, 3 * FORTIETH, 0)


# -- who, when, for what -------------------------------------------------------------------------------------


def test_r143_two_different_people_with_the_right(table: Table) -> None:
    for by in ((), ("manager",), ("manager", "manager"), ("manager", "floor")):
        assert lower(table, DOLLAR, by=by) == "needs_people"
        assert rise(table, DOLLAR, by=by) == "needs_people"


def test_c_only_between_rounds_and_not_while_a_claim_is_undecided(table: Table) -> None:
    table.lock(1)
    assert lower(table, DOLLAR) == rise(table, DOLLAR) == "clear_first"
    table.do(OpenClaim, spot="1/gbj", award="three-aces-suited")
    table.key("clear")
    assert lower(table, DOLLAR) == rise(table, DOLLAR) == "claim_on_meter"


def test_not_before_a_meter_that_was_won_is_reset() -> None:
    table = Table(progressive(reseed="paid"))
    table.open()
    table.lock(1)
    table.win(1)
    table.key("clear")
    assert rise(table, DOLLAR) == "claim_on_meter"


def test_r140_no_other_cause_and_no_other_account(table: Table) -> None:
    for cause in ("award", "management", "variance", ""):
        assert lower(table, DOLLAR, cause) == "unlawful_cause"
    for cause in ("wager", "reset", "management", "over_limit"):
        assert rise(table, DOLLAR, cause) == "unlawful_cause"
    assert lower(table, DOLLAR, account="house") == "no_such_account"
    assert rise(table, DOLLAR, source="displayed") == "no_such_account"
    assert lower(table, 0) == rise(table, -1) == "above_zero"
    assert lower(table, DOLLAR, reason=" ") == rise(table, DOLLAR, reason="") == "say_why"
    assert lower(table, DOLLAR, jackpot="mega") == "unknown_jackpot"
    assert accounts(table) == STANDS


def test_r140_the_profile_closes_the_list(table: Table) -> None:
    table.with_rules(may_fall=frozenset({"award", "malfunction"}), may_rise=frozenset({"wager", "reset"}))
    assert lower(table, FORTIETH, "nondisplayed", "reserve") == "unlawful_cause"
    assert rise(table, DOLLAR) == "no_lawful_cause"
    assert lower(table, DOLLAR) == ""


def test_a_bonus_knows_only_malfunctions_here() -> None:
    table = Table()
    table.open()
    table.with_rules(may_fall=frozenset({"malfunction", "over_limit", "nondisplayed", "seed_recovery"}))
    for cause in ("over_limit", "nondisplayed", "seed_recovery"):
        assert lower(table, DOLLAR, cause) == "unlawful_cause"
    assert lower(table, DOLLAR, account="reserve") == "no_such_account"
    assert rise(table, DOLLAR, "malfunction", "reserve") == "no_such_account"
    assert lower(table, DOLLAR) == ""
    assert rise(table, 3 * DOLLAR, "malfunction") == ""
    assert accounts(table) == (BASE + 2 * DOLLAR, 0, 0)
