"""When the time is believed (R194, R195): a Pi has no clock of its own, and a time server may be wrong."""

from controller.table import records
from controller.table.decision import Turn
from controller.table.events import ConfirmClock, Moment, Started, Tick
from controller.table.gaming_day import gaming_day
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.state import Book, ClockLive, Trusted
from controller.table.values import replace
from words.message import Message, message

STEP = 60_000  # ms by which the wall clock may leave the monotonic one unnoticed
LONG_GAP = 31  # days without a row after which a person looks at the clock before days are posted (E43)


def first_look(turn: Turn, event: Started) -> None:
    """The clock at a start, against the newest row on disk."""
    turn.live = replace(turn.live, clock=ClockLive(why=message("reasons.clock_alone")))
    book = turn.book
    if book.clock and book.clock.boot == event.boot and abs(_offset(turn.at) - book.clock.offset) <= STEP:
        turn.live = replace(turn.live, clock=ClockLive(trusted=True, why=None, last=turn.at))
    else:
        watch(turn)
        _believe(turn, synced=event.synced)


def tick(turn: Turn, event: Tick) -> None:
    _believe(turn, synced=event.synced)


def watch(turn: Turn) -> None:
    """Before anything is decided: did the wall clock leave the monotonic one since it was last seen?"""
    clock = turn.live.clock
    if clock.last and abs(_offset(turn.at) - _offset(clock.last)) > STEP:
        step = (_offset(turn.at) - _offset(clock.last)) // 1000
        turn.note("clock_step", number=step)
        if clock.trusted:
            clock = replace(clock, trusted=False, doubted=True, why=message("reasons.clock_stepped", step=step))
            turn.live = replace(turn.live, clock=clock)
            turn.write(records.ClockTrust(trusted=False, reason=clock.why))
    turn.live = replace(turn.live, clock=replace(turn.live.clock, last=turn.at))


def _believe(turn: Turn, *, synced: bool) -> None:
    clock = turn.live.clock
    if not clock.trusted and not clock.doubted and synced:
        doubt = _doubt(turn)
        if doubt:
            turn.live = replace(turn.live, clock=replace(clock, doubted=True, why=doubt))
        else:
            _trust(turn, "time_server")


def confirm(turn: Turn, event: ConfirmClock) -> None:
    if turn.live.clock.trusted:
        turn.note("clock_confirmed_again")
    else:
        _trust(turn, "person")


def trusted(turn: Turn) -> None:
    if not turn.live.clock.trusted:
        raise Refused("clock_unknown", why=turn.live.clock.why)


def _trust(turn: Turn, source: str) -> None:
    turn.live = replace(turn.live, clock=ClockLive(trusted=True, why=None, last=turn.at))
    turn.write(records.ClockTrust(trusted=True, source=source, offset=_offset(turn.at)))


def _doubt(turn: Turn) -> Message | None:
    """Why even a synchronised clock waits for a person."""
    today = turn.book.today
    if turn.at.utc < turn.book.last.utc - STEP:
        return message("reasons.clock_behind")
    if today:
        now = gaming_day(turn.at.utc, turn.rules.roll, turn.rules.zone)
        if (now - now.fromisoformat(today.day)).days > LONG_GAP:
            return message("reasons.clock_ahead", days=LONG_GAP)
    return None


def _offset(at: Moment) -> int:
    return at.utc - at.mono


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.ClockTrust)
def _clock(book: Book, entry: Entry, record: records.ClockTrust) -> Book:
    return replace(book, clock=Trusted(book.boot, record.offset) if record.trusted else None)
