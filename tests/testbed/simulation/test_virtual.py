"""Time and power of the made-up world."""

import asyncio

import pytest

from testbed.simulation.board import WorldBoard
from testbed.simulation.virtual import MS, Pipe, Power, PowerCut, VirtualLoop, WorldClock


@pytest.fixture
def world_loop() -> object:
    loop = VirtualLoop()
    yield loop
    loop.close()


def test_a_day_passes_at_once_and_timers_come_in_order(world_loop: VirtualLoop) -> None:
    seen: list[str] = []
    world_loop.call_later(86_400, seen.append, "a day")
    world_loop.call_later(1, seen.append, "a second")
    began = world_loop.now
    world_loop.run_until_complete(asyncio.sleep(86_401))
    assert seen == ["a second", "a day"]
    assert (world_loop.now - began) // MS == 86_401_000


def test_a_world_in_which_nobody_waits_is_an_error_and_no_hang(world_loop: VirtualLoop) -> None:
    async def forever() -> None:
        await world_loop.create_future()

    with pytest.raises(RuntimeError, match="stands still"):
        world_loop.run_until_complete(forever())


def test_what_goes_into_a_pipe_comes_out_in_the_same_order(world_loop: VirtualLoop) -> None:
    """However the delays are."""
    seen: list[int] = []
    pipe = Pipe(world_loop)
    for number, delay in enumerate((0.5, 0.1, 0.5, 0.0)):
        pipe.put(delay, lambda number=number: seen.append(number))  # type: ignore[misc]
    world_loop.run_until_complete(asyncio.sleep(1))
    assert seen == [0, 1, 2, 3]


def test_the_power_goes_at_the_instant_that_was_drawn_and_nothing_follows() -> None:
    power = Power()
    power.effect("one")
    power.left = 1
    power.effect("two")
    for _ in range(2):
        with pytest.raises(PowerCut):
            power.effect("three")
    assert (power.on, power.where) == (False, "three")


def test_without_a_battery_the_clock_goes_on_where_it_stood(world_loop: VirtualLoop) -> None:
    clock = WorldClock(world_loop, 1_000_000)
    clock.server(False)
    clock.step(-500)
    clock.drift(0.0)
    clock.wind(60)
    assert (clock.utc(), clock.true()) == (999_500, 1_060_000)
    clock.reboot(battery=False)
    assert (clock.utc(), clock.synced(), clock.boot, clock.mono() // MS) == (999_500, False, "boot-2", 1000)
    clock.reboot(battery=True)
    assert clock.utc() == clock.true()
    clock.step(700)
    clock.server(True)
    assert (clock.utc(), clock.synced()) == (clock.true(), True)


def test_a_slot_takes_one_coin_at_a_time(world_loop: VirtualLoop) -> None:
    """Somebody drops another while ten are falling: eleven pulses, two edges each."""
    board = WorldBoard("board", ["slot"], [], world_loop, WorldClock(world_loop, 0), "seed")
    board.drop("slot", 10)
    world_loop.run_until_complete(asyncio.sleep(0.42))
    board.drop("slot", 1)
    world_loop.run_until_complete(asyncio.sleep(5))
    assert board.board is not None
    assert board.board.count == [22]
