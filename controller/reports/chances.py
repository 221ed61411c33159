"""How many hits chance explains (R215): the binomial distribution, exact to all but the last digits. A fixed percentage
would fit no bet as volatile as this one."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

OUTSIDE = 0.005  # at each end: a band of 99 %
_NOTHING = 1e-18  # terms smaller than this, relative to their sum, change no printed digit


@dataclass(frozen=True, slots=True)
class Band:
    """The expected number of hits in `tries`, with the same chance for each."""

    tries: int
    chance: Fraction
    expected: Fraction
    low: int  # chance gives fewer once in 200 times at most
    high: int  # and more as rarely

    def says(self, hits: int) -> str:
        """`few` or `many` if chance hardly explains the hits; otherwise empty."""
        return "few" if hits < self.low else "many" if hits > self.high else ""


def band(tries: int, chance: Fraction) -> Band:
    low, high = 0, tries
    if 0 < chance < 1:
        mean = math.floor(tries * chance)
        low = _first(0, mean + 1, lambda hits: at_most(tries, chance, hits) > OUTSIDE)
        high = _first(mean, tries, lambda hits: at_least(tries, chance, hits + 1) <= OUTSIDE)
    elif not chance:
        high = 0
    else:
        low = tries
    return Band(tries, chance, chance * tries, low, high)


def p_value(tries: int, chance: Fraction, hits: int) -> float:
    """The probability that chance alone is at least as far off as this, in either direction."""
    return min(1.0, 2 * min(at_most(tries, chance, hits), at_least(tries, chance, hits)))


def at_most(tries: int, chance: Fraction, hits: int) -> float:
    """The probability of at most this many hits."""
    if hits >= tries * chance:
        return 1 - _sum(_upwards(tries, chance, hits + 1))
    return _sum(_downwards(tries, chance, hits))


def at_least(tries: int, chance: Fraction, hits: int) -> float:
    """The probability of at least this many hits."""
    if hits <= tries * chance:
        return 1 - _sum(_downwards(tries, chance, hits - 1))
    return _sum(_upwards(tries, chance, hits))


def until_none_is_few(chance: Fraction) -> int:
    """The number of wagers from which no hit at all is outside the band."""
    return math.floor(math.log(OUTSIDE) / math.log1p(-float(chance))) + 1


def _exactly(tries: int, chance: Fraction, hits: int) -> float:
    if not 0 <= hits <= tries:
        return 0.0
    if chance in (0, 1):
        return float(hits == tries * chance)
    p = float(chance)
    ways = math.lgamma(tries + 1) - math.lgamma(hits + 1) - math.lgamma(tries - hits + 1)
    return math.exp(ways + hits * math.log(p) + (tries - hits) * math.log1p(-p))


def _downwards(tries: int, chance: Fraction, hits: int) -> Iterator[float]:
    term, odds = _exactly(tries, chance, hits), float((1 - chance) / chance) if chance else 0.0
    while hits >= 0 and term:
        yield term
        term *= hits / (tries - hits + 1) * odds
        hits -= 1


def _upwards(tries: int, chance: Fraction, hits: int) -> Iterator[float]:
    term, odds = _exactly(tries, chance, hits), float(chance / (1 - chance)) if chance != 1 else 0.0
    while hits <= tries and term:
        yield term
        term *= (tries - hits) / (hits + 1) * odds
        hits += 1


def _sum(terms: Iterator[float]) -> float:
    """The sum of terms that only fall."""
    total = 0.0
    for term in terms:
        total += term
        if term < total * _NOTHING:
            break
    return min(total, 1.0)


def _first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first number from `low` on for which `holds` is true, by bisection; at most `high`."""
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low
