"""Claims of rounds that are past, and who stands behind a claim that is taken back (R103, E18, E21, E22, E29)."""

from dataclasses import replace

import pytest
from support.table.story import Table, body_of, make_rules

from controller.table.accounts import HOUSE
from controller.table.awards import deeds_of
from controller.table.duties import Step, barred
from controller.table.events import (
    AddPerson,
    ChangeRoles,
    Command,
    ConfirmClaim,
    CorrectWin,
    DenyClaim,
    OpenClaim,
    PastRound,
    PayClaim,
    RemovePerson,
    ReopenClaims,
    Unlock,
    Void,
    WithdrawClaim,
)
from controller.table.money import DOLLAR
from controller.table.state import Stage, hand_of

ACES = "three-aces-suited"
TWO = ("floor", "manager")
BOTH = ("admin", "manager")
WHOLE = 10_000  # basis points


def at_table(policy: str = "split", seed: int = 1250) -> Table:
    rules = make_rules(multiple_winners=policy)
    rules = replace(rules, jackpots={"main": replace(rules.jackpots["main"], base=seed * DOLLAR)})
    table = Table(rules)
    assert not table.do(AddPerson, name="other", roles=("floor",), by=BOTH)
    table.open()
    return table


def past(table: Table, number: int, *paid: int) -> PastRound:
    """As the journal has it; `paid` are the seats that had all of the meter."""
    row = [row for row in table.rows("lock") if row.round == number][-1]
    spots = tuple(f"{seat}/gbj" for seat in paid)
    shares = (("main", WHOLE),) * len(paid)
    return PastRound(number, row.at.utc, tuple(body_of(row)["spots"]), body_of(row)["meters"], spots, shares)


def interested(table: Table) -> dict[str, Step]:
    """The people who may not approve the first claim."""
    return barred(deeds_of(table.rules, table.state.book, table.state.book.claims[0]), Step.APPROVAL)


def late(table: Table, seat: int, of: PastRound, by: str = "floor") -> str:
    return table.do(OpenClaim, spot=f"{seat}/gbj", award=ACES, past=of, reference="camera 3, 14:03", by=(by,))


def win(table: Table, seat: int, *, pay: bool = True) -> None:
    assert not table.do(OpenClaim, spot=f"{seat}/gbj", award=ACES)
    approve(table, pay=pay)


def approve(table: Table, *by: str, pay: bool = True) -> None:
    number = table.state.book.claim_count
    assert not table.do(ConfirmClaim, claim=number, by=by or TWO), table.refused
    if pay:
        assert not table.do(PayClaim, claim=number)


def newest(table: Table) -> float:
    return table.state.book.claims[-1].amount / DOLLAR


# -- which round -----------------------------------------------------------------------------------------------


def test_e29_the_locked_round_is_no_past_one() -> None:
    table = at_table()
    table.lock(1)
    assert late(table, 1, past(table, 1)) == "locked_now"
    table.clear()
    assert late(table, 1, past(table, 1)) == ""


def test_e18_a_round_that_was_void_since_the_journal_was_read_has_no_claim() -> None:
    table = at_table()
    table.lock(1)
    read = past(table, 1)
    table.do(Void, reason="misdeal")
    assert late(table, 1, read) == "not_playing"
    assert not table.state.book.claims


def test_e06_a_round_that_was_unlocked_since_the_journal_was_read_is_none() -> None:
    table = at_table()
    table.lock(1)
    read = past(table, 1)
    assert table.do(Unlock) == ""
    assert late(table, 1, read) == "no_such_round"
    assert late(table, 1, replace(read, number=0)) == "", "but any other that was played"


def test_e21_what_was_paid_of_a_round_is_not_paid_again_after_a_lock_that_was_taken_back() -> None:
    table = at_table()
    table.lock(1)
    win(table, 1)
    table.clear()
    table.lock(2)
    assert table.do(Unlock) == ""
    assert table.do(ReopenClaims, reason="he says he won") == "nothing_to_reopen"
    assert table.do(OpenClaim, spot="1/gbj", award=ACES) == "no_round_to_claim"
    assert late(table, 1, past(table, 1, 1)) == "paid_already"


# -- beside those who are paid and forgotten --------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "amount"), [("split", 625), ("full_each", 1250), ("ordered", 1250)])
@pytest.mark.parametrize("forgotten", [False, True])
def test_r097_e21_a_late_winner_beside_a_paid_one_gets_what_the_policy_gives(
    policy: str, amount: float, forgotten: bool
) -> None:
    table = at_table(policy)
    table.lock(1, 2)
    win(table, 1)
    table.clear()
    if forgotten:
        table.lock(3)
        table.clear()
        assert not table.state.book.claims
    before = table.state.book.balances
    assert late(table, 2, past(table, 1, 1)) == ""
    approve(table, "manager", "other")
    assert (newest(table), table.meter) == (amount, before["jackpot/main"])
    gave = before[HOUSE] - table.state.book.balances[HOUSE]
    assert gave == amount * DOLLAR, "the meter was taken and reset: it is the house's"


def after_the_first_of_three_winners() -> Table:
    """They bet in one hand; the other two claim after the next."""
    table = at_table(seed=1500)
    table.lock(1, 2, 3)
    win(table, 1)
    table.clear()
    table.lock(4)
    table.clear()
    table.rules = replace(table.rules, decks=8)
    return table


def test_r097_three_winners_of_one_hand_two_of_them_late_share_in_three() -> None:
    """The second is paid and still in the book when the third comes: nobody is counted twice."""
    table = after_the_first_of_three_winners()
    assert late(table, 2, past(table, 1, 1)) == ""
    approve(table, "manager", "other")
    assert newest(table) == 750
    table.lock(4)
    table.clear()
    assert table.do(OpenClaim, spot="3/gbj", award=ACES, past=past(table, 1, 1, 2), reference="c", by=("floor",)) == ""
    assert table.state.book.claims[-1].paid_shares == {"main": (WHOLE, WHOLE)}
    approve(table, "manager", "other", pay=False)
    assert newest(table) == 500


