"""What the winners of one hand get from a meter, by the policy in the table's file (R095, C09, C10, E24-E26)."""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.table.money import BASIS_POINTS, CENT


@dataclass(frozen=True)
class Division:
    amounts: Mapping[int, int]  # claim -> whole cents, in micro-dollars
    drawn: int  # the part of the sum that the meter pays; the house pays the rest
    rounding: int  # the fraction of a cent that an emptied meter leaves; it goes to the house
    emptied: bool  # by one winner or several; the meter is then reset once


def divide(policy: str, base: int, shares: Mapping[int, int], reset: int) -> Division:
    """`shares`: claim -> basis points, in order from the dealer's left. The house pays what the meter cannot."""
    whole = _cents(base)
    amounts = POLICIES[policy](base, shares, reset)
    drawn = min(sum(amounts.values()), whole)
    emptied = bool(shares) and drawn == whole
    return Division(amounts, drawn, base - whole if emptied else 0, emptied)


def _full_each(base: int, shares: Mapping[int, int], _reset: int) -> dict[int, int]:
    """Each winner gets the full share of the posted amount, as if alone."""
    return {claim: _cents(base * share // BASIS_POINTS) for claim, share in shares.items()}


def _split(base: int, shares: Mapping[int, int], _reset: int) -> dict[int, int]:
    """Each winner gets their share, or a proportional part if the shares exceed the whole: whole cents by largest
    remainder, ties from the dealer's left. The sum is exactly what the policy gives."""
    asked = sum(shares.values())
    parts = max(asked, BASIS_POINTS)
    cents = base * asked // parts // CENT
    exact = {claim: divmod(base * share, parts * CENT) for claim, share in shares.items()}
    amounts = {claim: quotient for claim, (quotient, _) in exact.items()}
    left = cents - sum(amounts.values())
    for claim in sorted(shares, key=lambda claim: -exact[claim][1])[:left]:
        amounts[claim] += 1
    return {claim: amount * CENT for claim, amount in amounts.items()}


def _ordered(base: int, shares: Mapping[int, int], reset: int) -> dict[int, int]:
    """Each winner gets their share of what the one before has left. Whoever finds the meter empty gets the share of the
    reset amount, which the house pays."""
    amounts, left = {}, base
    for claim, share in shares.items():
        amounts[claim] = _cents(left * share // BASIS_POINTS)
        left -= amounts[claim]
        if left < CENT:
            left = reset
    return amounts


POLICIES = {"full_each": _full_each, "split": _split, "ordered": _ordered}


def _cents(amount: int) -> int:
    return amount - amount % CENT
