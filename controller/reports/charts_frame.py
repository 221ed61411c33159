"""What the charts have in common: a page of shapes, scales with round numbers, colours that nobody confuses."""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import pairwise

from controller.core.figure import Dot, Figure, Patch, Point, Shape, Stroke, Words, box, text_width
from controller.core.gaming_day import DAY, starts_at
from controller.core.money import DOLLAR
from controller.core.sentences import Sentence
from controller.reports.charts_data import Span
from controller.reports.charts_sentences import say

WIDTH = 720.0
EDGE = 24.0  # left and right of everything
TOP = 74.0  # below title, subtitle and legend
SMALL, TEXT, TITLE = 10.5, 11.5, 16.0
HEADROOM = 1.12  # of a bar chart, for the label of its highest bar

# By Okabe and Ito: told apart by every eye, and in grey by their lightness.
INK, GREY, FAINT, GRID = "#1b2733", "#56616b", "#8b959e", "#e1e6ea"
BLUE, ORANGE, GREEN, BAND = "#0072b2", "#d55e00", "#009e73", "#cbdfee"


class Sheet:
    """Shapes as they are drawn."""

    def __init__(self, title: str, under: str) -> None:
        self.title = title
        self.shapes: list[Shape] = []
        self.words(EDGE, 34, title, TITLE, INK, bold=True)
        self.words(EDGE, 53, under, TEXT, GREY)

    def figure(self, height: float, told: str) -> Figure:
        return Figure(WIDTH, height, self.title, told, tuple(self.shapes))

    def line(self, points: Iterable[Point], color: str, width: float = 1.0) -> None:
        self.shapes.append(Stroke(tuple(points), color, width))

    def box(self, x: float, y: float, width: float, height: float, color: str) -> None:
        self.shapes.append(box(x, y, width, height, color))

    def words(
        self, x: float, y: float, text: str, size: float, color: str, anchor: str = "start", *, bold: bool = False
    ) -> None:
        self.shapes.append(Words((x, y), text, size, color, anchor, bold))

    def dot(self, x: float, y: float, radius: float, color: str) -> None:
        self.shapes.append(Dot((x, y), radius + 1.2, "#ffffff"))
        self.shapes.append(Dot((x, y), radius, color))

    def triangle(self, x: float, y: float) -> None:
        """A post: its tip is at the point."""
        self.shapes.append(Patch(((x, y), (x + 4.5, y + 8), (x - 4.5, y + 8)), GREEN))

    def diamond(self, x: float, y: float) -> None:
        """A win."""
        for reach, color in ((7.5, "#ffffff"), (6.0, ORANGE)):
            self.shapes.append(Patch(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), color))

    def nothing(self, text: str) -> None:
        self.words(WIDTH / 2, TOP + 46, text, TEXT + 1, GREY, "middle")


def cut(text: str, size: float, room: float) -> str:
    """As much of a long text as there is room for."""
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "...", size) > room:
        text = text[:-1]
    return text.rstrip() + "..."


# -- scales --------------------------------------------------------------------------------------------------


def steps(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from one to the other."""
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def dollars_of(value: float, scale: Sequence[float]) -> str:
    """A number of a scale of dollars; with cents only where its steps have some."""
    cents = any(abs(step - round(step)) > 1e-9 for step in scale)
    return f"${value:,.2f}" if cents else f"${round(value):,}"


def in_dollars(micros: int) -> float:
    return micros / DOLLAR


def marks_of_days(span: Span, left: float, width: float) -> Iterator[tuple[float, str]]:
    """Where the axis of time is named: the days, or the hours of a single one."""
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


def short(day: str) -> Sentence:
    """`Nov 18`."""
    found = date.fromisoformat(day)
    return say(f"month_{found.month}", day=found.day)


def spelled(span: Span) -> Sentence:
    """`Nov 18, 2026`, or from one to the other."""
    first, last = span.days[0], span.days[-1]
    if first == last:
        return say("one_day", day=short(first), year=first[:4])
    days = {"first": short(first), "last": short(last), "year": last[:4]}
    return say("days", **days) if first[:4] == last[:4] else say("days_of_years", **days, began=first[:4])


def shade(part: float) -> str:
    """From nearly white for the fewest to deep blue for the most."""
    stops = ((0.0, (232, 240, 247)), (0.5, (107, 170, 214)), (1.0, (8, 69, 128)))
    for (low, one), (high, other) in pairwise(stops):
        if part <= high:
            way = (part - low) / (high - low)
            return "#" + "".join(f"{round(a + (b - a) * way):02x}" for a, b in zip(one, other, strict=True))
    return "#084580"
