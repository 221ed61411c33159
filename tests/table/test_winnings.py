"""What the winners of one hand get of a meter: exact sums, whole cents, never above the policy (R095, R098; C10)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.table.money import CENT, DOLLAR
from controller.table.winnings import POLICIES, divide

RESET = 1250 * DOLLAR
bases = st.integers(0, 100_000 * DOLLAR)
shares = st.dictionaries(st.integers(1, 99), st.integers(1, 10_000), min_size=1, max_size=7)
policies = st.sampled_from(list(POLICIES))


@given(policies, bases, shares)
def test_r050_what_the_meter_gives_is_what_it_loses_to_the_last_micro(
    policy: str, base: int, asked: dict[int, int]
) -> None:
    found = divide(policy, base, asked, RESET)
    assert list(found.amounts) == list(asked)
    assert all(amount >= 0 and amount % CENT == 0 for amount in found.amounts.values())
    assert 0 <= found.drawn <= min(base, sum(found.amounts.values()))
    left = base - found.drawn - found.rounding
    assert (left == 0) == found.emptied or base < CENT
    assert found.rounding == (base % CENT if found.emptied else 0), "below a cent goes to the house with the whole"
    assert found.emptied or left >= CENT, "what is left can still be won"


@given(bases, shares)
def test_r098_c10_a_split_gives_each_its_part_to_the_cent_and_together_never_more(
    base: int, asked: dict[int, int]
) -> None:
    found = divide("split", base, asked, RESET)
    together = sum(asked.values())
    parts = max(together, 10_000)
    assert sum(found.amounts.values()) == base * together // parts // CENT * CENT
    for claim, share in asked.items():
        assert abs(found.amounts[claim] - Fraction(base * share, parts)) < CENT


@given(bases, shares)
def test_e62_odd_cents_go_to_the_largest_remainder_and_ties_to_the_dealers_left(
    base: int, asked: dict[int, int]
) -> None:
    found = divide("split", base, asked, RESET)
    parts = max(sum(asked.values()), 10_000)
    over = {claim: found.amounts[claim] - Fraction(base * share, parts) for claim, share in asked.items()}
    rest = {claim: Fraction(base * share, parts * CENT) % 1 for claim, share in asked.items()}
    up = [claim for claim in asked if over[claim] > 0]
    down = [claim for claim in asked if over[claim] <= 0]
    order = list(asked)
    for one in up:
        assert all((rest[one], -order.index(one)) > (rest[other], -order.index(other)) for other in down if rest[other])


@given(bases, shares)
def test_e25_full_each_is_the_posted_share_for_everybody_and_the_meter_is_never_below_zero(
    base: int, asked: dict[int, int]
) -> None:
    found = divide("full_each", base, asked, RESET)
    for claim, share in asked.items():
        assert found.amounts[claim] == base * share // 10_000 // CENT * CENT
    assert found.drawn == min(sum(found.amounts.values()), base // CENT * CENT)


@given(bases, shares)
def test_ordered_is_one_after_the_other_and_the_meter_is_reset_once(base: int, asked: dict[int, int]) -> None:
    found = divide("ordered", base, asked, RESET)
    left = base
    for claim, share in asked.items():
        assert found.amounts[claim] == left * share // 10_000 // CENT * CENT
        left -= found.amounts[claim]
        if left < CENT:
            left = RESET
    assert found.drawn <= base


@pytest.mark.parametrize(
    ("policy", "base", "asked", "amounts", "emptied"),
    [
        ("split", 10_000, (5000,), (5000,), False),
        ("split", 10_000, (5000, 10_000), (3333.33, 6666.67), True),
        ("split", 10_000, (5000, 5000), (5000, 5000), True),
        ("split", 10_000, (5000, 5000, 5000), (3333.34, 3333.33, 3333.33), True),
        ("split", 1250.01, (10_000, 10_000), (625.01, 625), True),
        ("full_each", 4000, (10_000, 10_000), (4000, 4000), True),
        ("full_each", 10_000, (5000, 5000), (5000, 5000), True),
        ("ordered", 1456, (10_000, 10_000), (1456, 1250), True),
        ("ordered", 1456, (10_000, 5000), (1456, 625), True),
        ("ordered", 10_000, (5000, 5000), (5000, 2500), False),
    ],
)
def test_the_worked_numbers(
    policy: str, base: float, asked: tuple[int, ...], amounts: tuple[float, ...], emptied: bool
) -> None:
    found = divide(policy, round(base * DOLLAR), dict(enumerate(asked, 1)), RESET)
    assert [amount / DOLLAR for amount in found.amounts.values()] == list(amounts)
    assert found.emptied is emptied


@given(policies, bases, st.integers(1, 10_000))
def test_alone_all_policies_are_the_same(policy: str, base: int, share: int) -> None:
    found = divide(policy, base, {1: share}, RESET)
    assert found.amounts == {1: base * share // 10_000 // CENT * CENT}


@given(policies, bases)
def test_nobody_wins_nothing_is_drawn(policy: str, base: int) -> None:
    found = divide(policy, base, {}, RESET)
    assert (found.amounts, found.drawn, found.rounding, found.emptied) == ({}, 0, 0, False)
