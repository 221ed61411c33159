"""From the claim to the money: who wins what, who approves it, and what the meter is then (R090-R110; E20-E32)."""

from dataclasses import replace
from itertools import pairwise

import pytest
from support.table.claims import (
    ACES,
    RISEN,
    SEED,
    TWO,
    amount,
    claim,
    confirm,
    dollars,
    past,
    risen,
    sign_state,
    stage,
    won,
)
from support.table.story import Table, body_of, make_rules

from controller.present.views import meter, status
from controller.table.accounts import PLAYERS
from controller.table.events import (
    AddPerson,
    Close,
    ConfirmClaim,
    CorrectWin,
    DenyClaim,
    OpenClaim,
    PastWin,
    PayClaim,
    ReopenClaims,
    Void,
    VoidSpot,
    WithdrawClaim,
)
from controller.table.meter_events import CorrectCount
from controller.table.money import DOLLAR
from controller.table.state import Stage

# -- a claim is made -----------------------------------------------------------------------------------------


def test_e23_a_dark_seat_is_refused_and_the_dispute_is_a_row_with_what_its_sensor_did() -> None:
    table = Table()
    table.open()
    table.press(3, 3)
    table.lock(1)
    table.press(3)
    before = table.state.book
    assert table.do(OpenClaim, spot="3/gbj", award=ACES, by=("floor",)) == "not_playing"
    row = table.wrote[0]
    assert (row.kind, row.round, body_of(row)["spot"], body_of(row)["by"]) == ("dispute", 1, "3/gbj", ["floor"])
    assert (body_of(row)["covered"], body_of(row)["presses"]) == (False, 1), "since the lock"
    noted = [note[1:] for note in body_of(table.rows("lock")[0])["notes"]]
    assert noted.count(["press", "3/gbj"]) == 2, "and before it"
    assert replace(table.state.book, seq=before.seq, last=before.last) == before, "nothing else changed"


def test_r090_no_claim_before_the_lock() -> None:
    table = Table()
    table.open()
    table.press(1)
    assert table.do(OpenClaim, spot="1/gbj", award=ACES) == "no_round_to_claim"
    assert table.do(OpenClaim, spot="9/gbj", award=ACES) == "unknown_spot"


@pytest.mark.parametrize(
    ("cards", "award", "refused"),
    [
        ("Ah Ah Ah", ACES, ""),
        ("2c 3d Ah", "straight", ""),
        ("2c 9d Ah", "", "cards_win_nothing"),
        ("Ah Ah", "", "card_number"),
        ("Ah Ah 1x", "", "no_card"),
    ],
)
def test_the_pay_table_classifies_the_cards(cards: str, award: str, refused: str) -> None:
    table = Table()
    table.open()
    table.lock(1)
    assert table.do(OpenClaim, spot="1/gbj", cards=cards) == refused
    assert [each.award for each in table.state.book.claims] == ([award] if award else [])
    if award == ACES:
        assert table.do(OpenClaim, spot="1/gbj", cards="2c 3d Ah", award=ACES) == "cards_say_otherwise"


def test_e22_before_it_is_confirmed_the_award_is_named_anew_and_approvals_are_gone() -> None:
    table = risen()
    table.lock(1)
    number = claim(table, 1)
    assert table.do(OpenClaim, spot="1/gbj") == "claimed_already"
    assert table.do(OpenClaim, spot="1/gbj", award="royal") == "unknown_award"
    confirm(table, number, "floor")
    claim(table, 1, "straight", by=("dealer",))
    assert (table.state.book.claims[0].approved, len(table.state.book.claims)) == ((), 1)
    assert table.do(ConfirmClaim, claim=number) == "needs_people", "it was the jackpot's once"
    confirm(table, number, "floor", "manager")
    assert (stage(table, number), amount(table, number)) == ("paid", 15)


def test_r110_three_claims_of_three_suited_aces_are_more_than_six_decks_hold() -> None:
    table = risen()
    table.lock(1, 2, 3)
    claim(table, 1)
    second = claim(table, 2)
    assert table.do(OpenClaim, spot="3/gbj", award=ACES) == "implausible"
    table.do(WithdrawClaim, claim=second)
    claim(table, 3)


