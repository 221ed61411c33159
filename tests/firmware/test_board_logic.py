"""The board's logic against its specification: the golden session, debounce, ring, lamps, and what it ignores."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from board_logic import LISTED, MASK, PATTERNS, RING, Board, unseal
from hypothesis import given
from hypothesis import strategies as st

from drivers import wire
from drivers.contract import Pattern
from drivers.lamps import TIMELINES

DATA = Path(__file__).parents[1] / "data/wire/vectors.json"
LINES = {v["name"]: bytes.fromhex(v["line"]) for v in json.loads(DATA.read_text(encoding="utf-8"))}
CODE = {pattern: code for code, pattern in enumerate(Pattern)}


def board(inputs: int = 2, lamps: int = 1, tick: int = 0, debounce: int = 20, **settings: int) -> Board:
    made = Board(
        "demo",
        [f"in{i}" for i in range(inputs)],
        [f"lamp{i}" for i in range(lamps)],
        [False] * inputs,
        settings.get("boot", 7),
        tick & MASK,
        settings.get("pace", 1),
    )
    made.hear(wire.hello_host(9, [debounce] * inputs), tick)
    assert isinstance(next_message(made, tick), wire.BoardHello)
    return made


def next_message(made: Board, tick: int) -> wire.BoardHello | wire.State | None:
    frame = made.frame(tick & MASK)
    return wire.parse(unseal(frame[:-1]) or b"") if frame else None


def state(made: Board, tick: int) -> wire.State:
    """What the board says once its heartbeat is due."""
    message = next_message(made, tick)
    assert isinstance(message, wire.State)
    return message


def test_golden_session() -> None:
    """The worked session of the document, bit by bit."""
    demo = Board("demo", ["seat1", "lock"], ["lamp1"], [False, False], 0x11223344, 1000, 1)
    assert demo.frame(1000) == LINES["boot"]
    demo.hear(LINES["greeting"], 1010)
    assert demo.frame(1010) == LINES["answer"]
    assert demo.frame(1010) == LINES["first-state"]
    assert demo.frame(1010) is None
    demo.hear(LINES["want-waiting"], 1020)
    demo.frame(1990)
    demo.seq -= 1  # the heartbeats between are left out of the document
    demo.sense(0, 1, 2000)
    assert demo.frame(2019) is None
    assert demo.frame(2020) == LINES["chip"]
    demo.hear(LINES["want-lit"], 2030)
    demo.frame(2990)
    demo.seq -= 1
    demo.sense(1, 1, 3000)
    assert demo.frame(3005) == LINES["lock"]
    demo.hear(LINES["want-locked"], 3010)
    assert demo.frame(3154) is None
    assert demo.frame(3155) == LINES["freed"]


@pytest.mark.parametrize("tick", [0, 5_000, MASK - 10, 2**31 - 10])
def test_an_edge_is_taken_after_its_quiet_time_and_dated_to_its_beginning(tick: int) -> None:
    """Also where the ticks wrap."""
    made = board(tick=tick)
    state(made, tick)
    for after, level in (1, 1), (3, 0), (6, 1):  # it bounces
        made.sense(0, level, (tick + after) & MASK)
    assert made.due((tick + 6) & MASK) == 20
    assert next_message(made, tick + 25) is None
    assert state(made, tick + 26).edges == ((0, 1, (tick + 6) & MASK),)


def test_a_glitch_is_no_edge_and_a_slow_loop_loses_none() -> None:
    made = board()
    state(made, 0)
    made.sense(0, 1, 100)
    made.sense(0, 0, 110)
    made.sense(1, 1, 100)
    made.sense(1, 0, 145)  # nobody asked for a frame in between
    assert state(made, 500).edges == ((1, 1, 100), (1, 2, 145))


@pytest.mark.parametrize("debounce", [(20, 5, 10), (5, 20, 10), (10, 5, 20), (20, 20, 20)])
def test_edges_of_one_tick_are_in_the_order_of_their_inputs(debounce: tuple[int, ...]) -> None:
    """Whichever is certain first."""
    made = board(3)
    made.hear(wire.hello_host(9, debounce), 0)
    assert isinstance(next_message(made, 0), wire.BoardHello)
    state(made, 0)
    for i in (2, 0, 1):
        made.sense(i, 1, 100)
    edges: tuple[tuple[int, int, int], ...] = ()
    for tick in range(100, 121):
        told = next_message(made, tick)
        edges = told.edges if isinstance(told, wire.State) else edges
    assert edges == ((0, 1, 100), (1, 1, 100), (2, 1, 100))


def test_a_further_bounce_ends_the_wait_for_an_earlier_edge() -> None:
    made = board()
    made.hear(wire.hello_host(9, (20, 5)), 0)
    assert isinstance(next_message(made, 0), wire.BoardHello)
    state(made, 0)
    made.sense(0, 1, 100)
    made.sense(1, 1, 110)
    for tick, level in ((111, 0), (113, 1)):
        made.sense(0, level, tick)
    assert state(made, 115).edges == ((1, 1, 110),), "an edge of the chip would be of tick 113"


def test_a_hello_keeps_the_ring_the_lamps_and_what_they_show() -> None:
    """And an input that bounces keeps what its old time allows; then the new time counts from the same change."""
    made = board()
    made.hear(wire.want(1, 7, 0, bytes([CODE[Pattern.LIT]])), 10)
    made.sense(0, 1, 20)
    made.sense(1, 1, 45)
    assert state(made, 45).edges == ((0, 1, 20),)
    made.hear(wire.hello_host(10, (5, 40)), 60)
    assert isinstance(next_message(made, 60), wire.BoardHello)
    told = state(made, 60)
    assert (told.edges, tuple(told.undone), told.want, told.dark) == (((0, 1, 20),), (1, 0), 0, False)
    assert made.pattern(0) == CODE[Pattern.LIT]
    made.frame(84)
    assert made.count[1] == 0
    assert state(made, 85).edges == ((0, 1, 20), (1, 1, 45))


def test_a_hello_of_session_0_is_answered_and_changes_nothing() -> None:
    made = board()
    state(made, 0)
    made.hear(wire.hello_host(0, (5, 5)), 10)
    hello = next_message(made, 10)
    assert isinstance(hello, wire.BoardHello)
    assert (hello.session, hello.debounce) == (9, (20, 20))


def test_the_list_is_in_the_order_of_ticks_whatever_the_debounce() -> None:
    """A chip (20 ms) that lay there before LOCK (5 ms) was pressed is listed before it, never after."""
    made = board()
    made.hear(wire.hello_host(9, (20, 5)), 0)
    assert isinstance(next_message(made, 0), wire.BoardHello)
    state(made, 0)
    made.sense(0, 1, 100)
    made.sense(1, 1, 110)
    assert next_message(made, 119) is None, "lock is certain, but the chip may have been earlier"
    assert state(made, 120).edges == ((0, 1, 100), (1, 1, 110))
    made.sense(0, 0, 200)
    made.sense(1, 0, 203)
    made.sense(1, 1, 209)
    made.sense(0, 1, 210)  # it was no edge
    assert [edge[2] for edge in state(made, 230).edges] == [100, 110, 203, 209]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40)), max_size=60), st.booleans())
def test_edges_are_told_in_order_and_levels_end_right(train: list[tuple[int, int]], slow: bool) -> None:
    made, tick, raw = board(4), 1000, [0, 0, 0, 0]
    edges: list[tuple[int, int, int]] = []
    for i, gap in train:
        if not slow:
            for t in range(tick, tick + gap):
                edges += collect(made, t)
        tick += gap
        raw[i] ^= 1
        made.sense(i, raw[i], tick)
    edges += collect(made, tick + 200)
    assert [edge[2] for edge in edges] == sorted(edge[2] for edge in edges)
    for i in range(4):
        mine = [edge for edge in edges if edge[0] == i]
        assert all(later[1] == earlier[1] + 1 for earlier, later in pairwise(mine))
        assert made.count[i] & 1 == raw[i]


def collect(made: Board, tick: int) -> list[tuple[int, int, int]]:
    """The edges that this frame tells for the first time; acknowledged at once."""
    message = next_message(made, tick)
    if not isinstance(message, wire.State):
        return []
    made.hear(wire.want(message.want + 1, 7, message.seq, b"\0"), tick)
    return list(message.edges)


def flick(made: Board, i: int, times: int, tick: int) -> int:
    for _ in range(times):
        made.sense(i, 1 - made.raw[i], tick)
        tick += 100
    return tick


def test_the_ring_keeps_the_last_eight_of_each_input() -> None:
    made = board()
    tick = flick(made, 1, 1, flick(made, 0, 30, 1000))
    message = state(made, tick)
    assert [edge[:2] for edge in message.edges] == [*((0, n) for n in range(23, 31)), (1, 1)]
    assert (message.counts, message.undone) == ((30, 1), bytes([30, 1]))


def test_the_oldest_are_told_first_and_the_rest_as_soon_as_they_are_acknowledged() -> None:
    made = board(inputs=6)
    tick = 1000
    for i in range(6):
        tick = flick(made, i, RING, tick)
    first = state(made, tick)
    assert (len(first.edges), first.more) == (LISTED, True)
    made.hear(wire.want(1, 7, first.seq, b"\0"), tick)
    rest = state(made, tick)
    assert ([edge[0] for edge in rest.edges], rest.more) == ([4] * 8 + [5] * 8, False)
    assert rest.undone == bytes([0, 0, 0, 0, 8, 8])


@pytest.mark.parametrize("seq", [0, 2**31 + 9, 2**32 - 2])
def test_only_what_was_told_in_acknowledged_states_is_freed(seq: int) -> None:
    made = board()
    made.seq = seq
    tick = flick(made, 0, 1, 1000)
    first = state(made, tick)
    tick = flick(made, 0, 1, tick)
    never = (first.seq + 7) & MASK
    for number, ack in (1, 0), (2, first.seq - 1), (3, never), (4, 0):
        made.hear(wire.want(number, 7, ack, b"\0"), tick)
        tick += 200
        assert state(made, tick).undone == b"\2\0"
    made.hear(wire.want(5, 7, first.seq, b"\0"), tick)
    assert [edge[1] for edge in state(made, tick + 200).edges] == [2]


def test_lamps_obey_the_newest_want_of_this_boot_only() -> None:
    made = board()
    made.hear(wire.want(5, 7, 0, b"\3"), 10)
    for number, boot, codes in (4, 7, b"\2"), (5, 7, b"\2"), (6, 8, b"\2"), (6, 7, b"\2\2"), (6, 7, b"\x0b"):
        made.hear(wire.want(number, boot, 0, codes), 10)
        assert (made.pattern(0), made.want) == (3, 5)
    made.hear(wire.want(6, 7, 0, b"\2"), 10)
    assert (made.pattern(0), state(made, 200).want) == (2, 6)


def test_a_new_greeting_begins_the_numbers_anew() -> None:
    """A restarted controller counts from one again."""
    made = board()
    made.hear(wire.want(500, 7, 0, b"\3"), 10)
    made.hear(wire.hello_host(10, (20, 20)) + wire.want(1, 7, 0, b"\2"), 20)
    assert (made.want, made.pattern(0)) == (1, 2)


@pytest.mark.parametrize("pattern", list(Pattern))
def test_without_a_host_only_seats_that_play_keep_their_lamp(pattern: Pattern) -> None:
    """R185: "no light, no bet" after 3 s of silence, but a locked round stays lit."""
    made = board()
    assert made.pattern(0) == CODE[Pattern.DISABLED], "nobody has said anything yet"
    made.hear(wire.want(1, 7, 0, bytes([CODE[pattern]])), 100)
    made.frame(3099)
    assert made.pattern(0) == CODE[pattern]
    made.frame(3100)
    plays = pattern in (Pattern.LOCKED, Pattern.REMOVED, Pattern.CLAIMED)
    assert made.pattern(0) == CODE[pattern if plays else Pattern.DISABLED]
    assert state(made, 3400).dark
    made.hear(wire.want(2, 7, 0, bytes([CODE[pattern]])), 3500)
    assert made.pattern(0) == CODE[pattern]


def test_the_patterns_are_those_of_every_other_driver() -> None:
    assert [(name, steps) for name, steps in PATTERNS] == [
        (pattern.value, tuple((colour.value, ms) for colour, ms in TIMELINES[pattern])) for pattern in Pattern
    ]
    made = board()
    made.hear(wire.want(1, 7, 0, bytes([CODE[Pattern.LATE]])), 0)
    assert [made.colour(0, tick) for tick in (0, 174, 175, 349, 350)] == ["red", "red", "dark", "dark", "red"]


def test_a_board_speaks_hellos_until_it_is_greeted_and_then_heartbeats() -> None:
    made = Board("demo", ["a"], [], [True], 7, 0, 1)
    assert isinstance(next_message(made, 0), wire.BoardHello)
    made.sense(0, 0, 5)
    assert next_message(made, 199) is None
    assert isinstance(next_message(made, 200), wire.BoardHello)
    made.hear(wire.hello_host(9, (20,)), 210)
    assert isinstance(next_message(made, 210), wire.BoardHello)
    assert (state(made, 210).counts, made.due(210)) == ((2,), 150)
    assert next_message(made, 359) is None
    assert isinstance(next_message(made, 360), wire.State)


def test_a_stranger_is_answered_and_changes_nothing() -> None:
    """Another version, or another number of inputs: the host gets a hello to print, the board stays as it is."""
    made = Board("demo", ["a"], [], [False], 7, 0, 1)
    made.frame(0)
    for hello in wire.seal(b"\x01\x02\x09\0\0\0\x01\x05\0"), wire.hello_host(9, (5, 5)):
        made.hear(hello, 10)
        message = next_message(made, 10)
        assert isinstance(message, wire.BoardHello)
        assert (message.session, message.debounce) == (0, (20,))
        assert next_message(made, 11) is None


def test_a_pace_slows_the_line_and_nothing_else() -> None:
    """A simulator's ticks run 100 times faster; heartbeats and patience keep real time, debounce does not."""
    made = board(pace=100)
    state(made, 0)
    assert made.due(0) == 15_000
    made.hear(wire.want(1, 7, 0, b"\2"), 0)
    made.sense(0, 1, 0)
    assert made.due(0) == 20
    made.frame(299_999)
    assert made.pattern(0) == 2
    made.frame(300_000)
    assert made.pattern(0) == CODE[Pattern.DISABLED]


@given(st.lists(st.binary(max_size=700), max_size=20))
def test_noise_does_nothing_and_the_line_recovers(noise: list[bytes]) -> None:
    made = board()
    for piece in noise:
        made.hear(piece, 0)
        assert len(made.line) <= 519
    assert made.want == 0
    made.hear(b"\0" + wire.want(1, 7, 0, b"\2"), 0)
    assert made.want == 1


def test_an_endless_frame_is_not_kept() -> None:
    made = board()
    for _ in range(100):
        made.hear(b"\x55" * 100, 0)
        assert len(made.line) <= 519
    made.hear(b"\0" + wire.want(1, 7, 0, b"\2"), 0)
    assert made.want == 1


def test_a_board_whose_hello_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 32 inputs"):
        Board("demo", [f"in{i}" for i in range(33)], [], [False] * 33, 7, 0, 1)
    with pytest.raises(ValueError, match="512 bytes"):
        Board("demo", ["x" * 16 + str(i) for i in range(32)], [], [False] * 32, 7, 0, 1)
