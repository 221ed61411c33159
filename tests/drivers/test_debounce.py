"""The quiet-period rule and the storm rule: what no train of edges may do to them (R029)."""

from hypothesis import example, given
from hypothesis import strategies as st

from drivers.debounce import Debounce, StormGuard

QUIET = 20
MILLISECONDS = st.integers(1, 60)


def trains(gaps: list[int]) -> list[tuple[int, bool]]:
    """Raw edges from gaps, starting open: True, False, True ..."""
    at, edges = 0, []
    for n, gap in enumerate(gaps):
        at += gap
        edges.append((at, n % 2 == 0))
    return edges


def expected(gaps: list[int]) -> list[tuple[int, bool]]:
    """The rule in other words: of all levels, those that held for QUIET and are not the one held before."""
    edges = trains(gaps)
    held = [edge for edge, gap in zip(edges, [*gaps[1:], QUIET], strict=False) if gap >= QUIET]
    taken: list[tuple[int, bool]] = []
    for at, level in held:
        if level != (taken[-1][1] if taken else False):
            taken.append((at, level))
    return taken


def by_edges(gaps: list[int]) -> list[tuple[int, bool]]:
    """As a driver with interrupts and no timer of its own does: told of edges, asked once more at the end."""
    contact, taken = Debounce(QUIET, False), []
    for at, raw in trains(gaps):
        edge = contact.see(raw, at)
        if edge is not None:
            taken.append((edge, contact.level))
    edge = contact.look(sum(gaps) + QUIET)
    if edge is not None:
        taken.append((edge, contact.level))
    return taken


def by_deadlines(gaps: list[int]) -> list[tuple[int, bool]]:
    """As a driver with timers does: asked at each deadline that comes before the next edge."""
    contact, taken = Debounce(QUIET, False), []
    for at, raw in [*trains(gaps), (10**9, None)]:
        due = contact.deadline()
        if due is not None and due <= at:
            edge = contact.look(due)
            assert edge is not None, "a deadline that decides nothing would make its caller spin"
            taken.append((edge, contact.level))
        if raw is not None:
            assert contact.see(raw, at) is None
    assert contact.deadline() is None
    return taken


def by_polling(gaps: list[int]) -> list[tuple[int, bool]]:
    """As a board does: the level each millisecond, repeated levels and all."""
    contact, taken = Debounce(QUIET, False), []
    changes = dict(trains(gaps))
    level = False
    for at in range(sum(gaps) + QUIET + 1):
        level = changes.get(at, level)
        edge = contact.see(level, at)
        if edge is not None:
            taken.append((edge, contact.level))
    return taken


@given(st.lists(MILLISECONDS, max_size=40))
@example([1, 1])  # the glitch that leaves a first-edge rule pressed for ever
@example([1, 1, 30, 1])  # and that makes it tell two rises in a row
@example([5, QUIET - 1])
@example([5, QUIET])
def test_any_input_style_takes_the_levels_that_held(gaps: list[int]) -> None:
    """R029: however a driver asks, only levels that held still count, dated to where they began."""
    assert by_edges(gaps) == by_deadlines(gaps) == by_polling(gaps) == expected(gaps)


@given(st.lists(MILLISECONDS, max_size=40))
def test_edges_alternate_and_the_last_is_the_truth(gaps: list[int]) -> None:
    """R029: a coin is never counted twice, and no contact is left pressed that is not."""
    taken = by_edges(gaps)
    assert [level for _, level in taken] == [n % 2 == 0 for n in range(len(taken))]
    assert [at for at, _ in taken] == sorted({at for at, _ in taken})
    assert (taken[-1][1] if taken else False) == (len(gaps) % 2 == 1)


def test_a_glitch_is_no_edge() -> None:
    """R029: 1 ms of contact; a first-edge rule says pressed here, and nothing ever releases it."""
    contact = Debounce(QUIET, False)
    assert (contact.see(True, 1), contact.see(False, 2)) == (None, None)
    assert (contact.look(1000), contact.deadline(), contact.level) == (None, None, False)


def test_a_bouncing_press_is_one_edge_dated_to_its_last_bounce() -> None:
    contact = Debounce(QUIET, False)
    for at, raw in [(100, True), (101, False), (103, True), (104, False), (106, True)]:
        assert contact.see(raw, at) is None
    assert contact.look(125) is None
    assert contact.deadline() == 126
    assert contact.look(126) == 106
    assert contact.look(127) is None


def test_an_input_that_begins_active_says_nothing() -> None:
    contact = Debounce(QUIET, True)
    assert contact.see(True, 5) is None
    assert contact.deadline() is None


def test_without_a_quiet_period_each_change_counts_at_once() -> None:
    contact = Debounce(0, False)
    assert [contact.see(raw, at) for at, raw in [(3, True), (3, True), (4, False)]] == [3, None, 4]


def storm_times(times: list[int], **settings: int) -> tuple[StormGuard, list[int]]:
    guard = StormGuard(**settings)
    return guard, [at for at in times if guard.edge(at)]


def test_a_fast_hand_is_no_storm() -> None:
    guard, storms = storm_times(list(range(0, 10_000, 25)), limit=40, window=1000)
    assert (storms, guard.muted, guard.deadline()) == ([], False, None)


def test_one_edge_too_many_in_the_window_is_a_storm_told_once() -> None:
    guard, storms = storm_times(list(range(0, 10_000, 24)), limit=40, window=1000)
    assert storms == [40 * 24]
    assert guard.muted


def test_a_storm_ends_when_it_has_been_quiet_for_long_enough() -> None:
    guard, _ = storm_times([*range(41), 500], limit=40, window=1000, quiet=5000)
    assert guard.edges == 42
    assert guard.deadline() == 5500
    assert not guard.calm(5499)
    assert guard.calm(5500)
    assert not guard.calm(5501)
    assert not guard.edge(5502), "what was before the storm's end does not count for the next"


def test_edges_known_only_by_their_number_are_a_storm_too() -> None:
    guard = StormGuard(limit=40, window=1000)
    assert not guard.edge(0, 40)
    assert guard.edge(1)
    assert StormGuard(limit=40).edge(0, 10**12)


@given(st.lists(st.integers(0, 400), max_size=60), st.integers(1, 6))
def test_a_storm_is_what_any_window_shows(gaps: list[int], limit: int) -> None:
    """The first storm is told at the first edge whose window holds more than the limit."""
    times = [sum(gaps[: n + 1]) for n in range(len(gaps))]
    over = [at for n, at in enumerate(times) if sum(at - t < 1000 for t in times[: n + 1]) > limit]
    assert storm_times(times, limit=limit, window=1000)[1][:1] == over[:1]
