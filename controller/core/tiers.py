"""What a spot plays for where its wager has several amounts (R034, C11): known before the lock, shown by the lamp."""

from controller.core.refusals import Refused
from controller.core.turn import Turn


def ask(turn: Turn) -> None:
    """The TIER key."""
    raise Refused("no_tiers")
