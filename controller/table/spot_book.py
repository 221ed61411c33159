"""How folds change what the book remembers of a spot."""

from typing import Any

from controller.table.state import Book, SpotBook
from controller.table.values import replace


def change_spot(book: Book, spot: str, **changes: Any) -> Book:
    """`book` with one spot changed; a spot with nothing to remember is forgotten."""
    new = replace(book.spot(spot), **changes)
    spots = {name: each for name, each in book.spots.items() if name != spot}
    if new != SpotBook():
        spots[spot] = new
    return replace(book, spots=spots)
