"""Contributions of locked wagers to a progressive, to the micro-dollar (R036, R070, R071, R075, R091, R149, C26, C27,
E06, E18, E60)."""

from dataclasses import replace

import pytest
from support.table.progressive import BASE, EIGHTH, FORTIETH, accounts, progressive, sign
from support.table.story import Table, body_of

from controller.present.views import jackpot_view, meter
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.events import AddSpot, Clear, LateLock, OpenClaim, Unlock, Void, VoidSpot
from controller.table.meter_events import LowerMeter, TakeOver
from controller.table.money import CENT, DOLLAR
from controller.table.progressive import liability


@pytest.fixture
def table() -> Table:
    table = Table(progressive())
    table.open()
    return table


def with_tiers(table: Table, *amounts: int) -> None:
    wager = replace(table.rules.wagers["gbj"], amounts=amounts)
    table.with_rules(wagers={"gbj": wager})


# -- at the lock ---------------------------------------------------------------------------------------------


def test_r070_three_lit_seats_at_an_eighth_add_one_dollar_eighty_seven_and_a_half(table: Table) -> None:
    """A worked number: progressive 12.5 % of $5, 3 lit seats: +$1.875; display 0.01 floor: +1.87, remainder kept."""
    table.lock(1, 2, 3)
    assert accounts(table) == (BASE + 1_875_000, 3 * FORTIETH, 0)
    assert sign(table) == (BASE // CENT) + 187
    row = table.rows("lock")[-1]
    assert body_of(row)["contributions"] == {"main": [1_875_000, 375_000, 0]}
    assert body_of(row)["accruals"] == {"main": [3, 15 * DOLLAR, 0]}, "nothing waits for the morning"
    table.key("clear")
    table.wait(9)
    table.play(1)
    assert sign(table) == (BASE // CENT) + 250, "the half cent was kept"


def test_c26_a_chip_that_only_lies_there_adds_nothing(table: Table) -> None:
    table.press(1, 2)
    table.wait(30)
    assert accounts(table) == (BASE, 0, 0)
    table.press(2)
    table.lock()
    assert table.locked == [1]
    assert accounts(table) == (BASE + EIGHTH, FORTIETH, 0)


def test_r091_the_lock_keeps_the_amount_with_its_own_contributions(table: Table) -> None:
    table.lock(1, 2)
    assert table.state.book.locked is not None
    assert table.state.book.locked.meters == {"main": BASE + 2 * EIGHTH}


def test_the_wager_itself_goes_to_the_house_which_gives_the_contribution(table: Table) -> None:
    before = dict(table.state.book.balances)
    table.lock(1, 2)
    after = table.state.book.balances
    assert after[PLAYERS] - before.get(PLAYERS, 0) == -10 * DOLLAR
    assert after[HOUSE] - before[HOUSE] == 10 * DOLLAR - 2 * EIGHTH - 2 * FORTIETH


def test_a_lock_without_bets_contributes_nothing_and_says_nothing(table: Table) -> None:
    table.lock()
    assert "contributed" not in body_of(table.rows("lock")[-1])
    assert accounts(table) == (BASE, 0, 0)


def test_a_bonus_says_nothing_of_contributions() -> None:
    table = Table()
    table.open()
    table.lock(1, 2)
    table.do(VoidSpot, spot="1/gbj", reason="misdeal")
    assert not {"contributed", "repaid", "kept"} & {name for row in table.journal for name in body_of(row)}
    assert table.state.book.jackpots["main"].custody is None
    assert "custodial" not in body_of(table.journal[0])


def test_r036_higher_stakes_contribute_more(table: Table) -> None:
    with_tiers(table, 10 * DOLLAR)
    table.lock(1)
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)


def test_an_added_bet_contributes_and_raises_the_amount_of_its_round_and_claims(table: Table) -> None:
    """E11, R091."""
    table.lock(1)
    assert table.do(OpenClaim, spot="1/gbj", award="three-aces-suited") == ""
    assert table.do(AddSpot, spot="2/gbj", reason="the sensor was dead") == ""
    assert body_of(table.rows("add_spot")[-1])["contributions"] == {"main": [EIGHTH, FORTIETH, 0]}
    locked, (claim,) = table.state.book.locked, table.state.book.claims
    assert locked is not None
    assert locked.meters == claim.meters == {"main": BASE + 2 * EIGHTH}
    assert sign(table) == (BASE + 2 * EIGHTH) // CENT


def test_a_late_lock_contributes_like_a_lock(table: Table) -> None:
    """E05: of a hand that is over."""
    table.press(1, 2)
    table.wait(3)
    moment = table.utc
    table.wait(5)
    assert table.do(Clear) == ""
    table.wait(9)
    assert table.do(LateLock, moment=moment) == ""
    assert body_of(table.rows("late_lock")[-1])["finished"]
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)


