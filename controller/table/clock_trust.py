"""When the controller trusts the time (R194, R195): a Pi has no battery-backed clock, and a time server may be
wrong."""

from controller.table import records
from controller.table.decision import Decision
from controller.table.events import ConfirmClock, Moment, Started, Tick
from controller.table.gaming_day import gaming_day
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.state import Book, ClockLive, Trusted
from controller.table.values import replace
from words.message import Message, message

STEP = 60_000  # ms by which the wall clock may drift from the monotonic clock before it counts as a step
LONG_GAP = 31  # days without a row; after so many a person checks the clock before any post (E43)


def first_look(decision: Decision, event: Started) -> None:
    """Compares the clock at a start with the newest row on disk."""
    decision.live = replace(decision.live, clock=ClockLive(why=message("reasons.clock_alone")))
    book = decision.book
    if book.clock and book.clock.boot == event.boot and abs(_offset(decision.at) - book.clock.offset) <= STEP:
        decision.live = replace(decision.live, clock=ClockLive(trusted=True, why=None, last=decision.at))
    else:
        watch(decision)
        _believe(decision, synced=event.synced)


def tick(decision: Decision, event: Tick) -> None:
    _believe(decision, synced=event.synced)


def watch(decision: Decision) -> None:
    """Runs before every decision: has the wall clock stepped against the monotonic clock since the last check?"""
    clock = decision.live.clock
    if clock.last and abs(_offset(decision.at) - _offset(clock.last)) > STEP:
        step = (_offset(decision.at) - _offset(clock.last)) // 1000
        decision.note("clock_step", number=step)
        if clock.trusted:
            clock = replace(clock, trusted=False, doubted=True, why=message("reasons.clock_stepped", step=step))
            decision.live = replace(decision.live, clock=clock)
            decision.write(records.ClockTrust(trusted=False, reason=clock.why))
    decision.live = replace(decision.live, clock=replace(decision.live.clock, last=decision.at))


def _believe(decision: Decision, *, synced: bool) -> None:
    clock = decision.live.clock
    if not clock.trusted and not clock.doubted and synced:
        doubt = _doubt(decision)
        if doubt:
            decision.live = replace(decision.live, clock=replace(clock, doubted=True, why=doubt))
        else:
            _trust(decision, "time_server")


def confirm(decision: Decision, event: ConfirmClock) -> None:
    if decision.live.clock.trusted:
        decision.note("clock_confirmed_again")
    else:
        _trust(decision, "person")


def trusted(decision: Decision) -> None:
    if not decision.live.clock.trusted:
        raise Refused("clock_unknown", why=decision.live.clock.why)


def _trust(decision: Decision, source: str) -> None:
    decision.live = replace(decision.live, clock=ClockLive(trusted=True, why=None, last=decision.at))
    decision.write(records.ClockTrust(trusted=True, source=source, offset=_offset(decision.at)))


def _doubt(decision: Decision) -> Message | None:
    """Why a person must confirm even a synchronised clock."""
    today = decision.book.today
    if decision.at.utc < decision.book.last.utc - STEP:
        return message("reasons.clock_behind")
    if today:
        now = gaming_day(decision.at.utc, decision.rules.roll, decision.rules.zone)
        if (now - now.fromisoformat(today.day)).days > LONG_GAP:
            return message("reasons.clock_ahead", days=LONG_GAP)
    return None


def _offset(at: Moment) -> int:
    return at.utc - at.mono


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.ClockTrust)
def _clock(book: Book, entry: Entry, record: records.ClockTrust) -> Book:
    return replace(book, clock=Trusted(book.boot, record.offset) if record.trusted else None)
