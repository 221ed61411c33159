"""Gaming days and the daily post (R060-R069): each day ends once and is posted once, in order."""

from datetime import date

from controller.table import records, removal, terms
from controller.table.accounts import HOUSE, SET_ASIDE, meter_account
from controller.table.awards import waiting
from controller.table.clock_trust import trusted
from controller.table.decision import Decision, FaultError
from controller.table.gaming_day import DAY, gaming_day
from controller.table.jackpot_counters import changed, counted
from controller.table.journal import BrokenEntryError, Entry, Transfer, fold
from controller.table.meter_events import HoldPost, Post, ReleasePost
from controller.table.refusals import Refused
from controller.table.sensors import fresh_spots
from controller.table.state import Book, DayBook, Due, Phase
from controller.table.values import replace
from words.message import Message, message, typed

HOUR = 3_600_000
CLOCK = message("reasons.clock_waits")


def attend(decision: Decision) -> None:
    """Between rounds: end a gaming day whose time is over, run posts that are due, and offer the bet again if it waited
    only for the clock."""
    if decision.book.locked or not decision.live.clock.trusted:
        return
    now = gaming_day(decision.at.utc, decision.rules.roll, decision.rules.zone)
    today = decision.book.today
    if today is None:
        begin(decision, now, ())
    elif now.isoformat() > today.day and decision.at.utc >= today.until:
        idle, day = [], date.fromisoformat(today.day) + DAY
        while day < now:
            idle.append(day.isoformat())
            day += DAY
        begin(decision, now, tuple(idle))
    removal.attend(decision)
    terms.after_wins(decision)
    if decision.rules.posting.automatic:
        while (due := _next_due(decision)) and not _blocked(decision, due):
            _post(decision, due)
    if decision.book.phase is Phase.NOT_OFFERED and decision.book.reason == CLOCK:
        decision.write(records.Offered())
        fresh_spots(decision)


def begin(decision: Decision, day: date, idle: tuple[str, ...]) -> None:
    posting = [
        jackpot
        for jackpot in decision.rules.jackpots.values()
        if jackpot.funding.posts and not decision.book.over([jackpot.id])
    ]
    fixed = {jackpot.id: jackpot.funding.day_accrual(decision.book.terms(jackpot)) for jackpot in posting}
    meters = {
        name: decision.book.meter(name) for name in decision.rules.jackpots
    }  # records each amount once a day (R314)
    accounts = {name: amount for name, amount in decision.book.balances.items() if name.startswith(SET_ASIDE)}
    unread = tuple(name for name in decision.rules.jackpots if name not in decision.book.readings)
    record = records.DayStart(
        idle=idle,
        daily=tuple(fixed),
        fixed={jackpot_id: amount for jackpot_id, amount in fixed.items() if amount},
        meters=meters,
        accounts=accounts,
        unread=unread,
        open=decision.book.phase is not Phase.CLOSED,
    )
    decision.write(record, day=day.isoformat())


def unposted(decision: Decision) -> bool:
    """Whether there are wagers that have not been posted."""
    today = decision.book.today
    return any(due.amount for due in decision.book.due) or bool(today and any(today.accrued.values()))


def _next_due(decision: Decision) -> Due | None:
    return decision.book.due[0] if decision.book.due else None


def _blocked(decision: Decision, due: Due) -> Message | None:
    """Why this post may not run now."""
    if decision.book.locked:
        return message("reasons.post_locked")
    if waiting(decision.rules, decision.book, due.jackpot):
        return message("reasons.post_claim")
    if decision.book.held:
        return message("reasons.post_held", why=typed(decision.book.held))
    if decision.book.faults:
        return message("reasons.post_fault")
    if due.amount and too_soon(decision, due.jackpot):
        return message("reasons.post_soon", hours=decision.rules.posting.min_interval_hours)
    return None


def too_soon(decision: Decision, jackpot_id: str) -> int:
    """The ms until this meter may change again: a number of elapsed hours since its last change, regardless of daylight
    saving time (R063, E40); 0 if a win was paid since."""
    posting, counters = decision.rules.posting, decision.book.jackpots[jackpot_id]
    if posting.again_after_win and counters.may_set:
        return 0
    changed = max(counters.last_post, counters.last_set)
    return max(posting.min_interval_hours * HOUR - (decision.at.utc - changed), 0)


