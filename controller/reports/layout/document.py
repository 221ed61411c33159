"""A document before its layout: a title and a list of blocks."""

from dataclasses import dataclass

from controller.reports.layout.figure import Figure
from words.languages import SOURCE


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 1  # 1 is a part, 2 a section of it


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Warn:
    """A highlighted paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    texts: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Text on the left, figures on the right."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1  # how many columns hold text; the others hold figures


@dataclass(frozen=True, slots=True)
class ByHand:
    """Lines that people fill in and sign."""

    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing. A layout that cannot draw prints its description."""

    figure: Figure


Block = Heading | Paragraph | Warn | Items | Table | ByHand | Picture


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    kind: str  # "Game procedures"
    blocks: tuple[Block, ...]
    language: str = SOURCE  # of its texts: layouts add a few words of their own
    training: bool = False  # nothing of it is real, so every page is marked and has colours of its own
