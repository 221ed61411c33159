"""Host and board logic joined by a bad cable, in virtual time: no edge is lost, doubled, or told out of order."""

import random
from collections import deque
from dataclasses import dataclass, field

import pytest
from board_logic import Board
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sim_line import GOOD, PROFILES, Cable, Profile
from support.spoken import say

from drivers import wire
from drivers.board_link import BoardLink, TickClock
from drivers.contract import Batch, LinkDown, LinkUp, Pattern, Reading, Signal, Storm, Unsure
from words.message import typed

MS = 1_000_000
INPUTS, LAMPS, DEBOUNCE = ("seat1", "seat2", "lock"), ("lamp1", "lamp2"), (20, 20, 5)
START = 2**32 - 3000  # the ticks wrap within each run
EPOCH = 10**15  # the host's clock when the board's tick is 0


@dataclass
class Receiver:
    """What a controller knows from the signals alone; each is checked as it comes."""

    truth: dict[tuple[int, str, int], tuple[int, int]]  # (boot, input, count) -> (place in the order, true time)
    boot: int = 0
    up: bool = False
    counts: dict[str, int] = field(default_factory=dict)
    place: int = -1
    latest: int = 0
    late: int = 1  # ms that an edge may be dated late: what the cable delays
    unsure: int = 0
    downs: list[str] = field(default_factory=list)

    def take(self, batch: Batch, now: int) -> None:
        for signal in batch.signals:
            if isinstance(signal, LinkUp):
                assert not self.up
                if signal.boot == self.boot:
                    missed = {i: signal.counts[i] - self.counts[i] for i in INPUTS}
                    assert signal.missed == {i: edges for i, edges in missed.items() if edges}
                self.up, self.boot, self.counts = True, signal.boot, dict(signal.counts)
            elif isinstance(signal, LinkDown):
                self.up = False
                self.downs.append(say(signal.why))
            elif isinstance(signal, Unsure):
                assert self.up
                assert signal.missing > 0
                self.counts[signal.input] += signal.missing
                self.unsure += 1
            elif isinstance(signal, Reading):
                assert self.up
                assert signal.count == self.counts[signal.input] + 1
                assert signal.level == bool(signal.count & 1)
                place, true_at = self.truth[self.boot, signal.input, signal.count]
                assert place > self.place, "told out of order"
                assert true_at <= signal.at <= min(now, true_at + self.late * MS)
                assert signal.at >= self.latest
                self.latest = signal.at
                self.place, self.counts[signal.input] = place, signal.count


