"""Between the core and the ledger: entries as rows, rows as entries, and the invariants that an audit checks."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from controller.ledger.audit import Invariant
from controller.ledger.rows import Checkpoint, Row, canonical
from controller.table import records
from controller.table.codec import decode, encode
from controller.table.continuity import continuity
from controller.table.events import Moment
from controller.table.journal import BrokenEntryError, Entry, Transfer
from controller.table.records import Record, from_json, to_json
from controller.table.state import Book, Note
from controller.table.topics import apply
from words.message import Message, message

# What reading a row, or folding it, raises if the row is not sound.
UNFIT = (BrokenEntryError, KeyError, TypeError, ValueError, AttributeError)


def reason(error: Exception) -> Message:
    """Why a row is not sound, for a person. Only the rules have words of their own for it."""
    if isinstance(error, BrokenEntryError):
        return error.message
    return message("broken_entries.unreadable", error=f"{type(error).__name__}: {error}")


def to_rows(entries: Sequence[Entry], head: bytes) -> list[Row]:
    """Chained to the row with hash `head`."""
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


class Margin(NamedTuple):
    """What a row's body has beside its record: who approved it, what was noted before it, and where it was given if
    nobody is named."""

    by: Sequence[str] = ()
    notes: Sequence[Sequence[Any]] = ()
    notes_lost: int = 0
    at_screen: str = ""


def _body(entry: Entry) -> dict[str, Any]:
    """The record and its margin, without empty values."""
    notes = [_note_to_json(note, entry.at.utc) for note in entry.notes]
    margin = Margin(entry.by, notes, entry.notes_lost, entry.at_screen)
    return {**to_json(entry.record), **{name: value for name, value in margin._asdict().items() if value}}


def _note_to_json(note: Note, utc: int) -> list[int | str]:
    """Its time is relative to the row's; empty values at the end are left out."""
    ms, place = note.utc - utc, note.where
    if note.number:
        return [ms, note.what, place, note.number]
    return [ms, note.what, place] if place else [ms, note.what]


def to_entry(row: Row) -> Entry:
    """Raises ValueError if the row is not what this release writes."""
    body = json.loads(row.body)
    margin = Margin(**{name: body.pop(name) for name in Margin._fields if name in body})
    return Entry(
        row.seq,
        Moment(row.mono, row.utc),
        row.trusted,
        row.day or "",
        row.round or 0,
        from_json(row.kind, body),
        tuple([Transfer(*move) for move in json.loads(row.transfers)]),
        tuple(margin.by),
        tuple([Note(row.utc + ms, *note) for ms, *note in margin.notes]),
        margin.notes_lost,
        margin.at_screen,
    )


def to_book(checkpoint: Checkpoint) -> Book:
    return decode(Book, checkpoint.state)


class Refold:
    """Every row must be able to follow the book before it, every meter is proved after each row (R053), and the book at
    the end must equal the checkpoint exactly. After a row that cannot follow, nothing more is compared."""

    name = "history"

    def __init__(self) -> None:
        self._book = Book("", 0)
        self._lost = False

    def row(self, row: Row) -> Message | None:
        if self._lost:
            return None
        try:
            self._book = apply(self._book, to_entry(row))
        except UNFIT as error:
            self._lost = True
            return message("findings.unfit", row=row.seq, kind=row.kind, error=reason(error))
        if breaches := continuity(self._book):
            return message("findings.breach", row=row.seq, kind=row.kind, breach=breaches[0])
        return None

    def end(self, checkpoint: Checkpoint) -> Message | None:
        if self._lost or encode(self._book) == checkpoint.state:
            return None
        return message("findings.checkpoint_sum")


SLIP_KINDS = tuple(of.kind for of in (records.FixedAward, records.MeterAward, records.PaymentCorrection))


class SlipNumbers:
    """Payout slips must be numbered without a gap (R107)."""

    name = "slips"

    def __init__(self) -> None:
        self._newest = 0

    def row(self, row: Row) -> Message | None:
        if row.kind not in SLIP_KINDS:
            return None
        try:
            numbers = slips_of(to_entry(row).record)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None  # the history names it
        expected = list(range(self._newest + 1, self._newest + len(numbers) + 1))
        self._newest = max([self._newest, *numbers])
        if numbers == expected:
            return None
        return message("findings.slips", row=row.seq, slips=tuple(numbers), expected=tuple(expected))

    def end(self, checkpoint: Checkpoint) -> Message | None:
        counted = to_book(checkpoint).slips
        if counted == self._newest:
            return None
        return message("findings.slip_count", checkpoint=counted, rows=self._newest)


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
