"""Differences between the ledger and what people read or counted: how grave each is, and what their rows do."""

from datetime import date

from controller.core.journal import Body, BrokenEntryError, Entry, Fold
from controller.core.rules import Thresholds
from controller.core.state import Book, Grade, Variance
from controller.core.values import replace

READING, COUNT = "reading", "count"
WITHIN = 30  # gaming days in which variances make a pattern
PATTERN = 3  # so many of them do


def graded(thresholds: Thresholds, amount: int, noted: int) -> Grade | None:
    """From `noted` on a difference is on record; a threshold is met by what is just as much. In micro-dollars."""
    steps = (
        (thresholds.notify, Grade.NOTIFY),
        (thresholds.report, Grade.REPORT),
        (thresholds.investigate, Grade.INVESTIGATE),
        (noted, Grade.NOTED),
    )
    return next((grade for least, grade in steps if abs(amount) >= least), None)


def is_pattern(book: Book, new: Variance) -> bool:
    """Three days within thirty: of one kind and jackpot or wager, in the same direction or not yet explained."""
    days = {new.day}
    for each in book.variances:
        same = (each.kind, each.about) == (new.kind, new.about) and abs(_days(each.day, new.day)) < WITHIN
        if same and (needs_end(each) or (each.amount > 0) == (new.amount > 0)):
            days.add(each.day)
    return len(days) >= PATTERN


def needs_end(variance: Variance) -> bool:
    """Somebody has to look into it. What is only noted ends by itself."""
    return not variance.outcome and variance.grade is not Grade.NOTED


def _days(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def per_cent(part: int, whole: int) -> str:
    """To a hundredth, rounded down: `-0.24 %`."""
    if not whole:
        return "-"
    hundredths = abs(part) * 10_000 // whole
    return f"{'-' if part < 0 else ''}{hundredths // 100}.{hundredths % 100:02d} %"


# -- rows ----------------------------------------------------------------------------------------------------


def _reading(book: Book, entry: Entry, body: Body) -> Book:
    """What a sign showed at a win, earlier, is no reading of this week."""
    if "claim" not in body:
        book = replace(book, readings={**book.readings, body["jackpot"]: entry.day})
    return _opened(book, entry, READING, body["jackpot"], entry.day)


def _counted(book: Book, entry: Entry, body: Body) -> Book:
    return _opened(book, entry, COUNT, body["wager"], body["of"])


def _opened(book: Book, entry: Entry, kind: str, about: str, day: str) -> Book:
    body = entry.body
    if "variance" not in body:
        return book
    number, units, amount = body["variance"], body.get("units", 0), body["difference"]
    new = Variance(number, kind, about, day, units, amount, Grade(body["grade"]))
    return replace(book, variances=(*_kept(book, entry.day), new), variance_count=number)


def _explained(book: Book, entry: Entry, body: Body) -> Book:
    found = next((each for each in book.variances if each.number == body["variance"] and not each.outcome), None)
    if found is None:
        raise BrokenEntryError(f"variance {body['variance']} is not open")
    book = replace(
        book,
        variances=tuple(replace(each, outcome=body["outcome"]) if each is found else each for each in book.variances),
    )
    return replace(book, variances=_kept(book, entry.day))


def _kept(book: Book, today: str) -> tuple[Variance, ...]:
    """What somebody has to look into stays; all else as long as it may be part of a pattern."""
    return tuple(each for each in book.variances if needs_end(each) or _days(each.day, today) < WITHIN)


FOLDS: dict[str, Fold] = {"reading": _reading, "chip_count": _counted, "explain": _explained}
