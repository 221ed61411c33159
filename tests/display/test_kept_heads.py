"""What a sign keeps of the table's ledger: a witness that forgets nothing at a restart, and believes no lower row."""

import json
from pathlib import Path
from typing import Any

import pytest

from display.kept_heads import MOST, KeptHeads


def head(epoch: int, seq: int, digit: str = "a") -> dict[str, Any]:
    return {"epoch": epoch, "seq": seq, "head": digit * 64}


def told(kept: KeptHeads) -> list[dict[str, Any]]:
    """One with each acknowledgement, in turn."""
    return sorted((kept.next() or {} for _ in range(MOST)), key=lambda each: each["epoch"])


def test_the_newest_of_each_epoch_outlives_the_process(tmp_path: Path) -> None:
    file = tmp_path / "heads.json"
    kept = KeptHeads(file)
    assert kept.next() is None
    for each in (head(1, 7), head(1, 412, "b"), head(1, 411, "c"), head(1, 412, "d"), head(2, 3)):
        kept.hear(each)
    kept.save()
    again = KeptHeads(file)
    assert {json.dumps(each) for each in told(again)} == {json.dumps(head(1, 412, "b")), json.dumps(head(2, 3))}
    again.hear(head(1, 300))  # yesterday's ledger
    assert head(1, 412, "b") in told(again)


@pytest.mark.parametrize("junk", [None, {}, [], head(1, 0), head(-1, 1), head(1, 1, "g"), head(1, 1) | {"seq": "1"}])
def test_what_is_no_head_is_not_kept(junk: Any) -> None:
    kept = KeptHeads(None)
    kept.hear(junk)
    assert kept.next() is None


@pytest.mark.parametrize("damage", [b"", b"{", b"[7]", b"7", b"[" * 9999])
def test_a_damaged_file_is_begun_anew(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "heads.json"
    file.write_bytes(damage)
    kept = KeptHeads(file)
    kept.hear(head(1, 7))
    kept.save()
    assert KeptHeads(file).next() == head(1, 7)


def test_epochs_without_end_fill_nothing() -> None:
    kept = KeptHeads(None)
    for epoch in range(1, 1000):
        kept.hear(head(epoch, 1))
    assert {each["epoch"] for each in told(kept)} == set(range(1000 - MOST, 1000))
