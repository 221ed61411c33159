"""What every driver promises, held against all of them: pins, a simulated board on a serial line, the script,
and a driver added by one file, as a table builds it from its own."""

import asyncio
import json
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from sim_table import SimTable
from support.config.files import Edit, write
from support.drivers.added_driver import registered
from support.drivers.board import simulated_board
from support.drivers.scripted import Scripted
from support.spoken import say
from support.virtual_time import VirtualTime
from support.waiting import until

from controller.config.load import load
from controller.daemon.hardware import build
from drivers.contract import Batch, Clock, Driver, LinkDown, LinkUp, Pattern, Reading, Signal, Storm, Unsure
from drivers.gpio import Gpio, InputPin
from drivers.lamps import RGB, colour_at
from drivers.serial_board import SerialBoard
from testbed.bench.clock import BenchClock

INPUTS = ("seat1", "seat2", "coin", "lock")
LAMPS = ("lamp1", "lamp2")


class Receiver:
    """A receiver that keeps what it is told and holds each batch against the contract. A driver survives a sink
    that raises, so faults are noted, and asserted at the end."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.signals: list[Signal] = []
        self.faults: list[str] = []
        self.counts: dict[str, int] = {}
        self.boot = 0
        self.token = 0
        self.up = False
        self.muted: set[str] = set()

    def __call__(self, batch: Batch) -> None:
        self.expect(bool(batch.signals), "a batch says something")
        self.expect(batch.token > self.token, "tokens rise")
        self.token = batch.token
        for signal in batch.signals:
            self.expect(signal.at <= self.clock(), "nothing happens in the future")
            self.take(signal)
            self.signals.append(signal)

    def expect(self, truth: bool, what: str) -> None:
        if not truth:
            self.faults.append(f"{what}: {self.signals[-3:]}")

    def take(self, signal: Signal) -> None:
        match signal:
            case LinkUp():
                self.expect(set(signal.counts) == set(INPUTS), "all inputs are known after LinkUp")
                if signal.boot == self.boot:
                    missed = {name: signal.counts[name] - self.counts[name] for name in INPUTS}
                    self.expect(
                        {name: n for name, n in missed.items() if n} == dict(signal.missed),
                        "the counts say what was missed",
                    )
                self.boot, self.counts, self.up = signal.boot, dict(signal.counts), True
            case LinkDown():
                self.expect(len(say(signal.why)) > 10, "a person can read why")
                self.up = False
            case Unsure():
                self.expect(self.up, "only a link that is up says anything")
                self.counts[signal.input] += signal.missing
                self.muted.discard(signal.input)
            case Storm():
                self.expect(self.up and signal.input not in self.muted, "a storm is told once")
                self.muted.add(signal.input)
            case Reading():
                self.expect(self.up and signal.input not in self.muted, "what is out says nothing")
                self.counts[signal.input] += 1
                self.expect(signal.count == self.counts[signal.input], "no edge goes untold")
                self.expect(signal.level == signal.count & 1, "the lowest bit is the level")

    def level(self, name: str) -> bool:
        return bool(self.counts[name] & 1)

    def all(self, kind: type, name: str = "") -> list[Any]:
        return [s for s in self.signals if isinstance(s, kind) and name in ("", getattr(s, "input", ""))]


class Rig(ABC):
    """A driver and the hands that work its inputs. Where hands cannot act, the test does not use this rig."""

    driver: Driver
    clock: Clock

    @abstractmethod
    def put(self, name: str, level: bool) -> None:
        """What happens at the contact itself."""

    @abstractmethod
    def shown(self, lamp: str, pattern: Pattern) -> bool:
        """Whether this lamp shows this (steady) pattern."""

    async def wait(self, ms: int) -> None:
        """By the clock of the contacts, which no busy machine slows down."""
        await asyncio.sleep(ms / 1000)

    async def bounce(self, name: str) -> None:
        """A contact that chatters for some milliseconds and then is closed."""
        for level in (True, False, True, False, True):
            self.put(name, level)
            await self.wait(2)

    async def storm(self, name: str) -> None:
        """A hundred clean edges, faster than a hand's."""
        for n in range(100):
            self.put(name, n % 2 == 0)
            await self.wait(5)

    async def debounce(self) -> None:
        """Longer than any input of this rig bounces."""
        await self.wait(100)

    @abstractmethod
    async def calm(self) -> None:
        """Six seconds in which nobody touches anything."""

    @abstractmethod
    async def lose(self) -> None:
        """The inputs can no longer be read."""

    @abstractmethod
    async def find(self) -> None:
        """They can again."""

    def begin(self) -> Receiver:
        self.heard = Receiver(self.clock)
        self.driver.start(self.heard)
        return self.heard

    async def until(self, truth: Callable[[], bool]) -> None:
        await until(truth)

    async def set(self, name: str, level: bool) -> None:
        """A clean edge, waited for until it is told."""
        self.put(name, level)
        await self.until(lambda: self.heard.level(name) == level)


