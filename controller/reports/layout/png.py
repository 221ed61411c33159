"""A figure as PNG, for mail and for documents that accept no SVG. It is drawn large and scaled down, which smooths its
edges, in Pillow's own font: the same figure gives the same picture on every machine."""

from collections.abc import Iterable
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from controller.reports.layout.figure import Dot, Figure, Patch, Point, Shape, Stroke, Words
from controller.reports.layout.letters import ascii_only

GROUND = "#ffffff"
PIXELS = 2  # per unit of the figure: sharp on paper too
FINER = 3  # it is drawn larger by this factor
BOLD = 0.02  # part of a letter's height: outlining makes letters bold, because the font has no bold ones
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def as_png(figure: Figure) -> bytes:
    scale = PIXELS * FINER
    image = Image.new("RGB", (round(figure.width) * scale, round(figure.height) * scale), GROUND)
    canvas = ImageDraw.Draw(image)
    for shape in figure.shapes:
        _draw(canvas, shape, scale)
    words = PngInfo()
    words.add_text("Software", "litbet")
    words.add_itxt("Title", figure.title)
    words.add_itxt("Description", figure.description)
    made = BytesIO()
    image.reduce(FINER).save(made, "PNG", pnginfo=words, optimize=True)
    return made.getvalue()


def _draw(canvas: ImageDraw.ImageDraw, shape: Shape, scale: int) -> None:
    match shape:
        case Stroke(points, color, width):
            canvas.line(_scaled(points, scale), fill=color, width=max(round(width * scale), 1), joint="curve")
        case Patch(points, color):
            canvas.polygon(_scaled(points, scale), fill=color)
        case Dot((x, y), radius, color):
            canvas.circle((x * scale, y * scale), radius * scale, fill=color)
        case Words((x, y), text, size, color, anchor, bold):
            canvas.text(
                (x * scale, y * scale),
                ascii_only(text),
                fill=color,
                font=_font(size * scale),
                anchor=ANCHORS[anchor],
                stroke_width=size * scale * BOLD if bold else 0,
            )


def _scaled(points: Iterable[Point], scale: int) -> list[Point]:
    return [(x * scale, y * scale) for x, y in points]


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
