"""Made-up worlds, each from a seed: no law is broken in any of them, and each can be played again."""

import json
import os
import secrets
import subprocess
import sys
from itertools import count

import pytest

from testbed.simulation.history import play
from testbed.simulation.run import run
from testbed.simulation.world import TABLES

FRESH = secrets.randbelow(1 << 32)


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_a_day_at_each_shipped_table_breaks_no_law(seed: int) -> None:
    history = play(seed, 1)
    assert not history.wrong, (seed, history.wrong, history.story[-20:])
    assert history.kinds["lock"] > 2


@pytest.mark.parametrize("place", range(4))
def test_nor_does_one_that_nobody_has_seen(place: int) -> None:
    """`litbet sim --seed N --days 1` tells a failing one again."""
    history = play(FRESH + place, 1)
    assert not history.wrong, (FRESH + place, history.wrong, history.story[-20:])


def played(seed: int, hash_seed: int) -> dict[str, object]:
    command = [sys.executable, "-m", "controller", "sim", "--seed", str(seed), "--days", "1", "--json"]
    env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    found: dict[str, object] = json.loads(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    return found


@pytest.mark.parametrize("seed", [1, 6])
def test_the_same_seed_makes_the_same_history_to_the_byte(seed: int) -> None:
    """Every row, message, fault and sentence, in two processes with different hashes of strings."""
    assert played(seed, 1) == played(seed, 2)


def test_another_seed_makes_another_history() -> None:
    assert play(0, 1).messages != play(len(TABLES), 1).messages


def test_several_processes_find_what_one_finds() -> None:
    alone, together = run(range(3), 1, 1), run(range(3), 1, 2)
    assert alone.facts() == together.facts()
    assert (alone.seeds, alone.days) == (3, 3)
    assert sum(alone.faults.values()) > 10


def test_when_the_time_is_up_no_world_is_begun_any_more() -> None:
    assert run(count(), 1, 1, until=0.001).seeds == 1
