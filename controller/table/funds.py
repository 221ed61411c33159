"""The funds hold (R074, E70): the jackpots' money is short, or has been seized. A locked round is played and paid;
after it the table accepts no new bets until two people release the hold."""

from controller.table import records
from controller.table.decision import Decision
from controller.table.events import Event, Unlock
from controller.table.journal import Entry, fold
from controller.table.meter_events import HoldFunds, ReleaseFunds
from controller.table.refusals import Refused
from controller.table.sensors import bets
from controller.table.state import Book, Phase, State, phase_of
from controller.table.values import replace
from words.message import message, typed


def hold(decision: Decision, event: HoldFunds) -> None:
    if decision.book.funds:
        raise Refused("funds_held", why=typed(decision.book.funds))
    decision.write(records.FundsHold(reason=decision.reason(event.reason)))


def release(decision: Decision, event: ReleaseFunds) -> None:
    if not decision.book.funds:
        raise Refused("funds_free")
    decision.write(records.FundsRelease(reason=decision.reason(event.reason)))


def attend(decision: Decision, before: State, event: Event) -> None:
    """The hold takes effect at once if no bet is lit, otherwise at the end of the round. Taking a lock back does not
    end a round."""
    held, now = decision.book.funds, decision.live.funds
    if held and not now and not decision.book.locked and _boundary(decision, before, event):
        decision.live = replace(decision.live, funds=message("reasons.funds_kept", why=typed(held)))
    elif now and not held:
        decision.live = replace(decision.live, funds=None)


def _boundary(decision: Decision, before: State, event: Event) -> bool:
    if phase_of(decision.state) is not Phase.BETTING or not bets(decision.rules, decision.state, decision.at.mono):
        return True
    return phase_of(before) is not Phase.BETTING and not isinstance(event, Unlock)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.FundsHold)
def _held(book: Book, entry: Entry, record: records.FundsHold) -> Book:
    return replace(book, funds=record.reason)


@fold(records.FundsRelease)
def _released(book: Book, entry: Entry, record: records.FundsRelease) -> Book:
    return replace(book, funds="")