def _post(decision: Decision, due: Due) -> None:
    """A correction lowers no meter below its reset amount. If the meter was won in the meantime, that money is gone,
    and the house bears the difference."""
    terms = decision.book.terms(decision.rules.jackpots[due.jackpot])
    if abs(due.amount) > terms.unreasonable:
        raise FaultError(
            "unreasonable",
            message(
                "reasons.large_post", day=due.day, jackpot=due.jackpot, amount=due.amount, bound=terms.unreasonable
            ),
        )
    meter = decision.book.meter(due.jackpot)
    amount = max(due.amount, min(terms.reset - meter, 0))
    record = records.Post(
        jackpot=due.jackpot,
        for_day=due.day,
        base=due.base,
        amount=amount,
        correction=due.correction,
        before=meter,
        after=meter + amount,
        waived=amount - due.amount,
    )
    decision.write(record, onto(due.jackpot, amount, "correct" if due.correction else "post"))


def onto(jackpot_id: str, amount: int, code: str) -> list[Transfer]:
    """Between house and meter, in either direction."""
    account = meter_account(jackpot_id)
    if amount < 0:
        return [Transfer(account, HOUSE, -amount, code)]
    return [Transfer(HOUSE, account, amount, code)] if amount else []


# -- what people ask -----------------------------------------------------------------------------------------


def post_now(decision: Decision, event: Post) -> None:
    trusted(decision)
    attend(decision)
    blocked = None
    while (due := _next_due(decision)) and not (blocked := _blocked(decision, due)):
        _post(decision, due)
    if not any(isinstance(entry.record, records.Post) for entry in decision.entries):
        raise Refused("post_blocked", why=blocked) if due else Refused("nothing_due")


def hold(decision: Decision, event: HoldPost) -> None:
    if decision.book.held:
        raise Refused("held_already", why=typed(decision.book.held))
    decision.write(records.PostHold(reason=decision.reason(event.reason)))


def release(decision: Decision, event: ReleasePost) -> None:
    if not decision.book.held:
        raise Refused("not_held")
    decision.write(records.PostRelease())


def clock_allows(decision: Decision) -> bool:
    """Whether bets may be offered at an opening: not while wagers wait for a post that the clock prevents, and not
    before the first gaming day has a date."""
    return decision.live.clock.trusted or (decision.book.today is not None and not unposted(decision))


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.DayStart)
def _day_started(book: Book, entry: Entry, record: records.DayStart) -> Book:
    """The old day becomes due, then days without play, then corrections; each once (R061, R064)."""
    due = list(book.due)
    for jackpot_id in record.daily:
        fixed = record.fixed.get(jackpot_id, 0)
        if book.today:
            base, accrued = book.today.base.get(jackpot_id, 0), book.today.accrued.get(jackpot_id, 0)
            due.append(Due(book.today.day, jackpot_id, base, accrued + fixed))
        due.extend(Due(day, jackpot_id, 0, fixed) for day in record.idle)
    readings = {**dict.fromkeys(record.unread, entry.day), **book.readings}
    return replace(book, today=DayBook(entry.day), due=(*due, *book.corrections), corrections=(), readings=readings)


@fold(records.Post)
def _posted(book: Book, entry: Entry, record: records.Post) -> Book:
    """Takes exactly the next due addition, so that none is posted twice or skipped."""
    due = next((due for due in book.due if due.jackpot == record.jackpot), None)
    amount = record.amount - record.waived
    if due is None or (due.day, due.amount, due.correction) != (record.for_day, amount, record.correction):
        raise BrokenEntryError("not_due", day=record.for_day, jackpot=record.jackpot)
    counters = book.jackpots[due.jackpot]
    if due.correction:
        up = record.amount
        book = counted(book, due.jackpot, raised=max(up, 0), lowered=max(-up, 0))
    elif due.day <= counters.posted_to:
        raise BrokenEntryError("posted", day=due.day, jackpot=due.jackpot)
    else:
        book = changed(
            book,
            due.jackpot,
            posted=counters.posted + due.amount,
            posts=counters.posts + 1,
            last_post=entry.at.utc if due.amount else counters.last_post,
            may_set=counters.may_set and not due.amount,
            posted_to=due.day,
        )
    return replace(book, due=tuple(other for other in book.due if other is not due))


@fold(records.PostHold)
def _held(book: Book, entry: Entry, record: records.PostHold) -> Book:
    return replace(book, held=record.reason)


@fold(records.PostRelease)
def _released(book: Book, entry: Entry, record: records.PostRelease) -> Book:
    return replace(book, held="")