# -- who approves --------------------------------------------------------------------------------------------


def test_r103_the_meter_takes_two_people_one_after_the_other() -> None:
    table = risen()
    table.lock(1)
    number = claim(table, 1, by=("floor",))
    assert table.do(ConfirmClaim, claim=number) == "needs_people"
    assert table.do(ConfirmClaim, claim=number, by=("cage",)) == "no_right"
    assert table.do(ConfirmClaim, claim=number, by=("floor",)) == "claimant"
    assert table.do(ConfirmClaim, claim=number, by=TWO) == "claimant", "not as one of two either"
    confirm(table, number, "manager")
    assert (table.wrote[0].kind, body_of(table.wrote[0])["missing"]) == ("approval", 1)
    assert (stage(table, number), sign_state(table)) == ("open", "verifying")
    assert table.do(ConfirmClaim, claim=number, by=("manager",)) == "approved_already"


def test_r103_or_both_at_once() -> None:
    table = risen()
    table.lock(1)
    number = claim(table, 1, by=("dealer",))
    confirm(table, number, "floor", "manager")
    assert (stage(table, number), amount(table, number), dollars(table.meter)) == ("owed", RISEN, SEED)


@pytest.mark.parametrize(
    ("award", "pays", "by"),
    [
        ("straight", 15, ()),
        ("three-of-a-kind-off-suit", 50, ()),
        ("straight-flush", 125, ("floor",)),
        ("three-of-a-kind-suited", 625, ("floor",)),
    ],
)
def test_fixed_awards_are_paid_from_the_rack_at_once_with_a_slip(award: str, pays: int, by: tuple[str, ...]) -> None:
    table = risen()
    table.lock(1)
    number = claim(table, 1, award)
    if by:
        assert table.do(ConfirmClaim, claim=number) == "needs_people"
    had = table.state.book.balances[PLAYERS]
    assert table.do(ConfirmClaim, claim=number, by=by) == ""
    assert dollars(table.state.book.balances[PLAYERS] - had) == pays
    assert (stage(table, number), table.state.book.claims[0].slip, dollars(table.meter)) == ("paid", 1, RISEN)
    assert table.do(DenyClaim, claim=number, reason="x", by=TWO) == "claim_decided"
    assert table.do(Void, reason="x") == "award_stands"


def test_nothing_is_confirmed_before_it_has_a_name() -> None:
    table = risen()
    table.lock(1)
    table.key("win")
    table.press(1)
    assert table.do(ConfirmClaim, claim=1, by=TWO) == "no_award"
    assert table.do(ConfirmClaim, claim=7, by=TWO) == "no_claim"


# -- the money -----------------------------------------------------------------------------------------------


def test_r091_r099_r104_a_win_is_set_aside_the_meter_is_reset_and_play_goes_on() -> None:
    """Section 6: 1,456.00 is won after 100 wagers of a day, 312 follow: the next morning 1,456.00 again."""
    table = risen()
    table.play_wagers(100)
    table.press(1)
    table.key("lock")
    number = won(table, 1)
    assert (amount(table, number), dollars(table.meter), sign_state(table)) == (RISEN, SEED, "won")
    table.clear()
    assert table.do(PayClaim, claim=number, method="gold") == "unknown_method"
    table.restart("boot-2")
    table.key("clear")
    assert stage(table, number) == "owed", "whatever happens to the table"
    assert sign_state(table) == "won", "R100: until the next lock"
    table.play(2)
    assert (stage(table, number), sign_state(table)) == ("owed", "open"), "E29: but not as long as it is owed"
    assert table.do(PayClaim, claim=number, method="check") == ""
    assert table.do(PayClaim, claim=number) == "not_owed"
    table.play_wagers(312 - 2)
    table.do(Close)
    table.until("2026-11-20 09:00")
    assert dollars(table.meter) == RISEN


