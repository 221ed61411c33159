"""Commands that change the base of posts: corrections of a day's count, and taking over a meter that ran elsewhere."""

from datetime import date

from controller.table import records
from controller.table.claim_book import done, raised_by
from controller.table.clock_trust import trusted
from controller.table.decision import Decision
from controller.table.duties import Deed, Step, When
from controller.table.gaming_day import DAY, gaming_day
from controller.table.jackpot_counters import counted, entrusted
from controller.table.journal import Entry, fold
from controller.table.meter_events import CorrectCount, TakeOver
from controller.table.money import CENT
from controller.table.posting import attend, onto
from controller.table.refusals import Refused
from controller.table.rules import Wager
from controller.table.state import Book, Due, Phase
from controller.table.values import replace
from controller.table.wagers import accrual, summed


def correct_count(decision: Decision, event: CorrectCount) -> None:
    """E51. The correction changes the number of wagers; the rate gives the amount."""
    wager = decision.rules.wagers.get(event.wager)
    if wager is None:
        raise Refused("unknown_wager", wager=event.wager, wagers=tuple(decision.rules.wagers))
    today = decision.book.today
    if today is None or not _was_played(decision, event.day, wager):
        raise Refused("unknown_day", day=event.day)
    if decision.book.over(wager.jackpots) and (event.day == today.day or any(map(decision.book.left, wager.jackpots))):
        raise Refused("wager_ended", wager=wager.id)
    if event.day == today.day and decision.book.locked:
        raise Refused("clear_first")  # its wagers may still be unlocked or voided
    amount = event.wagers * wager.amount
    changes = {name: records.Addition(amount, _signed(decision, name, amount)) for name in wager.jackpots}
    if event.day == today.day and today.wagers.get(wager.id, 0) + event.wagers < 0:
        raise Refused("count_below_zero", day=event.day)
    for due in decision.book.due:
        if due.day == event.day and due.jackpot in changes and due.base + amount < 0:
            raise Refused("count_below_zero", day=event.day)
    for name, (_base, accrued) in changes.items():
        waits = sum(due.amount for due in (*decision.book.due, *decision.book.corrections) if due.jackpot == name)
        if accrued < 0 and decision.book.meter(name) + waits + accrued < 0:
            raise Refused("count_below_zero", day=event.day)
        if abs(accrued) > (bound := decision.book.terms(decision.rules.jackpots[name]).unreasonable):
            raise Refused("unreasonable_count", bound=bound)
    decision.write(
        records.CountCorrection(
            for_day=event.day,
            wagers={wager.id: event.wagers},
            additions=changes,
            reason=decision.reason(event.reason),
        )
    )


def take_over(decision: Decision, event: TakeOver) -> None:
    """The meter ran elsewhere until now: its amount replaces the opening amount, and yesterday's wagers there are still
    to be posted. Refused once this table has locked anything."""
    jackpot, book = decision.rules.jackpots.get(event.jackpot), decision.book
    if jackpot is None:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=tuple(decision.rules.jackpots))
    if book.phase is not Phase.CLOSED or book.round:
        raise Refused("only_new")
    counters = book.jackpots[jackpot.id]
    if counters.raised or counters.lowered or any(each.jackpot == jackpot.id and each.amount for each in book.due):
        raise Refused("taken_over", jackpot=jackpot.id)
    trusted(decision)
    bound = book.terms(jackpot).unreasonable
    if min(event.amount, event.base) < 0 or event.amount % CENT or event.base % CENT:
        raise Refused("bad_amount", bound=bound)
    limit = book.terms(jackpot).limit
    if limit and event.amount > limit:
        raise Refused("above_limit", jackpot=jackpot.id, limit=limit)
    if event.base and not jackpot.funding.posts:
        raise Refused("no_post_here", title=jackpot.title)
    due, before = accrual(decision.rules, book, jackpot.id, event.base), book.meter(jackpot.id)
    if due > bound:
        raise Refused("bad_amount", bound=bound)
    attend(decision)
    today = gaming_day(decision.at.utc, decision.rules.roll, decision.rules.zone)
    record = records.TakeOver(
        jackpot=jackpot.id,
        for_day=(today - DAY).isoformat(),
        base=event.base,
        due=due,
        before=before,
        after=event.amount,
    )
    decision.write(record, onto(jackpot.id, event.amount - before, "take_over"))


def _was_played(decision: Decision, day: str, wager: Wager) -> bool:
    """True for the current day, a day that waits for its post, and a day that was posted to this wager's meters."""
    today = decision.book.today
    waits = {today.day if today else "", *(due.day for due in decision.book.due if not due.correction)}
    if day in waits:
        return day != ""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        return False
    return written == day and any(day <= decision.book.jackpots[name].posted_to for name in wager.jackpots)


def _signed(decision: Decision, jackpot_id: str, amount: int) -> int:
    added = accrual(decision.rules, decision.book, jackpot_id, abs(amount))
    return added if amount >= 0 else -added


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.CountCorrection)
def _corrected(book: Book, entry: Entry, record: records.CountCorrection) -> Book:
    """A day's count was wrong. Its base changes if it is not posted yet; otherwise the difference is due the next
    morning (E51)."""
    day, adds = record.for_day, record.additions
    for jackpot_id in adds:
        book = done(book, jackpot_id, (Deed(Step.COUNT, entry.by, When.BEFORE, entry.at.utc),))
    if book.today and book.today.day == day:
        today = replace(
            book.today,
            wagers=summed(book.today.wagers, record.wagers, 1),
            base=summed(book.today.base, {jackpot_id: add.base for jackpot_id, add in adds.items()}, 1),
            accrued=summed(book.today.accrued, {jackpot_id: add.accrued for jackpot_id, add in adds.items()}, 1),
        )
        return replace(book, today=today)
    for jackpot_id, (base, amount) in adds.items():
        waits = next((d for d in book.due if d.day == day and d.jackpot == jackpot_id and not d.correction), None)
        if waits is not None:
            new = replace(waits, base=waits.base + base, amount=waits.amount + amount)
            book = replace(book, due=tuple(new if due is waits else due for due in book.due))
        else:
            late = Due(day, jackpot_id, base, amount, correction=True)
            book = replace(book, corrections=(*book.corrections, late))
    return book


@fold(records.TakeOver)
def _taken_over(book: Book, entry: Entry, record: records.TakeOver) -> Book:
    """Yesterday's wagers elsewhere are due at once. They count as a correction, because this table may already have
    posted that day with no wagers."""
    jackpot_id, more = record.jackpot, record.after - record.before
    book = counted(book, jackpot_id, raised=max(more, 0), lowered=max(-more, 0))
    if more < 0 and book.jackpots[jackpot_id].custody:
        book = entrusted(book, jackpot_id, advanced=more)  # the house has recovered this part of its advance
    if more > 0 or record.due:
        book = raised_by(book, jackpot_id, entry)
    if not record.due:
        return book
    return replace(book, due=(*book.due, Due(record.for_day, jackpot_id, record.base, record.due, correction=True)))
