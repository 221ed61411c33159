"""What a sign keeps of the table's ledger: a witness that forgets nothing at a restart, believes no lower row, and is
not made to forget by whoever can publish as the table."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from support.signs.schemas import valid

from buses.contract import Packet
from controller.signs.acknowledgements import read_ack
from controller.signs.heads import read_head
from display.hearing import Hearing
from display.kept_heads import MOST, SPAN, KeptHeads


def head(epoch: int, seq: int, digit: str = "a") -> dict[str, Any]:
    return {"epoch": epoch, "seq": seq, "head": digit * 64}


def told(kept: KeptHeads) -> list[dict[str, Any]]:
    """One with each acknowledgement, in turn."""
    return sorted((kept.next() or {} for _ in range(MOST)), key=lambda each: each["epoch"])


class _Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_what_it_keeps_outlives_the_process(tmp_path: Path) -> None:
    file, clock = tmp_path / "heads.json", _Clock()
    kept = KeptHeads(file, clock)
    assert kept.next() is None
    for each in (head(1, 7), head(1, 412, "b"), head(1, 411, "c"), head(1, 412, "d")):
        kept.hear(each)
    clock.seconds = SPAN
    kept.hear(head(2, 3))
    kept.save()
    again = KeptHeads(file)
    assert {json.dumps(each) for each in told(again)} == {json.dumps(head(1, 412, "b")), json.dumps(head(2, 3))}
    again.hear(head(1, 300))  # yesterday's ledger
    assert head(1, 412, "b") in told(again)
    assert head(1, 300) not in told(again)


def test_a_longer_ledger_does_not_make_it_forget_the_one_before() -> None:
    clock = _Clock()
    kept = KeptHeads(None, clock)
    kept.hear(head(1, 412))
    clock.seconds = SPAN
    kept.hear(head(1, 500, "b"))  # of another history
    assert [kept.next(), kept.next()] == [head(1, 500, "b"), head(1, 412)]  # the newest first


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


def test_invented_heads_push_nothing_out_faster_than_time_passes() -> None:
    clock = _Clock()
    kept = KeptHeads(None, clock)
    kept.hear(head(1, 412))
    for span in range(1, MOST):
        clock.seconds = span * SPAN
        for epoch in range(2, 100):
            kept.hear(head(100 * span + epoch, 1, "c"))
        assert head(1, 412) in told(kept)
    clock.seconds = MOST * SPAN
    kept.hear(head(1, 413, "b"))
    assert head(1, 412) not in told(kept)  # after a day
    assert head(1, 413, "b") in told(kept)


class _Bus:
    """Takes what is sent."""

    def __init__(self) -> None:
        self.unacked: list[str] = []
        self.sent: list[Packet] = []

    def send(self, packet: Packet) -> None:
        self.sent.append(packet)


class _Page:
    sign, seen = "sign-1", True

    def tell(self, topic: str, text: str) -> None:
        assert topic != "head"  # nothing for people


async def test_the_sign_page_tells_what_it_keeps_with_its_acknowledgement_and_the_table_reads_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "heads.json"
    before = KeptHeads(file)
    before.hear(head(7, 412))
    before.save()
    hearing, bus, page = Hearing(cast(Any, None), KeptHeads(file)), _Bus(), cast(Any, _Page())
    hearing._bus = cast(Any, bus)
    hearing.add(page)
    hearing._hear(Packet("head", json.dumps({"v": 1, "table": "bj-1", **head(7, 9)}).encode(), True, None))
    hearing.acknowledge(page, {"jackpot": "bonus", "epoch": 7, "seq": 9, "pub": 3, "cents": 125000})
    (packet,) = bus.sent
    valid("ack", json.loads(packet.payload))
    assert read_ack(packet.payload).seen == read_head(head(7, 412))
