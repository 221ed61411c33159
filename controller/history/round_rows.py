"""The rows about one round: found by binary search, limited in number, and verified against the chain."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.history.claims import claims_in
from controller.ledger.bookkeeping import to_entry
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Row
from controller.table import records
from controller.table.journal import Entry
from controller.table.records import Record

NUMBERED = (
    records.Lock.kind,
    records.LateLock.kind,
    records.NotLocked.kind,
)  # rows that contain a round number, which increases with the rows
BEFORE = 400  # rows before the lock that are read, at most
PLAYED = 2000  # rows of the round itself
REACH = 20_000  # rows after its beginning that are searched for claims and payments: about a week of play
AFTERWARDS = (
    records.PaymentCorrection.kind,
    records.Reading.kind,
)  # they name a claim but no round


@dataclass(frozen=True, slots=True)
class RoundRows:
    """The rows that are read for one round."""

    block: list[Row]  # without a gap, from the previous round to the end of this one
    later: list[Row]  # rows of its claims after its end
    until: int  # the last row that was searched

    @property
    def entries(self) -> list[Entry]:
        return [to_entry(row) for row in (*self.block, *self.later)]


def rows_of(reader: Reader, number: int) -> RoundRows | None:
    """None if no round had this number."""
    first = reader.find(NUMBERED, lambda row: (row.round or 0) >= number)
    until = min(reader.checkpoint().seq, first + REACH)
    own = reader.some(first, round_=number, until=until)
    begun = next((row for row in own if row.kind in NUMBERED), None)
    if begun is None:
        return None
    begin, end = max(first, begun.seq - BEFORE), end_of(own) or until
    block = reader.rows(begin - 1, BEFORE + PLAYED, until=end)
    claims = {claim for row in own if (record := _record(row)) for claim in claims_in(record)}
    about = reader.some(first, AFTERWARDS, until=until)
    later = [*own, *(row for row in about if _claim_of(row) in claims)]
    opened = max(
        (place for place, row in enumerate(block) if row.kind == records.Open.kind and row.seq < begun.seq), default=0
    )
    block = block[opened:]  # an opening resets every bet
    newest = block[-1].seq
    return RoundRows(block, sorted((row for row in later if row.seq > newest), key=lambda row: row.seq), until)


def _record(row: Row) -> Record | None:
    """None if it cannot be read: `unsound` names such a row."""
    try:
        return to_entry(row).record
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _claim_of(row: Row) -> int:
    match _record(row):
        case records.PaymentCorrection(claim=claim) | records.Reading(claim=claim):
            return claim
    return 0


def end_of(own: Iterable[Row]) -> int:
    """The row that ended a round; 0 while it is locked. An unlocked round may be locked again."""
    end = 0
    for row in own:
        match _record(row):
            case records.Clear() | records.Void() | records.Unlock() | records.NotLocked():
                end = row.seq
            case records.LateLock(finished=True):
                end = row.seq
            case records.Locking():
                end = 0
    return end


def unsound(reader: Reader, rows: Iterable[Row]) -> int:
    """The first of these rows that differs from what was chained to the row before it; 0 if none does."""
    hashes: dict[int, bytes] = {0: GENESIS}
    for row in rows:
        if row.seq - 1 not in hashes:
            found = reader.rows(row.seq - 2, 1, until=row.seq - 1)
            hashes[row.seq - 1] = found[0].hash if found else b""
        if not row.follows(hashes[row.seq - 1]):
            return row.seq
        hashes[row.seq] = row.hash
    return 0
