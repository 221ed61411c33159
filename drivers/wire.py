"""The bytes of the serial line, as the host reads and writes them (docs/PROTOCOL.md); board_link.py interprets them."""

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

VERSION = 1
RING = 8  # edges that a board keeps for each input
MASK = 0xFFFF_FFFF  # counters, numbers and ticks are unsigned and wrap at 32 bits
HALF = 0x8000_0000  # differences from this on mean "older"

MOST = 32  # inputs or lamps of one board
PAYLOAD = 512
_LINE = 519  # the most bytes between two zeros: payload and CRC, after COBS

_HELLO_HOST, _WANT, _BOARD_HELLO, _STATE = 0x01, 0x02, 0x81, 0x82
_MORE, _DARK = 0x01, 0x02

_want_head = struct.Struct("<BIIIB")
_hello_head = struct.Struct("<BBII")
_state_head = struct.Struct("<BIIIIBBB")
_edge = struct.Struct("<BHI")
_counts = [struct.Struct(f"<{n}I") for n in range(MOST + 1)]


class FrameError(Exception):
    """These bytes are not a frame; the text is one word, used as a counter's name."""


@dataclass(frozen=True, slots=True)
class BoardHello:
    """The board's identity, and the debounce (ms) it uses for each input."""

    version: int
    boot: int
    session: int = 0
    name: str = ""
    inputs: tuple[str, ...] = ()
    debounce: tuple[int, ...] = ()
    lamps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A board's complete state: `edges` are (input, count after the edge, tick), oldest first, none of them
    acknowledged."""

    boot: int
    seq: int
    tick: int
    want: int
    more: bool  # more edges follow when these are acknowledged
    dark: bool  # no WANT has reached the board for 3 s
    counts: tuple[int, ...]
    undone: bytes  # for each input, the number of unacknowledged edges; 255 means at least 255
    edges: tuple[tuple[int, int, int], ...]


def hello_host(session: int, debounce: Sequence[int]) -> bytes:
    n = len(debounce)
    return seal(struct.pack(f"<BBIB{n}H", _HELLO_HOST, VERSION, session, n, *debounce))


def want(number: int, boot: int, ack: int, codes: bytes) -> bytes:
    return seal(_want_head.pack(_WANT, number, boot, ack, len(codes)) + codes)


def parse(payload: bytes) -> BoardHello | State:
    """Parses a board's frame; raises FrameError unless all of it is valid."""
    if payload[0] == _STATE:
        return _parse_state(payload)
    if payload[0] == _BOARD_HELLO:
        return _parse_hello(payload)
    raise FrameError("type")


def _parse_state(payload: bytes) -> State:
    try:
        _, boot, seq, tick, wanted, flags, n, k = _state_head.unpack_from(payload)
    except struct.error:
        raise FrameError("length") from None
    levels_end = _state_head.size + (n + 7) // 8
    edges_at = levels_end + 5 * n
    if n > MOST or len(payload) != edges_at + _edge.size * k:
        raise FrameError("length")
    counts: tuple[int, ...] = _counts[n].unpack_from(payload, levels_end)
    levels = 0
    for bit, count in enumerate(counts):
        levels |= (count & 1) << bit
    if levels != int.from_bytes(payload[_state_head.size : levels_end], "little"):
        raise FrameError("parity")
    edges = []
    for i, low, edge_tick in _edge.iter_unpack(payload[edges_at:]):
        if i >= n or (behind := (counts[i] - low) & 0xFFFF) >= RING:
            raise FrameError("edges")
        edges.append((i, (counts[i] - behind) & MASK, edge_tick))
    undone = payload[edges_at - n : edges_at]
    more, dark = bool(flags & _MORE), bool(flags & _DARK)
    return State(boot, seq, tick, wanted, more, dark, counts, undone, tuple(edges))


def _parse_hello(payload: bytes) -> BoardHello:
    """From another version only version and boot are read, because the rest may have changed."""
    try:
        _, version, boot, session = _hello_head.unpack_from(payload)
        if version != VERSION:
            return BoardHello(version, boot)
        at = _hello_head.size

        def byte() -> int:
            nonlocal at
            at += 1
            return payload[at - 1]

        def word() -> str:
            nonlocal at
            size = byte()
            at += size
            return payload[at - size : at].decode("ascii")

        board = word()
        inputs = [(byte() | byte() << 8, word()) for _ in range(byte())]
        lamps = tuple(word() for _ in range(byte()))
    except (struct.error, IndexError, UnicodeDecodeError):
        raise FrameError("length") from None
    if at != len(payload):
        raise FrameError("length")
    debounce, names = tuple(ms for ms, _ in inputs), tuple(name for _, name in inputs)
    return BoardHello(version, boot, session, board, names, debounce, lamps)


def seal(payload: bytes) -> bytes:
    """Payload to bytes on the line: appends the CRC-32, removes zeros by COBS, ends with one zero."""
    data = payload + crc32(payload).to_bytes(4, "little")
    out = bytearray()
    for run in data.split(b"\0"):
        full, rest = divmod(len(run), 254)
        for at in range(0, full * 254, 254):
            out.append(255)
            out += run[at : at + 254]
        out.append(rest + 1)
        out += run[full * 254 :]
    out.append(0)
    return bytes(out)


def unseal(line: bytes) -> bytes:
    """The bytes between two zeros back to the payload; raises FrameError. Works in place: each group's code is where a
    zero was, except for the first code and those after a full group."""
    data = bytearray(line)
    at, end, full = 0, len(data), []
    while at < end:
        code = data[at]
        data[at] = 0
        at += code
        if code == 255:
            full.append(at)
    if at > end:
        raise FrameError("cobs")
    for nothing in reversed(full):
        del data[nothing : nothing + 1]
    payload = bytes(data[1:-4])
    if not payload:
        raise FrameError("length")
    if crc32(payload) != int.from_bytes(data[-4:], "little"):
        raise FrameError("crc")
    return payload


class Reader:
    """Splits a stream of bytes, in pieces of any size, into payloads. Holds at most one frame: anything longer is
    dropped up to the next zero. `bad` counts rejected frames by reason."""

    def __init__(self) -> None:
        self.bad: Counter[str] = Counter()
        self._line = b""
        self._overrun = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        *lines, rest = (self._line + data).split(b"\0")
        for line in lines:
            if self._overrun or len(line) > _LINE:
                self._overrun = False
                self.bad["length"] += 1
            elif line:  # two zeros in a row are no error: a sender may begin with one
                try:
                    yield unseal(line)
                except FrameError as why:
                    self.bad[str(why)] += 1
        if len(rest) > _LINE:
            self._overrun, rest = True, b""
        self._line = rest
