"""Compares a ledger with a head that a witness outside its disk has seen: a sign, or the broker (R165, R170, E37).

Whoever owns the disk can put an older ledger there, or write another one with the program's own functions. Both are
sound, but neither has the row that others have seen.
"""

from typing import NamedTuple

from controller.ledger.bookkeeping import to_entry
from controller.ledger.reader import Reader
from controller.ledger.rows import Head
from controller.table import records
from words.message import Message, message


class SeenHead(NamedTuple):
    """The newest row of a table's ledger, as it was published."""

    epoch: int
    head: Head


def contradiction(reader: Reader, seen: SeenHead) -> Message | None:
    """What is wrong if this ledger neither has that row, nor names the people who replaced it."""
    row = seen.head.row
    rows = reader.rows(row - 1, 1, until=row)
    if rows and seen.head.names(rows[0]):
        return None
    if _given_up(reader, seen):
        return None
    if not rows:
        return message("findings.head_missing", head=seen.head.short(), last=reader.checkpoint().seq)
    other = Head(row, rows[0].hash.hex()).short()
    return message("findings.head_differs", head=seen.head.short(), row=row, other=other)


def _given_up(reader: Reader, seen: SeenHead) -> bool:
    """Two people restored an older ledger, or began a new one after a head from paper, and knew that rows were lost."""
    for row in reader.some(1, (records.Restoration.kind,), until=seen.head.row):
        match to_entry(row).record:
            case records.Restoration(epoch=epoch, older=True) if epoch > seen.epoch:
                return True
    (first,) = reader.rows(limit=1)
    match to_entry(first).record:
        case records.Init(epoch=epoch, after=after) if after and epoch > seen.epoch:
            last = Head.read(after)
            return seen.head.row < last.row or (seen.head.row == last.row and seen.head.hash.startswith(last.hash))
    return False
