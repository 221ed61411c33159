"""What the winners of one hand get of a meter, by the policy that the table's file chose (R095, C09, C10, E24-E26)."""

from collections.abc import Mapping
from dataclasses import dataclass

from controller.core.money import BASIS_POINTS, CENT


@dataclass(frozen=True)
class Division:
    amounts: Mapping[int, int]  # claim -> whole cents, in micro-dollars
    drawn: int  # of their sum, from the meter; the house pays the rest
    rounding: int  # what was below a cent of a meter that was emptied: it goes to the house
    reseeds: int  # how often the meter was emptied


def divide(policy: str, base: int, shares: Mapping[int, int], reset: int) -> Division:
    """`shares`: claim -> basis points, from the dealer's left. A meter that the winners empty is reset once; under
    `ordered` each next winner finds it reset."""
    if policy == "ordered":
        return _ordered(base, shares, reset)
    whole = _cents(base)
    if policy == "full_each":
        amounts = {claim: _cents(base * share // BASIS_POINTS) for claim, share in shares.items()}
        drawn = min(sum(amounts.values()), whole)
    else:
        amounts = _split(base, shares)
        drawn = sum(amounts.values())
    emptied = bool(shares) and drawn == whole
    return Division(amounts, drawn, base - whole if emptied else 0, int(emptied))


def _split(base: int, shares: Mapping[int, int]) -> dict[int, int]:
    """Each its share, or in proportion where together they are more than all: whole cents by largest remainder, ties
    from the dealer's left, the sum exactly what the policy gives."""
    asked = sum(shares.values())
    parts = max(asked, BASIS_POINTS)
    cents = base * asked // parts // CENT
    exact = {claim: divmod(base * share, parts * CENT) for claim, share in shares.items()}
    amounts = {claim: quotient for claim, (quotient, _) in exact.items()}
    left = cents - sum(amounts.values())
    for claim in sorted(shares, key=lambda claim: -exact[claim][1])[:left]:
        amounts[claim] += 1
    return {claim: amount * CENT for claim, amount in amounts.items()}


def _ordered(base: int, shares: Mapping[int, int], reset: int) -> Division:
    amounts: dict[int, int] = {}
    meter, rounding, reseeds = base, 0, 0
    for claim, share in shares.items():
        amounts[claim] = _cents(meter * share // BASIS_POINTS)
        if amounts[claim] == _cents(meter):
            rounding += meter - amounts[claim]
            meter, reseeds = reset, reseeds + 1
        else:
            meter -= amounts[claim]
    return Division(amounts, sum(amounts.values()), rounding, reseeds)


def _cents(amount: int) -> int:
    return amount - amount % CENT
