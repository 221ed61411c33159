"""The serial line as the host hears it: a real board's session, into which anything may be said.

Promised: never an exception; no edge that no intact STATE of this boot said (CRC and parity, read here by the board's
own code, which shares none with the host); counts rise by one, times never run back or ahead; buffers are bounded; and
after any noise a good board is connected, shown and heard again within `ENOUGH` exchanges.
"""

import struct
from collections.abc import Sequence
from typing import Any

from board_logic import MASK, STATE, Board, seal, unseal
from fuzz.surface import Surface, hexed, number, script, steps

from drivers import wire
from drivers.board_link import BoardLink
from drivers.contract import Batch, LinkDown, LinkUp, Pattern, Reading, Unsure
from words.catalogue import catalogue
from words.message import typed

MS = 1_000_000
INPUTS, LAMPS, DEBOUNCE = ("seat1", "seat2", "lock"), ("lamp1", "lamp2"), (20, 20, 5)
BOOT, OTHER = 0x1234_5678, 0x9ABC_DEF0
ENOUGH = 8  # exchanges with a good board: the first may be spoilt by what stood on the line, then hello, then STATE
NO_LINE = 519 + 1  # bytes that a reader may hold


class _Truth:
    """What the bytes on the line said, frame by frame."""

    def __init__(self) -> None:
        self.edges: set[tuple[int, int, int]] = set()  # (boot, input, low 16 bits of the count)
        self._line = b""

    def hear(self, data: bytes) -> None:
        *lines, self._line = (self._line + data).split(b"\0")
        for line in lines:
            payload = unseal(line)
            if payload and payload[0] == STATE and len(payload) >= 20:
                boot, counts, edges = struct.unpack_from("<I", payload, 1)[0], payload[18], payload[19]
                at = 20 + (counts + 7) // 8 + 5 * counts
                for place in range(at, min(at + 7 * edges, len(payload) - 6), 7):
                    i, low, _ = struct.unpack_from("<BHI", payload, place)
                    self.edges.add((boot, i, low))


class _Host:
    """The host's end, and everything it tells."""

    def __init__(self) -> None:
        self.link = BoardLink("demo", INPUTS, LAMPS, DEBOUNCE)
        self.truth = _Truth()
        self.now, self.latest, self.token = 10**15, 0, 0
        self.counts: dict[str, int] = {}
        self.heard: list[Reading] = []

    def hear(self, data: bytes) -> None:
        middle = len(data) // 2
        for piece in (data[:middle], data[middle:]):
            self.truth.hear(piece)
            for batch in self.link.hear(piece, self.now):
                self.take(batch)
        assert len(self.link._reader._line) < NO_LINE

    def lost(self) -> None:
        for batch in self.link.lost(typed("silent"), self.now):
            self.take(batch)

    def take(self, batch: Batch) -> None:
        assert batch.token > self.token
        self.token = batch.token
        for signal in batch.signals:
            assert signal.at <= self.now
            if isinstance(signal, LinkUp):
                assert set(signal.missed) <= set(signal.counts) == set(INPUTS)
                self.counts = dict(signal.counts)
            elif isinstance(signal, LinkDown):
                why = catalogue("en").say(signal.why)
                assert why.isprintable()
                assert len(why) < 4000
            elif isinstance(signal, Unsure):
                self.counts[signal.input] = (self.counts[signal.input] + signal.missing) & MASK
            elif isinstance(signal, Reading):
                i = INPUTS.index(signal.input)
                assert (self.link.boot, i, signal.count & 0xFFFF) in self.truth.edges, "nobody said so"
                assert signal.count == (self.counts[signal.input] + 1) & MASK
                assert signal.level == bool(signal.count & 1)
                assert signal.at >= self.latest
                self.counts[signal.input], self.latest = signal.count, signal.at
                self.heard.append(signal)


