"""Helpers with which folds change what the book keeps about a spot."""

from typing import Any

from controller.table.state import Book, SpotBook
from controller.table.values import replace


def change_spot(book: Book, spot: str, **changes: Any) -> Book:
    """`book` with one spot changed; a spot that is back at its defaults is dropped."""
    new = replace(book.spot(spot), **changes)
    spots = {name: each for name, each in book.spots.items() if name != spot}
    if new != SpotBook():
        spots[spot] = new
    return replace(book, spots=spots)