class Pins(Rig):
    WIRING: Mapping[str, InputPin] = {
        "seat1": InputPin("GPIO17"),
        "seat2": InputPin("GPIO27"),
        "coin": InputPin("GPIO23", debounce_ms=2),
        "lock": InputPin("GPIO22", active_low=False, debounce_ms=5),
    }
    PAINT: Mapping[str, tuple[str, ...]] = {"lamp1": ("GPIO5", "GPIO6", "GPIO13"), "lamp2": ("GPIO19",)}

    def __init__(self) -> None:
        self.clock = VirtualTime().now
        self.factory = MockFactory()
        self.driver = Gpio("pins", self.WIRING, self.PAINT, lambda: self.factory, self.clock)

    def put(self, name: str, level: bool) -> None:
        pin = self.factory.pin(self.WIRING[name].pin)
        (pin.drive_high if level != self.WIRING[name].active_low else pin.drive_low)()

    def shown(self, lamp: str, pattern: Pattern) -> bool:
        rgb = RGB[colour_at(pattern, 0)]
        pins = self.PAINT[lamp]
        return tuple(self.factory.pin(pin).state for pin in pins) == (rgb if len(pins) == 3 else (any(rgb),))

    async def calm(self) -> None:
        await self.wait(6000)

    async def lose(self) -> None:
        """The notification thread dies, which two changes without a callback show."""
        for wiring in self.WIRING.values():
            self.factory.pin(wiring.pin).edges = "none"
        self.put("lock", True)
        self.put("coin", True)
        await self.until(lambda: not self.heard.up)
        self.put("lock", False)
        self.put("coin", False)

    async def find(self) -> None:
        await self.wait(3000)
        for wiring in self.WIRING.values():
            self.factory.pin(wiring.pin).edges = "both"
        self.put("lock", True)
        self.put("lock", False)


class Board(Rig):
    """In real time, but for the clock of the driver, which can be put forward."""

    DEBOUNCE: Mapping[str, int] = {"seat1": 20, "seat2": 20, "coin": 2, "lock": 5}

    def __init__(self, board: SimTable) -> None:
        self.board = board
        self.forward = 0
        self.clock = lambda: time.monotonic_ns() + self.forward
        self.driver = SerialBoard("board", board.port, INPUTS, LAMPS, self.DEBOUNCE, self.clock)

    def put(self, name: str, level: bool) -> None:
        self.board.set(name, level)

    async def wait(self, ms: int) -> None:
        await self.board.wait(ms)

    async def bounce(self, name: str) -> None:
        await self.board.bounce(name, 10)

    async def storm(self, name: str) -> None:
        for n in range(100):
            self.board._at(5 * n, partial(self.board._set, name, n % 2 == 0))
        await self.board.wait(500)

    def shown(self, lamp: str, pattern: Pattern) -> bool:
        return self.board.lamp(lamp) == pattern

    async def calm(self) -> None:
        self.forward += 6_000_000_000

    async def lose(self) -> None:
        self.board.unplug()

    async def find(self) -> None:
        self.board.plug()


class Script(Rig):
    def __init__(self, driver: Scripted, clock: Clock) -> None:
        self.clock = clock
        self.driver = self.script = driver

    def put(self, name: str, level: bool) -> None:
        self.script.edge(name, level)

    def shown(self, lamp: str, pattern: Pattern) -> bool:
        return self.script.shown[lamp] == pattern

    async def storm(self, name: str) -> None:
        self.script.storm(name, 41)
        for n in range(100):
            self.put(name, n % 2 == 0)
        self.muted = name

    async def calm(self) -> None:
        self.script.unsure(self.muted)

    async def lose(self) -> None:
        self.script.down("the script lost its page")

    async def find(self) -> None:
        self.script.up()