def test_r097_a_paid_one_that_is_still_in_the_book_is_counted_once() -> None:
    table = after_the_first_of_three_winners()
    late(table, 2, past(table, 1, 1))
    approve(table, "manager", "other")
    assert late(table, 3, past(table, 1, 1, 2)) == ""
    assert table.state.book.claims[-1].paid_shares == {"main": (WHOLE,)}
    approve(table, "manager", "other", pay=False)
    assert newest(table) == 500


def test_e62_the_late_share_is_whole_cents() -> None:
    table = at_table()
    table.lock(1, 2)
    win(table, 1)
    table.clear()
    table.lock(3)
    table.clear()
    read = replace(past(table, 1, 1), meters={"main": 1000 * DOLLAR}, shares=(("main", WHOLE), ("main", WHOLE)))
    assert late(table, 2, read) == ""
    approve(table, "manager", "other", pay=False)
    assert newest(table) == 333.34, "the odd cent is the player's: where the others sat is not told"


# -- who made it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("back", "facts"), [(WithdrawClaim, {}), (DenyClaim, {"reason": "again"})])
def test_r103_who_made_a_claim_that_was_taken_back_does_not_approve_the_next(
    back: type[Command], facts: dict[str, str]
) -> None:
    table = at_table()
    table.lock(1, 2)
    assert not table.do(OpenClaim, spot="1/gbj", award=ACES, by=("floor",))
    assert not table.do(back, claim=1, by=("floor", "other"), **facts)
    table.restart()
    assert not table.do(OpenClaim, spot="1/gbj", award=ACES), "the dealer's"
    assert list(interested(table)) == ["floor", "dealer"]
    assert table.do(ConfirmClaim, claim=2, by=TWO) == "claimant"
    assert not table.do(OpenClaim, spot="2/gbj"), "another seat's is another's"
    assert table.state.book.claims[1].claimant == ("dealer",)


def test_r103_the_touch_of_a_seat_forgets_nobody_either() -> None:
    table = at_table()
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES, by=("floor",))
    table.do(WithdrawClaim, claim=1, by=("other", "manager"))
    table.key("win")
    table.press(1)
    assert list(interested(table)) == ["floor"]


def test_r103_and_of_a_round_that_is_past_the_journal_knows_them() -> None:
    table = at_table()
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES, by=("floor",))
    table.do(WithdrawClaim, claim=1, by=("floor", "manager"))
    deeds = {"1/gbj": table.state.book.deeds[hand_of(1, "1/gbj")]}
    table.clear()
    table.lock(2)
    assert not table.state.book.deeds, "the book does not grow"
    table.clear()
    assert late(table, 1, replace(past(table, 1), deeds=deeds), by="other") == ""
    assert list(interested(table)) == ["floor", "other"]


def test_r103_a_claim_with_a_name_is_withdrawn_by_name() -> None:
    table = at_table()
    table.lock(1, 2)
    table.do(OpenClaim, spot="1/gbj", award=ACES, by=("floor",))
    table.do(OpenClaim, spot="2/gbj", by=())
    assert table.do(WithdrawClaim, claim=1, by=()) == "needs_people"
    assert table.do(WithdrawClaim, claim=1, by=("floor",)) == "needs_people", "as many as approve a share"
    assert table.do(WithdrawClaim, claim=1, by=("floor", "manager")) == ""
    assert table.do(WithdrawClaim, claim=2, by=()) == "", "a touch of the wrong seat"


@pytest.mark.parametrize("leaves", [True, False])
def test_r103_who_has_left_or_has_another_role_now_has_approved_nothing(leaves: bool) -> None:
    table = at_table()
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    assert table.do(ConfirmClaim, claim=1, by=("pit",)) == ""
    if leaves:
        assert table.do(RemovePerson, name="pit", by=BOTH) == ""
    else:
        assert table.do(ChangeRoles, name="pit", roles=("dealer",), by=BOTH) == ""
    assert table.do(ConfirmClaim, claim=1, by=("manager",)) == ""
    assert body_of(table.wrote[0])["missing"] == 1
    assert table.do(ConfirmClaim, claim=1, by=("other",)) == ""
    assert table.state.book.claims[0].stage is Stage.OWED


# -- corrections, and another configuration -----------------------------------------------------------------------


def test_e58_corrections_add_up_while_the_claim_is_in_the_book() -> None:
    table = at_table()
    table.lock(1)
    win(table, 1)
    facts = {"claim": 1, "reason": "counted wrong"}
    assert table.do(CorrectWin, amount=-1000 * DOLLAR, **facts) == ""
    assert table.do(CorrectWin, amount=-1000 * DOLLAR, **facts) == "no_difference", "250 are left of what was paid"
    assert table.do(CorrectWin, amount=-250 * DOLLAR, **facts) == ""


def test_r166_a_start_with_another_configuration_forgets_what_is_paid() -> None:
    table = at_table()
    table.lock(1)
    win(table, 1)
    table.clear()
    table.restart()
    assert len(table.state.book.claims) == 1, "the same one keeps it"
    table.state = replace(table.state, book=replace(table.state.book, config="an older one"))
    table.restart()
    book = table.state.book
    assert (book.claims, book.won, book.previous, book.jackpots["main"].won_round) == ((), (), None, 1)
    assert table.do(ReopenClaims, reason="x") == "nothing_to_reopen", "what was paid is not known here any more"
