"""What winners take of a progressive, and where its reset comes from (R072, R077, R091, R095, R099, R103, R140)."""

from dataclasses import replace

import pytest
from support.table.progressive import BASE, EIGHTH, FORTIETH, accounts, custody, house, progressive, sign
from support.table.story import Table, body_of

from controller.table.accounts import HOUSE
from controller.table.events import ChangeRoles, ConfirmClaim, DenyClaim, OpenClaim, PastRound, PayClaim
from controller.table.meter_events import LowerMeter
from controller.table.money import CENT, DOLLAR
from controller.table.rules import Rules

SMALL = 10 * DOLLAR  # a seed that a few rounds pay
FILLED = 96  # wagers


def opened(rules: Rules | None = None) -> Table:
    table = Table(rules or progressive())
    table.open()
    return table


def filled(**more: object) -> Table:
    """After FILLED wagers: $60.00 displayed on top of the seed, $12.00 in the reserve."""
    table = opened(progressive(base=SMALL, **more))
    table.play_wagers(FILLED)
    assert accounts(table)[1] == FILLED * FORTIETH
    return table


def test_r077_the_reset_comes_from_the_reserve_first() -> None:
    table = filled()
    table.lock(1)
    table.win(1)
    meter, reserve = SMALL + (FILLED + 1) * EIGHTH, (FILLED + 1) * FORTIETH
    below = meter % CENT
    assert accounts(table) == (SMALL, reserve + below - SMALL, 0)
    (claim,) = table.state.book.claims
    assert claim.amount == meter - below
    assert custody(table).advanced == SMALL, "the opening seed alone"
    assert {(move.source, move.target, move.code) for move in table.wrote[-1].transfers} == {
        ("jackpot/main", "owed/1", "award"),
        ("jackpot/main", "reserve/main", "rounding"),
        ("reserve/main", "jackpot/main", "reseed"),
    }


def test_r316_the_reset_fund_is_collected_for_the_next_jackpot_and_for_nothing_else() -> None:
    """Nobody takes it out by hand for another cause, and a win takes the meter alone."""
    table = filled()
    taken = {"jackpot": "main", "amount": DOLLAR, "account": "reserve", "reason": "x"}
    for cause in ("management", "discontinued", "award"):
        assert table.do(LowerMeter, cause=cause, **taken), cause
    assert accounts(table)[1] == FILLED * FORTIETH
    table.lock(1)
    table.win(1)
    assert [move.target for move in table.wrote[-1].transfers if move.source == "reserve/main"] == ["jackpot/main"]


def test_r077_then_from_the_overflow_then_the_house_advances() -> None:
    table = opened(progressive(limit=BASE + EIGHTH))
    table.lock(1, 2, 3)
    before = house(table)
    table.win(1)
    below = (BASE + EIGHTH) % CENT
    advance = BASE - 3 * FORTIETH - below - 2 * EIGHTH
    assert accounts(table) == (BASE, 0, 0)
    assert before - house(table) == advance
    assert custody(table).outstanding == BASE + advance
    codes = [move.code for move in table.wrote[-1].transfers if HOUSE in (move.source, move.target)]
    assert codes == ["advance"]


def test_r072_what_is_below_a_cent_stays_the_players() -> None:
    table = opened(progressive(reserve_bp=0))
    table.lock(1)  # 1250.625
    before = house(table)
    table.win(1)
    assert before - house(table) == BASE - 5000, "half a cent less to advance"
    assert accounts(table) == (BASE, 0, 0)


def test_a_bonus_gives_it_to_the_house_as_before() -> None:
    table = Table()
    table.open()
    table.lock(1)
    table.win(1)
    assert [move.code for move in table.wrote[-1].transfers] == ["award", "reseed"]


@pytest.mark.parametrize("reseed", ["confirmed", "paid"])
@pytest.mark.parametrize("limit", [0, SMALL + 95 * EIGHTH + 5000])
def test_e28_a_denial_restores_everything_exactly(reseed: str, limit: int) -> None:
    table = filled(reseed=reseed, limit=limit)
    table.lock(1)
    before, stood = accounts(table), house(table)
    outstanding = custody(table).outstanding
    (claim,) = table.win(1)
    assert table.do(DenyClaim, claim=claim, reason="the cards", by=("floor", "manager")) == ""
    assert (accounts(table), house(table)) == (before, stood)
    assert custody(table).outstanding == outstanding


