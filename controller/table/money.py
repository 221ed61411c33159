"""Money is whole micro-dollars, so a wager in cents times a rate in basis points is exact (R050)."""

import re

CENT = 10_000
DOLLAR = 100 * CENT
BASIS_POINTS = 10_000

_AMOUNT = re.compile(r"([0-9]{1,12})\.([0-9]{2})")


def parse_dollars(text: str) -> int:
    """`"1250.00"` as micro-dollars; exactly two decimals, no sign, no separators."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise ValueError(f'write an amount as dollars and cents, such as "1250.00", not {text!r}')
    return int(found[1]) * DOLLAR + int(found[2]) * CENT


def cents(micros: int) -> int:
    """The amount for a sign: whole cents, rounded down."""
    return micros // CENT


def dollars(micros: int) -> str:
    """Dollars and cents as text (R051), rounded down: `1250.00`."""
    whole, rest = divmod(cents(micros), 100)
    return f"{whole}.{rest:02d}"


def amount(micros: int) -> str:
    """Exact, for programs: `-1250.00`, with more than two decimals only if the amount has a fraction of a cent."""
    whole, rest = divmod(abs(micros), DOLLAR)
    decimals = f"{rest:06d}".rstrip("0").ljust(2, "0")
    return f"{'-' if micros < 0 else ''}{whole}.{decimals}"


def percentage(amount: int, rate_bp: int) -> int:
    """`rate_bp` basis points of an amount in whole cents: exact, so never rounded."""
    share, rest = divmod(amount * rate_bp, BASIS_POINTS)
    if rest:
        raise ValueError(f"{amount} micro-dollars are not whole cents: {rate_bp} basis points of it are not exact")
    return share
