"""Scales with round numbers, and the shades of table cells."""

import math
from collections.abc import Sequence
from itertools import pairwise

from controller.table.money import DOLLAR


def steps(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers that cover the range."""
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def dollars_of(value: float, scale: Sequence[float]) -> str:
    """A number on a scale of dollars; with cents only if the scale's steps have cents."""
    cents = any(abs(step - round(step)) > 1e-9 for step in scale)
    return f"${value:,.2f}" if cents else f"${round(value):,}"


def in_dollars(micros: int) -> float:
    return micros / DOLLAR


def counts_up_to(most: float) -> list[int]:
    """0, 1, 2, 5, 10 and so on."""
    found, power = [0], 1
    while power <= most:
        found += [power * each for each in (1, 2, 5) if power * each <= most]
        power *= 10
    return found


def powers(low: float, high: float) -> list[int]:
    """The powers of ten in the range."""
    return [10**power for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]


def shade(part: float) -> str:
    """From almost white for the least to deep blue for the most."""
    stops = ((0.0, (232, 240, 247)), (0.5, (107, 170, 214)), (1.0, (8, 69, 128)))
    for (low, one), (high, other) in pairwise(stops):
        if part <= high:
            way = (part - low) / (high - low)
            return "#" + "".join(f"{round(a + (b - a) * way):02x}" for a, b in zip(one, other, strict=True))
    return "#084580"