def test_e28_with_contributions_since_and_an_advance() -> None:
    table = opened()
    table.lock(1, 2)
    before = house(table)
    (claim,) = table.win(1)
    table.key("clear")
    table.wait(9)
    table.play(1, 2, 3, 4)
    assert accounts(table) == (BASE + 4 * EIGHTH, 4 * FORTIETH, 0)
    shown = sign(table)
    table.do(DenyClaim, claim=claim, reason="the cards", by=("floor", "manager"))
    assert accounts(table) == (BASE + 6 * EIGHTH, 6 * FORTIETH, 0)
    assert house(table) == before + 4 * (5 * DOLLAR - EIGHTH - FORTIETH)
    assert custody(table).outstanding == BASE
    assert sign(table) > shown, "it goes up, so it is lawful"


def test_e28_the_house_gets_no_advance_back_twice() -> None:
    """It has recovered the advance from the reserve already: what the denied win frees is the players'."""
    table = opened(progressive(base=SMALL, reserve_bp=5000))
    table.lock(1)
    (claim,) = table.win(1)
    table.key("clear")
    table.wait(9)
    for _ in range(3):
        table.play(1, 2, 3, 4, 5, 6)
    due = custody(table).outstanding
    facts = {"jackpot": "main", "account": "reserve", "cause": "seed_recovery", "reason": "as agreed"}
    assert table.do(LowerMeter, amount=due, **facts) == ""
    before, reserve = house(table), accounts(table)[1]
    table.do(DenyClaim, claim=claim, reason="the cards", by=("floor", "manager"))
    assert house(table) == before
    assert accounts(table) == (SMALL + 19 * EIGHTH, reserve + SMALL - 5000, 0)
    assert custody(table).outstanding == 0


def test_e28_a_reserve_that_was_spent_meanwhile_takes_nothing_from_the_meter() -> None:
    """What was below a cent comes back to the meter all the same: the house makes it up, and may recover it."""
    table = opened(progressive(base=0, reserve_bp=0))
    table.lock(1)
    (claim,) = table.win(1)
    assert accounts(table) == (0, EIGHTH % CENT, 0)
    table.key("clear")
    facts = {"jackpot": "main", "account": "reserve", "cause": "nondisplayed", "reason": "a prize"}
    assert table.do(LowerMeter, amount=EIGHTH % CENT, **facts) == ""
    assert table.do(DenyClaim, claim=claim, reason="the cards", by=("floor", "manager")) == ""
    assert accounts(table) == (EIGHTH, 0, 0)
    assert custody(table).outstanding == EIGHTH % CENT


def test_r076_until_it_is_paid_a_won_meter_stays_at_its_limit() -> None:
    table = opened(progressive(limit=BASE + EIGHTH, reseed="paid"))
    table.lock(1)
    table.win(1)
    table.key("clear")
    table.wait(9)
    table.play(1)
    assert sign(table) == (BASE + EIGHTH) // CENT
    assert accounts(table) == (0, 2 * FORTIETH + 5000, EIGHTH), "what comes meanwhile pays the reset"


def test_r077_paid_resets_with_the_payment() -> None:
    table = filled(reseed="paid")
    table.lock(1)
    shown = sign(table)
    (claim,) = table.win(1)
    assert sign(table) == shown
    assert table.do(PayClaim, claim=claim) == ""
    reserve = (FILLED + 1) * FORTIETH + (SMALL + (FILLED + 1) * EIGHTH) % CENT
    assert accounts(table) == (SMALL, reserve - SMALL, 0)
    assert body_of(table.wrote[-1])["from_reserve"] == SMALL
    assert sign(table) == SMALL // CENT


@pytest.mark.parametrize(("policy", "shares"), [("full_each", 2), ("split", 1)])
def test_r095_two_winners_take_no_more_players_money_than_the_meter_has(policy: str, shares: int) -> None:
    """WA: each the posted amount; the second one is the house's."""
    table = filled(multiple_winners=policy)
    table.lock(1, 2)
    meter, before = accounts(table)[0], house(table)
    reserve = accounts(table)[1]
    table.win(1, 2)
    whole = meter - meter % CENT
    assert sum(claim.amount for claim in table.state.book.claims) == shares * whole
    assert before - house(table) == (shares - 1) * whole
    assert accounts(table) == (SMALL, reserve + meter % CENT - SMALL, 0), "one reset"


# -- a later hand while an earlier claim is undecided (R094) -------------------------------------------------


