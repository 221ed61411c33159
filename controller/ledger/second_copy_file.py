"""The file of the second copy: the journal's rows on another medium, one line of JSON each. It only grows.

It has the journal's own chain from row 1 on, so it can be verified, and a ledger rebuilt from it, without anything
else. Used from one thread at a time; second_copy_thread.py owns that thread.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.ledger.disk import sync
from controller.ledger.errors import SecondCopyAway, SecondCopyDamaged
from controller.ledger.rows import GENESIS, Row, broken_link, canonical

TAIL = 32  # rows verified when the file is opened; audit and restore verify all
_BLOCK = 1 << 16
_LONGEST = 4 << 20  # bytes; TAIL rows are always shorter
_FIRST = b'{"seq":1,'  # how row 1 begins


@dataclass(frozen=True, slots=True)
class Tail:
    """How a file begins and ends."""

    table: str  # the table's id; empty: there is no row yet
    last: Row | None
    size: int  # bytes up to the end of that row
    torn: int  # bytes of an interrupted write after it


class SecondCopyFile:
    """The file, open for writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seq = 0  # the last synced row
        self._file: int | None = None
        self._size = 0

    def open(self) -> Tail:
        """Creates the file if there is none. Cuts off an incomplete end, and bytes that were not synced when a write
        failed: the kernel may still show bytes that it never wrote."""
        self.close()
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o640)
            if not os.fstat(self._file).st_size:
                sync(self.path.parent)
            tail = tail_of(self.path)
            if tail.torn:
                os.ftruncate(self._file, tail.size)
                os.fsync(self._file)
        except OSError as error:
            raise _away(self.path, error) from error
        self._size = tail.size
        self.seq = tail.last.seq if tail.last else 0
        return tail

    def append(self, rows: Sequence[Row]) -> None:
        """When this returns, the rows are on the medium. After an error the file is closed and must be opened again."""
        data = b"".join(map(line_of, rows))
        try:
            if self._file is None:
                raise FileNotFoundError
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
            os.fdatasync(self._file)
        except OSError as error:
            self._discard()
            raise _away(self.path, error) from error
        self._size += len(data)
        self.seq = rows[-1].seq

    def in_place(self) -> bool:
        """Whether the open file is still the one with this name. An unmounted or deleted file accepts rows without an
        error."""
        if self._file is None:
            return False
        try:
            named, ours = self.path.stat(), os.fstat(self._file)
        except OSError:
            return False
        return (named.st_dev, named.st_ino) == (ours.st_dev, ours.st_ino) and ours.st_size == self._size

    def close(self) -> None:
        """May be called twice."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)

    def _discard(self) -> None:
        """Cut off what was not synced, if the medium still allows it."""
        if self._file is not None:
            try:
                os.ftruncate(self._file, self._size)
                os.fsync(self._file)
            except OSError:
                pass  # the next `open` cuts it off
            finally:
                self.close()


def tail_of(path: Path) -> Tail:
    """Only reads, and takes the same time for any length of the file."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if not size:
                return Tail("", None, 0, 0)
            file.seek(0)
            first = file.readline(_LONGEST)
            lines, start = _last_lines(path, file.fileno(), size)
    except OSError as error:
        raise _away(path, error) from error
    end, before = start, None if start else (0, GENESIS)
    last: Row | None = None
    for place, line in enumerate(lines):
        row = _row(line)
        if row is None and not any(map(_row, lines[place:])):
            break  # incomplete
        if row is None or (before and broken_link([row], *before)):
            if before:
                raise SecondCopyDamaged("second_copy_damaged", path=path, row=before[0])
            raise SecondCopyDamaged("second_copy_damaged_end", path=path)
        last, before, end = row, (row.seq, row.hash), end + len(line)
    if last is None:
        if start or first.endswith(b"\n") or not _is_torn_first(first):
            raise SecondCopyDamaged("second_copy_no_rows", path=path)
        return Tail("", None, 0, size)  # the very first write was interrupted
    return Tail(_table(path, first), last, end, size - end)