class Bench:
    """Everything between a contact and the receiver, on one clock of milliseconds."""

    def __init__(self, seed: int, profile: Profile, ack_after: int) -> None:
        self.rng = random.Random(seed)
        self.to_host, self.to_board = Cable(random.Random(seed + 1), profile), Cable(random.Random(seed + 2), profile)
        self.link = BoardLink("demo", INPUTS, LAMPS, DEBOUNCE)
        self.link.greet()
        self.truth: dict[tuple[int, str, int], tuple[int, int]] = {}
        self.receiver = Receiver(self.truth, late=profile.delay_ms + 1)
        self.ack_after = ack_after
        self.ms = 0
        self.arriving: deque[tuple[float, bytes]] = deque()
        self.leaving: deque[tuple[float, bytes]] = deque()
        self.acks: deque[tuple[int, int]] = deque()
        self.heard: list[Batch] = []
        self.alive = self.states = 0
        self.raw = [False] * len(INPUTS)
        self.boot()

    @property
    def tick(self) -> int:
        return (START + self.ms) & 0xFFFF_FFFF

    @property
    def now(self) -> int:
        return EPOCH + self.ms * MS

    def boot(self) -> None:
        self.board = Board(
            "demo", list(INPUTS), list(LAMPS), list(self.raw), self.rng.randrange(1, 2**32), self.tick, 1
        )

    def flip(self, i: int) -> None:
        self.raw[i] = not self.raw[i]
        self.board.sense(i, int(self.raw[i]), self.tick)
        self.note()

    def note(self) -> None:
        for i, edges, tick, _ in self.board.ring:
            at = EPOCH + ((tick - START) & 0xFFFF_FFFF) * MS
            self.truth.setdefault((self.board.boot, INPUTS[i], edges), (len(self.truth), at))

    def deliver(self, batch: Batch) -> None:
        self.receiver.take(batch, self.now)
        self.heard.append(batch)
        self.acks.append((self.ms + self.ack_after, batch.token))

    def signals(self) -> list[Signal]:
        return [signal for batch in self.heard for signal in batch.signals]

    def run(self, ms: int) -> None:
        for _ in range(ms):
            self.ms += 1
            while self.arriving and self.arriving[0][0] <= self.ms:
                for batch in self.link.hear(self.arriving.popleft()[1], self.now):
                    self.deliver(batch)
            while self.leaving and self.leaving[0][0] <= self.ms:
                self.board.hear(self.leaving.popleft()[1], self.tick)
            while frame := self.board.frame(self.tick):
                self.note()
                self.arriving.extend(self.to_host.carry(frame, self.ms))
            while self.acks and self.acks[0][0] <= self.ms:
                self.link.done(self.acks.popleft()[1])
            if self.link.states != self.states:
                self.states, self.alive = self.link.states, self.ms
            elif self.ms - self.alive > 1000 and self.link.up:
                for batch in self.link.lost(typed("silent"), self.now):
                    self.deliver(batch)
            if self.ms % 150 == 0:
                self.leaving.extend(self.to_board.carry(self.link.frame(), self.ms))

    def heal(self) -> None:
        """The cable is good again: in the end everybody knows everything."""
        self.to_host, self.to_board = Cable(self.rng, GOOD), Cable(self.rng, GOOD)
        self.run(8_000 + self.ack_after)
        assert self.receiver.up
        assert self.receiver.boot == self.board.boot
        assert tuple(self.receiver.counts.values()) == tuple(self.board.count)
        assert self.board.ring == []
        assert self.link.want_shown


def connected(ack_after: int = 3, profile: Profile = GOOD) -> Bench:
    bench = Bench(1, profile, ack_after)
    bench.run(400)
    assert bench.receiver.up
    return bench


actions = st.lists(
    st.tuples(st.integers(0, 400), st.sampled_from([0, 0, 1, 1, 2, 2, "reset", "cut", "show"])), max_size=40
)


@settings(deadline=None, max_examples=150)
@given(
    actions=actions,
    seed=st.integers(0, 2**32),
    profile=st.sampled_from([GOOD, *PROFILES.values()]),
    ack_after=st.sampled_from([0, 7, 400, 3000]),
)
@example(actions=[(21, i % 3) for i in range(200)], seed=1, profile=GOOD, ack_after=5000)
def test_a_bad_cable_never_loses_or_doubles_an_edge(
    actions: list[tuple[int, int | str]], seed: int, profile: Profile, ack_after: int
) -> None:
    """Loss, repeats, damage, splits, noise, delays, cuts and resets, in any mixture; checked in Receiver."""
    bench = Bench(seed, profile, ack_after)
    bench.run(600)
    for gap, action in actions:
        bench.run(gap)
        if isinstance(action, int):
            bench.flip(action)
        elif action == "reset":
            bench.boot()
        elif action == "cut":
            bench.to_host.cut(bench.ms + bench.rng.randrange(3000))
        else:
            bench.link.show({"lamp1": bench.rng.choice(list(Pattern))})
    bench.heal()


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(25, 300), st.integers(0, 2)), max_size=8), st.integers(0, 2**32))
def test_up_to_eight_edges_heal_silently(train: list[tuple[int, int]], seed: int) -> None:
    """Frames are lost, damaged and repeated; nobody hears of it, and every edge arrives with its time."""
    bench = connected(ack_after=10_000, profile=Profile(lose=0.2, repeat=0.1, corrupt=0.1, split=0.5))
    bench.receiver.downs.clear()
    for gap, i in train:
        bench.run(gap)
        bench.flip(i)
    receiver = bench.receiver
    bench.heal()
    if not receiver.downs:
        assert receiver.unsure == 0
        assert receiver.place + 1 == len(bench.truth)


