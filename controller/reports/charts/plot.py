"""A panel with two scales: lines and bands are given as values, and are clipped at the panel's edge."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from controller.reports.charts.sheet import EDGE, FAINT, GREY, GRID, SMALL, WIDTH, Label, Sheet
from controller.reports.layout.figure import Patch, Point

GAP = 8.0  # between a scale and its labels


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps a range of values to a range of coordinates, linearly or by logarithm."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        low, high = self.low, self.high
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return self.start + (self.end - self.start) * (value - low) / (high - low)


@dataclass(frozen=True, slots=True)
class Plot:
    sheet: Sheet
    x: Scale
    y: Scale  # from the bottom to the top

    def levels(self, ticks: Sequence[float], labels: Sequence[str]) -> None:
        """Horizontal lines, with their labels on the left."""
        for tick, label in zip(ticks, labels, strict=True):
            at = self.y.place(tick)
            self.sheet.line([(self.x.start, at), (self.x.end, at)], GRID)
            self.sheet.words(self.x.start - GAP, at + 3.5, label, SMALL, GREY, "end")

    def base(self, marks: Iterable[tuple[float, Label]], unit: Label = "") -> None:
        """The base line with its marks, given as coordinates. A label that would overlap the one before it is left
        out."""
        bottom, free = self.y.start, -math.inf
        self.sheet.line([(self.x.start, bottom), (self.x.end, bottom)], FAINT)
        for x, name in marks:
            self.sheet.line([(x, bottom), (x, bottom + 4)], FAINT)
            half = self.sheet.width(name, SMALL) / 2
            middle = min(x, WIDTH - EDGE / 2 - half)
            if middle - half >= free:
                self.sheet.words(middle, bottom + 17, name, SMALL, GREY, "middle")
                free = middle + half + 4
        if unit:
            self.sheet.words(self.x.end, bottom + 31, unit, SMALL, GREY, "end")

    def line(self, values: Iterable[tuple[float, float]], color: str, width: float = 1.0) -> None:
        self.draw([(self.x.place(x), self.y.place(y)) for x, y in values], color, width)

    def draw(self, points: Sequence[Point], color: str, width: float = 1.0) -> None:
        """A line through coordinates instead of values."""
        for piece in between(points, self.y.end, self.y.start):
            self.sheet.line(piece, color, width)

    def band(self, values: Sequence[tuple[float, float, float]], color: str) -> None:
        """A filled band between the lower and the higher of each pair of values."""
        low, high = self.y.low, self.y.high
        upper = [(self.x.place(x), self.y.place(min(max(most, low), high))) for x, _, most in values]
        lower = [(self.x.place(x), self.y.place(min(max(least, low), high))) for x, least, _ in reversed(values)]
        self.sheet.shapes.append(Patch((*upper, *lower), color))


def legend(sheet: Sheet, lines: Sequence[tuple[Label, str, float]], y: float = 49.0) -> None:
    """The lines' names with their colours and widths, from the right edge to the left."""
    right = WIDTH - EDGE
    for name, color, width in reversed(lines):
        left = right - sheet.width(name, SMALL)
        sheet.words(left, y + 4, name, SMALL, GREY)
        sheet.line([(left - 20, y), (left - 6, y)], color, width)
        right = left - 32


def between(points: Sequence[Point], top: float, bottom: float) -> Iterator[list[Point]]:
    """The parts of a line that lie between two heights."""
    piece: list[Point] = []
    for one, other in pairwise(points):
        part = _part(one, other, top, bottom)
        if piece and (part is None or part[0] != piece[-1]):
            yield piece
            piece = []
        if part:
            piece += part[1:] if piece else part
    if piece:
        yield piece


def _part(one: Point, other: Point, top: float, bottom: float) -> tuple[Point, Point] | None:
    (x, y), rise = one, other[1] - one[1]
    if not rise:
        return (one, other) if top <= y <= bottom else None
    enter, leave = sorted(((top - y) / rise, (bottom - y) / rise))
    enter, leave = max(enter, 0.0), min(leave, 1.0)
    if enter >= leave:
        return None
    first = one if enter == 0 else (x + enter * (other[0] - x), y + enter * rise)
    last = other if leave == 1 else (x + leave * (other[0] - x), y + leave * rise)
    return first, last
