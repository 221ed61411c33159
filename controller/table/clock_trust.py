"""When the controller trusts the time (R194, R195): a Pi has no battery-backed clock, and a time server may be
wrong, at once or little by little."""

from controller.table import records
from controller.table.decision import Decision
from controller.table.events import ConfirmClock, Moment, Started, Tick
from controller.table.gaming_day import gaming_day
from controller.table.journal import Entry, fold
from controller.table.refusals import Refused
from controller.table.state import Book, ClockLive, Trusted
from controller.table.values import replace
from words.message import Message, message

STEP = 60_000  # ms by which the wall clock may be off the monotonic clock before it counts as a step
CRYSTAL = 500  # ns per ms by which any crystal may be wrong; what is beyond it adds up to a step
NS = 1_000_000  # in a millisecond
LONG_GAP = 31  # days without a row; after so many a person checks the clock before any post (E43)


def first_look(decision: Decision, event: Started) -> None:
    """Compares the clock at a start with the newest row on disk."""
    decision.live = replace(decision.live, clock=ClockLive(why=message("reasons.clock_alone")))
    book = decision.book
    known = book.clock if book.clock and book.clock.boot == event.boot else None
    if known and known.offset is None:
        decision.live = replace(decision.live, clock=ClockLive(doubted=True, why=message("reasons.clock_doubted")))
        watch(decision)
    elif known and abs(off := _offset(decision.at) - (known.offset or 0)) <= STEP:
        clock = ClockLive(trusted=True, why=None, last=decision.at, led=off * NS)
        decision.live = replace(decision.live, clock=clock)
    else:
        watch(decision)
        _believe(decision, synced=event.synced)


def tick(decision: Decision, event: Tick) -> None:
    _believe(decision, synced=event.synced)


def watch(decision: Decision) -> None:
    """Runs before every decision: has the wall clock left the monotonic clock, by a step or by many small ones?"""
    clock = decision.live.clock
    step = _offset(decision.at) - _offset(clock.last) if clock.last else 0
    led = _led(clock, decision.at, step)
    if abs(step) > STEP:
        decision.note("clock_step", number=step // 1000)
        _distrust(decision, message("reasons.clock_stepped", step=step // 1000))
    elif abs(led) > STEP * NS:
        _distrust(decision, message("reasons.clock_led", seconds=led // (1000 * NS)))
    decision.live = replace(decision.live, clock=replace(decision.live.clock, last=decision.at, led=led))


def _led(clock: ClockLive, at: Moment, step: int) -> int:
    if not clock.last or not (step or clock.led):
        return 0
    led, explained = clock.led + step * NS, (at.mono - clock.last.mono) * CRYSTAL
    return max(led - explained, 0) if led > 0 else min(led + explained, 0)


def _distrust(decision: Decision, why: Message) -> None:
    if decision.live.clock.trusted:
        clock = replace(decision.live.clock, trusted=False, doubted=True, why=why)
        decision.live = replace(decision.live, clock=clock)
        decision.write(records.ClockTrust(trusted=False, reason=why))


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
    return replace(book, clock=Trusted(book.boot, record.offset if record.trusted else None))
