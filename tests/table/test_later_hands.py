"""Several tiers of one meter, and later hands on it while an earlier claim is undecided (R094, R098; C10, C22, E28)."""

from dataclasses import replace
from random import Random

import pytest
from support.table.claims import (
    ACES,
    QUEENS,
    RISEN,
    SEED,
    TWO,
    amount,
    claim,
    confirm,
    dollars,
    past,
    risen,
    stage,
    won,
)
from support.table.story import Table, body_of, make_rules

from controller.config.catalogue import find_paytable
from controller.table.awards import expected
from controller.table.events import (
    ChangeRoles,
    DenyClaim,
    PayClaim,
    ReopenClaims,
)
from controller.table.money import DOLLAR
from controller.table.state import Stage

# -- two tiers of one meter ----------------------------------------------------------------------------------


def tiers(meter_of: int, **facts: object) -> Table:
    """Seats 1 to 3 bet $5 and 4 to 6 bet $10 on `llj`'s three meters."""
    rules = make_rules(seats=6, **facts)  # type: ignore[arg-type]
    wager = replace(rules.wagers["gbj"], paytable=find_paytable("llj-lucky-ladies-jackpot"))
    jackpot = rules.jackpots["main"]
    jackpots = {
        name: replace(jackpot, id=name, base=meter_of * DOLLAR, terms=replace(jackpot.terms, reset=5000 * DOLLAR))
        for name in ("mega", "major", "minor")
    }
    wagers = {
        name: replace(wager, id=name, amounts=(amount * DOLLAR,), jackpots=tuple(jackpots))
        for name, amount in {"gbj": 5, "ten": 10}.items()
    }
    spots = {name: replace(spot, wager="ten" if spot.seat > 3 else "gbj") for name, spot in rules.spots.items()}
    table = Table(replace(rules, jackpots=jackpots, wagers=wagers, spots=spots))
    table.open()
    return table


@pytest.mark.parametrize(
    ("seats", "amounts", "left"),
    [((1,), (5000,), 5000), ((1, 4), (3333.33, 6666.67), 5000), ((1, 2), (5000, 5000), 5000), ((4,), (10_000,), 5000)],
)
def test_r098_c10_the_tiers_of_llj(seats: tuple[int, ...], amounts: tuple[float, ...], left: int) -> None:
    table = tiers(10_000)
    table.lock(*seats)
    numbers = [claim(table, seat, QUEENS) for seat in seats]
    for number in numbers:
        confirm(table, number)
    assert tuple(amount(table, number) for number in numbers) == amounts
    assert dollars(table.state.book.meter("minor")) == left
    assert [dollars(table.state.book.meter(name)) for name in ("mega", "major")] == [10_000, 10_000]
    emptied = [body_of(row)["won"]["due"] > 0 for row in table.rows("meter_award")]
    assert emptied == [sum(amounts) == 10_000]


# -- a later hand while an earlier claim is undecided (R094) -------------------------------------------------


def halved(hands: int, **facts: object) -> tuple[Table, list[int]]:
    """A win of half the meter has left 2,500.00 of it, half the reset amount; then each hand claims all of it."""
    table = tiers(5000, **facts)
    table.lock(1)
    half = claim(table, 1, QUEENS)
    confirm(table, half)
    table.do(PayClaim, claim=half)
    table.clear()
    assert minor(table) == 2500
    claims = []
    for seat in range(4, 4 + hands):
        table.lock(seat)
        claims.append(claim(table, seat, QUEENS))
        table.clear()
    return table, claims


def minor(table: Table) -> float:
    return dollars(table.state.book.meter("minor"))


@pytest.mark.parametrize(("denied", "later"), [(False, 5000), (True, 2500)])
def test_r094_after_a_win_of_all_of_it_a_later_hand_gets_the_reset_amount_though_less_was_posted(
    denied: bool, later: int
) -> None:
    """The meter is exactly the reset amount, never remainder plus seed."""
    table, (first, second) = halved(2)
    confirm(table, second)
    if denied:
        table.do(DenyClaim, claim=first, reason="two suits", by=("floor", "manager"))
    else:
        confirm(table, first)
    assert (amount(table, second), minor(table)) == (later, 5000)


def test_r094_of_three_hands_in_a_row_the_second_and_the_third_get_the_reset_amount() -> None:
    table, claims = halved(3)
    for number in reversed(claims):
        confirm(table, number)
    assert [amount(table, number) for number in claims] == [2500, 5000, 5000]
    assert minor(table) == 5000


def test_r094_the_earlier_winner_may_be_paid_and_forgotten_meanwhile() -> None:
    table, (first, second) = halved(2)
    confirm(table, first)
    table.do(PayClaim, claim=first)
    table.play(1)
    assert not table.state.book.won
    confirm(table, second)
    assert (amount(table, second), minor(table)) == (5000, 5000)