def pending(*, accepted: bool) -> tuple[Table, int, list[int]]:
    """Two hands claim the whole meter, then a third is played. The meter at the second one's lock, and the claims."""
    table = filled()
    if accepted:
        book, count = table.state.book, table.state.book.jackpots["main"]
        assert count.terms
        count = replace(count, pending=replace(count.terms, reset=10 * SMALL), accepted=True)
        table.state = replace(table.state, book=replace(book, jackpots={"main": count}))
    claims = []
    for seat in (1, 2):
        table.lock(seat)
        meter = accounts(table)[0]
        assert table.do(OpenClaim, spot=f"{seat}/gbj", award="three-aces-suited") == ""
        claims.append(table.state.book.claim_count)
        table.key("clear")
        table.wait(9)
    table.play(1, 2, 3)
    return table, meter, claims


def won_by(table: Table, number: int) -> int:
    return next(each.amount for each in table.state.book.claims if each.number == number)


@pytest.mark.parametrize("accepted", [False, True])
@pytest.mark.parametrize("denied", [False, True])
def test_r094_a_later_hand_gets_the_reset_amount_and_what_its_own_lock_has_put_in(accepted: bool, denied: bool) -> None:
    """Also where accepted terms raise the reset above what was posted; what came after its lock stays."""
    table, posted, (first, second) = pending(accepted=accepted)
    reset = 10 * SMALL if accepted else SMALL
    if denied:
        assert table.do(DenyClaim, claim=first, reason="the cards", by=("floor", "manager")) == ""
    else:
        assert table.do(ConfirmClaim, claim=first, by=("floor", "manager")) == ""
    assert table.do(ConfirmClaim, claim=second, by=("floor", "manager")) == ""
    exact = posted if denied else reset + EIGHTH
    assert won_by(table, second) == exact - exact % CENT
    assert accounts(table)[0] == reset + 3 * EIGHTH


# -- the sign ------------------------------------------------------------------------------------------------


def test_r140_a_claim_holds_the_sign_and_a_late_one_does_not_lower_it() -> None:
    table = opened()
    table.lock(1, 2)
    past = PastRound(1, table.utc, ("1/gbj", "2/gbj"), {"main": BASE + 2 * EIGHTH})
    table.key("clear")
    table.wait(9)
    for _ in range(3):
        table.play(1, 2)
    shown = sign(table)
    facts = {"spot": "1/gbj", "past": past, "reference": "camera 3", "by": ("floor",)}
    assert table.do(OpenClaim, award="three-aces-suited", **facts) == ""
    assert sign(table) == shown, "not the amount of the first round's lock"
    assert table.state.book.claims[0].meters == {"main": BASE + 2 * EIGHTH}, "which is what it may win"
    table.play(1, 2)
    assert sign(table) == shown, "verifying: it stands"
    assert table.do(DenyClaim, claim=1, reason="the cards", by=("floor", "manager")) == ""
    assert sign(table) == (BASE + 10 * EIGHTH) // CENT


def test_r140_a_claim_named_anew_does_not_lower_the_sign_either() -> None:
    table = opened()
    table.lock(1, 2)
    assert table.do(OpenClaim, spot="1/gbj", award="straight") == ""
    table.key("clear")
    table.wait(9)
    table.play(1, 2)
    shown = sign(table)
    past = PastRound(1, table.utc, ("1/gbj", "2/gbj"), {"main": BASE + 2 * EIGHTH})
    facts = {"spot": "1/gbj", "past": past, "reference": "camera 3", "by": ("floor",)}
    assert table.do(OpenClaim, award="three-aces-suited", **facts) == ""
    assert [row.kind for row in table.wrote] == ["award_name"]
    assert sign(table) == shown


def test_r091_the_late_winner_gets_the_amount_of_his_own_lock() -> None:
    table = opened()
    table.lock(1)
    past = PastRound(1, table.utc, ("1/gbj",), {"main": BASE + EIGHTH})
    table.key("clear")
    table.wait(9)
    table.play(1, 2)
    facts = {"spot": "1/gbj", "past": past, "reference": "camera 3", "by": ("floor",)}
    assert table.do(ChangeRoles, name="Ann", roles=("floor",), by=("admin", "manager")) == ""
    assert table.do(OpenClaim, award="three-aces-suited", **facts) == ""
    shown, first = sign(table), BASE + EIGHTH
    assert table.do(ConfirmClaim, claim=1, by=("manager", "Ann")) == ""
    assert table.state.book.claims[0].amount == first - first % CENT
    assert sign(table) == (BASE + 2 * EIGHTH) // CENT < shown
