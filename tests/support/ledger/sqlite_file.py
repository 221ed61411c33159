"""Where in an SQLite file the cells of a table lie: enough of the format to flip the bytes that hold rows."""

import sqlite3
from pathlib import Path

_INTERIOR, _LEAF = 5, 13


def cell_bytes(file: Path, table: str) -> list[int]:
    """The offset of every byte of the table's cells: lengths, keys, record headers, values, overflow pages.

    Left out is one byte of each row which means nothing: the record's own note of its key's type. SQLite takes
    the key from the cell instead, and never reads it."""
    with sqlite3.connect(file) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    data = file.read_bytes()
    offsets: list[int] = []
    pages = [root]
    while pages:
        start = (pages.pop() - 1) * size
        header = start + (100 if start == 0 else 0)
        kind, count = data[header], _number(data, header + 3, 2)
        pointers = header + (12 if kind == _INTERIOR else 8)
        cells = [start + _number(data, pointers + 2 * i, 2) for i in range(count)]
        if kind == _INTERIOR:
            pages += [_number(data, cell, 4) for cell in cells] + [_number(data, header + 8, 4)]
        else:
            assert kind == _LEAF
            for cell in cells:
                offsets += _leaf_cell(data, cell, size)
    return sorted(offsets)


def _leaf_cell(data: bytes, cell: int, size: int) -> list[int]:
    length, at = _varint(data, cell)
    _, at = _varint(data, at)
    _, types = _varint(data, at)
    most, least = size - 35, (size - 12) * 32 // 255 - 23
    here = length if length <= most else least + (length - least) % (size - 4)
    if length > most and here > most:
        here = least
    offsets = [offset for offset in range(cell, at + here) if offset != types]
    rest, link = length - here, at + here
    while rest:
        offsets += range(link, link + 4)
        page = (_number(data, link, 4) - 1) * size
        offsets += range(page + 4, page + 4 + min(rest, size - 4))
        rest, link = rest - min(rest, size - 4), page
    return offsets


def _number(data: bytes, at: int, length: int) -> int:
    return int.from_bytes(data[at : at + length], "big")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for step in range(8):
        value = value << 7 | data[at + step] & 0x7F
        if data[at + step] < 0x80:
            return value, at + step + 1
    return value << 8 | data[at + 8], at + 9
