"""A figure as SVG: no script, no style sheet, no embedded font, text as text, on its own light background."""

import json
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from controller.reports.layout.figure import Dot, Figure, Patch, Point, Shape, Stroke, Words
from words.message import Message, as_json

GROUND = "#ffffff"
FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
ROUND = 10  # corner radius of the background


def as_svg(figure: Figure) -> str:
    width, height = _number(figure.width), _number(figure.height)
    size = f'data-by="litbet" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    title, description = _data(figure.title_message), _data(figure.description_message)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title description">',
        f'<title id="title"{title}>{escape(_printable(figure.title))}</title>',
        f'<desc id="description"{description}>{escape(_printable(figure.description))}</desc>',
        f'<rect width="{width}" height="{height}" rx="{ROUND}" fill="{GROUND}"/>',
        f"<g font-family={quoteattr(FONT)}>",
        *(_shape(shape) for shape in figure.shapes),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _shape(shape: Shape) -> str:
    match shape:
        case Stroke(points, color, width):
            return (
                f'<polyline points="{_points(points)}" fill="none" stroke={quoteattr(color)}'
                f' stroke-width="{_number(width)}" stroke-linejoin="round"/>'
            )
        case Patch(points, color):
            return f'<polygon points="{_points(points)}" fill={quoteattr(color)}/>'
        case Dot((x, y), radius, color):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill={quoteattr(color)}/>'
        case Words((x, y), text, size, color, anchor, bold, message):
            weight = ' font-weight="bold"' if bold else ""
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" fill={quoteattr(color)}'
                f' text-anchor="{anchor}"{weight}{_data(message)}>{escape(_printable(text))}</text>'
            )


def _data(message: Message | None) -> str:
    """The message behind a text as an attribute: a page shows it in its own language (display/chart.py)."""
    return f" data-message={quoteattr(json.dumps(as_json(message)))}" if message else ""


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """To a tenth of a unit, which is finer than any screen."""
    return f"{round(value, 1):g}"


def _printable(text: str) -> str:
    """XML does not allow control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
