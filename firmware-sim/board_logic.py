"""The logic of a sensor board: counts edges, reports its state, shows lamps. docs/PROTOCOL.md is its specification.

It runs unchanged on MicroPython: a small subset of Python and two imports (tests/firmware checks that). Pins,
clock and UART belong to the caller, who tells every tick (milliseconds, modulo 2**32) and carries the bytes:

    while True:
        tick = ticks_ms()
        for i in range(len(pins)):
            board.sense(i, pins[i].value(), tick)
        board.hear(uart.read(64) or b"", tick)
        if uart.txdone():
            uart.write(board.frame(tick) or b"")
"""

import struct
from binascii import crc32

VERSION = 1
HELLO_HOST, WANT, BOARD_HELLO, STATE = 0x01, 0x02, 0x81, 0x82
RING = 8  # edges kept for each input until they are acknowledged
LISTED = 32  # edges listed in one STATE
MORE, DARK = 0x01, 0x02  # flags of STATE
PAYLOAD = 512  # most bytes of a payload, without its CRC
LINE = 519  # the most bytes between two zeros: 512 + CRC, after COBS

DEBOUNCE = 20  # ms, until the host sets another value
STATE_EVERY = 150  # ms
HELLO_EVERY = 200  # ms, until the host greets
DARK_AFTER = 3000  # ms without a WANT: no light, no bet

MASK = 0xFFFFFFFF
HALF = 0x80000000

# Pattern code -> name and (colour, ms) steps, repeated for ever.
PATTERNS = (
    ("off", (("dark", 1000),)),
    ("disabled", (("amber", 100), ("dark", 250), ("amber", 100), ("dark", 1550))),
    ("waiting", (("dim green", 600), ("dark", 1400))),
    ("lit", (("green", 1000),)),
    ("next", (("dim green", 1000),)),
    ("locked", (("blue-white", 1000),)),
    ("late", (("red", 175), ("dark", 175))),
    ("removed", (("blue-white", 175), ("dark", 175))),
    ("claimed", (("green", 150), ("blue-white", 150), ("amber", 150), ("dark", 300))),
    ("verify", (("red", 1000), ("dark", 1000))),
    ("raised", (("amber", 1000),)),
)
DISABLED = 1
PLAYING = (5, 7, 8)  # locked, removed, claimed: seats that play keep their lamp without a host (R185)


def cobs(data: bytes) -> bytes:
    out = bytearray()
    start = 0
    while True:
        end = data.find(b"\0", start)
        stop = len(data) if end < 0 else end
        while stop - start >= 254:
            out.append(255)
            out.extend(data[start : start + 254])
            start += 254
        out.append(stop - start + 1)
        out.extend(data[start:stop])
        if end < 0:
            return bytes(out)
        start = end + 1


def uncobs(data: bytes) -> bytes | None:
    """The bytes before COBS, or None. `data` contains no zero."""
    out = bytearray()
    at = 0
    while at < len(data):
        code = data[at]
        if at + code > len(data):
            return None
        out.extend(data[at + 1 : at + code])
        at += code
        if code < 255 and at < len(data):
            out.append(0)
    return bytes(out)


def seal(payload: bytes) -> bytes:
    """Payload to bytes on the line."""
    return cobs(payload + struct.pack("<I", crc32(payload) & MASK)) + b"\0"


def unseal(data: bytes) -> bytes | None:
    """The bytes between two zeros to the payload, or None."""
    body = uncobs(data)
    if body is None or len(body) < 5:
        return None
    payload = body[:-4]
    if struct.unpack("<I", body[-4:])[0] != crc32(payload) & MASK:
        return None
    return payload


def word(text: str) -> bytes:
    raw = text.encode()
    return bytes([len(raw)]) + raw