@asynccontextmanager
async def pins() -> AsyncIterator[Rig]:
    yield Pins()


@asynccontextmanager
async def serial() -> AsyncIterator[Rig]:
    async with simulated_board(INPUTS, LAMPS) as board:
        yield Board(board)


@asynccontextmanager
async def script() -> AsyncIterator[Rig]:
    clock = VirtualTime().now
    yield Script(Scripted("script", INPUTS, LAMPS, clock), clock)


@asynccontextmanager
async def added() -> AsyncIterator[Rig]:
    section = f'[[driver]]\nname = "io"\nkind = "coupler"\nhost = "10.0.0.7"\ninputs = {json.dumps(INPUTS)}\n'
    lamps = [Edit(f'lamp = "board:{lamp}"', f'lamp = "io:{lamp}"') for lamp in LAMPS]
    with registered(), tempfile.TemporaryDirectory() as folder:
        config = load(write(Path(folder), [Edit("[keys]", f"{section}\n[keys]"), *lamps]))
        clock = BenchClock(0)
        driver = build(config, clock)["io"]
    assert isinstance(driver, Scripted)
    VirtualTime()
    yield Script(driver, clock.mono)


RIGS = {"gpio": pins, "serial": serial, "scripted": script, "added": added}


@pytest.fixture(params=RIGS)
async def rig(request: pytest.FixtureRequest) -> AsyncIterator[Rig]:
    async with RIGS[request.param]() as rig:
        yield rig
        await rig.driver.close()
        assert rig.heard.faults == []


async def test_the_link_comes_up_first_with_everything_known(rig: Rig) -> None:
    """E30: sensors are read again after a power cut."""
    rig.put("seat2", True)
    await rig.debounce()  # a board does so whether anybody listens or not
    began = rig.clock()
    heard = rig.begin()
    await rig.until(lambda: bool(heard.signals))
    up = heard.signals[0]
    assert isinstance(up, LinkUp)
    assert up.boot != 0
    assert {name: count & 1 for name, count in up.counts.items()} == {
        "seat1": 0,
        "seat2": 1,
        "coin": 0,
        "lock": 0,
    }
    assert began <= up.at


async def test_it_says_what_it_has(rig: Rig) -> None:
    rig.begin()
    assert (set(rig.driver.inputs), set(rig.driver.lamps)) == (set(INPUTS), set(LAMPS))


async def test_edges_are_told_in_the_order_they_happened(rig: Rig) -> None:
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    began = rig.clock()
    hand = [("seat1", True), ("seat2", True), ("seat1", False), ("lock", True), ("lock", False), ("seat1", True)]
    for name, level in hand:
        await rig.set(name, level)
    readings = heard.all(Reading)
    assert [(r.input, r.level) for r in readings] == hand
    assert [r.count - heard.all(LinkUp)[0].counts[r.input] for r in readings] == [1, 1, 2, 1, 2, 3]
    assert all(began - 10_000_000 <= r.at <= rig.clock() for r in readings)


async def test_edges_between_two_looks_lose_no_order(rig: Rig) -> None:
    """E01: which came first decides whether a bet plays."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    for name in ("seat2", "lock", "seat1"):
        rig.put(name, True)
        await rig.wait(3)
    await rig.until(lambda: len(heard.all(Reading)) == 3)
    assert [r.input for r in heard.all(Reading)] == ["seat2", "lock", "seat1"]


@pytest.mark.parametrize("rig", sorted(RIGS.keys() - {"scripted", "added"}), indirect=True)
async def test_a_bouncing_contact_makes_one_edge(rig: Rig) -> None:
    """R029."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    await rig.bounce("seat1")
    await rig.until(lambda: heard.level("seat1"))
    await rig.set("lock", True)
    assert [r.level for r in heard.all(Reading, "seat1")] == [True]


