"""Gaming days on a chart: axis marks, and how they are written."""

import math
from collections.abc import Iterator
from datetime import date, datetime

from controller.reports.charts.data import Span
from controller.reports.charts.sheet import EDGE, Label
from controller.table.gaming_day import DAY, starts_at
from words.message import Message, message


def marks_of_days(span: Span, left: float, width: float) -> Iterator[tuple[float, Label]]:
    """The marks of the time axis: the days, or the hours of a single day."""
    if len(span.days) == 1:
        yield from _hours(span, left, width)
        return
    column = width / len(span.days)
    every = math.ceil(54 / column)
    for number, day in enumerate(span.days):
        if number % every == 0 and (number + 0.5) * column + 18 < width + EDGE:
            yield left + (number + 0.5) * column, short(day)


def _hours(span: Span, left: float, width: float) -> Iterator[tuple[float, str]]:
    zone, this = span.rules.zone, date.fromisoformat(span.days[0])
    begin, end = (starts_at(each, span.rules.roll, zone) for each in (this, this + DAY))
    for utc in range(begin, end + 1, 4 * 3_600_000):
        yield left + width * (utc - begin) / (end - begin), f"{datetime.fromtimestamp(utc // 1000, zone):%H:%M}"


def short(day: str) -> Message:
    """`Nov 18`."""
    found = date.fromisoformat(day)
    return message(f"drawn.month_{found.month}", day=found.day)


def spelled(span: Span) -> Message:
    """`Nov 18, 2026`, or a range of days."""
    first, last = span.days[0], span.days[-1]
    if first == last:
        return message("drawn.one_day", day=first, year=first[:4])
    if first[:4] == last[:4]:
        return message("drawn.days", first=first, last=last, year=last[:4])
    return message("drawn.days_of_years", first=first, began=first[:4], last=last, year=last[:4])
