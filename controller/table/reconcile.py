"""Compares the ledger with the world: sign readings, chip counts, and what becomes of a difference (R145, R213, R214,
R216, E58). Nothing here moves money: separate commands correct what a variance shows."""

from datetime import date

from controller.table import records
from controller.table.authority import enough, rule
from controller.table.awards import found, shown
from controller.table.clock_trust import trusted
from controller.table.decision import Decision
from controller.table.meter_events import CountChips, Explain, ReadSign
from controller.table.money import CENT
from controller.table.payments import may_be_due
from controller.table.refusals import Refused
from controller.table.rules import Rules
from controller.table.state import Book, Grade, Variance
from controller.table.values import replace
from controller.table.variances import COUNT, READING, graded, is_pattern, needs_end
from words.message import Message, message

OUTCOMES = ("paid", "raised", "explained", "corrected")
BY_TWO = (Grade.REPORT, Grade.NOTIFY)  # so serious that one person alone may not close it


def read_sign(decision: Decision, event: ReadSign) -> None:
    """Compares with what the signs should show now, to the cent; with a claim, with the meter at its lock."""
    trusted(decision)
    if event.jackpot not in decision.rules.jackpots:
        raise Refused("unknown_jackpot", jackpot=event.jackpot, jackpots=tuple(decision.rules.jackpots))
    if event.shown < 0:
        raise Refused("bad_reading")
    if event.claim:
        meters = found(decision, event.claim).meters
        if event.jackpot not in meters:
            raise Refused("no_reading", claim=event.claim, jackpot=event.jackpot)
        posted = meters[event.jackpot]
    else:
        posted = shown(decision.rules, decision.book, decision.rules.jackpots[event.jackpot])
    posted -= posted % CENT  # signs round down
    difference, today = event.shown - posted, _today(decision)
    new = Variance(0, READING, event.jackpot, today, 0, difference, Grade.NOTED, claim=event.claim)
    number, grade = _variance(decision, new, CENT)
    record = records.Reading(
        jackpot=event.jackpot,
        shown=event.shown,
        ledger=posted,
        difference=difference,
        claim=event.claim,
        variance=number,
        grade=grade,
    )
    decision.write(record)


def count_chips(decision: Decision, event: CountChips) -> None:
    """The chips have the wager's first amount; a higher tier is several chips."""
    trusted(decision)
    wager = decision.rules.wagers.get(event.wager)
    if wager is None:
        raise Refused("unknown_wager", wager=event.wager, wagers=tuple(decision.rules.wagers))
    if event.day == _today(decision):
        raise Refused("day_runs", day=event.day)
    if event.locked is None:
        raise Refused("nothing_locked", day=event.day)
    if event.chips < 0:
        raise Refused("bad_count")
    difference = event.chips * wager.amount - event.locked
    units = abs(difference) // wager.amount * (1 if difference > 0 else -1)
    noted = decision.rules.thresholds.units * wager.amount
    new = Variance(0, COUNT, wager.id, event.day, units, difference, Grade.NOTED)
    number, grade = _variance(decision, new, noted)
    record = records.ChipCount(
        for_day=event.day,
        wager=wager.id,
        chips=event.chips,
        chip=wager.amount,
        ledger=event.locked,
        difference=difference,
        units=units,
        variance=number,
        grade=grade,
    )
    decision.write(record)


def _variance(decision: Decision, new: Variance, noted: int) -> tuple[int, Grade | None]:
    """The number and grade of the variance that a difference opens; 0 and None if it opens none."""
    grade = graded(decision.rules.thresholds, new.amount, noted)
    if grade is None:
        return 0, None
    number = decision.book.variance_count + 1
    if is_pattern(decision.book, replace(new, number=number, grade=grade)):
        return number, Grade.NOTIFY
    if grade is Grade.NOTED and may_be_due(decision.rules, decision.book, new):
        return number, Grade.INVESTIGATE  # so that a person has to close it
    return number, grade


def explain(decision: Decision, event: Explain) -> None:
    """One person may explain a variance; from grade "report" on it takes two, and where a winner may be due more, as
    many as would pay it."""
    open_ones = {each.number: each for each in decision.book.variances if not each.outcome}
    if event.variance not in open_ones:
        code = "no_variance" if open_ones else "no_variances"
        raise Refused(code, variance=event.variance, open=tuple(open_ones))
    variance = open_ones[event.variance]
    due = may_be_due(decision.rules, decision.book, variance)
    if variance.grade in BY_TWO or due:
        enough(decision, rule(decision, "adjustment"), event.by)
    if due and event.outcome == "paid":
        raise Refused("pay_the_difference", variance=variance.number, claim=variance.claim)
    if event.outcome not in OUTCOMES:
        raise Refused("unknown_outcome", outcomes=OUTCOMES)
    if event.outcome == "raised" and "variance" not in decision.rules.may_rise:
        raise Refused("may_not_raise")
    decision.write(
        records.VarianceEnd(variance=event.variance, outcome=event.outcome, reason=decision.reason(event.reason))
    )


def _today(decision: Decision) -> str:
    """The current gaming day. It needs a trusted time, and none is running before the first one begins."""
    if decision.book.today is None:
        raise Refused("clock_unknown", why=message("reasons.no_day"))
    return decision.book.today.day


# -- what people are asked ------------------------------------------------------------------------------------


def asks(rules: Rules, book: Book) -> list[Message]:
    """What a person should do about signs that nobody has read and differences that nobody has explained."""
    if rules.training:
        return []
    every = rules.thresholds.reading_days
    late = [
        message("asks.unread", jackpot=jackpot, day=day)
        for jackpot, day in book.readings.items()
        if every and jackpot in rules.jackpots and _since(book, day) >= every
    ]
    found = [
        message("lists.both", first=difference(each), second=_what_to_do(rules, book, each))
        for each in book.variances
        if needs_end(each)
    ]
    return late + found


def _what_to_do(rules: Rules, book: Book, variance: Variance) -> Message:
    if may_be_due(rules, book, variance):
        return message("asks.pay_the_difference", claim=variance.claim, variance=variance.number)
    return message(f"asks.{variance.grade}")


def difference(variance: Variance) -> Message:
    what, side = "sign" if variance.kind == READING else "chips", "more" if variance.amount > 0 else "less"
    return message(
        f"asks.{what}_{side}",
        variance=variance.number,
        day=variance.day,
        about=variance.about,
        amount=abs(variance.amount),
    )


def _since(book: Book, day: str) -> int:
    """The number of gaming days from then until now."""
    return (date.fromisoformat(book.today.day) - date.fromisoformat(day)).days if book.today else 0
