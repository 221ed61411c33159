"""Differences between the ledger and what people read or counted: their grades, and what their rows do to the book."""

from datetime import date

from controller.table import records
from controller.table.claim_book import done
from controller.table.duties import Deed, Step, When
from controller.table.journal import BrokenEntryError, Entry, fold
from controller.table.rules import Thresholds
from controller.table.state import Book, Grade, Variance, hand_of
from controller.table.values import replace

NOTED = Grade.NOTED
READING, COUNT = "reading", "count"
WITHIN = 30  # gaming days in which variances can form a pattern
PATTERN = 3  # the number of variances that form a pattern


def graded(thresholds: Thresholds, amount: int, noted: int) -> Grade | None:
    """The grade of a difference: from `noted` on it is recorded; a difference equal to a threshold meets it. Amounts
    are micro-dollars."""
    steps = (
        (thresholds.notify, Grade.NOTIFY),
        (thresholds.report, Grade.REPORT),
        (thresholds.investigate, Grade.INVESTIGATE),
        (noted, Grade.NOTED),
    )
    return next((grade for least, grade in steps if abs(amount) >= least), None)


def is_pattern(book: Book, new: Variance) -> bool:
    """Three days within thirty, of the same kind and jackpot or wager, in the same direction or not yet explained."""
    days = {new.day}
    for each in book.variances:
        same = (each.kind, each.about) == (new.kind, new.about) and abs(_days(each.day, new.day)) < WITHIN
        if same and (needs_end(each) or (each.amount > 0) == (new.amount > 0)):
            days.add(each.day)
    return len(days) >= PATTERN


def needs_end(variance: Variance) -> bool:
    """Whether a person has to close it; one that is only noted needs nobody."""
    return not variance.outcome and variance.grade is not Grade.NOTED


def _days(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def per_cent(part: int, whole: int) -> str:
    """To hundredths, rounded down: `-0.24 %`."""
    if not whole:
        return "-"
    hundredths = abs(part) * 10_000 // whole
    return f"{'-' if part < 0 else ''}{hundredths // 100}.{hundredths % 100:02d} %"


# -- what the records do to the book -------------------------------------------------------------------------


@fold(records.Reading)
def _read(book: Book, entry: Entry, record: records.Reading) -> Book:
    """A reading of what a sign showed earlier, at a win, does not count as this week's reading."""
    if not record.claim:
        book = replace(book, readings={**book.readings, record.jackpot: entry.day})
    elif claim := next((each for each in book.claims if each.number == record.claim), None):
        seen = Deed(Step.READING, entry.by, When.LATE, entry.at.utc)
        book = done(book, hand_of(claim.round, claim.spot), (seen,))
    new = Variance(0, READING, record.jackpot, entry.day, 0, record.difference, NOTED, claim=record.claim)
    return _opened(book, entry, record, new)


@fold(records.ChipCount)
def _counted(book: Book, entry: Entry, record: records.ChipCount) -> Book:
    variance = Variance(0, COUNT, record.wager, record.for_day, record.units, record.difference, NOTED)
    return _opened(book, entry, record, variance)


def _opened(book: Book, entry: Entry, record: records.Reading | records.ChipCount, variance: Variance) -> Book:
    if not record.variance or record.grade is None:
        return book
    new = replace(variance, number=record.variance, grade=record.grade)
    return replace(book, variances=(*_remembered(book, entry.day), new), variance_count=record.variance)


@fold(records.VarianceEnd)
def _explained(book: Book, entry: Entry, record: records.VarianceEnd) -> Book:
    found = next((each for each in book.variances if each.number == record.variance and not each.outcome), None)
    if found is None:
        raise BrokenEntryError("not_open", variance=record.variance)
    ended = replace(found, outcome=record.outcome)
    book = replace(book, variances=tuple(ended if each is found else each for each in book.variances))
    return replace(book, variances=_remembered(book, entry.day))


def _remembered(book: Book, today: str) -> tuple[Variance, ...]:
    """Keep the variances that a person must close, and others as long as they may be part of a pattern."""
    return tuple(each for each in book.variances if needs_end(each) or _days(each.day, today) < WITHIN)