@pytest.mark.parametrize("cleared", [False, True])
def test_r094_the_later_hand_may_claim_after_the_earlier_claim_is_confirmed(cleared: bool) -> None:
    table, (first,) = halved(1)
    table.lock(5)
    if cleared:
        table.clear()
    confirm(table, first)
    if cleared:
        table.do(ReopenClaims, reason="the dealer was quick")
    second = claim(table, 5, QUEENS)
    confirm(table, second)
    assert (amount(table, second), minor(table)) == (5000, 5000)


def test_r094_c22_the_reset_may_come_with_the_payment() -> None:
    table, (first, second) = halved(2, reseed="paid")
    confirm(table, first)
    confirm(table, second)
    (later,) = (each for each in table.state.book.claims if each.number == second)
    assert later.stage is Stage.APPROVED
    assert dollars(expected(table.rules, table.state.book, later)) == 5000
    table.do(PayClaim, claim=first)
    assert (amount(table, second), minor(table)) == (5000, 0)
    table.do(PayClaim, claim=second)
    assert minor(table) == 5000


@pytest.mark.parametrize("again", [False, True])
def test_r094_e28_a_confirmed_win_that_is_denied_and_entered_again_counts_as_it_is_decided_last(again: bool) -> None:
    table, (first, second) = halved(2)
    confirm(table, first)
    table.do(DenyClaim, claim=first, reason="wrong seat", by=TWO)
    if again:
        table.do(ChangeRoles, name="Ann", roles=("floor",), by=("admin", "manager"))
        facts = {"past": past(table, 2), "reference": "camera 3", "by": ("floor",)}
        confirm(table, claim(table, 4, QUEENS, **facts), "Ann", "manager")
    confirm(table, second)
    assert (amount(table, second), minor(table)) == (5000 if again else 2500, 5000)


@pytest.mark.parametrize(("again", "left"), [(False, RISEN), (True, SEED)])
def test_r091_e28_what_was_posted_after_a_confirmed_win_stands_though_that_is_denied(again: bool, left: int) -> None:
    """The later hand has played for the reset amount, whatever becomes of the win before."""
    table = risen()
    table.lock(1)
    earlier, first = table.state.book.round, won(table, 1)
    table.clear()
    table.lock(2)
    second = claim(table, 2)
    table.do(DenyClaim, claim=first, reason="wrong seat", by=TWO)
    if again:
        table.do(ChangeRoles, name="Ann", roles=("floor",), by=("admin", "manager"))
        facts = {"past": past(table, earlier), "reference": "camera 3", "by": ("floor",)}
        confirm(table, claim(table, 1, ACES, **facts), "Ann", "manager")
    confirm(table, second)
    assert (amount(table, second), dollars(table.meter)) == (SEED, left)


@pytest.mark.parametrize("seed", range(20))
def test_r094_hands_have_what_they_had_if_each_was_decided_before_the_next(seed: int) -> None:
    """In whatever order, and whenever, their claims are confirmed, denied and paid."""
    chance = Random(seed)
    table = tiers(chance.choice((2000, 5000, 9000)), reseed=chance.choice(("confirmed", "paid")))
    left = minor(table)
    undecided: list[int] = []
    denied: set[int] = set()
    got: dict[int, float] = {}

    def decide_or_pay() -> None:
        owed = [each.number for each in table.state.book.claims if each.stage is Stage.OWED]
        if owed and chance.random() < 0.4:
            assert table.do(PayClaim, claim=chance.choice(owed)) == ""
        elif undecided:
            number = undecided.pop(chance.randrange(len(undecided)))
            if chance.random() < 0.25:
                assert table.do(DenyClaim, claim=number, reason="x", by=TWO) == ""
                denied.add(number)
            else:
                confirm(table, number)
        got.update({each.number: dollars(each.amount) for each in table.state.book.claims})

    seats = chance.choices((1, 2, 4, 5), k=4)
    for seat in seats:
        table.lock(seat)
        if chance.random() < 0.3:
            decide_or_pay()
        undecided.append(claim(table, seat, QUEENS))
        table.clear()
        if chance.random() < 0.5:
            decide_or_pay()
            table.play(6)
    while undecided or any(each.stage is Stage.OWED for each in table.state.book.claims):
        decide_or_pay()
    for number, seat in enumerate(seats, start=1):
        if number not in denied:
            share = left if seat > 3 else left / 2
            assert got[number] == pytest.approx(share, abs=0.02)
            left = 5000 if seat > 3 else left - share
    assert minor(table) == pytest.approx(left, abs=0.02)


def test_mega_and_minor_in_one_hand_are_two_meters() -> None:
    table = tiers(10_000)
    table.lock(4, 5)
    mega, minor = claim(table, 4, "three-queens-of-hearts"), claim(table, 5, "three-queens-same-color")
    confirm(table, minor)
    assert stage(table, minor) == "owed", "a claim on another meter holds it not up"
    confirm(table, mega)
    meters = [dollars(table.state.book.meter(name)) for name in ("mega", "major", "minor")]
    assert meters == [5000, 10_000, 5000]
