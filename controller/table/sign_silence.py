"""What the core knows about the signs: whether any of them acknowledges the amount (R181, R203).

Single acknowledgements do not reach the core, and none of them writes a row. Signs never hold up a round that has
begun. If the profile says so, the table accepts no new bets from the next round on while all signs are silent, unless a
person reports that the amount is posted by hand.
"""

from controller.table import records
from controller.table.decision import Decision
from controller.table.events import Event, OverrideSigns, SignsBack, SignsSilent, Unlock
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.sensors import bets
from controller.table.state import Book, Phase, SignsLive, State, phase_of
from controller.table.values import replace


def silent(decision: Decision, event: SignsSilent) -> None:
    if not decision.live.signs.silent:
        decision.note("signs_silent")
    decision.live = replace(decision.live, signs=replace(decision.live.signs, silent=event.why))


def back(decision: Decision, event: SignsBack) -> None:
    """Leaves no note: input from the network leaves nothing in the ledger (R205)."""
    decision.live = replace(decision.live, signs=SignsLive())


def override(decision: Decision, event: OverrideSigns) -> None:
    if not decision.live.signs.silent:
        raise Refused("signs_shown")
    if decision.book.by_hand:
        raise Refused("by_hand_already")
    decision.write(records.SignOverride(reason=decision.live.signs.silent))


def attend(decision: Decision, before: State, event: Event) -> None:
    """Runs between rounds, and while no bet is lit: may bets be accepted? Taking a lock back is not a boundary, because
    its round goes on."""
    signs = decision.live.signs
    betting = phase_of(decision.state) is Phase.BETTING
    closed = None
    if betting and signs.silent and decision.rules.signs.close_betting and not decision.book.by_hand:
        boundary = phase_of(before) is not Phase.BETTING and not isinstance(event, Unlock)
        if signs.closed or boundary or not bets(decision.rules, decision.state, decision.at.mono):
            closed = signs.silent
    if closed != signs.closed:
        decision.live = replace(decision.live, signs=replace(signs, closed=closed))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.SignOverride)
def _by_hand(book: Book, entry: Entry, record: records.SignOverride) -> Book:
    return replace(book, by_hand=True)
