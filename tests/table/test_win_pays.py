"""What a win pays if a sign showed another amount at its lock (E58): the profile's rule, once, by people without a part
in the hand."""

import pytest
from support.table.story import Table, body_of, make_rules, to_do

from controller.present.views import claim_view
from controller.table import events
from controller.table.events import CorrectWin, OpenClaim, PayClaim
from controller.table.meter_events import Explain, ReadSign
from controller.table.money import DOLLAR
from controller.table.rules import Rules
from controller.table.state import Stage

METER = 1250 * DOLLAR
READER = ("accounting",)
TWO = ("auditor", "shift")
WHY = {"reason": "the sign at seat 1 stood at 1,310.00"}
AWARD = "three-aces-suited"  # the whole meter


def won(*seats: int, rules: Rules | None = None, paid: bool = True) -> Table:
    """A hand with a winner of the meter at each of these seats."""
    table = Table(rules or make_rules())
    table.open()
    table.press(*seats)
    table.key("lock")
    for number, seat in enumerate(seats, 1):
        assert not table.do(OpenClaim, spot=f"{seat}/gbj", award=AWARD, by=("dealer",)), table.refused
        for name in ("floor", "manager"):
            assert not table.do(events.ConfirmClaim, claim=number, by=(name,)), table.refused
    for number in range(1, len(seats) + 1) if paid else ():
        assert not table.do(PayClaim, claim=number, by=("cage",)), table.refused
    return table


def read(table: Table, more: int, claim: int = 1) -> None:
    assert not table.do(ReadSign, jackpot="main", shown=METER + more * DOLLAR, claim=claim, by=READER), table.refused


def pay(table: Table, claim: int = 1, variance: int = 1, by: tuple[str, ...] = TWO, **more: int) -> str:
    return table.do(CorrectWin, claim=claim, variance=variance, by=by, **WHY, **more)


def test_e58_the_higher_amount_is_paid_at_the_houses_expense() -> None:
    table = won(1)
    read(table, 60)
    meter = table.meter
    (ask,) = [each for each in to_do(table) if "Variance 1" in each]
    assert "litbet win correct 1 --variance 1" in ask
    assert not pay(table), table.refused
    correction, end = table.wrote
    assert (body_of(correction)["amount"], body_of(correction)["variance"]) == (60 * DOLLAR, 1)
    assert [(move.source, move.target, move.amount) for move in correction.transfers] == [
        ("house", "players", 60 * DOLLAR)
    ]
    assert (end.kind, body_of(end)["outcome"]) == ("variance_end", "paid")
    assert table.meter == meter
    assert not [each for each in to_do(table) if "Variance 1" in each]
    table.audit()


@pytest.mark.parametrize(("policy", "amounts"), [("full_each", (60, 60)), ("split", (30, 30)), ("ordered", (60, 0))])
def test_each_winner_of_a_hand_gets_what_the_policy_makes_of_the_higher_amount(
    policy: str, amounts: tuple[int, ...]
) -> None:
    table = won(2, 5, rules=make_rules(multiple_winners=policy))
    for claim in (1, 2):
        read(table, 60, claim)
    refused = [pay(table, claim, variance=claim) for claim in (1, 2)]
    assert refused == ["" if amount else "no_difference" for amount in amounts]
    corrected = [each.corrected for each in table.state.book.claims]
    assert corrected == [amount * DOLLAR for amount in amounts]
    table.audit()


def test_several_readings_of_one_win_pay_the_highest_once() -> None:
    table = won(1)
    for more in (60, 80, 70):
        read(table, more)
    assert [pay(table, variance=number) for number in (1, 2, 3)] == ["", "", "no_difference"]
    assert [body_of(row)["amount"] // DOLLAR for row in table.rows("payment_correction")] == [60, 20]


def test_the_reader_has_no_part_in_the_payment() -> None:
    """Who reads a sign for a claim decides what follows; nor do its approvers and its payer correct it."""
    table = won(1)
    read(table, 9999)
    for name in (*READER, "manager"):
        assert pay(table, by=(name, "auditor")) == "interested", name
    assert pay(table, by=("auditor",)) == "needs_people"
    assert not pay(table), table.refused


def test_nobody_chooses_the_amount() -> None:
    table = won(1)
    read(table, 60)
    assert pay(table, amount=DOLLAR) == "amount_or_variance"
    assert pay(table, variance=2) == "no_reading_of_claim"
    assert not pay(table), table.refused
    assert pay(table) == "no_reading_of_claim", "once"


def test_one_person_does_not_explain_away_what_a_winner_is_due() -> None:
    table = won(1)
    read(table, 1)  # below every threshold
    closed = {"variance": 1, "reason": "x"}
    assert table.do(Explain, outcome="explained", by=("manager",), **closed) == "needs_people"
    assert table.do(Explain, outcome="paid", by=TWO, **closed) == "pay_the_difference"
    assert not table.do(Explain, outcome="explained", by=("manager", "accounting"), **closed), table.refused


def test_the_claim_waits_for_the_difference_over_later_hands() -> None:
    table = won(1)
    read(table, 60)
    table.key("clear")
    for _ in range(3):
        table.play(1)
    assert [claim_view(table.rules, table.state.book, each)["claim"] for each in table.state.book.claims] == [1]
    assert not pay(table), table.refused
    table.play(1)
    assert not table.state.book.claims


def test_an_unpaid_win_is_paid_first() -> None:
    table = won(1, paid=False)
    read(table, 60)
    assert pay(table) == "not_paid"
    assert table.state.book.claims[0].stage is Stage.OWED


@pytest.mark.parametrize(("more", "win_pays"), [(-60, "higher"), (60, "ledger")])
def test_otherwise_the_ledgers_amount_stands(more: int, win_pays: str) -> None:
    table = won(1)
    table.with_rules(win_pays=win_pays)
    read(table, more)
    assert pay(table) == "ledger_pays"
    assert not table.do(Explain, variance=1, outcome="explained", reason="x", by=("manager",)), table.refused