# -- the limit -----------------------------------------------------------------------------------------------


def test_e60_what_would_pass_the_limit_is_the_overflow_and_the_sign_stays() -> None:
    """R075, R076."""
    table = Table(progressive(limit=BASE + DOLLAR))
    table.open()
    table.lock(1, 2, 3)
    assert accounts(table) == (BASE + DOLLAR, 3 * FORTIETH, 875_000)
    assert body_of(table.rows("lock")[-1])["contributions"] == {"main": [DOLLAR, 375_000, 875_000]}
    table.key("clear")
    table.wait(9)
    table.play(1)
    assert accounts(table) == (BASE + DOLLAR, 4 * FORTIETH, 875_000 + EIGHTH)
    assert sign(table) == (BASE + DOLLAR) // CENT
    shown = meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)
    assert shown["limit"] == (BASE + DOLLAR) // CENT


def test_r057_an_unreasonable_contribution_faults_and_nothing_is_taken() -> None:
    table = Table(progressive(unreasonable=2 * (EIGHTH + FORTIETH)))
    table.open()
    table.press(1, 2, 3)
    before = table.state.book.balances
    table.key("lock")
    assert [row.kind for row in table.wrote] == ["fault"]
    assert "unreasonable" in table.state.book.faults
    assert (table.phase, table.state.book.balances) == ("betting", before)


def test_r057_the_bound_is_the_whole_rounds() -> None:
    table = Table(progressive(unreasonable=2 * (EIGHTH + FORTIETH)))
    table.open()
    table.lock(1, 2)
    assert not table.state.book.faults
    table.do(AddSpot, spot="3/gbj", reason="the sensor was dead")
    assert "unreasonable" in table.state.book.faults
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)


# -- given back ----------------------------------------------------------------------------------------------


def test_r149_a_void_round_lowers_nothing_and_says_what_the_house_puts_in(table: Table) -> None:
    """C27, E18."""
    table.lock(1, 2)
    stood = accounts(table)
    table.do(Void, reason="misdeal")
    assert accounts(table) == stood == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)
    assert body_of(table.rows("void")[-1])["retained"] == {"main": [2 * EIGHTH, 2 * FORTIETH, 0]}
    assert table.state.book.balances.get(PLAYERS, 0) == 0, "the wagers went back"
    table.wait(9)
    table.play(1)
    assert accounts(table) == (BASE + 3 * EIGHTH, 3 * FORTIETH, 0), "a new round, a new wager"


def test_e19_a_void_seat_keeps_its_part_in_and_added_again_it_does_not_pay_twice(table: Table) -> None:
    table.lock(1, 2)
    stood = accounts(table)
    table.do(VoidSpot, spot="1/gbj", reason="misdeal")
    assert body_of(table.rows("void_spot")[-1])["retained"] == {"main": [EIGHTH, FORTIETH, 0]}
    table.do(AddSpot, spot="1/gbj", reason="it was no misdeal")
    assert accounts(table) == stood
    assert body_of(table.rows("add_spot")[-1])["repaid"] == {"main": [EIGHTH, FORTIETH, 0]}
    table.do(Void, reason="misdeal after all")
    assert body_of(table.rows("void")[-1])["retained"] == {"main": [2 * EIGHTH, 2 * FORTIETH, 0]}


