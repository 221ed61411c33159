"""The host's end of the serial protocol, without port or timers: bytes and times in, batches and frames out.

A session begins with `greet`, comes up with the first STATE after a matching hello, and ends with `lost`.
"""

import secrets
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence

from drivers import wire
from drivers.contract import Batch, LinkDown, LinkUp, Pattern, Reading, Signal, Storm, Unsure
from drivers.debounce import StormGuard
from drivers.wire import HALF, MASK
from words.message import Message, message

NOBODY = -1  # a boot id that no board can have
_CODE = {pattern: code for code, pattern in enumerate(Pattern)}


class TickClock:
    """Converts a board's milliseconds to the host's clock.

    A frame may wait in buffers but never arrives early, so the smallest recent (arrival - tick) is the best estimate.
    It is the minimum over two successive windows, in which the drift of the crystals (0.01 %) stays below 2 ms.
    """

    _WINDOW = 10_000_000_000

    def __init__(self, tick: int, now: int) -> None:
        self._tick, self._ns = tick, 0
        self._least = self._previous = self._since = now

    def at(self, tick: int, now: int) -> int:
        """The host's time of the board's newest tick; never later than now."""
        self._ns += ((tick - self._tick) & MASK) * 1_000_000
        self._tick = tick
        offset = now - self._ns
        if (passed := now - self._since) >= self._WINDOW:
            late = passed < 2 * self._WINDOW  # otherwise the host's clock was set, and earlier offsets are invalid
            self._previous, self._least, self._since = self._least if late else offset, offset, now
        self._least = min(self._least, offset)
        return self._ns + min(self._least, self._previous)


