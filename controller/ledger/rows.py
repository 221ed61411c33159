"""What the ledger holds, as values, and how each row's hash is made. Pure.

The hash of a row is the SHA-256 of the previous row's hash followed by the canonical JSON array of the row's other
columns; row 1 follows GENESIS. This sentence is enough to verify a ledger.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from words.message import Message, message

GENESIS = bytes(32)
SHORT = 20  # hexadecimal digits of a hash on paper: 80 bits, too many to find another history by trying

canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Row:
    """One decision, with its transfers."""

    seq: int
    utc: int  # ms since 1970; correct if `trusted`
    mono: int  # ms of the monotonic clock of this boot
    trusted: bool
    kind: str
    day: str | None  # the gaming day
    round: int | None
    body: str  # canonical JSON object
    transfers: str  # canonical JSON list of [from, to, micro-dollars, code]
    hash: bytes

    @classmethod
    def link(
        cls,
        previous: bytes,
        seq: int,
        utc: int,
        mono: int,
        trusted: bool,
        kind: str,
        day: str | None,
        round_: int | None,
        body: str,
        transfers: str,
    ) -> Self:
        """The row that follows the row with hash `previous`."""
        hash_ = row_hash(previous, seq, utc, mono, int(trusted), kind, day, round_, body, transfers)
        return cls(seq, utc, mono, trusted, kind, day, round_, body, transfers, hash_)

    def follows(self, previous: bytes) -> bool:
        """Whether this is the unchanged row that was chained to `previous`."""
        return self.hash == row_hash(previous, *self.columns())

    def columns(self) -> tuple[int, int, int, int, str, str | None, int | None, str, str]:
        """Everything that the hash covers, in its order."""
        return (
            self.seq,
            self.utc,
            self.mono,
            int(self.trusted),
            self.kind,
            self.day,
            self.round,
            self.body,
            self.transfers,
        )


def row_hash(
    previous: bytes,
    seq: int,
    utc: int,
    mono: int,
    trusted: int,  # 0 or 1
    kind: str,
    day: str | None,
    round_: int | None,
    body: str,
    transfers: str,
) -> bytes:
    columns = canonical([seq, utc, mono, trusted, kind, day, round_, body, transfers])
    return sha256(previous + columns.encode()).digest()


@dataclass(frozen=True, slots=True)
class Head:
    """The newest row of a ledger at some moment, as a paper or a log names it: `412:5f0c9a1b2c3d4e5f6a7b`."""

    row: int
    hash: str  # hexadecimal; its first digits are enough

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises ValueError if it is no head, or too short to prove anything."""
        found = re.fullmatch(rf"([1-9][0-9]{{0,15}}):([0-9a-f]{{{SHORT},64}})", text.strip().lower())
        if not found:
            raise ValueError(text)
        return cls(int(found[1]), found[2])

    def short(self) -> str:
        return f"{self.row}:{self.hash[:SHORT]}"

    def names(self, row: Row) -> bool:
        return self.row == row.seq and row.hash.hex().startswith(self.hash)


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The whole durable state after row `seq`, so that a start need not read the history."""

    seq: int
    state: str  # canonical JSON object, balances included
    head: bytes  # the hash of row `seq`
    hash: bytes

    @classmethod
    def at(cls, seq: int, state: str, head: bytes) -> Self:
        return cls(seq, state, head, checkpoint_hash(seq, state, head))

    def sound(self) -> bool:
        return self.hash == checkpoint_hash(self.seq, self.state, self.head)


def checkpoint_hash(seq: int, state: str, head: bytes) -> bytes:
    return sha256(canonical([seq, state, head.hex()]).encode()).digest()


def broken_link(rows: Iterable[Row], previous_seq: int, previous: bytes) -> Message | None:
    """What is wrong if these rows do not follow row `previous_seq` with hash `previous`; None if they do."""
    for row in rows:
        if row.seq != previous_seq + 1:
            return message("findings.misplaced", row=row.seq, expected=previous_seq + 1)
        if not row.follows(previous):
            return message("findings.unchained", row=row.seq, previous=previous_seq)
        previous_seq, previous = row.seq, row.hash
    return None


def new_stretches(rows: Iterable[Row], day: str | None) -> list[tuple[int, str]]:
    """The rows that begin a gaming day; `day` is the day before them. A row without a day neither begins nor ends
    one."""
    stretches = []
    for row in rows:
        if row.day is not None and row.day != day:
            day = row.day
            stretches.append((row.seq, day))
    return stretches
