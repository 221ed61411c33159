"""Does the machine's clock follow a time server? (R194)"""

import pytest

from controller.daemon.clock import MachineClock


@pytest.mark.parametrize(
    ("answer", "synced"),
    [(0, True), (1, True), (4, True), (5, False), (-1, False)],  # a leap second is no fault; -1: it may not be asked
)
def test_only_a_clock_that_says_so_follows_a_time_server(answer: int, synced: bool) -> None:
    clock = MachineClock()
    clock._libc = type("Kernel", (), {"adjtimex": staticmethod(lambda _buffer: answer)})()
    assert clock.synced() is synced
