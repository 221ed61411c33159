"""The verdict over a ledger that a power cut has left finds what it is for; `make test-vm` relies on it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.vm.disks import FLUSH, SUPERBLOCK, Write, crash_state
from benchmarks.vm.promises import Life, compare, verdict
from controller.ledger.rows import GENESIS, Row, canonical

Entry = tuple[str, int, dict[str, Any]]  # kind, round, body
START: Entry = ("start", 0, {})
MADE: list[Entry] = [("init", 0, {}), START]
FIRST: Entry = ("lock", 1, {"spots": ["3/galaxy", "1/galaxy"]})
CHANGE: Entry = ("void_spot", 1, {"spot": "1/galaxy", "reason": "change 1-1"})
LINES: list[dict[str, Any]] = [
    {"locked": [1, 3]},
    {"asked": "change 1-1"},
    {"done": "change 1-1"},
    {"rows": [{"seq": 3, "kind": "lock", "round": 1}]},
]


def ledger(*entries: Entry) -> list[Row]:
    rows: list[Row] = []
    for seq, (kind, number, body) in enumerate([*MADE, *entries], 1):
        head = rows[-1].hash if rows else GENESIS
        rows.append(Row.link(head, seq, seq, seq, True, kind, None, number or None, canonical(body), "[]"))
    return rows


def life(*lines: dict[str, Any], after: int = 1) -> Life:
    made = Life(after, ready=True)
    made.hear(lines)
    return made


def test_what_was_promised_and_is_there_is_in_order() -> None:
    rows = ledger(FIRST, CHANGE)
    heard = life(*LINES, {"seq": 4, "head": rows[-1].hash.hex()})
    assert compare(rows, [heard]) == ([], [])
    assert heard.count() == 2


def test_what_the_cut_has_left_beyond_the_promises_is_in_order() -> None:
    """One lock whose lamps nobody saw any more, one change that was asked for and never answered."""
    assert compare(ledger(FIRST, CHANGE), [life({"asked": "change 1-1"})]) == ([], [])


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ({"locked": [1, 3]}, "lamps showed the locks"),
        ({"locked": [1, 2]}, "lamps showed the locks"),
        ({"asked": "change 1-1", "done": "change 1-1"}, "change 1-1: not there"),
        ({"rows": [{"seq": 3, "kind": "lock", "round": 1}]}, "row 3, lock of round 1"),
        ({"rows": [{"seq": 2, "kind": "lock", "round": 0}]}, "row 2, lock of round 0"),
        ({"seq": 3, "head": "00" * 32}, "row 3, whose head"),
        ({"seq": 2, "head": "00" * 32}, "row 2, whose head"),
    ],
)
def test_what_was_promised_and_is_not_there_is_lost(line: dict[str, Any], what: str) -> None:
    (lost,), doubled = compare(ledger(), [life(line)])
    assert what in lost
    assert doubled == []


def test_a_start_that_was_told_is_a_promise() -> None:
    (lost,), _ = compare(ledger(), [life(), life(after=2)])
    assert "after row 2: the start" in lost


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ((FIRST, FIRST), "round 1 was locked 2 times"),
        ((FIRST, ("lock", 2, FIRST[2]), ("lock", 3, FIRST[2])), "3 locks for 1"),
        ((FIRST, CHANGE, CHANGE), "change 1-1: 2 times"),
        ((FIRST, ("void_spot", 1, {"reason": "nobody's"})), "nobody's: 1 times"),
        ((START,), "one start is there 2 times"),
    ],
)
def test_what_is_there_too_often_is_doubled(entries: tuple[Entry, ...], what: str) -> None:
    lines = [line for line in LINES[:3] if entries[0] == FIRST and ("locked" in line or CHANGE in entries)]
    lost, (doubled,) = compare(ledger(*entries), [life(*lines)])
    assert lost == []
    assert what in doubled


def test_a_ledger_that_is_gone_is_not_sound(tmp_path: Path) -> None:
    assert verdict(tmp_path / "ledger.db", []).unsound


class FourWrites:
    """A record: one write, a flush, and two writes of two sectors each."""

    def __init__(self, base: Path) -> None:
        self.base = base
        base.write_bytes(bytes(512 * 8))
        self.writes = [Write(0, 1, 0, 0), Write(0, 0, FLUSH, 0), Write(4, 2, 0, 0), Write(6, 2, 0, 0)]

    def data(self, write: Write) -> bytes:
        return b"x" * 512 * write.sectors


@pytest.mark.parametrize(
    ("kind", "least", "most"), [("nothing", 1, 1), ("in order", 5, 5), ("some", 1, 5), ("torn", 1, 5)]
)
def test_a_crash_state_has_all_that_was_flushed_and_of_the_rest_what_may_be(
    tmp_path: Path, kind: str, least: int, most: int
) -> None:
    record, seen = FourWrites(tmp_path / "base"), set()
    for seed in range(40):
        crash_state(record, record.writes, 3, kind, Random(seed), tmp_path / "state")  # type: ignore[arg-type]
        state = (tmp_path / "state").read_bytes()
        sectors = [state[at : at + 1] == b"x" for at in range(0, len(state), 512)]
        assert sectors[0]
        assert not any(sectors[1:4])
        assert least <= sum(sectors) <= most
        seen.add(tuple(sectors))
    assert len(seen) == {"nothing": 1, "in order": 1, "some": 4}.get(kind, len(seen))
    assert kind != "torn" or (True, False, False, False, True, False, False, False) in seen


def test_the_file_systems_superblock_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    record = FourWrites(tmp_path / "base")
    record.writes = [Write(SUPERBLOCK, 2, 0, 0)]
    for seed in range(40):
        crash_state(record, record.writes, 0, "torn", Random(seed), tmp_path / "state")  # type: ignore[arg-type]
        state = (tmp_path / "state").read_bytes()
        assert len({state[512 * sector] for sector in (SUPERBLOCK, SUPERBLOCK + 1)}) == 1