class Board:
    """`levels` are the inputs' levels at boot, `boot` is a random number other than 0. `pace` is 1 on a real board; a
    simulator whose ticks run faster than real time passes the factor, so that the line keeps its real speed."""

    def __init__(
        self, name: str, inputs: list[str], lamps: list[str], levels: list[bool], boot: int, tick: int, pace: int
    ) -> None:
        self.name = name
        self.inputs = inputs
        self.boot = boot
        self.pace = pace
        self.raw = [1 if level else 0 for level in levels]
        self.since = [tick for _ in inputs]  # tick of the last raw change
        self.level = list(self.raw)  # debounced
        self.debounce = [DEBOUNCE for _ in inputs]
        self.held: list[
            tuple[int, int]
        ] = []  # edges that are certain, while an earlier one may yet come: (input, tick)
        self.count = list(self.raw)  # edges since boot; the lowest bit is the level
        self.freed = list(self.raw)  # the count up to which they are acknowledged
        self.ring: list[list[int]] = []  # the others, in order: [input, count, tick, first STATE that listed it, or 0]
        self.lamp_names = lamps
        self.lamps = [0 for _ in lamps]
        self.dark = True
        self.heard = tick  # tick of the last WANT
        self.want = 0
        self.session = 0  # the host's id of its session; 0 until it greets
        self.asked = True  # a hello is due
        self.news = False  # a STATE is due
        self.sent_at = tick  # tick of the last frame sent
        self.seq = 0
        self.line = bytearray()
        self.overrun = False
        if max(len(inputs), len(lamps)) > 32 or len(self.hello()) > PAYLOAD:
            raise ValueError("at most 32 inputs and 32 lamps, and names that fit one hello of 512 bytes")

    # -- inputs

    def sense(self, i: int, level: int, tick: int) -> None:
        """The raw level of input `i` now; call it at every change, or as often as you like."""
        self.settle(tick)
        if level != self.raw[i]:
            self.raw[i] = 1 if level else 0
            self.since[i] = tick

    def settle(self, tick: int) -> None:
        """Accepts levels that were quiet long enough, and counts their edges in the order of their ticks."""
        for i in range(len(self.raw)):
            if self.raw[i] != self.level[i] and (tick - self.since[i]) & MASK >= self.debounce[i]:
                self.level[i] = self.raw[i]
                self.held.append((i, self.since[i]))
        self.held.sort(key=lambda edge: (-((tick - edge[1]) & MASK), edge[0]))
        while self.held and not self.earlier_may_come(tick):
            i, since = self.held.pop(0)
            self.count[i] = (self.count[i] + 1) & MASK
            mine = [edge for edge in self.ring if edge[0] == i]
            if len(mine) == RING:
                self.ring.remove(mine[0])
            self.ring.append([i, self.count[i], since, 0])
            self.news = True

    def earlier_may_come(self, tick: int) -> bool:
        """Whether another input, not yet quiet for long enough, may produce an edge that comes before the first held
        one: of an earlier tick, or of the same tick and a lower input."""
        first, since = self.held[0]
        age = (tick - since) & MASK
        for i in range(len(self.raw)):
            if self.raw[i] != self.level[i]:
                bouncing = (tick - self.since[i]) & MASK
                if bouncing > age or (bouncing == age and i < first):
                    return True
        return False

    # -- lamps

    def pattern(self, i: int) -> int:
        """The code of the pattern that lamp `i` shows."""
        if self.dark and self.lamps[i] not in PLAYING:
            return DISABLED
        return self.lamps[i]

    def colour(self, i: int, tick: int) -> str:
        steps = PATTERNS[self.pattern(i)][1]
        at = tick % sum([ms for _, ms in steps])
        step = 0
        while at >= steps[step][1]:
            at -= steps[step][1]
            step += 1
        return steps[step][0]

    # -- to the host

    def frame(self, tick: int) -> bytes | None:
        """The next frame for the line, or None. Call it when the line is free."""
        self.settle(tick)
        if (tick - self.heard) & MASK >= DARK_AFTER * self.pace:
            self.dark = True
        quiet = (tick - self.sent_at) & MASK
        if self.asked or (not self.session and quiet >= HELLO_EVERY * self.pace):
            self.asked = False
            self.sent_at = tick
            return seal(self.hello())
        if self.session and (self.news or quiet >= STATE_EVERY * self.pace):
            self.news = False
            self.sent_at = tick
            return seal(self.state(tick))
        return None

    def due(self, tick: int) -> int:
        """Milliseconds until `frame` has something to do: the caller may sleep this long if nothing happens."""
        if self.asked or (self.session and self.news):
            return 0
        every = STATE_EVERY if self.session else HELLO_EVERY
        wait = every * self.pace - ((tick - self.sent_at) & MASK)
        for i in range(len(self.raw)):
            if self.raw[i] != self.level[i]:
                wait = min(wait, self.debounce[i] - ((tick - self.since[i]) & MASK))
        return max(wait, 0)

    def hello(self) -> bytes:
        out = struct.pack("<BBII", BOARD_HELLO, VERSION, self.boot, self.session) + word(self.name)
        out += bytes([len(self.inputs)])
        for i in range(len(self.inputs)):
            out += struct.pack("<H", self.debounce[i]) + word(self.inputs[i])
        out += bytes([len(self.lamp_names)])
        for name in self.lamp_names:
            out += word(name)
        return out

    def state(self, tick: int) -> bytes:
        self.seq = (self.seq + 1) & MASK or 1
        listed = self.ring[:LISTED]
        flags = (MORE if len(self.ring) > LISTED else 0) | (DARK if self.dark else 0)
        levels = bytearray((len(self.count) + 7) // 8)
        for i in range(len(self.count)):
            levels[i // 8] |= (self.count[i] & 1) << i % 8
        out = struct.pack("<BIIII", STATE, self.boot, self.seq, tick, self.want)
        out += struct.pack("<BBB", flags, len(self.count), len(listed)) + bytes(levels)
        for count in self.count:
            out += struct.pack("<I", count)
        for i in range(len(self.count)):
            out += bytes([min((self.count[i] - self.freed[i]) & MASK, 255)])
        for edge in listed:
            if edge[3] == 0:
                edge[3] = self.seq
            out += struct.pack("<BHI", edge[0], edge[1] & 0xFFFF, edge[2])
        return out

    # -- from the host

    def hear(self, data: bytes, tick: int) -> None:
        """Bytes from the line, in pieces of any size; anything that is no frame is dropped up to the next zero."""
        start = 0
        while True:
            end = data.find(b"\0", start)
            stop = len(data) if end < 0 else end
            if len(self.line) + stop - start > LINE:
                self.overrun = True
                self.line = bytearray()
            elif not self.overrun:
                self.line.extend(data[start:stop])
            if end < 0:
                return
            payload = None if self.overrun else unseal(bytes(self.line))
            self.overrun = False
            self.line = bytearray()
            start = end + 1
            if payload is not None:
                self.obey(payload, tick)

    def obey(self, payload: bytes, tick: int) -> None:
        kind = payload[0]
        if kind == HELLO_HOST and len(payload) >= 2:
            self.asked = True  # always answered, so that a wrong host can print both sides
            count = len(self.inputs)
            whole = payload[1] == VERSION and len(payload) == 7 + 2 * count and payload[6] == count
            session = struct.unpack("<I", payload[2:6])[0] if whole else 0
            if session:
                self.settle(tick)
                self.session = session
                self.debounce = [payload[7 + 2 * i] + 256 * payload[8 + 2 * i] for i in range(count)]
                self.want = 0
                self.news = True
        elif kind == WANT and self.session and len(payload) == 14 + len(self.lamps):
            number, boot, ack = struct.unpack("<III", payload[1:13])
            codes = payload[14:]
            known = len([code for code in codes if code >= len(PATTERNS)]) == 0
            newer = 0 < (number - self.want) & MASK < HALF
            if newer and boot == self.boot and payload[13] == len(codes) and known:
                self.want = number
                self.lamps = list(codes)
                self.heard = tick
                self.dark = False
                self.free(ack)

    def free(self, ack: int) -> None:
        """Drops the edges that STATE frames up to `ack` listed."""
        if ack == 0 or (self.seq - ack) & MASK >= HALF:
            return  # nothing yet, or a number that was never sent
        if len(self.ring) > LISTED:
            self.news = True
        rest = []
        for edge in self.ring:
            if edge[3] and (ack - edge[3]) & MASK < HALF:
                self.freed[edge[0]] = edge[1]
            else:
                rest.append(edge)
        self.ring = rest
