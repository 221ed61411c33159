"""Shortens a failing history: leaves out deeds as long as it fails in the same way."""

import re
from collections.abc import Callable

from testbed.simulation.history import STEPS, History

Play = Callable[[frozenset[int]], History]
TRIES = 600  # the most histories that are replayed; shorter ones are faster


def kind(wrong: str) -> str:
    """A finding without its numbers and names: the same fault in a shorter history."""
    return re.sub(r"[0-9][0-9/,.]*\S*", "#", wrong)


def shrink(found: History, play: Play, progress: Callable[[int, int], None] = lambda _done, _of: None) -> History:
    """The shortest failing history found, starting from `found`, which failed at `found.at`."""
    wanted, best = kind(found.wrong[0]), found
    every = frozenset(range(found.days * STEPS))  # including the steps after it: another end would be another history
    steps = [*range(found.at + 1)]
    piece = len(steps)
    tries = 0
    while piece and tries < TRIES:
        here, before = 0, len(steps)
        while here < len(steps) and tries < TRIES:
            rest = steps[:here] + steps[here + piece :]
            shorter = play(every - {*rest})
            tries += 1
            progress(tries, TRIES)
            if shorter.wrong and kind(shorter.wrong[0]) == wanted:
                best, steps = shorter, [step for step in rest if step <= shorter.at]
            else:
                here += piece
        if piece > 1 or len(steps) == before:  # what was needed may no longer be, once others are gone
            piece //= 2
    return best