class BoardLink:
    """One board. `debounce` has milliseconds, in the order of the inputs."""

    def __init__(self, name: str, inputs: tuple[str, ...], lamps: tuple[str, ...], debounce: tuple[int, ...]) -> None:
        self.name, self.inputs, self.lamps, self.debounce = name, inputs, lamps, debounce
        self.up = False
        self.refused = False  # the connected board is not the configured one
        self.why: Message | None = None  # the last reported reason why the link is down
        self.boot = NOBODY
        self.states = 0  # number of accepted STATE frames
        self._newest = 0  # arrival of the newest one
        self.repeated = 0  # number of STATE frames ignored because they were old
        self.want_shown = False  # the board shows the lamps that were last requested
        self._reader = wire.Reader()
        self._codes = bytes(len(lamps))
        self._number = 0  # number of the last WANT
        self._number_of_codes = 1  # number of the first WANT with the current lamps
        self._session = secrets.randbits(32)
        self._token = 0
        self._seq = 0
        self._ack = 0  # the last acknowledged STATE; 0: none
        self._undone: deque[tuple[int, int]] = deque()  # (token, the STATE it came from)
        self._reported_boot = NOBODY  # the boot whose edges were reported up to these counts
        self._reported: list[int] = []
        self._seen: list[int] = []  # the same, including the edges of storms
        self._guards: list[StormGuard] = []
        self._latest = 0  # time of the last edge

    @property
    def bad(self) -> Counter[str]:
        """Frames ignored, by reason."""
        return self._reader.bad

    # -- to the board

    def show(self, lamps: Mapping[str, Pattern]) -> None:
        if unknown := lamps.keys() - set(self.lamps):
            raise ValueError(f"board {self.name!r} has no lamp {', '.join(sorted(unknown))}")
        self._codes = bytes(_CODE[lamps.get(lamp, Pattern.OFF)] for lamp in self.lamps)
        self._number_of_codes = self._number + 1
        self.want_shown = False

    def done(self, token: int) -> None:
        while self._undone and self._undone[0][0] <= token:
            self._ack = self._undone.popleft()[1]

    def frame(self) -> bytes:
        """The next frame for the board: always the newest state."""
        if not self.up:
            return b"\0" + wire.hello_host(self._session, self.debounce)  # the zero ends an incomplete frame
        self._number = (self._number + 1) & MASK
        return wire.want(self._number, self.boot, self._ack, self._codes)

    # -- the session

    def greet(self) -> None:
        """Begins a new session; the board must identify itself again."""
        self.up = self.refused = self.want_shown = False
        self.boot = NOBODY
        self._session = (self._session + 1) & MASK or 1
        self._number, self._number_of_codes = 0, 1
        self._ack = 0
        self._undone.clear()

    def lost(self, why: Message, now: int) -> Iterator[Batch]:
        """Ends the session with a LinkDown, unless one was reported already."""
        is_new = self.up or why != self.why
        silent = now - self._newest if self.up else 0
        self.greet()
        if is_new:
            self.why = why
            yield self._batch(LinkDown(why, now, silent))

    def _batch(self, *signals: Signal) -> Batch:
        self._token += 1
        return Batch(signals, self._token)

    # -- from the board

    def hear(self, data: bytes, now: int) -> Iterator[Batch]:
        for payload in self._reader.feed(data):
            try:
                frame = wire.parse(payload)
            except wire.FrameError as why:
                self.bad[str(why)] += 1
                continue
            if isinstance(frame, wire.BoardHello):
                yield from self._on_hello(frame, now)
            else:
                yield from self._on_state(frame, now)

    def _on_hello(self, hello: wire.BoardHello, now: int) -> Iterator[Batch]:
        if self.up and hello.boot == self.boot:
            return
        if self.up:
            yield from self.lost(message("drivers.board_restarted", board=self.name), now)
        differences = tuple(self._differences(hello))
        if differences:
            yield from self.lost(message("drivers.board_refused", board=self.name, differences=differences), now)
        self.refused = bool(differences)
        agreed = not differences and hello.session == self._session and hello.debounce == self.debounce
        self.boot = hello.boot if agreed else NOBODY

    def _differences(self, hello: wire.BoardHello) -> Iterator[Message]:
        if hello.version != wire.VERSION:
            yield message("drivers.board_version", version=hello.version, ours=wire.VERSION)
            return
        if hello.name != self.name:
            yield message("drivers.board_name", theirs=hello.name, ours=self.name)
        if hello.inputs != self.inputs:
            yield message("drivers.board_inputs", theirs=_names(hello.inputs), ours=_names(self.inputs))
        if hello.lamps != self.lamps:
            yield message("drivers.board_lamps", theirs=_names(hello.lamps), ours=_names(self.lamps))

    def _on_state(self, state: wire.State, now: int) -> Iterator[Batch]:
        if state.boot != self.boot or len(state.counts) != len(self.inputs):
            if self.up:
                yield from self.lost(message("drivers.board_restarted", board=self.name), now)
            return
        if not self.up:
            yield self._come_up(state, now)
        elif 0 < (state.seq - self._seq) & MASK < HALF:
            yield from self._on_new_state(state, now)
        else:
            self.repeated += 1
            return
        self.states += 1
        self._newest = now
        self.want_shown = self._number_of_codes <= state.want <= self._number

    def _come_up(self, state: wire.State, now: int) -> Batch:
        """Missed edges: for the same boot, those not reported yet; after a reboot or a restart of this program, those
        that the board still has unacknowledged."""
        missed: Sequence[int] = state.undone
        if self._reported_boot == self.boot:
            missed = [(count - reported) & MASK for count, reported in zip(state.counts, self._reported, strict=True)]
        self.up, self.why = True, None
        self._clock = TickClock(state.tick, now)
        self._seq, self._reported_boot = state.seq, self.boot
        self._seen, self._reported = list(state.counts), list(state.counts)
        self._guards = [StormGuard() for _ in self.inputs]
        batch = self._batch(
            LinkUp(
                self.boot,
                dict(zip(self.inputs, state.counts, strict=True)),
                {i: edges for i, edges in zip(self.inputs, missed, strict=True) if edges},
                now,
            )
        )
        self._undone.append((batch.token, state.seq))
        return batch

    def _on_new_state(self, state: wire.State, now: int) -> Iterator[Batch]:
        self._seq = state.seq
        signals = self._signals(state, now)
        if signals is None:
            self._reported_boot = NOBODY  # partly reported; on reconnect, use what the board has unacknowledged
            why = message("drivers.board_breaks", board=self.name)
            yield from self.lost(why, now)
        elif signals:
            batch = self._batch(*signals)
            self._undone.append((batch.token, state.seq))
            yield batch
        elif not self._undone:
            self._ack = state.seq  # there is nothing to commit first: a storm must not fill the ring

    def _signals(self, state: wire.State, now: int) -> list[Signal] | None:
        """What is new in this STATE. Unsure comes first, because an edge of unknown time may be earlier than any other.
        None if the board contradicts itself."""
        board_now = self._clock.at(state.tick, now)
        signals: list[Signal] = []
        for i, count in enumerate(state.counts):
            ahead = (count - self._seen[i]) & MASK
            if ahead >= HALF:
                return None
            if ahead > wire.RING:  # the board keeps the last RING edges, so earlier ones are lost
                self._seen[i] = (count - wire.RING) & MASK
                self._guard(signals, i, now, ahead - wire.RING)
                if not self._guards[i].muted:
                    self._doubt(signals, i, now)
        for i, count, tick in state.edges:
            ahead = (count - self._seen[i]) & MASK
            if not 0 < ahead < HALF:
                continue  # reported before
            if ahead > 1:
                return None
            age = (state.tick - tick) & MASK
            at = board_now - age * 1_000_000 if age < HALF else board_now
            at = self._latest = max(at, self._latest)  # a faster frame may have corrected the clock
            self._seen[i] = count
            self._guard(signals, i, at, 1)
            if not self._guards[i].muted:
                self._reported[i] = count
                signals.append(Reading(self.inputs[i], bool(count & 1), count, at))
        if not state.more and tuple(self._seen) != state.counts:
            return None
        for i, guard in enumerate(self._guards):
            if guard.muted and guard.calm(now):
                self._doubt(signals, i, now)
        return signals

    def _guard(self, signals: list[Signal], i: int, at: int, edges: int) -> None:
        if self._guards[i].edge(at, edges):
            signals.append(Storm(self.inputs[i], self._guards[i].edges, at))

    def _doubt(self, signals: list[Signal], i: int, now: int) -> None:
        signals.append(Unsure(self.inputs[i], (self._seen[i] - self._reported[i]) & MASK, now))
        self._reported[i] = self._seen[i]


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """A board may send any text, and a page shows it."""
    return tuple(name if name.isprintable() and name else repr(name) for name in names)