class HostHears(Surface):
    """Nothing is told that no intact frame said, and a good board is heard again."""

    name = "serial-host"
    reaches = ("drivers/wire.py", "drivers/board_link.py", "drivers/debounce.py")
    words = ("raw", "payload", "state", "hello", "pass", "done", "show", "greet", "lost", "seq", "tick", "want", "more",
             "counts", "undone", "edges", "boot", "version", "session", "name", "inputs", "lamps")  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        edges = {"state": {"counts": [1, 0, 0], "edges": [[0, 1, 5]]}}
        return [
            script(edges, {"done": 1}, {"state": {"counts": [2, 0, 1], "edges": [[0, 2, 40], [2, 1, 1]]}}),
            script({"raw": "0000ff01"}, {"pass": 1200}, edges, {"lost": 1}, {"greet": 1}, edges),
            script({"state": {"counts": [40, 0, 0], "more": 1}}, {"pass": 9000}, {"state": {"tick": 9000}}),
            script({"hello": {"boot": OTHER}}, {"state": {"boot": OTHER, "seq": 9}}, {"show": 2}),
            script({"hello": {"version": 9, "inputs": ["a"], "lamps": [], "name": "x"}}, {"payload": "82000102"}),
            script({"state": {"seq": -3}}, {"state": {"counts": [2**32 - 1, 7, 0], "seq": 2**31 - 1}}),
        ]

    def check(self, data: bytes) -> None:
        host, liar = _Host(), _Liar()
        good = Board("demo", list(INPUTS), list(LAMPS), [False] * 3, BOOT, 0, 1)
        host.hear(b"\0" + seal(_hello({}, host.link._session)))
        host.hear(seal(liar.state({})))
        assert host.link.up
        for step in steps(data):
            self._step(host, liar, step)
        self._heals(host, good)

    def _step(self, host: _Host, liar: "_Liar", step: dict[str, Any]) -> None:
        host.now += MS
        match step:
            case {"raw": raw}:
                host.hear(hexed(raw))
            case {"payload": payload}:
                host.hear(seal(hexed(payload)))
            case {"state": dict(state)}:
                host.hear(seal(liar.state(state)))
            case {"hello": dict(hello)}:
                host.hear(seal(_hello(hello, host.link._session)))
            case {"pass": ms}:
                host.now += number(ms, 100_000_000) * MS
            case {"done": token}:
                host.link.done(number(token))
            case {"show": code}:
                host.link.show(dict.fromkeys(LAMPS, list(Pattern)[number(code, len(Pattern) - 1)]))
            case {"lost": _}:
                host.lost()
            case {"greet": _}:
                host.link.greet()
        host.link.frame()

    def _heals(self, host: _Host, board: Board) -> None:
        """Nobody has said a word for a second: the driver gives the link up and greets, as serial_board.py does. Then a
        good board answers, and its lock is pressed."""
        host.lost()
        for frame in range(ENOUGH):
            tick = 200 * frame
            host.now += 200 * MS
            board.sense(2, int(frame >= ENOUGH - 3), tick)
            while (sent := board.frame(tick)) is not None:
                host.hear(sent)
            board.hear(host.link.frame(), tick)
            host.link.done(host.token)
        assert host.link.up, "a good board is not heard"
        assert host.link.want_shown
        assert host.counts["lock"] == 1, "a press on a good board is not heard"


class _Liar:
    """The STATE frames of a liar who can count: what a line does not name goes on from the last one."""

    def __init__(self) -> None:
        self._seq = self._tick = 0
        self._counts = [0, 0, 0]

    def state(self, facts: dict[str, Any]) -> bytes:
        self._seq = number(facts.get("seq", 0)) if facts.get("seq") else (self._seq + 1) & MASK
        self._tick = (self._tick + number(facts.get("tick", 50))) & MASK
        counts = facts.get("counts")
        if isinstance(counts, list):
            self._counts = [number(count) for count in counts[:60]]
        edges = [edge for edge in _list(facts.get("edges"))[:70] if isinstance(edge, list) and len(edge) == 3]
        n = len(self._counts)
        levels = sum((count & 1) << bit for bit, count in enumerate(self._counts))
        out = struct.pack(
            "<BIIII", STATE, number(facts.get("boot", BOOT)), self._seq, self._tick, number(facts.get("want"))
        )
        out += bytes([number(facts.get("more"), 1), n, len(edges)]) + levels.to_bytes((n + 7) // 8, "little")
        out += struct.pack(f"<{n}I", *self._counts)
        undone = [number(each, 255) for each in _list(facts.get("undone"))]
        out += bytes((undone + [0] * n)[:n])
        for i, low, age in edges:
            out += struct.pack("<BHI", number(i, 255), number(low, 0xFFFF), (self._tick - number(age)) & MASK)
        return out


def _hello(facts: dict[str, Any], session: int) -> bytes:
    """As a board says it; of what a line names, that."""
    inputs = [str(name) for name in _list(facts.get("inputs", list(INPUTS)))][:255]
    lamps = [str(name) for name in _list(facts.get("lamps", list(LAMPS)))][:255]
    head = struct.pack("<BB", 0x81, number(facts.get("version", wire.VERSION), 255))
    head += struct.pack("<II", number(facts.get("boot", BOOT)), number(facts.get("session", session)))
    head += _word(str(facts.get("name", "demo"))) + bytes([len(inputs)])
    for i, name in enumerate(inputs):
        head += struct.pack("<H", DEBOUNCE[i % 3]) + _word(name)
    return head + bytes([len(lamps)]) + b"".join(map(_word, lamps))


def _word(text: str) -> bytes:
    raw = text.encode(errors="replace")[:255]
    return bytes([len(raw)]) + raw


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
