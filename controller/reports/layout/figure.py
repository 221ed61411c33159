"""A drawing as a list of plain shapes, in its own units, for SVG, PDF and PNG: a chart is described once and looks the
same on a page and on paper."""

from dataclasses import dataclass

from words.message import Message

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    color: str  # "#1f5fa8"
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Patch:
    """A filled outline."""

    points: tuple[Point, ...]
    color: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    at: Point
    radius: float
    color: str


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; `at` is on its base line."""

    at: Point
    text: str
    size: float
    color: str
    anchor: str = "start"  # or "middle", "end"
    bold: bool = False
    message: Message | None = None  # the message behind the text, for a page in another language


Shape = Stroke | Patch | Dot | Words


@dataclass(frozen=True, slots=True)
class Figure:
    width: float
    height: float
    title: str
    description: str  # the same as a sentence, for people who cannot see it
    shapes: tuple[Shape, ...]
    title_message: Message | None = None  # the message behind the title
    description_message: Message | None = None


def box(x: float, y: float, width: float, height: float, color: str) -> Patch:
    return Patch(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), color)


def text_width(text: str, size: float, bold: bool = False) -> float:
    """An upper bound for all fonts in use, so that texts never overlap."""
    return sum(map(_width, text)) * size * (1.1 if bold else 1.0)


def _width(letter: str) -> float:
    if letter in "iljtfI.,:;'|!()[] -/":
        return 0.42
    if letter in "mwMW%@":
        return 1.0
    return 0.77 if letter.isupper() else 0.64
