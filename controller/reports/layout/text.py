"""A document as plain text, for the terminal."""

import textwrap
from collections.abc import Iterator

from controller.reports.layout.document import (
    Block,
    ByHand,
    Document,
    Heading,
    Items,
    Paragraph,
    Picture,
    Table,
    Warn,
)
from words.catalogue import Catalogue, catalogue

GAP = "  "  # between two columns
NARROWEST = 8  # a text column is not made narrower than this


def as_text(document: Document, width: int = 100) -> str:
    words = catalogue(document.language)
    mark = _filled(f"*** {words.text('paper.training')} ***", width) if document.training else []
    lines = [*mark, *_filled(document.kind, width), *_filled(document.title, width)]
    lines += ["=" * max(map(len, lines))]
    for block in document.blocks:
        lines += ["", *_block(block, width, words)]
    lines += ["", *mark] if mark else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _block(block: Block, width: int, words: Catalogue) -> Iterator[str]:
    match block:
        case Heading(text, level):
            lines = _filled(text, width)
            yield from lines
            yield ("=" if level == 1 else "-") * max(map(len, lines))
        case Paragraph(text):
            yield from _filled(text, width)
        case Warn(text):
            yield from _filled(f"*** {words.text('paper.warning', text=text)}", width, "*** ")
        case Items(texts, numbered):
            for number, text in enumerate(texts, start=1):
                mark = f"{number:>2}. " if numbered else "  - "
                yield from _filled(mark + text, width, " " * len(mark))
        case Table():
            yield from _table(block, width)
        case Picture(figure):
            yield from _filled(figure.description, width)
        case ByHand(labels):
            longest = max(map(len, labels))
            yield from (f"{label.ljust(longest)}  {'_' * (min(width, 80) - longest - 2)}" for label in labels)


def _filled(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _table(table: Table, width: int) -> Iterator[str]:
    if table.caption:
        yield from _filled(table.caption, width)
    widths = _widths(table, width)
    for row in (table.head, tuple("-" * each for each in widths), *table.rows):
        cells = [_filled(cell, each) for cell, each in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            parts = [cell[line] if line < len(cell) else "" for cell in cells]
            yield GAP.join(
                part.ljust(each) if column < table.words else part.rjust(each)
                for column, (part, each) in enumerate(zip(parts, widths, strict=True))
            )


def _widths(table: Table, width: int) -> list[int]:
    """As wide as the widest cell; if the page is too narrow, the widest text column shrinks."""
    widths = [max(1, *map(len, column)) for column in zip(table.head, *table.rows, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > width:
        widest = max(range(table.words), key=lambda column: widths[column])
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return widths