def test_what_the_ring_dropped_is_told_as_unsure_before_all_else() -> None:
    """A doubt may concern the time before LOCK: it comes first, whatever the list's order."""
    bench = connected()
    bench.to_host.cut(bench.ms + 700)
    bench.run(10)
    for _ in range(11):
        bench.flip(0)
        bench.run(30)
    bench.heard.clear()
    bench.flip(2)
    bench.run(600)
    (batch,) = bench.heard
    assert isinstance(batch.signals[0], Unsure)
    assert (batch.signals[0].input, batch.signals[0].missing) == ("seat1", 3)
    assert [(s.input, s.count) for s in batch.signals if isinstance(s, Reading)] == [
        *(("seat1", n) for n in range(4, 12)),
        ("lock", 1),
    ]


def test_edges_of_a_lost_link_are_counted_not_told() -> None:
    bench = connected()
    bench.to_host.cut(bench.ms + 2000)
    bench.run(1200)
    assert bench.receiver.downs == ["silent"]
    bench.flip(0)
    bench.run(2000)
    assert bench.receiver.up
    assert bench.receiver.counts["seat1"] == 1
    assert bench.receiver.place == -1


def test_a_controller_that_begins_anew_hears_what_was_not_done() -> None:
    """Edges told to a program that died before they were on disk are missed, the others are not."""
    bench = connected()
    bench.flip(0)
    bench.run(400)
    bench.ack_after = 10**9
    bench.flip(0)
    bench.flip(1)
    bench.run(400)
    bench.link = BoardLink("demo", INPUTS, LAMPS, DEBOUNCE)
    bench.link.greet()
    bench.receiver, bench.heard = Receiver(bench.truth), []
    bench.run(400)
    (up,) = bench.heard[0].signals
    assert isinstance(up, LinkUp)
    assert (up.counts, up.missed) == ({"seat1": 2, "seat2": 1, "lock": 0}, {"seat1": 1, "seat2": 1})


def test_a_restarted_board_is_noticed_at_once() -> None:
    """A brown-out is shorter than the silence that would betray it."""
    bench = connected()
    for _ in range(2):
        bench.flip(0)
        bench.run(100)
    bench.boot()
    bench.run(200)
    assert bench.receiver.downs == ["board 'demo' has restarted"]
    bench.run(300)
    assert bench.receiver.up
    assert bench.receiver.boot == bench.board.boot
    up = bench.signals()[-1]
    assert isinstance(up, LinkUp)
    assert (up.counts["seat1"], up.missed) == (0, {})


def test_what_was_told_before_the_link_was_lost_is_not_missed() -> None:
    """Even if it is not on disk yet: this program knows it."""
    bench = connected(ack_after=10**6)
    bench.flip(0)
    bench.run(100)
    bench.to_host.cut(bench.ms + 2000)
    bench.run(1500)
    bench.flip(1)
    bench.run(1500)
    up = bench.signals()[-1]
    assert isinstance(up, LinkUp)
    assert up.missed == {"seat2": 1}


def test_what_waited_in_buffers_since_an_earlier_session_is_not_believed() -> None:
    bench = connected()
    bench.board.asked = bench.board.news = True
    old = [bench.board.frame(bench.tick) or b"" for _ in range(2)]
    bench.link.greet()
    assert list(bench.link.hear(b"".join(old), bench.now)) == []
    assert not bench.link.up


def test_a_board_with_another_debounce_is_asked_again() -> None:
    bench = connected()
    bench.link.greet()
    bench.board.hear(bench.link.frame(), bench.tick)
    bench.board.debounce = [20, 20, 20]
    answer = [bench.board.frame(bench.tick) or b"" for _ in range(2)]
    assert list(bench.link.hear(b"".join(answer), bench.now)) == []
    assert not bench.link.up


