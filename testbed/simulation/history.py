"""The history of one seed: days of deeds and faults, everything repaired at the end, and the whole ledger audited."""

import asyncio
import gc
import logging
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants
from controller.ledger.reader import Reader
from controller.table.state import Phase
from testbed.simulation import deeds, mishaps
from testbed.simulation.virtual import VirtualLoop
from testbed.simulation.world import World

STEPS = 100  # per day
MISHAP = 0.14  # the probability that a step is a fault
MEMORY = Path("/dev/shm")  # noqa: S108 (a disk that costs no time, where there is one)


@dataclass
class History:
    """The outcome of one seed."""

    seed: int
    table: str
    days: int
    steps: int = 0
    rows: int = 0
    messages: str = ""  # digest of every row and message
    wrong: list[str] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)  # kind -> number of rows
    story: list[str] = field(default_factory=list)
    at: int = 0  # the step at which it failed

    def facts(self) -> dict[str, Any]:
        return asdict(self)


class _Heard(logging.Handler):
    """Counts an error that the controller caught and logged as a violation."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.wrong: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.wrong.append(f"{record.name}: {record.getMessage()}: {record.exc_info[1]!r}")


@contextmanager
def _hearing() -> Iterator[_Heard]:
    heard, root = _Heard(), logging.getLogger()
    root.addHandler(heard)
    try:
        yield heard
    finally:
        root.removeHandler(heard)


def play(seed: int, days: int, without: Collection[int] = ()) -> History:
    """The same seed, days and omitted steps give the same history."""
    folder = Path(tempfile.mkdtemp(prefix="litbet-sim-", dir=MEMORY if MEMORY.is_dir() else None))
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        with _hearing() as heard:
            world = World(loop, seed, folder)
            history = History(seed, world.table.name.removesuffix(".toml"), days)
            loop.run_until_complete(_live(world, history, frozenset(without), heard))
        return history
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        shutil.rmtree(folder, ignore_errors=True)
        gc.collect()


async def _live(world: World, history: History, without: Collection[int], heard: _Heard) -> None:
    await world.begin()
    for step in range(history.days * STEPS):
        if step not in without:
            await _step(world, step)
            history.steps += 1
        if wrong := _wrong(world, heard):
            history.at = step
            break
    else:
        await _end(world)
        wrong = _wrong(world, heard)
        history.at = history.days * STEPS
    if world.life:
        await world.life.bury()
    history.wrong = wrong
    history.messages = world.watch.digest()
    history.faults, history.story = dict(world.faults), world.story
    for ledger in world.watch.ledgers.values():
        history.rows += len(ledger.rows)
        for kind, _ in ledger.rows:
            history.kinds[kind] = history.kinds.get(kind, 0) + 1


def _wrong(world: World, heard: _Heard) -> list[str]:
    return [*world.watch.wrong, *world.loop.broken, *heard.wrong]


async def _step(world: World, step: int) -> None:
    random = Random(f"{world.seed}/{step}")
    if step % STEPS == STEPS - 1:
        if world.running and random.random() < 0.7:
            await world.ask("table close", {}, ("floor",))
        await world.night(random)
    elif random.random() < MISHAP:
        await _one_of(world, random, mishaps.MISHAPS)
    elif world.running:
        await _one_of(world, random, [*deeds.OFTEN[world.phase], *deeds.ALWAYS])
    await world.rest(random)
    if world.life is None or world.life.ended:
        await _recover(world, random)


async def _one_of(world: World, random: Random, choice: list[tuple[int, Any]]) -> None:
    if world.life is None or world.life.ended:
        return
    weights, does = zip(*choice, strict=True)
    await random.choices(does, weights)[0](world, random)


async def _recover(world: World, random: Random) -> None:
    """After the controller has ended: the cause, how long it stays off, and what else lost power."""
    if world.life and not world.life.power.on:
        where = world.life.power.where
        world.fault(f"power cut {where}")
        if random.random() < 0.5:
            world.clock.reboot(battery=random.random() < 0.5)
            world.tell("the machine boots")
        if random.random() < 0.3:
            world.coins_lost = True
            world.board.brownout()
            world.board.power()
    await world.ended()
    if random.random() < 0.4:
        world.clock.wind(random.choice((2, 30, 400, 4000)))
    if random.random() < 0.7:
        world.disk.fault = ""
    if random.random() < 0.7:
        world.clock.server(True)
    await world.start()


def _looks_right(world: World) -> None:
    """If nothing is broken any more, the table must be in service, and lamps and signs must show its state."""
    if world.running is None:
        world.watch.find("all was put right, and the controller does not run")
        return
    status = world.running.status()
    if world.phase is Phase.FAULT:
        world.watch.find(f"all was put right, and the table is out of service: {status['fault']}")
    lamps = {ref.name: spot for ref, spot in world.config.lamps.items()}
    for lamp, spot in lamps.items():
        if world.board.lamp(lamp) != status["spots"][spot]["lamp"]:
            world.watch.find(f"{spot} should be {status['spots'][spot]['lamp']}, its lamp is {world.board.lamp(lamp)}")
    played = [jackpot for jackpot in world.rules.jackpots if not world.state.book.left(jackpot)]
    here = {jackpot: world.running.meter(jackpot) for jackpot in played}
    meters = {jackpot: (meter["cents"], meter["state"]) for jackpot, meter in here.items()}
    for name, glass in (world.life.numeric_signs if world.life else {}).items():
        jackpot = next(sign.jackpot for sign in world.config.numeric_signs if sign.name == name)
        if jackpot not in meters:
            continue
        cents, state = meters[jackpot]
        says = "" if state == "test" else f"{cents / 100:.2f}"  # digits cannot show that it is training
        if glass.glass != says:
            world.watch.find(f"{name} shows {glass.glass or 'nothing'}, the meter is {cents} cents ({state})")
    if world.watch.here:
        for post in world.watch.here.bookkeeping.overdue(world.clock.utc()):
            world.watch.find(f"all was put right, and not posted is {post}")
    for sign in world.broker.signs:
        shown = {jackpot: (meter["cents"], meter["state"]) for jackpot, meter in sign.shows.items()}
        if shown != meters:
            world.watch.find(f"{sign.name} shows {shown}, the meters are {meters}")


async def _end(world: World) -> None:
    """Repairs everything, counts the coins, audits the ledger."""
    if world.running is None:
        await _recover(world, Random(f"{world.seed}/end"))
    if world.life:
        world.life.power.left = None
    random = Random(f"{world.seed}/right")
    await deeds.put_right(world, random)
    await deeds.last_hand(world, random)
    await world.pause(5)
    _looks_right(world)
    await world.stop()
    real = world.watch.ledgers["real"]
    for spot, dropped in world.coins.items():
        credited = real.bookkeeping.pulses[spot]
        if credited > dropped or (credited < dropped and not world.coins_lost):
            world.watch.find(f"{spot} has swallowed {dropped} coins, and {credited} are credited")
    reader = Reader(world.real.ledger_url)
    try:
        for finding in audit(reader, invariants()):
            world.watch.find(f"audit: {finding.name}: {finding.message}")
    finally:
        reader.close()
