"""Between the core and the ledger: entries as rows, rows as entries, and what the audit asks of a history."""

import json
from collections.abc import Sequence
from typing import Any

from controller.ledger.audit import Invariant
from controller.ledger.rows import Checkpoint, Row, canonical
from controller.table import records
from controller.table.codec import decode, encode
from controller.table.continuity import continuity
from controller.table.events import Moment
from controller.table.journal import BrokenEntryError, Entry, Transfer
from controller.table.reasons import words_of
from controller.table.records import Record, from_json, to_json
from controller.table.state import Book, Note
from controller.table.topics import apply


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
            encode(_body(entry)),
            canonical(transfers),
        )
        rows.append(row)
        head = row.hash
    return rows


def _body(entry: Entry) -> dict[str, Any]:
    """The record, and what goes with any of them."""
    body = to_json(entry.record)
    if entry.by:
        body["by"] = entry.by
    if entry.notes:
        body["notes"] = [_note_to_json(note, entry.at.utc) for note in entry.notes]
    if entry.notes_lost:
        body["notes_lost"] = entry.notes_lost
    return body


def _note_to_json(note: Note, utc: int) -> list[int | str]:
    """Its time is counted from the row's, and what is empty at the end is left out."""
    ms, place = note.utc - utc, note.where
    if note.number:
        return [ms, note.what, place, note.number]
    return [ms, note.what, place] if place else [ms, note.what]


def to_entry(row: Row) -> Entry:
    """A ValueError, if it is not what this release writes."""
    body = json.loads(row.body)
    by, notes, lost = body.pop("by", ()), body.pop("notes", ()), body.pop("notes_lost", 0)
    return Entry(
        row.seq,
        Moment(row.mono, row.utc),
        row.trusted,
        row.day or "",
        row.round or 0,
        from_json(row.kind, body),
        tuple([Transfer(*move) for move in json.loads(row.transfers)]),
        tuple(by),
        tuple([Note(row.utc + ms, *note) for ms, *note in notes]),
        lost,
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
            return f"after row {row.seq} ({row.kind}): {words_of(breaches[0])}"
        return None

    def end(self, checkpoint: Checkpoint) -> str | None:
        if self._lost or encode(self._book) == checkpoint.state:
            return None
        return "the checkpoint is not what the journal adds up to"


SLIP_KINDS = tuple(of.kind for of in (records.FixedAward, records.MeterAward, records.PaymentCorrection))


class SlipNumbers:
    """Payout slips are numbered without a gap (R107)."""

    name = "slips"

    def __init__(self) -> None:
        self._newest = 0

    def row(self, row: Row) -> str | None:
        if row.kind not in SLIP_KINDS:
            return None
        try:
            numbers = slips_of(to_entry(row).record)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None  # the history names it
        expected = list(range(self._newest + 1, self._newest + len(numbers) + 1))
        self._newest = max([self._newest, *numbers])
        return None if numbers == expected else f"row {row.seq} has slips {numbers}, where {expected} belong"

    def end(self, checkpoint: Checkpoint) -> str | None:
        counted = to_book(checkpoint).slips
        return None if counted == self._newest else f"the checkpoint counts {counted} slips, the rows {self._newest}"


def slips_of(record: Record) -> list[int]:
    """The payout slips that a row issues."""
    match record:
        case records.MeterAward(slips=slips):
            return sorted(slips.values())
        case records.FixedAward(slip=slip) | records.PaymentCorrection(slip=slip):
            return [slip]
    return []


def invariants() -> list[Invariant]:
    return [Refold(), SlipNumbers()]
