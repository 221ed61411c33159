"""Between the core and the ledger: entries as rows, rows as entries, and what the audit asks of a history."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.codec import decode, encode
from controller.core.entries import BrokenEntryError, Entry, Transfer, apply, continuity
from controller.core.events import Moment
from controller.core.state import Book
from controller.ledger.audit import Invariant
from controller.ledger.rows import Checkpoint, Row, canonical


def to_rows(entries: Sequence[Entry], head: bytes) -> list[Row]:
    """Chained to the row whose hash is `head`."""
    rows = []
    for entry in entries:
        transfers = [[move.source, move.target, move.amount, move.code] for move in entry.transfers]
        row = Row.link(
            head,
            entry.seq,
            entry.at.utc,
            entry.at.mono,
            entry.trusted,
            entry.kind,
            entry.day or None,
            entry.round or None,
            canonical(entry.body),
            canonical(transfers),
        )
        rows.append(row)
        head = row.hash
    return rows


def to_entry(row: Row) -> Entry:
    return Entry(
        row.seq,
        Moment(row.mono, row.utc),
        row.trusted,
        row.kind,
        row.day or "",
        row.round or 0,
        json.loads(row.body),
        tuple(Transfer(*move) for move in json.loads(row.transfers)),
    )


def to_book(checkpoint: Checkpoint) -> Book:
    return decode(Book, checkpoint.state)


class Refold:
    """Every row may follow the book before it, every meter is proved after each (R053), and the book at the end
    is the one in the checkpoint, to the letter. After a row that cannot follow there is nothing to compare."""

    name = "history"

    def __init__(self) -> None:
        self._book = Book("", 0)
        self._lost = False

    def row(self, row: Row) -> str | None:
        if self._lost:
            return None
        try:
            self._book = apply(self._book, to_entry(row))
        except (BrokenEntryError, KeyError, TypeError, ValueError, AttributeError) as error:
            self._lost = True
            return f"row {row.seq} ({row.kind}) cannot follow the rows before it: {error}"
        if breaches := continuity(self._book):
            return f"after row {row.seq} ({row.kind}): {breaches[0]}"
        return None

    def end(self, checkpoint: Checkpoint) -> str | None:
        """A checkpoint of an older release knows fewer fields; the others are as if it had named them."""
        if self._lost or encode(self._book) == checkpoint.state or encode(self._book) == _as_here(checkpoint):
            return None
        return "the checkpoint is not what the journal adds up to"


def _as_here(checkpoint: Checkpoint) -> str:
    try:
        return encode(to_book(checkpoint))
    except ValueError:
        return ""


class SlipNumbers:
    """Payout slips are numbered without a gap (R107)."""

    name = "slips"

    def __init__(self) -> None:
        self._newest = 0

    def row(self, row: Row) -> str | None:
        numbers = slips_of(row.kind, json.loads(row.body))
        expected = list(range(self._newest + 1, self._newest + len(numbers) + 1))
        self._newest = max([self._newest, *numbers])
        return None if numbers == expected else f"row {row.seq} has slips {numbers}, where {expected} belong"

    def end(self, checkpoint: Checkpoint) -> str | None:
        counted = to_book(checkpoint).slips
        return None if counted == self._newest else f"the checkpoint counts {counted} slips, the rows {self._newest}"


def slips_of(kind: str, body: Mapping[str, Any]) -> list[int]:
    """The payout slips that a row issues."""
    if kind == "award":
        return sorted(body.get("slips", {}).values())
    return [body["slip"]] if kind in ("fixed", "correct_win") and "slip" in body else []


def invariants() -> list[Invariant]:
    return [Refold(), SlipNumbers()]
