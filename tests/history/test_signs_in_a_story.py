"""What the signs had acknowledged at a lock, out of the witness file (R131, E58): which line counts, whether it agrees,
and that a full file costs no more than a short one."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
from support.history.replay import acknowledged, replayed, sentences
from support.table.story import Table, make_rules

from controller.history import shown_amounts
from controller.history.shown_amounts import LINE, WINDOW, Line, lines_around
from controller.present.views import stamp
from controller.table import events
from controller.table.funding import PER_WAGER
from controller.table.money import CENT, DOLLAR
from words.message import typed


def locked(table: Table) -> tuple[int, int]:
    """A round of seat 1; gives the lock's row and time."""
    table.press(1)
    table.wait(20)
    table.key("lock")
    (row,) = table.wrote
    return row.seq, row.at.utc


def test_the_last_word_before_the_lock_and_the_first_after_it(tmp_path: Path) -> None:
    table = Table()
    table.open()
    seq, utc = locked(table)
    acknowledged(tmp_path, "sign-1", seq - 2, 99_999, utc - 9000)
    acknowledged(tmp_path, "sign-1", seq - 1, 125_000, utc - 5000)
    acknowledged(tmp_path, "sign-1", seq, 125_000, utc + 400)
    acknowledged(tmp_path, "sign-1", seq + 1, 77_777, utc + 900)
    acknowledged(tmp_path, "sign-2", seq - 1, 124_900, utc - 4000)
    table.wait(5)
    table.key("clear")
    story = replayed(table, tmp_path, 1, 1)
    assert [(each["sign"], each["when"], each["amount"], each["seq"], each["agrees"]) for each in story["signs"]] == [
        ("sign-1", "before", "1250.00", seq - 1, True),
        ("sign-1", "after", "1250.00", seq, True),
        ("sign-2", "before", "1249.00", seq - 1, False),
    ]
    kinds = [step["kind"] for step in story["steps"]]
    assert kinds == ["round", "sensor", "sign", "sign", "lock", "posted", "sign", "round"]
    assert "sign-2 showed $1,249.00 for Galaxy Bonus Jackpot, which is NOT what the ledger had." in sentences(story)
    assert [row["seq"] for row in story["chain"]] == [seq - 1, seq, seq + 1], "the opening, the lock, the end"


def test_a_progressive_rises_with_the_lock(tmp_path: Path) -> None:
    """The sign showed the amount without this round's contribution, then with it: both are right."""
    table = Table(make_rules(funding=PER_WAGER, limit=100_000 * DOLLAR))
    table.open()
    seq, utc = locked(table)
    amount = table.meter
    assert amount > 1250 * DOLLAR
    acknowledged(tmp_path, "sign-1", seq - 1, 125_000, utc - 100)
    acknowledged(tmp_path, "sign-1", seq, amount // CENT, utc + 100)
    story = replayed(table, tmp_path, 1, 1)
    assert [each["agrees"] for each in story["signs"]] == [True, True]
    assert story["posted"] == {"main": f"{amount // DOLLAR}.{amount // CENT % 100:02d}"}


def test_signs_that_fell_silent_or_were_misread(tmp_path: Path) -> None:
    table = Table()
    table.open()
    _seq, utc = locked(table)
    table.wait(30)
    table.key("clear")
    lines = [
        {"sign": "sign-1", "silent": True, "heard": stamp(utc + 1000)},
        {"sign": "digits", "jackpot": "main", "misread": "1888", "heard": stamp(utc + 2000)},
        {"sign": "sign-1", "silent": False, "heard": stamp(utc + 60_000)},
    ]
    (tmp_path / "signs.jsonl").write_text("\n".join(map(json.dumps, lines)) + '\n{"torn')
    assert sentences(replayed(table, tmp_path, 1, 1), "sign") == [
        "sign-1 stopped responding.",
        "digits showed 1888 for main, an amount that was never sent to it.",
    ]


def test_without_a_witness_file_the_rest_is_told(tmp_path: Path) -> None:
    table = Table()
    table.open()
    table.play(1)
    assert replayed(table, tmp_path, 1, 1)["signs"] == []


def test_a_full_file_is_not_read_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By halving: the lines around an old moment are found in two full files by reading a small part of them."""
    for name, first in (("signs.1.jsonl", 0), ("signs.jsonl", 30_000)):
        with (tmp_path / name).open("w") as file:
            file.writelines(
                f'{{"sign":"sign-1","jackpot":"main","epoch":1,"seq":{number},"pub":0,"cents":125000,"at":"",'
                f'"heard":"{stamp(1_795_000_000_000 + 1000 * number)}"}}\n'
                for number in range(first, first + 30_000)
            )
    read: list[Line] = []
    lines = shown_amounts._lines

    def counted(file: BinaryIO, begin: int, end: int) -> Iterator[Line]:
        for line in lines(file, begin, end):
            read.append(line)
            yield line

    monkeypatch.setattr(shown_amounts, "_lines", counted)
    for number in (10, 12_345, 29_999, 30_000, 47_000, 59_998):
        read.clear()
        found = [line["seq"] for line in lines_around(tmp_path, 1_795_000_000_000 + 1000 * number)]
        assert {number - 1, number, number + 1} - {-1} <= set(found)
        assert len(read) < 4 * WINDOW // 100 + 100, "two windows of lines, and the probes"
    assert LINE < WINDOW


def test_an_override_by_hand_is_told(tmp_path: Path) -> None:
    """E56: the signs were silent, and a person said that the amount is posted by hand."""
    table = Table()
    table.open()
    table.tell(events.SignsSilent(table.at, typed("sign-1 is silent")))
    table.do(events.OverrideSigns)
    locked(table)
    assert any("posted by hand" in each for each in sentences(replayed(table, tmp_path, 1, 1)))
