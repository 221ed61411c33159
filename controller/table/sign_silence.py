"""What the core knows of the signs: whether any of them acknowledges the amount (R181, R203).

Acknowledgements themselves never come here, and none of them writes a row. Signs hold up no round that has begun; where
the profile says so, no new bets are taken from the next round on while every sign is silent, unless a person answers
that the amount is posted by hand.
"""

from controller.table import records
from controller.table.decision import Turn
from controller.table.events import Event, OverrideSigns, SignsBack, SignsSilent, Unlock
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.sensors import bets
from controller.table.state import Book, Phase, SignsLive, State, phase_of
from controller.table.values import replace


def silent(turn: Turn, event: SignsSilent) -> None:
    if not turn.live.signs.silent:
        turn.note("signs_silent")
    turn.live = replace(turn.live, signs=replace(turn.live.signs, silent=event.why))


def back(turn: Turn, event: SignsBack) -> None:
    """Without a note: what came from the network leaves nothing in the ledger (R205)."""
    turn.live = replace(turn.live, signs=SignsLive())


def override(turn: Turn, event: OverrideSigns) -> None:
    if not turn.live.signs.silent:
        raise Refused("signs_shown")
    if turn.book.by_hand:
        raise Refused("by_hand_already")
    turn.write(records.SignOverride(reason=turn.live.signs.silent))


def attend(turn: Turn, before: State, event: Event) -> None:
    """At the boundary of a round, and as long as no bet is lit: may bets be taken? A lock that is only taken back is no
    boundary: its round goes on."""
    signs = turn.live.signs
    betting = phase_of(turn.state) is Phase.BETTING
    closed = None
    if betting and signs.silent and turn.rules.signs.close_betting and not turn.book.by_hand:
        boundary = phase_of(before) is not Phase.BETTING and not isinstance(event, Unlock)
        if signs.closed or boundary or not bets(turn.rules, turn.state, turn.at.mono):
            closed = signs.silent
    if closed != signs.closed:
        turn.live = replace(turn.live, signs=replace(signs, closed=closed))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.SignOverride)
def _by_hand(book: Book, entry: Entry, record: records.SignOverride) -> Book:
    return replace(book, by_hand=True)