def test_e06_the_same_round_locked_again_takes_only_of_new_spots(table: Table) -> None:
    table.lock(1, 2)
    stood = accounts(table)
    assert table.do(Unlock) == ""
    assert accounts(table) == stood
    assert body_of(table.rows("unlock")[-1])["retained"] == {"main": [2 * EIGHTH, 2 * FORTIETH, 0]}
    table.restart()
    table.do(Clear)
    assert table.phase == "betting"
    table.press(2)  # 2 again; 3 is new; 1 stays away
    table.lock(3)
    row = table.rows("lock")[-1]
    assert row.round == 1
    assert table.locked == [2, 3]
    assert body_of(row)["contributions"] == {"main": [EIGHTH, FORTIETH, 0]}
    assert body_of(row)["repaid"] == {"main": [EIGHTH, FORTIETH, 0]}
    assert accounts(table) == (BASE + 3 * EIGHTH, 3 * FORTIETH, 0)
    assert body_of(row)["meters"] == {"main": BASE + 3 * EIGHTH}


def test_e06_unlocked_twice_and_one_that_comes_back_late(table: Table) -> None:
    for seats in ([1], [2], [1]):  # toggled: 1; 1 and 2; 2 alone
        table.lock(*seats)
        assert table.do(Unlock) == ""
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)
    table.lock(1)
    assert table.locked == [1, 2]
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)
    retained = sum(body_of(row)["retained"]["main"][0] for row in table.rows("unlock"))
    repaid = sum(body_of(row).get("repaid", {"main": [0]})["main"][0] for row in table.rows("lock"))
    assert retained == repaid, "in the end every contribution has its wager, the house has put in nothing"


def test_e06_a_number_that_was_cleared_is_used_up(table: Table) -> None:
    table.lock(1)
    table.do(Unlock)
    table.wait(10)
    assert table.do(Clear) == ""
    assert [row.kind for row in table.wrote] == ["not_locked"]
    table.wait(10)
    table.play(1)
    assert table.rows("lock")[-1].round == 2
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)


def test_e05_e06_a_late_lock_of_the_unlocked_number_takes_nothing_twice(table: Table) -> None:
    table.lock(1)
    table.do(Unlock)
    table.wait(5)
    moment = table.utc
    table.wait(5)
    table.do(Clear)
    assert table.do(LateLock, moment=moment) == ""
    assert table.rows("late_lock")[-1].round == 1
    assert accounts(table) == (BASE + EIGHTH, FORTIETH, 0)


def test_e06_a_tier_that_rose_meanwhile_adds_the_difference_only(table: Table) -> None:
    with_tiers(table, 5 * DOLLAR)
    table.lock(1)
    table.do(Unlock)
    with_tiers(table, 10 * DOLLAR)
    contributed = table.state.book.contributed
    assert contributed is not None
    known = replace(contributed, spots={"1/gbj": 5 * DOLLAR})  # as a table of two tiers has it
    table.state = replace(table.state, book=replace(table.state.book, contributed=known))
    table.lock()
    assert table.locked == [1]
    assert body_of(table.rows("lock")[-1])["contributions"] == {"main": [EIGHTH, FORTIETH, 0]}
    assert accounts(table) == (BASE + 2 * EIGHTH, 2 * FORTIETH, 0)


def test_e06_what_a_higher_tier_has_contributed_is_not_forgotten_over_a_lower_one(table: Table) -> None:
    with_tiers(table, 5 * DOLLAR, 10 * DOLLAR)
    table.lock(1)
    table.do(Unlock)
    contributed = table.state.book.contributed
    assert contributed is not None
    known = replace(contributed, spots={"1/gbj": 10 * DOLLAR})
    table.state = replace(table.state, book=replace(table.state.book, contributed=known))
    table.lock()
    table.do(Unlock)
    assert table.state.book.contributed is not None
    assert table.state.book.contributed.spots == {"1/gbj": 10 * DOLLAR}


