"""The bytes of the serial line: golden vectors, any chunking, any damage."""

import json
import random
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import board_logic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import wire

HERE = Path(__file__).parents[2]
VECTORS = {v["name"]: v for v in json.loads((HERE / "tests/data/wire/vectors.json").read_text(encoding="utf-8"))}
REFUSED = {name for name, vector in VECTORS.items() if "refused" in vector}
BOOT = 0x11223344

payloads = st.one_of(
    st.binary(min_size=1, max_size=wire.PAYLOAD),
    st.integers(1, wire.PAYLOAD).map(bytes),  # zeros only
    st.integers(1, wire.PAYLOAD).map(lambda n: b"\1" * n),  # none at all
)


def line(name: str) -> bytes:
    return bytes.fromhex(VECTORS[name]["line"])


def message(name: str) -> wire.BoardHello | wire.State:
    (payload,) = wire.Reader().feed(line(name))
    return wire.parse(payload)


def test_crc_is_the_one_everyone_calls_crc_32() -> None:
    assert crc32(b"123456789") == 0xCBF43926
    assert board_logic.seal(b"123456789") == b"\x0e123456789\x26\x39\xf4\xcb\0"


def test_host_understands_the_golden_hello() -> None:
    inputs, lamps = ("seat1", "lock"), ("lamp1",)
    assert message("boot") == wire.BoardHello(1, BOOT, 0, "demo", inputs, (20, 20), lamps)
    assert message("answer") == wire.BoardHello(1, BOOT, 0xA0B1C2D3, "demo", inputs, (20, 5), lamps)


def test_host_understands_the_golden_states() -> None:
    assert message("first-state") == wire.State(BOOT, 1, 1010, 0, False, True, (0, 0), b"\0\0", ())
    edges = ((0, 1, 2000), (1, 1, 3000))
    assert message("lock") == wire.State(BOOT, 3, 3005, 2, False, False, (1, 1), b"\1\1", edges)
    assert message("freed") == wire.State(BOOT, 4, 3155, 3, False, False, (1, 1), b"\0\0", ())


def test_host_says_the_golden_bytes() -> None:
    assert wire.hello_host(0xA0B1C2D3, (20, 5)) == line("greeting")
    assert wire.want(1, BOOT, 1, bytes([2])) == line("want-waiting")
    assert wire.want(3, BOOT, 3, bytes([5])) == line("want-locked")


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_golden_damage_is_refused_for_its_reason(name: str) -> None:
    reader = wire.Reader()
    bad = dict(reader.bad)
    for payload in reader.feed(line(name) + line("freed")):
        try:
            last = wire.parse(payload)
        except wire.FrameError as why:
            bad[str(why)] = 1
    assert {**bad, **reader.bad} == {VECTORS[name]["refused"]: 1}
    assert last == message("freed"), "the frame after the damage is read"


@pytest.mark.parametrize("name", sorted(VECTORS.keys() - REFUSED))
def test_both_ends_agree_on_the_framing_of_every_vector(name: str) -> None:
    payload = bytes.fromhex(VECTORS[name]["payload"])
    assert wire.seal(payload) == board_logic.seal(payload) == line(name)
    assert wire.unseal(line(name)[:-1]) == board_logic.unseal(line(name)[:-1]) == payload


@given(payloads)
def test_what_one_end_seals_the_other_unseals(payload: bytes) -> None:
    assert wire.seal(payload) == board_logic.seal(payload)
    assert wire.seal(payload).count(0) == 1
    assert wire.unseal(wire.seal(payload)[:-1]) == payload
    assert board_logic.unseal(wire.seal(payload)[:-1]) == payload


def test_the_shorter_cobs_of_other_encoders_is_understood() -> None:
    """After a last full group of 254 bytes some encoders add an empty one and others do not."""
    data = next(d for n in range(1 << 16) if 0 not in (d := _with_crc(bytes([1 + n % 255, 1 + n // 255] * 125))))
    assert len(data) == 254
    for cobs in b"\xff" + data, b"\xff" + data + b"\1":
        assert wire.unseal(cobs) == board_logic.unseal(cobs) == data[:-4]


def _with_crc(payload: bytes) -> bytes:
    return payload + crc32(payload).to_bytes(4, "little")


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(stream), *(p % (len(stream) + 1) for p in places)})
    return [stream[a:b] for a, b in pairwise(edges)]


@given(st.lists(payloads, min_size=1, max_size=6), st.lists(st.integers(0, 10_000), max_size=20))
def test_any_chunking_reads_the_same(frames: list[bytes], places: list[int]) -> None:
    reader, got = wire.Reader(), list[bytes]()
    for piece in cut(b"".join(map(wire.seal, frames)), places):
        got += reader.feed(piece)
    assert got == frames
    assert not reader.bad


@given(st.data(), st.lists(payloads, min_size=1, max_size=6))
def test_damage_never_passes_and_the_line_recovers(data: st.DataObject, frames: list[bytes]) -> None:
    """E.g. a flipped bit, a lost piece, noise in between: frames may be lost, none may be invented."""
    stream = bytearray(b"".join(map(wire.seal, frames)))
    rnd = random.Random(data.draw(st.integers(0, 2**32)))
    for damage in data.draw(st.lists(st.sampled_from(("flip", "lose", "noise")), min_size=1, max_size=5)):
        at = rnd.randrange(len(stream)) if stream else 0
        if damage == "flip" and stream:
            stream[at] ^= 1 << rnd.randrange(8)
        elif damage == "lose":
            del stream[at : at + rnd.randrange(1, 20)]
        else:
            stream[at:at] = rnd.randbytes(rnd.randrange(1, 700))
    reader, got = wire.Reader(), list[bytes]()
    for piece in cut(bytes(stream), data.draw(st.lists(st.integers(0, 10_000), max_size=20))):
        got += reader.feed(piece)
    *got_late, last = reader.feed(b"\0" + wire.seal(b"alive"))
    assert last == b"alive"
    assert all(payload in frames for payload in got + got_late)


@given(st.binary(min_size=1, max_size=wire.PAYLOAD))
def test_no_payload_can_do_more_than_be_refused(payload: bytes) -> None:
    for kind in (b"", b"\x81\x01", b"\x82"):
        try:
            wire.parse(kind + payload)
        except wire.FrameError:
            continue


def test_an_endless_frame_is_not_kept() -> None:
    reader = wire.Reader()
    for _ in range(1000):
        assert list(reader.feed(b"\x55" * 4096)) == []
    assert len(reader._line) <= 519
    assert list(reader.feed(b"\0" + wire.seal(b"alive"))) == [b"alive"]
    assert reader.bad == {"length": 1}


def test_the_document_shows_these_very_bytes() -> None:
    text = " ".join((HERE / "docs/PROTOCOL.md").read_text(encoding="utf-8").split())
    for name, vector in VECTORS.items():
        assert f"`{name}`" in text, name
        for form in {"payload", "line"} & vector.keys():
            assert vector[form] in text, f"{form} of {name}"
