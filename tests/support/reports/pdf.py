"""What a PDF of ours prints."""

import re
import zlib


def words_of(pdf: bytes) -> str:
    """The strings of its compressed pages, one to a line."""
    return "\n".join(map(_words, _pages(pdf)))


def words_by_page(pdf: bytes) -> list[list[str]]:
    return [_words(page).split("\n") for page in _pages(pdf)]


def _words(page: bytes) -> str:
    printed = re.findall(rb"\((.*?)(?<!\\)\) ?Tj", page, re.DOTALL)
    return "\n".join(re.sub(rb"\\([()\\])", rb"\1", each).decode("latin-1") for each in printed)


def fills_of(pdf: bytes) -> int:
    """How many rectangles it fills with a colour."""
    return len(re.findall(rb"\bre f\b", b"\n".join(_pages(pdf))))


def _pages(pdf: bytes) -> list[bytes]:
    return [
        zlib.decompressobj().decompress(each) for each in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    ]


def pages_of(pdf: bytes) -> list[str]:
    """Each page's drawing instructions."""
    return [page.decode("latin-1") for page in _pages(pdf)]