def test_what_was_above_the_limit_is_kept_in_there() -> None:
    table = Table(progressive(limit=BASE + EIGHTH))
    table.open()
    table.lock(1, 2)
    table.do(VoidSpot, spot="1/gbj", reason="misdeal")
    assert body_of(table.rows("void_spot")[-1])["retained"] == {"main": [0, FORTIETH, EIGHTH]}
    table.do(Void, reason="misdeal")
    assert body_of(table.rows("void")[-1])["retained"] == {"main": [EIGHTH, FORTIETH, 0]}
    assert accounts(table) == (BASE + EIGHTH, 2 * FORTIETH, EIGHTH)


# -- figures -------------------------------------------------------------------------------------------------


def test_r054_r056_counters_and_r073_the_liability(table: Table) -> None:
    table.lock(1, 2)
    table.win(1)
    counts = jackpot_view(table.rules, table.state, table.rules.jackpots["main"])
    assert (counts["wagers"], counts["wins"], counts["contributed"]) == (2, 1, "1.25")
    assert (counts["base"], counts["limit"], counts["rate_bp"], counts["reserve_bp"]) == ("1250.00", None, 1250, 250)
    assert (counts["reserve"], counts["overflow"]) == ("0.00", "0.00")
    assert (counts["owed"], counts["advance"]) == ("1251.25", "2499.75"), "the opening seed, and the reset"
    assert liability(table.rules, table.state.book) == {
        "main": {"displayed": BASE, "reserve": 0, "overflow": 0, "owed": BASE + 2 * EIGHTH}
    }


def test_r073_a_bonus_is_no_liability() -> None:
    table = Table()
    assert liability(table.rules, table.state.book) == {}


# -- a meter is taken over -----------------------------------------------------------------------------------


def test_r140_of_a_smaller_meter_taken_over_the_house_recovers_no_seed_that_it_has_back() -> None:
    """The opening amount of 1,250 was the house's; with a meter of 50 it has 1,200 of it back at once."""
    table = Table(progressive())
    assert not table.do(TakeOver, jackpot="main", amount=50 * DOLLAR, base=0), table.refused
    assert table.state.book.jackpots["main"].advance == 50 * DOLLAR
    table.open()
    table.lock(1, 2, 3, 4)
    table.key("clear")
    facts = {"jackpot": "main", "cause": "seed_recovery", "reason": "the seed"}
    assert table.do(LowerMeter, amount=CENT, account="displayed", **facts) == "nothing_to_recover", "below a reset"
    table.with_terms(reset=DOLLAR)
    assert table.do(LowerMeter, amount=50 * DOLLAR + CENT, account="displayed", **facts) == "nothing_to_recover"
    assert not table.do(LowerMeter, amount=50 * DOLLAR, account="displayed", **facts)
    assert accounts(table)[0] == 4 * EIGHTH, "what players have put in stays theirs"


def test_a_day_before_is_taken_over_only_where_a_morning_adds_it() -> None:
    table = Table(progressive())
    assert table.do(TakeOver, jackpot="main", amount=2000 * DOLLAR, base=100 * DOLLAR) == "no_post_here"
    assert not table.do(TakeOver, jackpot="main", amount=2000 * DOLLAR, base=0)


def test_r075_no_meter_is_taken_over_above_its_limit() -> None:
    table = Table(progressive(limit=1500 * DOLLAR))
    assert table.do(TakeOver, jackpot="main", amount=1500 * DOLLAR + CENT, base=0) == "above_limit"
    assert not table.do(TakeOver, jackpot="main", amount=1500 * DOLLAR, base=0)
