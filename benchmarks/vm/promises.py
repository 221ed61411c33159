"""What the table promised, held against the ledger that is left: nothing acknowledged is missing, nothing there twice.

Signs were told how far the ledger goes and its head, which is a hash of all that came before: one such line proves
every row up to it. Lamps, and answers at the socket, are held to the ledger one by one.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.vm.player import FLOOR
from controller.daemon.pins import PinFileError, Pins
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.errors import StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.store import Store

BY_HAND = {"add_spot", "void_spot"}


@dataclass
class Life:
    """Of one controller, from its start to its end: what it has shown, in this order."""

    after: int = 0  # so many rows were there before it began
    ready: bool = False  # it has reported that it runs, so its start is on disk (R162)
    heads: dict[int, str] = field(default_factory=dict)  # row -> what the chain's head was after it
    rows: dict[int, tuple[str, int | None]] = field(default_factory=dict)  # row -> its kind and round
    locked: list[list[int]] = field(default_factory=list)  # seats that turned to the colour of a bet that plays
    done: list[str] = field(default_factory=list)  # what was asked for and acknowledged, by its reason
    asked: list[str] = field(default_factory=list)

    def hear(self, lines: Iterable[dict[str, Any]]) -> None:
        for line in lines:
            if "head" in line:
                self.heads[line["seq"]] = line["head"]
            for row in line.get("rows", ()):
                self.rows[row["seq"]] = (row["kind"], row["round"])
            if "locked" in line:
                self.locked.append(line["locked"])
            if "done" in line:
                self.done.append(line["done"])
            if "asked" in line:
                self.asked.append(line["asked"])

    def count(self) -> int:
        """So many rows were acknowledged."""
        return len(self.heads.keys() | self.rows.keys())


@dataclass(frozen=True)
class Verdict:
    lost: list[str]  # acknowledged, and not there
    doubled: list[str]  # there more often than it was asked for
    unsound: list[str]  # what the audit finds
    rows: int = 0

    def ok(self) -> bool:
        return not (self.lost or self.doubled or self.unsound)


def verdict(ledger: Path, lives: Sequence[Life]) -> Verdict:
    """Of a ledger that a cut has left, after the lives so far; no other process has it open."""
    try:
        reader = Reader(f"sqlite:///{ledger}")
    except (StoreError, OSError) as error:
        return Verdict([], [], [f"it cannot be opened: {error}"])
    try:
        unsound = [f"{found.name}: {found.message}" for found in audit(reader, invariants())]
        rows = list(reader.walk())
    except StoreError as error:
        return Verdict([], [], [f"it cannot be read: {error}"])
    finally:
        reader.close()
    unsound += _does_not_start(ledger)
    return Verdict(*compare(rows, lives), unsound, len(rows))


def compare(rows: list[Row], lives: Sequence[Life]) -> tuple[list[str], list[str]]:
    """What is lost, and what is doubled."""
    lost, doubled = _rows(rows, lives)
    lost += _locks(rows, lives, doubled)
    lost += _changes(rows, lives, doubled)
    return lost, doubled


def _does_not_start(ledger: Path) -> list[str]:
    """As the controller opens it, and the PINs beside it."""
    try:
        Store.open(f"sqlite:///{ledger}").close()
        return [] if FLOOR["name"] in Pins(ledger.parent / "pins.json") else ["the floor's PIN is not there"]
    except (StoreError, PinFileError) as error:
        return [f"a controller would not start on it: {error}"]


def _rows(rows: list[Row], lives: Sequence[Life]) -> tuple[list[str], list[str]]:
    found = {row.seq: row for row in rows}
    lost = []
    for life in lives:
        for seq, head in life.heads.items():
            if seq not in found or found[seq].hash.hex() != head:
                lost.append(f"row {seq}, whose head signs were told, is not there")
        for seq, (kind, number) in life.rows.items():
            if seq not in found or (found[seq].kind, found[seq].round or 0) != (kind, number):  # before the first: 0
                lost.append(f"row {seq}, {kind} of round {number}, was answered and is not there")
    locks = Counter(row.round for row in rows if row.kind == "lock")
    return lost, [f"round {number} was locked {times} times" for number, times in locks.items() if times > 1]


def _locks(rows: list[Row], lives: Sequence[Life], doubled: list[str]) -> list[str]:
    """In each life those that the lamps have shown, and at most one more, whose lamps the cut left dark."""
    lost = []
    bounds = [*(life.after for life in lives), len(rows)]
    for life, until in zip(lives, bounds[1:], strict=True):
        mine = rows[life.after : until]
        starts = sum(row.kind == "start" for row in mine)
        if life.ready and not starts:
            lost.append(f"after row {life.after}: the start that was told is not there")
        if starts > 1:
            doubled.append(f"after row {life.after}: one start is there {starts} times")
        locked = [_seats(row) for row in mine if row.kind == "lock"]
        if locked[: len(life.locked)] != life.locked:
            lost.append(f"after row {life.after}: lamps showed the locks {life.locked}, the ledger has {locked}")
        elif len(locked) > len(life.locked) + 1:
            doubled.append(f"after row {life.after}: {len(locked)} locks for {len(life.locked)} that were seen")
    return lost


def _seats(lock: Row) -> list[int]:
    return sorted(int(spot.split("/")[0]) for spot in json.loads(lock.body)["spots"])


def _changes(rows: list[Row], lives: Sequence[Life], doubled: list[str]) -> list[str]:
    """Each reason was given once: it stands there once if it was acknowledged, and never twice."""
    times = Counter(json.loads(row.body)["reason"] for row in rows if row.kind in BY_HAND)
    asked = {reason for life in lives for reason in life.asked}
    doubled += [f"{reason}: {n} times" for reason, n in times.items() if n > 1 or reason not in asked]
    return [f"{reason}: not there" for life in lives for reason in life.done if not times[reason]]