@pytest.mark.parametrize(
    ("policy", "shares"), [("split", (RISEN / 2, RISEN / 2)), ("full_each", (RISEN, RISEN)), ("ordered", (RISEN, SEED))]
)
@pytest.mark.parametrize("order", [(2, 5), (5, 2)])
def test_r097_e24_e25_two_winners_of_one_hand(policy: str, shares: tuple[float, float], order: tuple[int, int]) -> None:
    """One reset, whatever the order in which the dealer keys them; nothing is decided while one is undecided."""
    table = risen(make_rules(multiple_winners=policy))
    table.lock(2, 5)
    numbers = {seat: claim(table, seat) for seat in order}
    shown = {view["seat"]: view["amount"] for view in status(table.rules, table.state, table.mono, table.utc)["claims"]}
    assert shown == {2: f"{shares[0]:.2f}", 5: f"{shares[1]:.2f}"}, "shown before anybody confirms"
    confirm(table, numbers[order[0]])
    assert (stage(table, numbers[order[0]]), dollars(table.meter)) == ("approved", RISEN)
    confirm(table, numbers[order[1]])
    assert tuple(amount(table, numbers[seat]) for seat in (2, 5)) == shares
    assert dollars(table.meter) == SEED
    assert [body_of(row)["won"]["due"] for row in table.rows("meter_award")] == [SEED * DOLLAR]
    assert (table.state.book.slips, table.state.book.jackpots["main"].wins) == (2, 2)


def test_an_unnamed_claim_holds_up_every_meter_of_its_wager() -> None:
    table = risen()
    table.lock(1, 2)
    first = claim(table, 1)
    table.key("win")
    table.press(2)
    confirm(table, first)
    assert stage(table, first) == "approved"
    assert table.do(Void, reason="x") == "award_stands", "two people have approved it"
    claim(table, 2, "straight")
    confirm(table, 2, "floor")
    assert stage(table, first) == "approved", "it waits for nothing more, but nobody has asked again"


def test_a_small_award_holds_nothing_up() -> None:
    table = risen()
    table.lock(1, 2)
    claim(table, 2, "straight")
    assert stage(table, won(table, 1)) == "owed"


@pytest.mark.parametrize(
    ("paid", "amounts", "house"), [(False, (RISEN / 2, RISEN / 2), 0), (True, (RISEN, RISEN / 2), RISEN / 2)]
)
def test_a_late_winner_of_the_same_hand_shares_what_is_owed_and_not_what_is_paid(
    paid: bool, amounts: tuple[float, float], house: float
) -> None:
    table = risen()
    table.lock(1, 2)
    first = won(table, 1)
    if paid:
        table.do(PayClaim, claim=first)
    second = won(table, 2)
    assert (amount(table, first), amount(table, second), dollars(table.meter)) == (*amounts, SEED)
    slips = [body_of(row)["slips"] for row in table.rows("meter_award")]
    assert slips == ([{"1": 1}, {"2": 2}] if paid else [{"1": 1}, {"1": 2, "2": 3}]), "a printed slip is never changed"
    assert table.state.book.jackpots["main"].wins == 2


@pytest.mark.parametrize(("denied", "later"), [(False, SEED), (True, RISEN)])
def test_r094_a_later_hand_is_decided_after_the_earlier_claim(denied: bool, later: int) -> None:
    table = risen()
    table.lock(1)
    first = claim(table, 1)
    table.clear()
    table.lock(2)
    assert sign_state(table) == "verifying"
    second = claim(table, 2)
    confirm(table, second)
    assert stage(table, second) == "approved"
    if denied:
        table.do(DenyClaim, claim=first, reason="two suits", by=TWO)
    else:
        confirm(table, first)
    assert (amount(table, second), dollars(table.meter)) == (later, SEED)


def test_e28_denied_after_the_reset_the_meter_is_what_it_was_and_what_came_since() -> None:
    table = risen()
    table.lock(1)
    number = won(table, 1)
    table.clear()
    table.play(1, 2)
    table.until("2026-11-20 09:00")
    table.open() if table.phase == "closed" else None
    assert dollars(table.meter) == SEED + 1.5, "an owed claim blocks no post"
    assert table.do(DenyClaim, claim=number, reason="sixth deck", by=("floor",)) == "needs_people"
    assert table.do(DenyClaim, claim=number, reason="sixth deck", by=TWO) == ""
    assert dollars(table.meter) == RISEN + 1.5
    assert not table.state.book.claims
    assert not table.state.book.won
    assert "owed/1" not in table.state.book.balances


