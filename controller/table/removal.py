"""A jackpot ends for good (R147, E71): the announcement, its last gaming day, its end, and where its money goes."""

from collections.abc import Iterator
from datetime import date

from controller.table import records
from controller.table.accounts import CHARITY, HOUSE
from controller.table.clock_trust import trusted
from controller.table.counters import JackpotBook
from controller.table.decision import Decision
from controller.table.gaming_day import gaming_day
from controller.table.jackpot_counters import changed
from controller.table.journal import Entry, fold
from controller.table.meter_events import Dispose, Keep, Retire
from controller.table.refusals import Refused
from controller.table.rules import Jackpot, Rules
from controller.table.state import Book
from controller.table.transfers import all_posted, at_rest, drained, known, left
from words.message import Message, message

ACCOUNTS = {"charity": CHARITY, "house": HOUSE}


def together(rules: Rules, jackpot_id: str) -> list[str]:
    """This jackpot and all that end with it. A wager ends as a whole, so the other jackpots that it plays for end
    too."""
    found: set[str] = set()
    more = {jackpot_id}
    while more != found:
        found = more
        more = found.union(*(set(wager.jackpots) for wager in rules.wagers.values() if found & {*wager.jackpots}))
    return [name for name in rules.jackpots if name in found]


def retire(decision: Decision, event: Retire) -> None:
    jackpot = known(decision, event.jackpot)
    counters = decision.book.jackpots[jackpot.id]
    if counters.ended:
        raise Refused("has_ended", title=jackpot.title)
    if counters.last_day:
        raise Refused("retired_already", title=jackpot.title, day=counters.last_day)
    trusted(decision)
    today = gaming_day(decision.at.utc, decision.rules.roll, decision.rules.zone)
    last, notice = _day(event.last_day), decision.rules.removal.notice_days
    if (last - today).days < notice:
        raise Refused("too_soon", today=today.isoformat(), notice=notice)
    reason = decision.reason(event.reason)
    decision.write(
        records.Retirement(jackpots=_still_played(decision, jackpot), last_day=last.isoformat(), reason=reason)
    )


def keep(decision: Decision, event: Keep) -> None:
    jackpot = known(decision, event.jackpot)
    counters = decision.book.jackpots[jackpot.id]
    if counters.ended:
        raise Refused("has_ended", title=jackpot.title)
    if not counters.last_day:
        raise Refused("not_retired", title=jackpot.title)
    decision.write(
        records.RetirementRecall(jackpots=_still_played(decision, jackpot), reason=decision.reason(event.reason))
    )


def attend(decision: Decision) -> None:
    """Runs between rounds, once the day after the last day has begun."""
    today = decision.book.today
    over = tuple(
        name
        for name, counters in decision.book.jackpots.items()
        if today and counters.last_day and not counters.ended and today.day > counters.last_day
    )
    if over and today:
        decision.write(records.JackpotEnd(jackpots=over, since=today.day))


def dispose(decision: Decision, event: Dispose) -> None:
    """Moves all that is left, exactly, including fractions of a cent."""
    jackpot, rules = known(decision, event.jackpot), decision.rules
    if not decision.book.jackpots[jackpot.id].ended:
        raise Refused("not_ended", title=jackpot.title)
    if event.to not in ACCOUNTS or event.to not in rules.removal.to:
        raise Refused("not_there", to=_where(rules))
    at_rest(decision, jackpot)
    all_posted(decision, jackpot)
    parts, to = decision.book.parts(jackpot.id), ACCOUNTS[event.to]
    reason = decision.reason(event.reason)
    record = records.Disposal(jackpot=jackpot.id, to=to, reason=reason, before=parts.meter, parts=parts)
    decision.write(record, drained(jackpot.id, parts, to, "dispose"))


def _still_played(decision: Decision, jackpot: Jackpot) -> tuple[str, ...]:
    return tuple(name for name in together(decision.rules, jackpot.id) if not decision.book.jackpots[name].ended)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("no_date") from None
    if day.isoformat() != text:
        raise Refused("no_date")
    return day


def _where(rules: Rules) -> tuple[Message, ...]:
    """What may be done with the money."""
    return tuple(message(f"asks.to_{to}") for to in rules.removal.to)


# -- what people are told ------------------------------------------------------------------------------------


def notices(counters: JackpotBook) -> tuple[Message, ...]:
    """Notices for the sign (E71)."""
    if counters.ended:
        return (message("notices.ended"),)
    return (message("notices.last_day", day=counters.last_day),) if counters.last_day else ()


def asks(rules: Rules, book: Book) -> Iterator[Message]:
    """What is left of an ended jackpot, and until when it must be moved."""
    for jackpot in rules.jackpots.values():
        counters, parts = book.jackpots[jackpot.id], book.parts(jackpot.id)
        if not counters.ended or counters.left_to or not book.today:
            continue
        held = parts.meter + parts.reserve + parts.overflow
        since = (date.fromisoformat(book.today.day) - date.fromisoformat(counters.last_day)).days
        days = rules.removal.dispose_days - since
        code = "left_over" if days > 0 else "left_over_now"
        yield message(f"asks.{code}", title=jackpot.title, amount=held, where=_where(rules), days=days)
    for spot, rule in rules.spots.items():
        if book.spot(spot).credit and book.over(rules.wagers[rule.wager].jackpots):
            yield message("asks.ended_coins", spot=spot)


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Retirement)
def _retired(book: Book, entry: Entry, record: records.Retirement) -> Book:
    for jackpot_id in record.jackpots:
        book = changed(book, jackpot_id, last_day=record.last_day)
    return book


@fold(records.RetirementRecall)
def _recalled(book: Book, entry: Entry, record: records.RetirementRecall) -> Book:
    for jackpot_id in record.jackpots:
        book = changed(book, jackpot_id, last_day="")
    return book


@fold(records.JackpotEnd)
def _ended(book: Book, entry: Entry, record: records.JackpotEnd) -> Book:
    for jackpot_id in record.jackpots:
        book = changed(book, jackpot_id, ended=record.since)
    return book


@fold(records.Disposal)
def _disposed(book: Book, entry: Entry, record: records.Disposal) -> Book:
    counters = book.jackpots[record.jackpot]
    return left(book, record.jackpot, record.to, entry.day, disposed=counters.disposed.plus(record.parts))