async def test_a_storm_takes_its_input_out_and_quiet_brings_it_back(rig: Rig) -> None:
    """R183: a fault names its place, and goes when it is gone."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    await rig.storm("coin")
    await rig.until(lambda: bool(heard.all(Storm)))
    await rig.set("seat1", True)
    assert [s.input for s in heard.all(Storm)] == ["coin"]
    assert heard.all(Storm)[0].edges > 40
    assert not heard.all(Unsure)
    await rig.calm()
    await rig.until(lambda: bool(heard.all(Unsure)))
    assert [s.input for s in heard.all(Unsure)] == ["coin"]
    before = heard.counts["coin"]
    await rig.set("coin", not before & 1)
    assert [r.count for r in heard.all(Reading, "coin")][-1] == before + 1


async def test_lamps_show_what_was_last_asked(rig: Rig) -> None:
    """R028; what is not named is off."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    rig.driver.show({"lamp1": Pattern.LIT, "lamp2": Pattern.LOCKED})
    await rig.until(lambda: rig.shown("lamp1", Pattern.LIT) and rig.shown("lamp2", Pattern.LOCKED))
    rig.driver.show({"lamp1": Pattern.LOCKED})
    await rig.until(lambda: rig.shown("lamp1", Pattern.LOCKED) and rig.shown("lamp2", Pattern.OFF))


async def test_lamps_asked_for_before_the_start_are_shown_after_it(rig: Rig) -> None:
    """R160: the same lamps at once after an interruption."""
    rig.driver.show({"lamp1": Pattern.LOCKED})
    rig.begin()
    await rig.until(lambda: rig.shown("lamp1", Pattern.LOCKED))


async def test_an_unknown_lamp_is_refused_and_changes_nothing(rig: Rig) -> None:
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    rig.driver.show({"lamp1": Pattern.LIT})
    await rig.until(lambda: rig.shown("lamp1", Pattern.LIT))
    with pytest.raises(ValueError, match="has no lamp lamp9"):
        rig.driver.show({"lamp9": Pattern.LIT})
    await rig.set("seat1", True)
    assert rig.shown("lamp1", Pattern.LIT)


async def test_after_close_nothing_is_said_and_lamps_are_off(rig: Rig) -> None:
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    rig.driver.show({"lamp1": Pattern.LIT})
    await rig.until(lambda: rig.shown("lamp1", Pattern.LIT))
    rig.put("seat1", True)  # not told yet, and never to be
    await rig.driver.close()
    before = list(heard.signals)
    rig.put("seat2", True)
    rig.driver.show({"lamp2": Pattern.LIT})
    rig.driver.done(heard.token)
    await rig.until(lambda: rig.shown("lamp1", Pattern.OFF) and rig.shown("lamp2", Pattern.OFF))
    await rig.debounce()
    await rig.driver.close()
    assert heard.signals == before


async def test_a_driver_that_never_began_can_be_closed(rig: Rig) -> None:
    rig.heard = Receiver(rig.clock)
    await rig.driver.close()


async def test_a_lost_link_says_so_and_its_return_tells_what_was_missed(rig: Rig) -> None:
    """R160, R183."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    await rig.set("seat1", True)
    await rig.lose()
    await rig.until(lambda: not heard.up)
    assert rig.driver.health()["up"] is False
    rig.put("seat1", False)
    rig.put("seat2", True)
    await rig.debounce()
    await rig.find()
    await rig.until(lambda: len(heard.all(LinkUp)) == 2)
    first, again = heard.all(LinkUp)
    assert again.boot == first.boot
    assert (again.counts["seat1"] & 1, again.counts["seat2"] & 1) == (0, 1)
    assert (again.missed["seat1"], again.missed["seat2"]) == (1, 1)
    await rig.set("seat1", True)


async def test_lamps_are_shown_again_after_a_lost_link(rig: Rig) -> None:
    """R160."""
    heard = rig.begin()
    await rig.until(lambda: heard.up)
    await rig.lose()
    await rig.until(lambda: not heard.up)
    rig.driver.show({"lamp1": Pattern.LOCKED})
    await rig.find()
    await rig.until(lambda: heard.up and rig.shown("lamp1", Pattern.LOCKED))


async def test_a_receiver_that_fails_does_not_stop_the_sensing(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    """Law: sensing goes on whatever the receiver does."""
    rig.heard = Receiver(rig.clock)
    faulty = True

    def sink(batch: Batch) -> None:
        rig.heard(batch)
        if faulty:
            raise RuntimeError("the receiver is broken")

    rig.driver.start(sink)
    await rig.until(lambda: rig.heard.up)
    await rig.set("seat1", True)
    faulty = False
    await rig.set("seat1", False)
    rig.driver.show({"lamp1": Pattern.LIT})
    await rig.until(lambda: rig.shown("lamp1", Pattern.LIT))
    assert "the receiver is broken" in caplog.text
