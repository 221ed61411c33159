"""A drawing as a list of plain shapes, in its own units, for SVG, PDF and PNG: a chart is described once and looks the
same on a page and on paper."""

from dataclasses import dataclass, replace

from words.message import Message

Point = tuple[float, float]
TRAINING, PALE = "#781e82", "#f4e8f6"  # of a training, which no real figure has


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


def marked(figure: Figure, mark: str, title: str) -> Figure:
    """The figure of a training: framed, and crossed by the mark, behind what is drawn."""
    width, height = figure.width, figure.height
    frame = Stroke(((2, 2), (width - 2, 2), (width - 2, height - 2), (2, height - 2), (2, 2)), TRAINING, 4)
    marks = [Words((width / 2, height * place), mark, 64, PALE, "middle", bold=True) for place in (0.4, 0.8)]
    corner = Words((width - 12, 20), mark, 12, TRAINING, "end", bold=True)
    return replace(figure, title=title, title_message=None, shapes=(*marks, *figure.shapes, frame, corner))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """An upper bound for all fonts in use, so that texts never overlap."""
    return sum(map(_width, text)) * size * (1.1 if bold else 1.0)


def _width(letter: str) -> float:
    if letter in "iljtfI.,:;'|!()[] -/":
        return 0.42
    if letter in "mwMW%@":
        return 1.0
    return 0.77 if letter.isupper() else 0.64