def test_lamps_are_shown_when_the_board_says_so() -> None:
    bench = connected()
    assert bench.link.want_shown
    bench.to_board.cut(bench.ms + 400)
    bench.link.show({"lamp1": Pattern.LIT})
    for _ in range(35):
        bench.run(10)
        assert not bench.link.want_shown
    bench.run(300)
    assert bench.link.want_shown


def test_times_never_fall_when_a_quicker_frame_corrects_the_clock() -> None:
    link, board = BoardLink("demo", ("a",), (), (0,)), Board("demo", ["a"], [], [False], 7, 0, 1)
    link.greet()
    board.hear(link.frame(), 0)
    times: list[int] = []
    for ms, delay in (0, 50), (0, 50), (100, 50), (130, 0), (300, 9):
        board.sense(0, 1 - board.raw[0], ms)
        for batch in link.hear(board.frame(ms) or b"", (ms + delay) * MS):
            times += [signal.at // MS for signal in batch.signals if isinstance(signal, Reading)]
    assert times == [150, 150, 300]


def test_more_edges_than_a_frame_holds_are_not_called_lost() -> None:
    """40 unfreed edges: the last come when the first are done, without a doubt between."""
    names = tuple(f"in{i}" for i in range(5))
    link, board = BoardLink("demo", names, (), (0,) * 5), Board("demo", list(names), [], [False] * 5, 7, 0, 1)
    link.greet()
    board.hear(link.frame(), 0)
    frames = [board.frame(0), board.frame(0)]
    (up,) = [batch for frame in frames for batch in link.hear(frame or b"", 10**9)]
    for n in range(40):
        board.sense(n % 5, board.raw[n % 5] ^ 1, 10 * n)
        board.settle(10 * n)
    (first,) = link.hear(board.frame(400) or b"", 2 * 10**9)
    assert len(first.signals) == 32
    link.done(up.token)
    board.hear(link.frame(), 401)
    assert list(link.hear(board.frame(600) or b"", 3 * 10**9)) == []
    link.done(first.token)
    board.hear(link.frame(), 601)
    (rest,) = link.hear(board.frame(601) or b"", 3 * 10**9)
    assert all(isinstance(signal, Reading) for signal in first.signals + rest.signals)
    assert len(rest.signals) == 8


def test_a_storm_is_told_once_and_ends_in_one_doubt() -> None:
    bench = connected()
    for _ in range(100):
        bench.flip(2)
        bench.run(8)
    bench.run(400)
    signals = bench.signals()
    assert bench.board.ring == [], "muted edges leave room for others"
    bench.flip(0)
    bench.run(100)
    signals = bench.signals()
    (storm,) = [s for s in signals if isinstance(s, Storm)]
    assert (storm.input, storm.edges) == ("lock", 41)
    assert [s.input for s in signals[signals.index(storm) :] if isinstance(s, Reading)] == ["seat1"]
    bench.run(6000)
    assert [(s.input, s.missing) for s in bench.signals() if isinstance(s, Unsure)] == [("lock", 60)]
    bench.flip(2)
    bench.run(100)
    last = bench.signals()[-1]
    assert isinstance(last, Reading)
    assert last.count == 101


@pytest.mark.parametrize(
    ("name", "inputs", "lamps", "words"),
    [
        ("felt", INPUTS, LAMPS, ("'demo'", "'felt'")),
        ("demo", ("seat1", "lock"), LAMPS, ("[seat1, seat2, lock]", "[seat1, lock]")),
        ("demo", ("seat2", "seat1", "lock"), LAMPS, ("[seat1, seat2, lock]", "[seat2, seat1, lock]")),
        ("demo", INPUTS, (), ("[lamp1, lamp2]", "[]")),
    ],
)
def test_a_wrong_board_is_refused_with_both_sides(
    name: str, inputs: tuple[str, ...], lamps: tuple[str, ...], words: tuple[str, str]
) -> None:
    link = BoardLink(name, inputs, lamps, (20,) * len(inputs))
    link.greet()
    board = Board("demo", list(INPUTS), list(LAMPS), [False] * 3, 7, 0, 1)
    board.hear(link.frame(), 0)
    batches = [batch for _ in range(3) for batch in link.hear(board.frame(0) or b"", 0)]
    (down,) = (signal for batch in batches for signal in batch.signals)
    assert isinstance(down, LinkDown)
    assert all(word in say(down.why) for word in words)
    assert link.refused


def test_a_strangers_names_do_not_reach_the_terminal_as_they_stand() -> None:
    """They stand in the log and on the technician's screen: nothing in them may move a cursor or hide."""
    link = BoardLink("demo", INPUTS, LAMPS, DEBOUNCE)
    link.greet()
    board = Board("demo", ["\x1b[2J", "", "seat 1"], list(LAMPS), [False] * 3, 7, 0, 1)
    (batch,) = link.hear(board.frame(0) or b"", 0)
    (down,) = batch.signals
    assert isinstance(down, LinkDown)
    assert say(down.why).isprintable()
    assert r"'\x1b[2J', '', seat 1" in say(down.why)


def test_another_version_is_refused_with_both_sides() -> None:
    link = BoardLink("demo", INPUTS, LAMPS, DEBOUNCE)
    link.greet()
    (batch,) = link.hear(wire.seal(b"\x81\x02\x07\0\0\0something new"), 0)
    (down,) = batch.signals
    assert isinstance(down, LinkDown)
    assert "it speaks version 2" in say(down.why)
    assert "this controller version 1" in say(down.why)


def test_a_board_that_does_not_list_its_edges_is_lost_not_believed() -> None:
    bench = connected()
    bench.flip(2)
    bench.run(4)
    bench.board.count[0] += 1
    bench.run(3)
    assert "does not list" in bench.receiver.downs[0]
    bench.run(400)
    up = bench.signals()[-1]
    assert isinstance(up, LinkUp)
    assert (up.counts, up.missed) == ({"seat1": 1, "seat2": 0, "lock": 1}, {"seat1": 1, "lock": 1})


def test_a_repeated_old_frame_is_no_sign_of_life() -> None:
    bench = connected()
    bench.flip(0)
    bench.run(21)
    bench.board.news = True
    old = bench.board.frame(bench.tick) or b""
    list(bench.link.hear(old, bench.now))
    states = bench.link.states
    assert list(bench.link.hear(old * 5, bench.now)) == []
    assert (bench.link.states, bench.link.repeated) == (states, 5)


@given(
    st.lists(st.tuples(st.integers(1, 2000), st.integers(0, 300)), min_size=1, max_size=200),
    st.sampled_from([0, 2**32 - 5000]),
    st.sampled_from([-100, 0, 100]),
)
@example([(150, 0), *[(150, 200)] * 130], 0, 0)
@example([(150, 0), *[(2000, 200)] * 4, (3000, 200)], 0, 0)
def test_ticks_are_dated_by_the_quickest_frame_of_late(
    frames: list[tuple[int, int]], start: int, drift_ppm: int
) -> None:
    """Queueing delays do not shift edges once a frame came quickly, though the crystals differ a little."""
    ms, mapped, came = 0, TickClock(start, EPOCH), [(0, 0)]
    for gap, delay in frames:
        ms += gap
        true = EPOCH + ms * MS * (1_000_000 + drift_ppm) // 1_000_000
        at = mapped.at((start + ms) & 0xFFFF_FFFF, true + delay * MS)
        came.append((ms, delay))
        quickest = min(d for t, d in came if t > ms - 9_500)
        assert -3 * MS <= at - true <= (quickest + 1) * MS
        assert at <= true + delay * MS


def test_a_host_clock_that_was_wound_dates_edges_by_the_new_time() -> None:
    """A bench is wound by hours: what was seen of the clocks before says nothing any more."""
    mapped, hours = TickClock(0, EPOCH), 9 * 3_600_000 * MS
    assert mapped.at(150, EPOCH + 150 * MS) == EPOCH + 150 * MS
    assert mapped.at(300, EPOCH + hours + 302 * MS) == EPOCH + hours + 302 * MS
    assert mapped.at(450, EPOCH + hours + 450 * MS) == EPOCH + hours + 450 * MS
