"""Lamps as a player sees them (R026, R027)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.contract import Pattern
from drivers.lamps import RGB, Colour, blinks, colour_at, step_at

A, B = {Colour.GREEN}, {Colour.BLUE_WHITE}


def film(pattern: Pattern, ms: int = 20_000) -> list[Colour]:
    return [colour_at(pattern, t) for t in range(ms)]


def flashes(pattern: Pattern) -> list[int]:
    """The times at which the lamp goes from dark to light."""
    shown = film(pattern)
    return [t for t in range(1, len(shown)) if shown[t - 1] == Colour.DARK != shown[t]]


def per_second(pattern: Pattern) -> float:
    return len(flashes(pattern)) / 20


@pytest.mark.parametrize(
    ("pattern", "colour"),
    [
        (Pattern.OFF, Colour.DARK),
        (Pattern.LIT, Colour.GREEN),
        (Pattern.NEXT, Colour.DIM_GREEN),
        (Pattern.LOCKED, Colour.BLUE_WHITE),
        (Pattern.RAISED, Colour.AMBER),
    ],
)
def test_steady_patterns(pattern: Pattern, colour: Colour) -> None:
    assert set(film(pattern)) == {colour}
    assert not blinks(pattern)


@pytest.mark.parametrize(
    ("pattern", "colours", "slowest", "fastest"),
    [
        (Pattern.DISABLED, {Colour.AMBER}, 0.9, 1.1),  # double blinks, two seconds apart
        (Pattern.WAITING, {Colour.DIM_GREEN}, 0.3, 0.7),
        (Pattern.LATE, {Colour.RED}, 2.5, 3),
        (Pattern.REMOVED, B, 2.5, 3),
        (Pattern.CLAIMED, {*A, *B, Colour.AMBER}, 1, 2),
        (Pattern.VERIFY, {Colour.RED}, 0.3, 0.7),
    ],
)
def test_blinking_patterns(pattern: Pattern, colours: set[Colour], slowest: float, fastest: float) -> None:
    assert set(film(pattern)) - {Colour.DARK} == colours
    assert slowest <= per_second(pattern) <= fastest
    assert blinks(pattern)


def test_every_pattern_looks_like_no_other() -> None:
    """R027: unambiguous, where the lamp has colours and can be dimmed."""
    assert len({tuple(film(pattern, 4000)) for pattern in Pattern}) == len(Pattern)


def test_nothing_flashes_more_than_three_times_in_any_second() -> None:
    for pattern in Pattern:
        times = flashes(pattern)
        assert all(sum(t <= u < t + 1000 for u in times) <= 3 for t in times), pattern


def test_every_colour_but_dark_lights_a_pin() -> None:
    assert {colour for colour in Colour if not any(RGB[colour])} == {Colour.DARK}


@given(st.sampled_from(Pattern), st.integers(0, 10**12))
def test_a_step_lasts_as_long_as_it_says(pattern: Pattern, ms: int) -> None:
    colour, left = step_at(pattern, ms)
    assert left > 0
    assert {colour_at(pattern, ms + t) for t in (0, left - 1)} == {colour}
    assert (colour_at(pattern, ms + left) != colour) == blinks(pattern)
