"""The self-playing dealer's eyes: what a slow sign skips does not stop him."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from controller.table.rules import Key
from testbed.bench.player import Latencies


def world() -> Any:
    return SimpleNamespace(edges={"key": (1, 100)}, key_input={Key.LOCK: "key"}, lamp_at={})


@pytest.mark.parametrize("phase", ["locked", "settled"])
def test_the_first_word_of_a_locked_round_counts(phase: str) -> None:
    """Where chips settle by themselves a broker that was away may show nothing earlier."""
    at = world()
    latencies = Latencies(at)
    at.committed([{"kind": "lock", "round": 7}], 300)
    for shown, ns in (("betting", 350), (phase, 400), ("settled", 900)):
        at.heard("litbet/bj-2/round", json.dumps({"round": 7, "phase": shown}).encode(), ns)
    latencies.note(7, None)
    assert (latencies.commit, latencies.sign) == ([200], [300])
