"""The round of a table: one transition table.

Each line names the handler of an event in a phase (opening.py, locked_round.py, spots.py) and the phases that may
follow. An event without a line is refused with the reason in `REFUSALS`; a handler may refuse too. A refusal changes
nothing. The diagram in ARCHITECTURE.md is drawn from this table.
"""

from collections.abc import Callable
from dataclasses import dataclass

from controller.table import lock, locked_round, opening, round_corrections, spots
from controller.table.events import (
    AckSpot,
    AddSpot,
    Clear,
    Close,
    ConfirmSpot,
    DropSpot,
    Event,
    FlatBet,
    LastShoe,
    LateLock,
    Lock,
    Offer,
    Open,
    Resume,
    SetTier,
    Settle,
    ShoeEnded,
    StopOffering,
    TrySpots,
    Unlock,
    Void,
    VoidSpot,
)
from controller.table.state import Phase


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the transition table: the handler, and the phases that may follow."""

    handle: Callable[..., None]
    to: tuple[Phase, ...]


_CLOSED, _NOT, _BET = Phase.CLOSED, Phase.NOT_OFFERED, Phase.BETTING
_LOCKED, _SETTLED, _RECOVERED = Phase.LOCKED, Phase.SETTLED, Phase.RECOVERED

TABLE: dict[tuple[Phase, type[Event]], Line] = {
    (_CLOSED, Open): Line(opening.open_table, (_BET, _NOT)),
    (_CLOSED, TrySpots): Line(spots.test_sensors, (_CLOSED,)),
    (_NOT, Offer): Line(opening.offer, (_BET,)),
    (_NOT, Close): Line(opening.close_table, (_CLOSED,)),
    (_NOT, LastShoe): Line(opening.announce_last_shoe, (_NOT,)),
    (_NOT, ShoeEnded): Line(opening.end_shoe, (_NOT, _CLOSED)),
    (_NOT, TrySpots): Line(spots.test_sensors, (_NOT,)),
    (_BET, StopOffering): Line(opening.stop_offering, (_NOT,)),
    (_BET, Close): Line(opening.close_table, (_CLOSED,)),
    (_BET, LastShoe): Line(opening.announce_last_shoe, (_BET,)),
    (_BET, ShoeEnded): Line(opening.end_shoe, (_BET, _CLOSED)),
    (_BET, TrySpots): Line(spots.test_sensors, (_BET,)),
    (_BET, DropSpot): Line(spots.drop_spot, (_BET,)),
    (_BET, ConfirmSpot): Line(spots.confirm_spot, (_BET,)),
    (_BET, FlatBet): Line(spots.flat_bet, (_BET,)),
    (_BET, SetTier): Line(spots.set_tier, (_BET,)),
    (_BET, Lock): Line(lock.lock, (_LOCKED,)),
    (_BET, LateLock): Line(lock.late_lock, (_LOCKED, _BET)),
    (_BET, Clear): Line(locked_round.clear_unlocked, (_BET,)),
    (_LOCKED, Lock): Line(lock.lock_again, (_LOCKED,)),
    (_LOCKED, Unlock): Line(locked_round.unlock, (_BET,)),
    (_LOCKED, Settle): Line(locked_round.settle, (_SETTLED,)),
    (_LOCKED, AckSpot): Line(round_corrections.ack_spot, (_LOCKED,)),
    (_LOCKED, SetTier): Line(round_corrections.correct_tier, (_LOCKED,)),
    (_LOCKED, AddSpot): Line(round_corrections.add_spot, (_LOCKED,)),
    (_LOCKED, VoidSpot): Line(round_corrections.void_spot, (_LOCKED,)),
    (_LOCKED, Void): Line(locked_round.void_round, (_BET,)),
    (_LOCKED, Clear): Line(locked_round.clear, (_BET,)),
    (_LOCKED, LastShoe): Line(opening.announce_last_shoe, (_LOCKED,)),
    (_SETTLED, Lock): Line(lock.lock_after_settle, (_LOCKED, _SETTLED)),
    (_SETTLED, Settle): Line(locked_round.settle_again, (_SETTLED,)),
    (_SETTLED, AckSpot): Line(round_corrections.ack_spot, (_SETTLED,)),
    (_SETTLED, SetTier): Line(round_corrections.correct_tier, (_SETTLED,)),
    (_SETTLED, AddSpot): Line(round_corrections.add_spot, (_SETTLED,)),
    (_SETTLED, VoidSpot): Line(round_corrections.void_spot, (_SETTLED,)),
    (_SETTLED, Void): Line(locked_round.void_round, (_BET,)),
    (_SETTLED, Clear): Line(locked_round.clear, (_BET,)),
    (_SETTLED, LastShoe): Line(opening.announce_last_shoe, (_SETTLED,)),
    (_RECOVERED, Resume): Line(locked_round.resume, (_SETTLED, _BET)),
    (_RECOVERED, Clear): Line(locked_round.clear_recovered, (_BET,)),
    (_RECOVERED, Close): Line(opening.close_recovered, (_CLOSED,)),
    (_RECOVERED, Void): Line(locked_round.void_round, (_BET,)),
}

# Reasons for refusing an event without a line: looked up by phase and event, then by event, then by phase.
REFUSALS: dict[tuple[Phase | None, type[Event] | None], str] = {
    (_BET, Open): "already_open",
    (_NOT, Open): "already_open",
    (_BET, Offer): "offered_already",
    (None, Resume): "nothing_to_resume",
    (_CLOSED, None): "closed",
    (_NOT, None): "not_offered",
    (_BET, None): "no_round",
    (_LOCKED, None): "clear_first",
    (_SETTLED, None): "clear_first",
    (_RECOVERED, None): "resume_first",
}


def refusal(phase: Phase, event: type[Event]) -> str:
    return REFUSALS.get((phase, event)) or REFUSALS.get((None, event)) or REFUSALS[(phase, None)]
