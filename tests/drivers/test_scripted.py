"""The scripted driver beyond the contract: what a script may say, and what it may not."""

import pytest
from support.drivers.scripted import Scripted

from drivers.contract import Batch, LinkUp, Reading, Signal, Unsure


class Play:
    def __init__(self) -> None:
        self.now = 100
        self.signals: list[Signal] = []
        self.driver = Scripted("script", ["seat1", "lock"], ["lamp1"], lambda: self.now)
        self.driver.start(self.hear)

    def hear(self, batch: Batch) -> None:
        self.signals += batch.signals
        self.driver.done(batch.token)


def test_an_edge_may_be_dated() -> None:
    play = Play()
    play.driver.edge("seat1", True, 70)
    play.driver.edge("lock", True)
    assert play.signals[1:] == [Reading("seat1", True, 1, 70), Reading("lock", True, 1, 100)]
    assert play.driver.tokens == [1, 2, 3]


def test_edges_while_the_link_is_down_are_missed_once() -> None:
    play = Play()
    play.driver.down("cable")
    play.driver.edge("seat1", True)
    play.driver.up()
    play.driver.up()
    first, again = [s for s in play.signals[1:] if isinstance(s, LinkUp)]
    assert (first.counts["seat1"], first.missed, again.missed) == (1, {"seat1": 1}, {})


def test_a_new_boot_begins_its_counts_anew() -> None:
    play = Play()
    for level in (True, False, True):
        play.driver.edge("seat1", level)
    play.driver.up(boot=9)
    assert play.signals[-1] == LinkUp(9, {"seat1": 1, "lock": 0}, {}, 100)


def test_unsure_edges_count() -> None:
    play = Play()
    play.driver.unsure("seat1", 3)
    play.driver.edge("seat1", False)
    assert play.signals[1:] == [Unsure("seat1", 3, 100), Reading("seat1", False, 4, 100)]


def test_a_script_that_contradicts_itself_is_refused() -> None:
    play = Play()
    with pytest.raises(ValueError, match="script has no input seat9"):
        play.driver.edge("seat9", True)
    with pytest.raises(ValueError, match="seat1 is open already"):
        play.driver.edge("seat1", False)
