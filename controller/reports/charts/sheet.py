"""The page of a chart: its measures, shapes and colours, which colour-blind people can tell apart too."""

import math
from collections.abc import Iterable

from controller.reports.layout.figure import Dot, Figure, Patch, Point, Shape, Stroke, Words, box, text_width
from words.catalogue import Catalogue
from words.message import Message

WIDTH = 720.0
EDGE = 24.0  # left and right margin
TOP = 74.0  # below title, subtitle and legend
SMALL, TEXT, TITLE = 10.5, 11.5, 16.0

# By Okabe and Ito: distinguishable for colour-blind people, and in grey by their lightness.
INK, GREY, FAINT, GRID = "#1b2733", "#56616b", "#8b959e", "#e1e6ea"
BLUE, ORANGE, GREEN, BAND = "#0072b2", "#d55e00", "#009e73", "#cbdfee"


Label = str | Message  # a figure, a title or a name is the same in every language


class Sheet:
    """The drawn shapes, and texts in the language of `words`."""

    def __init__(self, words: Catalogue, title: Label, under: Label) -> None:
        self._words = words
        self.title = title
        self.shapes: list[Shape] = []
        self.words(EDGE, 34, title, TITLE, INK, bold=True)
        self.words(EDGE, 53, under, TEXT, GREY)

    def figure(self, height: float, description: Label) -> Figure:
        title, shapes = self.title, tuple(self.shapes)
        messages = _message(title), _message(description)
        return Figure(WIDTH, height, self.text(title), self.text(description), shapes, *messages)

    def text(self, label: Label) -> str:
        return self._words.say(label) if isinstance(label, Message) else label

    def width(self, label: Label, size: float, *, bold: bool = False) -> float:
        return text_width(self.text(label), size, bold)

    def line(self, points: Iterable[Point], color: str, width: float = 1.0) -> None:
        self.shapes.append(Stroke(tuple(points), color, width))

    def box(self, x: float, y: float, width: float, height: float, color: str) -> None:
        self.shapes.append(box(x, y, width, height, color))

    def words(
        self,
        x: float,
        y: float,
        label: Label,
        size: float,
        color: str,
        anchor: str = "start",
        *,
        bold: bool = False,
        room: float = math.inf,
    ) -> None:
        """Text that does not fit is cut."""
        text = cut(self.text(label), size, room, bold=bold)
        self.shapes.append(Words((x, y), text, size, color, anchor, bold, _message(label)))

    def dot(self, x: float, y: float, radius: float, color: str) -> None:
        self.shapes.append(Dot((x, y), radius + 1.2, "#ffffff"))
        self.shapes.append(Dot((x, y), radius, color))

    def triangle(self, x: float, y: float) -> None:
        """Marks a post: the tip is at the point."""
        self.shapes.append(Patch(((x, y), (x + 4.5, y + 8), (x - 4.5, y + 8)), GREEN))

    def diamond(self, x: float, y: float) -> None:
        """Marks a win."""
        for reach, color in ((7.5, "#ffffff"), (6.0, ORANGE)):
            self.shapes.append(Patch(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), color))

    def nothing(self, label: Label) -> None:
        self.words(WIDTH / 2, TOP + 46, label, TEXT + 1, GREY, "middle")


def _message(label: Label) -> Message | None:
    return label if isinstance(label, Message) else None


def cut(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The longest start of a text that fits."""
    if text_width(text, size, bold) <= room:
        return text
    while text and text_width(text + "...", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "..."
