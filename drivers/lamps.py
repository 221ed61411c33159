"""The lamp patterns over time, as data: colours and durations, repeated for ever.

All lamps count from the same time, so equal patterns blink together. Nothing flashes more than three times a second:
faster flashing can harm people.
"""

from collections.abc import Mapping
from enum import StrEnum
from itertools import accumulate

from drivers.contract import Pattern


class Colour(StrEnum):
    DARK = "dark"
    DIM_GREEN = "dim green"
    GREEN = "green"  # a bet is seen
    BLUE_WHITE = "blue-white"  # colour B: a bet plays
    RED = "red"
    AMBER = "amber"


Step = tuple[Colour, int]  # how long, in milliseconds

TIMELINES: Mapping[Pattern, tuple[Step, ...]] = {
    Pattern.OFF: ((Colour.DARK, 1000),),
    Pattern.DISABLED: ((Colour.AMBER, 100), (Colour.DARK, 250), (Colour.AMBER, 100), (Colour.DARK, 1550)),
    Pattern.WAITING: ((Colour.DIM_GREEN, 600), (Colour.DARK, 1400)),
    Pattern.LIT: ((Colour.GREEN, 1000),),
    Pattern.NEXT: ((Colour.DIM_GREEN, 1000),),
    Pattern.LOCKED: ((Colour.BLUE_WHITE, 1000),),
    Pattern.LATE: ((Colour.RED, 175), (Colour.DARK, 175)),
    Pattern.REMOVED: ((Colour.BLUE_WHITE, 175), (Colour.DARK, 175)),
    Pattern.CLAIMED: ((Colour.GREEN, 150), (Colour.BLUE_WHITE, 150), (Colour.AMBER, 150), (Colour.DARK, 300)),
    Pattern.VERIFY: ((Colour.RED, 1000), (Colour.DARK, 1000)),
    Pattern.RAISED: ((Colour.AMBER, 1000),),
}

RGB: Mapping[Colour, tuple[bool, bool, bool]] = {  # for pins that can only be on or off: dim is shown as bright
    Colour.DARK: (False, False, False),
    Colour.DIM_GREEN: (False, True, False),
    Colour.GREEN: (False, True, False),
    Colour.BLUE_WHITE: (True, True, True),
    Colour.RED: (True, False, False),
    Colour.AMBER: (True, True, False),
}


def step_at(pattern: Pattern, ms: int) -> Step:
    """The colour at this time, and for how many more milliseconds."""
    colours, lengths = zip(*TIMELINES[pattern], strict=True)
    ms %= sum(lengths)
    return next((c, end - ms) for c, end in zip(colours, accumulate(lengths), strict=True) if ms < end)


def colour_at(pattern: Pattern, ms: int) -> Colour:
    return step_at(pattern, ms)[0]


def blinks(pattern: Pattern) -> bool:
    return len(TIMELINES[pattern]) > 1