def walk(path: Path) -> Iterator[Row]:
    """Every row, each verified against the one before it. An incomplete last line is ignored; a bad line before another
    row is damage."""
    seq, previous = 0, GENESIS
    try:
        with path.open("rb") as file:
            for line in file:
                row = _row(line)
                if row is None:
                    if any(_row(later) for later in file):
                        raise SecondCopyDamaged("second_copy_unreadable", path=path, row=seq)
                    return
                if wrong := broken_link([row], seq, previous):
                    raise SecondCopyDamaged("second_copy_broken", path=path, flaw=wrong)
                yield row
                seq, previous = row.seq, row.hash
    except OSError as error:
        raise _away(path, error) from error


def proven_rows(path: Path) -> Iterator[Row]:
    """From a file that may be damaged: each row that is chained to the line before it and so is certain."""
    previous: bytes | None = GENESIS
    try:
        with path.open("rb") as file:
            for line in file:
                row = _row(line)
                if row and previous is not None and row.follows(previous):
                    yield row
                previous = row.hash if row else None
    except OSError as error:
        raise _away(path, error) from error


def line_of(row: Row) -> bytes:
    """Body and transfers already are canonical JSON."""
    head = f'{{"seq":{row.seq},"utc":{row.utc},"mono":{row.mono},"trusted":{"true" if row.trusted else "false"}'
    place = f'"kind":{json.dumps(row.kind)},"day":{json.dumps(row.day)},"round":{json.dumps(row.round)}'
    return f'{head},{place},"body":{row.body},"transfers":{row.transfers},"hash":"{row.hash.hex()}"}}\n'.encode()


def _row(line: bytes) -> Row | None:
    """The row of a line, with its hash not yet verified; None if this is no complete line of a second copy."""
    if not line.endswith(b"\n"):
        return None
    try:
        fields = json.loads(line)
        row = Row(
            fields["seq"],
            fields["utc"],
            fields["mono"],
            fields["trusted"],
            fields["kind"],
            fields["day"],
            fields["round"],
            canonical(fields["body"]),
            canonical(fields["transfers"]),
            bytes.fromhex(fields["hash"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    numbers = (row.seq, row.utc, row.mono, row.round or 0)
    sound = all(type(number) is int for number in numbers) and type(row.trusted) is bool
    sound = sound and isinstance(fields["body"], dict) and isinstance(fields["transfers"], list)
    return row if sound and isinstance(row.kind, str) and isinstance(row.day or "", str) else None


def _last_lines(path: Path, file: int, size: int) -> tuple[list[bytes], int]:
    """The complete lines that are verified, and the offset of the first one."""
    start, data = size, b""
    while start and data.count(b"\n") <= TAIL + 1:
        if len(data) > _LONGEST:
            raise SecondCopyDamaged("second_copy_no_lines", path=path)
        step = min(_BLOCK, start)
        start -= step
        data = os.pread(file, step, start) + data
    lines = data.splitlines(keepends=True)
    surplus = lines[: max(0, len(lines) - TAIL - 1)] or (lines[:1] if start else [])
    return lines[len(surplus) :], start + sum(map(len, surplus))


def _is_torn_first(first: bytes) -> bool:
    """Whether this is an interrupted first write, and not another program's file. Some file systems leave zeros."""
    return first.startswith(_FIRST) or _FIRST.startswith(first) or not first.strip(b"\0")


def _table(path: Path, first: bytes) -> str:
    row = _row(first)
    if row is None or row.seq != 1:
        raise SecondCopyDamaged("second_copy_no_first", path=path)
    return str(json.loads(row.body).get("table", ""))


def set_aside(path: Path) -> Path:
    """Renames a file that cannot be continued; it is kept for an investigation."""
    number = 1
    while (aside := path.with_name(f"{path.name}.aside-{number}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise _away(path, error) from error
    return aside


def _away(path: Path, error: OSError) -> SecondCopyAway:
    if error.strerror:
        return SecondCopyAway("second_copy_away", path=path, error=error.strerror)
    return SecondCopyAway("second_copy_closed", path=path)
