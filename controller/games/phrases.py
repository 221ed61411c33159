"""Figures and numbers of decks, as documents print them."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from words.message import Message, message


def decks_of(counts: Sequence[int]) -> Message:
    """`one deck`, `two, six or eight decks`, `one to eight decks`"""
    least, most = counts[0], counts[-1]
    if most == 1:
        return message("decks.one")
    if len(counts) > 2 and list(counts) == list(range(least, most + 1)):
        return message("decks.range", first=least, last=most)
    return message("decks.several", numbers=tuple(message(f"numbers.{each}") for each in counts))


def decimal(value: Fraction, places: int) -> str:
    """Rounded half up with whole numbers only, so that a binary fraction never changes a printed figure."""
    scale = 10**places
    scaled = int(abs(value) * scale + Fraction(1, 2))
    whole, rest = divmod(scaled, scale)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{whole:,}.{rest:0{places}d}" if places else f"{sign}{whole:,}"


def root(value: Fraction, places: int) -> str:
    """The square root, cut off after this many places."""
    return decimal(Fraction(isqrt(int(value * 100**places)), 10**places), places)


def hundredths(value: Fraction) -> str:
    """A fraction as a percentage with two decimals: `10.44 %`."""
    return f"{decimal(value * 100, 2)} %"