def test_e22_denied_and_entered_again_the_meter_pays_it() -> None:
    table = risen()
    table.lock(1)
    number = won(table, 1)
    table.do(DenyClaim, claim=number, reason="wrong seat", by=TWO)
    again = won(table, 1)
    assert (amount(table, again), dollars(table.meter)) == (RISEN, SEED)


def test_e28_denied_before_it_is_confirmed_nothing_has_moved() -> None:
    table = risen()
    table.lock(1)
    number = claim(table, 1)
    assert table.do(DenyClaim, claim=number, reason=" ", by=("floor",)) == "say_why"
    assert table.do(DenyClaim, claim=number, reason="no aces", by=("floor",)) == "needs_people"
    assert table.do(DenyClaim, claim=number, reason="no aces", by=TWO) == ""
    assert (dollars(table.meter), sign_state(table)) == (RISEN, "locked")


def test_c22_reset_when_paid_until_then_the_sign_says_verifying_and_the_amount_at_the_lock() -> None:
    table = risen(make_rules(reseed="paid"))
    table.lock(1, 3)
    first, third = claim(table, 1), claim(table, 3)
    confirm(table, first)
    confirm(table, third)

    def sign() -> tuple[str, str]:
        view = meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)
        return view["text"], view["state"]

    assert (table.meter, sign()) == (0, ("1456.00", "verifying"))
    table.clear()
    table.lock(2)
    second = won(table, 2)
    assert stage(table, second) == "approved", "it wins of a meter that is not there yet"
    table.do(PayClaim, claim=first)
    assert (table.meter, stage(table, second)) == (0, "approved"), "one reset, with the hand's last payment"
    table.do(PayClaim, claim=third)
    assert (amount(table, second), table.meter) == (SEED, 0)
    table.do(PayClaim, claim=second)
    assert dollars(table.meter) == SEED


# -- rounds that are past ------------------------------------------------------------------------------------


def test_e21_the_last_round_is_opened_again_until_the_next_lock() -> None:
    table = risen()
    table.lock(1)
    table.clear()
    assert table.do(OpenClaim, spot="1/gbj", award=ACES) == "no_round_to_claim"
    assert table.do(ReopenClaims, reason="forgotten", by=()) == "needs_people"
    assert table.do(ReopenClaims, reason="forgotten") == ""
    number = claim(table, 1)
    table.lock(2)
    assert table.do(OpenClaim, spot="1/gbj", award=ACES) == "not_playing"
    confirm(table, number)
    assert (amount(table, number), dollars(table.meter)) == (RISEN, SEED)


@pytest.mark.parametrize("undo", [Void, VoidSpot])
def test_e18_e19_what_was_given_back_cannot_be_claimed(undo: type[Void] | type[VoidSpot]) -> None:
    table = risen()
    table.lock(1)
    table.do(undo, reason="misdeal", **({"spot": "1/gbj"} if undo is VoidSpot else {}))
    if undo is VoidSpot:
        table.clear()
    table.do(ReopenClaims, reason="he says he won")
    assert table.do(OpenClaim, spot="1/gbj", award=ACES) == "not_playing"


def test_e21_a_documented_late_claim_of_a_round_that_only_the_journal_knows() -> None:
    table = risen()
    number = table.state.book.round + 1
    table.play(1)
    table.play(2)
    facts = {"spot": "1/gbj", "award": ACES, "past": past(table, number)}
    assert table.do(OpenClaim, by=("floor",), **facts) == "late_reference"
    assert table.do(OpenClaim, reference="camera 3, 14:03", **facts) == "needs_people"
    assert table.do(OpenClaim, reference="camera 3, 14:03", by=("floor",), **facts) == ""
    assert table.do(ConfirmClaim, claim=1, by=TWO) == "claimant"
    table.do(DenyClaim, claim=1, reason="again", by=("manager",))
    facts["past"] = past(table, number, "1/gbj")
    assert table.do(OpenClaim, reference="camera 3", by=("floor",), **facts) == "paid_already"


