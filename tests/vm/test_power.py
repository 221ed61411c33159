"""The power goes, and the controller is killed: nothing that it acknowledged is lost or doubled. Run by `make test-vm`;
hundreds of cuts: `python -m benchmarks.vm`."""

from collections.abc import Iterator
from random import Random

import pytest

from benchmarks.vm.cuts import FrozenTable, crash_states, cuts_while_it_is_made, kills, power_cuts

pytestmark = pytest.mark.vm

SEED = 20261119


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrozenTable]:
    made = FrozenTable(tmp_path_factory.mktemp("table"))
    try:
        yield made
    finally:
        made.machine.cut()


def test_twenty_power_cuts_lose_nothing_that_was_acknowledged(table: FrozenTable) -> None:
    """R160, R161, E30-E33: on a disk whose cache is gone with the power."""
    figures = power_cuts(table, 20, Random(SEED), print)
    assert figures.ok(), figures
    assert figures.acknowledged > 100


def test_without_syncs_the_same_cuts_lose_something(table: FrozenTable) -> None:
    """Or the method would find nothing."""
    figures = power_cuts(table, 2, Random(SEED), print, sync=False)
    assert figures.lost or figures.unsound


def test_no_state_that_a_cut_may_leave_has_lost_anything(table: FrozenTable) -> None:
    """Writes in order, some of them, and torn ones, after any write of a recorded run."""
    figures = crash_states(table, 120, 15.0, Random(SEED), print)
    assert figures.ok(), figures
    assert figures.acknowledged > 20


def test_without_syncs_such_states_have_lost_something(table: FrozenTable) -> None:
    figures = crash_states(table, 20, 10.0, Random(SEED), print, sync=False)
    assert figures.lost or figures.unsound


def test_a_cut_while_the_ledger_is_made_leaves_it_whole_or_not_in_the_way(table: FrozenTable) -> None:
    figures = cuts_while_it_is_made(table, 24, Random(SEED), print)
    assert figures.ok(), figures


def test_a_controller_killed_at_random_goes_on_where_it_was(table: FrozenTable) -> None:
    """systemd starts it again by itself, in the middle of whatever it was."""
    figures = kills(table, 4, Random(SEED), print)
    assert figures.ok(), figures
