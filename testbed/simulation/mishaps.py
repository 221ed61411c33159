"""What fails around the table: cables, boards, sensors, broker, signs, disks, clocks, power."""

from collections.abc import Awaitable, Callable
from random import Random

from controller.table.rules import Sensor
from testbed.simulation import signs
from testbed.simulation.board import CABLES
from testbed.simulation.disk import DISK_FAULTS
from testbed.simulation.world import World

Mishap = Callable[[World, Random], Awaitable[object]]


async def bad_cable(world: World, random: Random) -> None:
    kind = random.choice(CABLES)
    world.board.cable(kind)
    world.fault("cable mended" if kind == "good" else "cable", f": it is {kind}")


async def unplugged(world: World, random: Random) -> None:
    if world.board.plugged:
        world.fault("board unplugged")
        world.board.unplug()
        await world.pause(random.choice((0.1, 2.0, 6.0)))
    world.board.plugged = True


async def brownout(world: World, random: Random) -> None:
    world.fault("board without power")
    world.coins_lost = True
    world.board.brownout()
    await world.pause(random.choice((0.05, 0.5, 3.0)))
    world.board.power()


async def stuck(world: World, random: Random) -> None:
    spot = random.choice([*world.inputs])
    if world.rules.spots[spot].sensor is not Sensor.COIN:
        world.fault("sensor stuck", f": {spot}")
        world.board.stick(world.inputs[spot])


async def chatter(world: World, random: Random) -> None:
    spot = random.choice([*world.inputs])
    if world.rules.spots[spot].sensor is not Sensor.COIN:
        world.fault("sensor chatters", f": {spot}")
        world.board.chatter(world.inputs[spot])


async def broker(world: World, random: Random) -> None:
    state = random.choice(signs.STATES)
    world.fault("broker mended" if state == "there" else "broker", f" is {state}")
    world.broker.become(state)


async def sign(world: World, random: Random) -> None:
    each = random.choice([*world.broker.signs, *(world.life.numeric_signs.values() if world.life else ())] or [None])
    if each:
        each.mood = random.choice(signs.MOODS)
        world.fault("sign mended" if each.mood == "good" else "sign", f" {each.name}: {each.mood}")


async def signs_silent(world: World, random: Random) -> None:
    """All signs fall silent until the table notices."""
    world.fault("all signs silent")
    for each in (*world.broker.signs, *(world.life.numeric_signs.values() if world.life else ())):
        each.mood = "silent"
    await world.pause(world.rules.signs.grace / 1000 + 5)


async def bad_disk(world: World, random: Random) -> None:
    world.disk.fault = random.choice(DISK_FAULTS)
    world.fault(world.disk.fault)


async def slow_disk(world: World, random: Random) -> None:
    world.loop.slow = random.choice((0.0, 0.03, 0.4))
    world.fault("disk slow" if world.loop.slow else "disk quick again", f": {world.loop.slow:g} s")


async def clock_steps(world: World, random: Random) -> None:
    ms = random.choice((-86_400_000, -3_600_000, -2000, 900, 2000, 3_600_000, 90_000_000, 20 * 86_400_000))
    world.fault("clock steps", f" by {ms / 1000:g} s")
    world.clock.step(ms)


async def clock_drifts(world: World, random: Random) -> None:
    rate = random.choice((0.0, 0.98, 1.0005, 1.03))
    world.fault("clock drifts" if rate else "clock stops", f": {rate:g}")
    world.clock.drift(rate)


async def time_server(world: World, random: Random) -> None:
    there = random.random() < 0.6
    world.fault("time server found" if there else "time server lost")
    world.clock.server(there)


async def power_soon(world: World, random: Random) -> None:
    """The power fails between two of the next effects."""
    if world.life and world.life.power.left is None:
        world.life.power.left = random.choice((0, 1, 2, 3, 4, 5, 6, 8, 11, 15, 22))
        world.tell("soon the power will go")


async def power_now(world: World, random: Random) -> None:
    if world.life:
        world.life.power.cut("between two steps")


async def restart(world: World, random: Random) -> None:
    """A clean restart, in any phase."""
    world.fault("restart in good order")
    await world.stop()
    await world.start()


MISHAPS: list[tuple[int, Mishap]] = [
    (5, bad_cable), (3, unplugged), (2, brownout), (3, stuck), (2, chatter), (4, broker), (4, sign), (1, signs_silent),
    (4, bad_disk), (3, slow_disk), (4, clock_steps), (2, clock_drifts), (3, time_server), (14, power_soon),
    (4, power_now), (4, restart),
]  # fmt: skip