def test_a_late_winner_of_a_meter_that_a_later_hand_took_is_the_houses() -> None:
    table = risen()
    number = table.state.book.round + 1
    table.play(1)
    table.lock(2)
    second = won(table, 2)
    table.do(PayClaim, claim=second)
    table.clear()
    table.play(3)
    assert not table.do(
        OpenClaim, spot="1/gbj", award=ACES, past=past(table, number), reference="camera 3", by=("floor",)
    )
    assert not table.do(AddPerson, name="second", roles=("floor",), by=("admin", "manager"))
    confirm(table, 2, "manager", "second")
    assert (amount(table, 2), dollars(table.meter)) == (RISEN, SEED)
    assert body_of(table.rows("meter_award")[-1])["won"]["drawn"] == 0


# -- posts and corrections -----------------------------------------------------------------------------------


def test_r062_e47_a_post_waits_for_the_claim_and_goes_to_the_new_meter() -> None:
    table = risen()
    table.lock(1, 2)
    number = claim(table, 1)
    table.clear()
    table.until("2026-11-20 09:00")
    assert dollars(table.meter) == RISEN
    confirm(table, number)
    assert (amount(table, number), dollars(table.meter)) == (RISEN, SEED + 1)


def test_e48_a_win_on_the_last_hand_and_the_whole_day_the_next_morning() -> None:
    table = risen()
    table.play(1, 2, 3)
    table.lock(1)
    won(table, 1)
    table.clear()
    assert table.do(Close) == ""
    assert sign_state(table) == "closed"
    table.until("2026-11-20 09:00")
    assert dollars(table.meter) == SEED + 2


def test_e51_a_correction_takes_no_meter_that_was_won_below_its_reset() -> None:
    table = risen()
    table.play(1, 2)
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-400, reason="counted twice") == ""
    table.lock(1)
    won(table, 1)
    table.clear()
    table.until("2026-11-20 09:00")
    last = [body_of(row) for row in table.rows("post")][-1]
    assert (dollars(last["amount"]), dollars(last["waived"]), dollars(table.meter)) == (-1.5, 198.5, SEED)


def test_r145_e58_after_the_payment_a_difference_is_a_row_and_the_houses() -> None:
    table = risen()
    table.lock(1)
    number = won(table, 1)
    facts = {"claim": number, "reason": "the sign said 1,460.00"}
    assert table.do(CorrectWin, amount=4 * DOLLAR, **facts) == "not_paid"
    table.do(PayClaim, claim=number)
    assert table.do(CorrectWin, amount=4 * DOLLAR, by=("manager",), **facts) == "needs_people"
    assert table.do(CorrectWin, amount=0, **facts) == "no_difference"
    assert table.do(CorrectWin, amount=-(RISEN + 1) * DOLLAR, **facts) == "no_difference"
    assert table.do(CorrectWin, amount=4 * DOLLAR, **facts) == ""
    assert (body_of(table.wrote[0])["slip"], dollars(table.meter)) == (2, SEED)
    table.clear()
    table.play(1)
    assert table.do(CorrectWin, amount=DOLLAR, **facts) == "not_paid", "the book has forgotten it"
    assert table.do(CorrectWin, amount=DOLLAR, past=PastWin(RISEN * DOLLAR, 4 * DOLLAR, "main"), **facts) == ""


def test_e63_a_reset_amount_that_changed_counts_from_the_next_win() -> None:
    table = risen()
    table.with_terms(reset=2000 * DOLLAR)
    table.lock(1)
    number = won(table, 1)
    assert (amount(table, number), dollars(table.meter)) == (RISEN, 2000)
    table.do(DenyClaim, claim=number, reason="x", by=TWO)
    assert dollars(table.meter) == RISEN


def test_r107_slips_have_no_gaps_whatever_was_denied() -> None:
    table = risen()
    table.lock(1, 2)
    first = won(table, 1)
    table.do(DenyClaim, claim=first, reason="x", by=TWO)
    claim(table, 2, "straight")
    confirm(table, 2, "floor")
    won(table, 1)
    rows = [body_of(row) for row in table.journal if row.kind in ("meter_award", "fixed_award")]
    slips = [slip for body in rows for slip in ([body["slip"]] if "slip" in body else body["slips"].values())]
    assert slips == [1, 2, 3]
    assert all(before < after for before, after in pairwise(slips))
    assert {each.stage for each in table.state.book.claims} == {Stage.PAID, Stage.OWED}
