"""Verifies a whole ledger and reports what is wrong, and where."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, Protocol

from controller.ledger.errors import StoreError
from controller.ledger.reader import Extent, Reader
from controller.ledger.rows import GENESIS, Checkpoint, Head, Row, canonical, new_stretches
from words.message import Message, message

_BATCH = 1000
_EACH = 20  # findings of one kind that are reported; further ones are counted


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong."""

    seq: int | None  # the row, where it is one row
    name: str  # the invariant
    message: Message


class Invariant(Protocol):
    """A rule about the meaning of rows: it sees each row in order, then the checkpoint, and returns what is wrong."""

    name: str

    def row(self, row: Row) -> Message | None: ...

    def end(self, checkpoint: Checkpoint) -> Message | None: ...


def audit(
    reader: Reader, invariants: Sequence[Invariant], progress: Callable[[int, int], None] | None = None
) -> list[Finding]:
    """Everything that is wrong with a ledger; a long list is cut, with a count of the rest."""
    findings: list[Finding] = []
    count: Counter[str] = Counter()
    for finding in _findings(reader, invariants, progress):
        count[finding.name] += 1
        if count[finding.name] <= _EACH:
            findings.append(finding)
    surplus = {name: found - _EACH for name, found in count.items() if found > _EACH}
    findings.extend(Finding(None, name, message("findings.more", number=number)) for name, number in surplus.items())
    return findings


def audit_head(reader: Reader, head: Head) -> Finding | None:
    """Whether the ledger, which is sound, has the row that a paper, a sign or the log has seen. Whoever owns the disk
    can write another sound ledger, but not one with this row."""
    rows = reader.rows(head.row - 1, 1, until=head.row)
    if not rows:
        missing = message("findings.head_missing", head=head.short(), last=reader.checkpoint().seq)
        return Finding(head.row, "head", missing)
    if not head.names(rows[0]):
        other = Head(head.row, rows[0].hash.hex()).short()
        return Finding(head.row, "head", message("findings.head_differs", head=head.short(), row=head.row, other=other))
    return None


def verify_some(reader: Reader, after: int, count: int) -> tuple[int, Finding | None]:
    """Verify some rows in an idle moment: returns the row to continue after (0 at the end), and the first flaw."""
    try:
        start = reader.rows(after - 1, 1, until=after) if after else []
        rows = reader.rows(after, count)
    except StoreError as error:
        return 0, Finding(None, "file", error.message)
    seq, previous = (start[0].seq, start[0].hash) if start else (0, GENESIS)
    for row in rows:
        if flaw := _link_flaw(row, seq, previous):
            return 0, flaw
        seq, previous = row.seq, row.hash
    return (seq if len(rows) == count else 0), None


def _findings(
    reader: Reader, invariants: Sequence[Invariant], progress: Callable[[int, int], None] | None
) -> Iterator[Finding]:
    try:
        for fault in reader.integrity():
            yield Finding(None, "file", message("findings.integrity", fault=fault))
        extent = reader.extent()
    except StoreError as error:
        yield Finding(None, "file", error.message)
        return
    yield from _checkpoint_flaws(extent)

    seq, previous = 0, GENESIS
    stretches: list[tuple[int, str]] = []
    intact = True  # after a changed row the invariants would only report consequences
    for item in _rows(reader, extent.last, progress):
        if isinstance(item, Finding):
            yield item
            return
        if flaw := _link_flaw(item, seq, previous) or _form_flaw(item):
            yield flaw
            intact = False
        seq, previous = item.seq, item.hash
        if extent.checkpoint.seq == seq and extent.checkpoint.head != previous:
            yield Finding(seq, "checkpoint", message("findings.checkpoint_head", row=seq))
        stretches += new_stretches((item,), stretches[-1][1] if stretches else None)
        for invariant in invariants if intact else ():
            if why := invariant.row(item):
                yield Finding(seq, invariant.name, why)
    yield from _day_flaws(extent.stretches, stretches)
    for invariant in invariants if intact and extent.checkpoint.sound() else ():
        if why := invariant.end(extent.checkpoint):
            yield Finding(None, invariant.name, why)


def _rows(reader: Reader, last: int, progress: Callable[[int, int], None] | None) -> Iterator[Row | Finding]:
    """Every row up to `last`, or up to one that cannot be read, with a finding that names it."""
    after, size = 0, _BATCH
    while after < last:
        try:
            rows = reader.rows(after, size, until=last)
        except StoreError as error:
            if size == 1:
                yield Finding(None, "file", message("findings.unreadable", after=after, error=error.message))
                return
            size = 1  # one by one, up to the row that cannot be read
            continue
        if not rows or rows[-1].seq <= after:
            yield Finding(None, "sequence", message("findings.cut", after=after, last=last))
            return
        yield from rows
        after = rows[-1].seq
        if progress:
            progress(after, last)


def _checkpoint_flaws(extent: Extent) -> Iterator[Finding]:
    checkpoint = extent.checkpoint
    if not checkpoint.sound():
        yield Finding(None, "checkpoint", message("findings.checkpoint"))
    if checkpoint.seq != extent.last:
        behind = message("findings.checkpoint_behind", row=checkpoint.seq, last=extent.last)
        yield Finding(None, "checkpoint", behind)
    if not _is_canonical(checkpoint.state, dict):
        yield Finding(None, "checkpoint", message("findings.checkpoint_form"))


def _link_flaw(row: Row, seq: int, previous: bytes) -> Finding | None:
    if row.seq != seq + 1:
        return Finding(row.seq, "sequence", message("findings.gap", row=row.seq, previous=seq))
    if not row.follows(previous):
        return Finding(row.seq, "chain", message("findings.unchained", row=row.seq, previous=seq))
    return None


def _form_flaw(row: Row) -> Finding | None:
    if not _is_canonical(row.body, dict):
        return Finding(row.seq, "form", message("findings.body_form", row=row.seq))
    if not _is_canonical(row.transfers, list):
        return Finding(row.seq, "form", message("findings.transfers_form", row=row.seq))
    for transfer in json.loads(row.transfers):
        match transfer:
            case [str(source), str(target), int(amount), str(code)] if (
                source and target and code and source != target and amount > 0 and amount is not True
            ):
                pass
            case _:
                wrong = message("findings.transfer", row=row.seq, transfer=canonical(transfer))
                return Finding(row.seq, "form", wrong)
    return None


def _is_canonical(text: str, kind: type) -> bool:
    try:
        value = json.loads(text, parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, kind) and canonical(value) == text


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"{number} is no integer")


def _day_flaws(stored: list[tuple[int, str]], walked: list[tuple[int, str]]) -> Iterator[Finding]:
    for first_seq, day in sorted(set(stored) ^ set(walked)):
        known = (first_seq, day) in stored
        wrong = message("findings.day_surplus" if known else "findings.day_missing", day=day, row=first_seq)
        yield Finding(first_seq, "days", wrong)
