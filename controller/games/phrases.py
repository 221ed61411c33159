"""Amounts, ratios and lists in the words of a document."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt

from controller.table.money import dollars

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(words: Iterable[str], last: str = "and") -> str:
    *rest, end = words
    return f"{', '.join(rest)} {last} {end}" if rest else end


def money(micros: int) -> str:
    """`$1,250.00`"""
    whole, rest = dollars(micros).split(".")
    return f"${int(whole):,}.{rest}"


def percent(basis_points: int) -> str:
    """`100 %`, `12.5 %`"""
    whole, rest = divmod(basis_points, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + " %" if rest else f"{whole} %"


def ratio(pays: tuple[int, int]) -> str:
    return f"{pays[0]} to {pays[1]}"


def decks_of(counts: Sequence[int]) -> str:
    """`one deck`, `two, six or eight decks`, `one to eight decks`"""
    least, most = counts[0], counts[-1]
    if len(counts) > 2 and list(counts) == list(range(least, most + 1)):
        return f"{number(least)} to {number(most)} decks"
    return f"{listed(map(number, counts), 'or')} deck{'s' if most > 1 else ''}"


def decimal(value: Fraction, places: int) -> str:
    """Rounded half up, in whole numbers all the way: a printed figure is never off by a binary fraction."""
    scale = 10**places
    scaled = int(abs(value) * scale + Fraction(1, 2))
    whole, rest = divmod(scaled, scale)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole:,}.{rest:0{places}d}" if places else f"{sign}{whole:,}"


def root(value: Fraction, places: int) -> str:
    """The square root, cut after so many places."""
    return decimal(Fraction(isqrt(int(value * 100**places)), 10**places), places)


def hundredths(value: Fraction) -> str:
    """A part as per cent with two decimals: `10.44 %`."""
    return f"{decimal(value * 100, 2)} %"
