"""The second copy of a journal: a plain file on another medium, one line of JSON a row, that only grows.

The chain is the journal's own, and row 1 stands in it, so the file needs nothing else to be believed or to make a
ledger from. Used from one thread at a time; mirror.py keeps that thread.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from controller.ledger.errors import CopyAway, CopyDamaged
from controller.ledger.rows import GENESIS, Row, broken_link, canonical
from controller.ledger.sentences import sentence

TAIL = 32  # rows verified when the file is opened; all of it is the audit's and the restore's
_BLOCK = 1 << 16
_LONGEST = 4 << 20  # bytes that so many rows never need
_FIRST = b'{"seq":1,'  # how row 1 begins


@dataclass(frozen=True, slots=True)
class Tail:
    """How a copy begins and ends."""

    table: str  # whose it is; empty: there is no row yet
    last: Row | None
    size: int  # bytes up to the end of that row
    torn: int  # bytes after it: a write that the power cut


class CopyFile:
    """One copy, open for writing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seq = 0  # the last row that is in it for certain
        self._file: int | None = None
        self._size = 0

    def open(self) -> Tail:
        """Made if it is not there; a torn end is cut off. What was not synced when a write failed is cut off, too:
        the kernel may show it and yet have given it up."""
        self.close()
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o640)
            here = os.fstat(self._file)
            if not here.st_size:
                _sync_folder(self.path)
            tail = look(self.path)
            if tail.torn:
                os.ftruncate(self._file, tail.size)
                os.fsync(self._file)
        except OSError as error:
            raise _away(self.path, error) from error
        self._size = tail.size
        self.seq = tail.last.seq if tail.last else 0
        return tail

    def append(self, rows: Sequence[Row]) -> None:
        """On its medium when this returns; after an error it has to be opened anew."""
        data = b"".join(map(line_of, rows))
        try:
            if self._file is None:
                raise FileNotFoundError
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
            os.fdatasync(self._file)
        except OSError as error:
            self._give_up()
            raise _away(self.path, error) from error
        self._size += len(data)
        self.seq = rows[-1].seq

    def in_place(self) -> bool:
        """Is the open file still the one of this name? One that was unmounted or deleted takes rows as if it were."""
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

    def _give_up(self) -> None:
        """Take back what was not synced, if the medium still lets us."""
        if self._file is not None:
            try:
                os.ftruncate(self._file, self._size)
                os.fsync(self._file)
            except OSError:
                pass  # the next opening cuts what is torn
            finally:
                self.close()


def look(path: Path) -> Tail:
    """Without touching it, and in the same time however long it is."""
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
            break  # torn
        if row is None or (before and broken_link([row], *before)):
            if before:
                raise CopyDamaged(sentence("copy_damaged", path=path, row=before[0]))
            raise CopyDamaged(sentence("copy_damaged_end", path=path))
        last, before, end = row, (row.seq, row.hash), end + len(line)
    if last is None:
        if start or first.endswith(b"\n") or not _begun(first):
            raise CopyDamaged(sentence("copy_no_rows", path=path))
        return Tail("", None, 0, size)  # the very first write was torn
    return Tail(_table(path, first), last, end, size - end)


def walk(path: Path) -> Iterator[Row]:
    """Every row, each verified against the one before it. A torn end is passed over; a row that is wrong, with more
    behind it, is damage."""
    seq, previous = 0, GENESIS
    try:
        with path.open("rb") as file:
            for line in file:
                row = _row(line)
                if row is None:
                    if any(_row(later) for later in file):
                        raise CopyDamaged(f"{path} is damaged: what follows row {seq} cannot be read")
                    return
                if wrong := broken_link([row], seq, previous):
                    raise CopyDamaged(f"{path} is damaged: {wrong}")
                yield row
                seq, previous = row.seq, row.hash
    except OSError as error:
        raise _away(path, error) from error


def proven(path: Path) -> Iterator[Row]:
    """Of a copy that may be damaged each row that is certain all the same: it is chained to the line before it."""
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
    """Body and transfers are canonical JSON already."""
    head = f'{{"seq":{row.seq},"utc":{row.utc},"mono":{row.mono},"trusted":{"true" if row.trusted else "false"}'
    place = f'"kind":{json.dumps(row.kind)},"day":{json.dumps(row.day)},"round":{json.dumps(row.round)}'
    return f'{head},{place},"body":{row.body},"transfers":{row.transfers},"hash":"{row.hash.hex()}"}}\n'.encode()


def _row(line: bytes) -> Row | None:
    """None: this is no whole line of a copy. Whether the row is the right one, its hash says."""
    if not line.endswith(b"\n"):
        return None
    try:
        said = json.loads(line)
        row = Row(
            said["seq"],
            said["utc"],
            said["mono"],
            said["trusted"],
            said["kind"],
            said["day"],
            said["round"],
            canonical(said["body"]),
            canonical(said["transfers"]),
            bytes.fromhex(said["hash"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    numbers = (row.seq, row.utc, row.mono, row.round or 0)
    sound = all(type(number) is int for number in numbers) and type(row.trusted) is bool
    sound = sound and isinstance(said["body"], dict) and isinstance(said["transfers"], list)
    return row if sound and isinstance(row.kind, str) and isinstance(row.day or "", str) else None


def _last_lines(path: Path, file: int, size: int) -> tuple[list[bytes], int]:
    """So many as are verified, whole from their beginning on, and where they begin."""
    start, data = size, b""
    while start and data.count(b"\n") <= TAIL + 1:
        if len(data) > _LONGEST:
            raise CopyDamaged(sentence("copy_no_lines", path=path))
        step = min(_BLOCK, start)
        start -= step
        data = os.pread(file, step, start) + data
    lines = data.splitlines(keepends=True)
    surplus = lines[: max(0, len(lines) - TAIL - 1)] or (lines[:1] if start else [])
    return lines[len(surplus) :], start + sum(map(len, surplus))


def _begun(first: bytes) -> bool:
    """Is it a first write that was torn, or somebody else's file? Some file systems leave zeros."""
    return first.startswith(_FIRST) or _FIRST.startswith(first) or not first.strip(b"\0")


def _table(path: Path, first: bytes) -> str:
    row = _row(first)
    if row is None or row.seq != 1:
        raise CopyDamaged(sentence("copy_no_first", path=path))
    return str(json.loads(row.body).get("table", ""))


def _away(path: Path, error: OSError) -> CopyAway:
    return CopyAway(f"{path}: {error.strerror or 'it is not open'}")


def _sync_folder(path: Path) -> None:
    """The new file's name is on the medium before anything is promised about what it holds."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
