"""The funds hold (R074, E70): the jackpots' money is short, or seized. A round that is locked is played and paid; from
the next one on no new bets are taken, until two people say that the money is there again."""

from controller.table import records
from controller.table.decision import Turn
from controller.table.events import Event, Unlock
from controller.table.journal import Entry, fold
from controller.table.meter_events import HoldFunds, ReleaseFunds
from controller.table.refusals import Refused
from controller.table.sensors import bets
from controller.table.state import Book, Phase, State, phase_of
from controller.table.values import replace
from words.message import message, typed


def hold(turn: Turn, event: HoldFunds) -> None:
    if turn.book.funds:
        raise Refused("funds_held", why=typed(turn.book.funds))
    turn.write(records.FundsHold(reason=turn.reason(event.reason)))


def release(turn: Turn, event: ReleaseFunds) -> None:
    if not turn.book.funds:
        raise Refused("funds_free")
    turn.write(records.FundsRelease(reason=turn.reason(event.reason)))


def attend(turn: Turn, before: State, event: Event) -> None:
    """In force at once where no bet is lit, else at the end of the round; a lock that is only taken back ends none."""
    held, now = turn.book.funds, turn.live.funds
    if held and not now and not turn.book.locked and _boundary(turn, before, event):
        turn.live = replace(turn.live, funds=message("reasons.funds_kept", why=typed(held)))
    elif now and not held:
        turn.live = replace(turn.live, funds=None)


def _boundary(turn: Turn, before: State, event: Event) -> bool:
    if phase_of(turn.state) is not Phase.BETTING or not bets(turn.rules, turn.state, turn.at.mono):
        return True
    return phase_of(before) is not Phase.BETTING and not isinstance(event, Unlock)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.FundsHold)
def _held(book: Book, entry: Entry, record: records.FundsHold) -> Book:
    return replace(book, funds=record.reason)


@fold(records.FundsRelease)
def _released(book: Book, entry: Entry, record: records.FundsRelease) -> Book:
    return replace(book, funds="")
