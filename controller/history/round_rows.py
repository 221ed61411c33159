"""The rows that tell of one round: found by halving, bounded in number, and held against the chain."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from controller.bookkeeping import to_entry
from controller.core.entries import Entry
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS, Row
from controller.reports.wins import touched

NUMBERED = ("lock", "late_lock", "not_locked")  # what gives a round its number; it rises with the rows
BEFORE = 400  # rows before the lock that are looked at, at most
PLAYED = 2000  # rows of the round itself
REACH = 20_000  # rows after its beginning in which its claims and payments are looked for: about a week of play
AFTERWARDS = ("correct_win", "reading")  # they speak of a claim and have no round of their own


@dataclass(frozen=True, slots=True)
class RoundRows:
    """All that is read of one round."""

    block: list[Row]  # without a gap, from the round before to this one's end
    later: list[Row]  # of its claims, after its end
    until: int  # no row after this one was looked at

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
    claims = {claim for row in own for claim in touched(to_entry(row))}
    about = reader.some(first, AFTERWARDS, until=until)
    later = [*own, *(row for row in about if json.loads(row.body).get("claim") in claims)]
    opened = max((place for place, row in enumerate(block) if row.kind == "open" and row.seq < begun.seq), default=0)
    block = block[opened:]  # with an opening every bet begins anew
    newest = block[-1].seq
    return RoundRows(block, sorted((row for row in later if row.seq > newest), key=lambda row: row.seq), until)


def end_of(own: Iterable[Row]) -> int:
    """The row with which a round was over; 0 while it is locked. One that was unlocked may be locked again."""
    end = 0
    for row in own:
        if row.kind in ("clear", "void", "unlock", "not_locked"):
            end = row.seq
        elif row.kind in NUMBERED:
            end = row.seq if json.loads(row.body).get("finished") else 0
    return end


def unsound(reader: Reader, rows: Iterable[Row]) -> int:
    """The first of these rows that is not what was chained to the row before it; 0 if all of them are."""
    hashes: dict[int, bytes] = {0: GENESIS}
    for row in rows:
        if row.seq - 1 not in hashes:
            found = reader.rows(row.seq - 2, 1, until=row.seq - 1)
            hashes[row.seq - 1] = found[0].hash if found else b""
        if not row.follows(hashes[row.seq - 1]):
            return row.seq
        hashes[row.seq] = row.hash
    return 0
