"""The driver of a Raspberry Pi's pins, on gpiozero's mock pins and virtual time."""

import asyncio
import builtins
import gc
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from support.spoken import problem, say
from support.virtual_time import VirtualTime

from drivers.contract import Batch, DriverError, LinkDown, LinkUp, Pattern, Reading, Signal, Storm, Unsure
from drivers.gpio import MS, Gpio, InputPin, lgpio_factory
from drivers.lamps import RGB, Colour, colour_at

WIRING = {
    "seat1": InputPin("GPIO17", debounce_ms=30),
    "seat2": InputPin("GPIO27", debounce_ms=30),
    "lock": InputPin("GPIO22", active_low=False, debounce_ms=5),
}
LAMPS = {"lamp1": ("GPIO5",), "lamp2": ("GPIO6", "GPIO13", "GPIO19")}


class Table:
    """A driver on mock pins, what it told, and hands to work the pins."""

    def __init__(self) -> None:
        self.time = VirtualTime()
        self.factory = MockFactory()
        self.signals: list[Signal] = []
        self.gpio = Gpio("pins", WIRING, LAMPS, lambda: self.factory, self.time.now)

    def pin(self, name: str) -> Any:
        return self.factory.pin(WIRING[name].pin)

    def put(self, name: str, level: bool) -> int:
        """A raw level, now."""
        pin = self.pin(name)
        (pin.drive_high if level != WIRING[name].active_low else pin.drive_low)()
        return self.time.now()

    def deafen(self, deaf: bool = True) -> None:
        """What a dead notification thread looks like: the pins move and no callback comes."""
        for name in WIRING:
            self.pin(name).edges = "none" if deaf else "both"

    def lit(self, lamp: str) -> tuple[bool, ...]:
        return tuple(self.factory.pin(pin).state for pin in LAMPS[lamp])

    def new_signals(self) -> list[Signal]:
        """And forget it."""
        new_signals, self.signals[:] = list(self.signals), []
        return new_signals

    def hear(self, batch: Batch) -> None:
        self.signals.extend(batch.signals)


@asynccontextmanager
async def a_table(**before: bool) -> AsyncIterator[Table]:
    """A started driver; `before` says which inputs are active before it starts."""
    table = Table()
    for name, level in before.items():
        table.put(name, level)
    table.gpio.start(table.hear)
    try:
        yield table
    finally:
        await table.gpio.close()


async def after(ms: float) -> None:
    await asyncio.sleep(ms / 1000)


def edges(signals: Sequence[Signal]) -> list[tuple[str, bool, int]]:
    return [(s.input, s.level, s.at) for s in signals if isinstance(s, Reading)]


async def test_it_begins_with_what_the_pins_say() -> None:
    """E30: sensors are read again after a power cut."""
    async with a_table(seat2=True) as table:
        (up,) = table.new_signals()
        assert isinstance(up, LinkUp)
        assert up.boot != 0
        assert (up.counts, up.missed) == ({"seat1": 0, "seat2": 1, "lock": 0}, {})


async def test_the_pins_have_their_pulls() -> None:
    async with a_table() as table:
        assert [table.pin(name).pull for name in WIRING] == ["up", "up", "down"]


async def test_a_bouncing_press_is_told_once_with_its_time() -> None:
    """R029."""
    async with a_table() as table:
        table.new_signals()
        for level in (True, False, True, False):
            table.put("seat1", level)
            await after(2)
        pressed = table.put("seat1", True)
        await after(29)
        assert table.new_signals() == []
        await after(2)
        assert table.new_signals() == [Reading("seat1", True, 1, pressed)]
        assert table.gpio.health()["raw_edges"] == 5


async def test_a_glitch_is_not_told() -> None:
    """R029."""
    async with a_table() as table:
        table.new_signals()
        table.put("seat1", True)
        await after(1)
        table.put("seat1", False)
        await after(3000)
        assert table.new_signals() == []


async def test_a_key_with_a_short_debounce_does_not_overtake_the_chip_before_it() -> None:
    """E01: the chip that lay there before LOCK is told before LOCK, though its debounce decides later."""
    async with a_table() as table:
        table.new_signals()
        chip = table.put("seat1", True)
        await after(1)
        lock = table.put("lock", True)
        await after(1)
        late = table.put("seat2", True)
        await after(10)
        assert table.new_signals() == []
        await after(100)
        assert edges(table.new_signals()) == [("seat1", True, chip), ("lock", True, lock), ("seat2", True, late)]


async def test_a_key_waits_for_no_chip_after_it() -> None:
    async with a_table() as table:
        table.new_signals()
        lock = table.put("lock", True)
        await after(1)
        table.put("seat1", True)
        await after(5)
        assert edges(table.new_signals()) == [("lock", True, lock)]


async def test_chatter_does_not_hold_up_a_key_for_ever() -> None:
    async with a_table() as table:
        table.put("seat1", True)
        await after(1)
        table.new_signals()
        table.put("lock", True)
        for n in range(30):
            table.put("seat1", bool(n % 2))
            await after(2)
        assert [name for name, _, _ in edges(table.new_signals())] == ["lock"]


async def test_a_storm_is_told_once_and_its_end_says_how_many_edges_it_hid() -> None:
    """R183: one input out of service, and it alone, until it has been quiet."""
    async with a_table() as table:
        table.new_signals()
        for n in range(120):  # each level holds for longer than the debounce: a slow hum
            table.put("lock", n % 2 == 0)
            await after(6)
        signals = table.new_signals()
        readings, storm = signals[:-1], signals[-1]
        assert isinstance(storm, Storm)
        assert (storm.input, storm.edges) == ("lock", 81)
        assert edges(readings) == edges(signals)
        assert table.gpio.health()["muted"] == "lock"
        seat = table.put("seat1", True)
        await after(100)
        assert table.new_signals() == [Reading("seat1", True, 1, seat)]
        await after(5000)
        assert [type(s) for s in table.new_signals()] == [Unsure]
        at = table.put("lock", True)
        await after(10)
        assert table.new_signals() == [Reading("lock", True, 121, at)]
        assert table.gpio.health()["muted"] == ""


async def test_chatter_too_fast_for_any_level_to_hold_is_a_storm_too() -> None:
    async with a_table() as table:
        table.new_signals()
        for n in range(101):
            table.put("seat1", n % 2 == 0)
            await after(1)
        assert [type(s) for s in table.new_signals()] == [Storm]
        await after(6000)
        (unsure,) = table.new_signals()
        assert isinstance(unsure, Unsure)
        assert unsure.missing == 1, "its level is another than before"


async def test_a_missed_callback_is_found_and_counted() -> None:
    async with a_table() as table:
        table.new_signals()
        table.deafen()
        table.put("seat1", True)
        table.deafen(False)
        await after(2000)
        (unsure,) = table.new_signals()
        assert isinstance(unsure, Unsure)
        assert (unsure.input, unsure.missing) == ("seat1", 1)
        assert table.gpio.health()["missed_edges"] == 1
        at = table.put("seat1", False)
        await after(100)
        assert table.new_signals() == [Reading("seat1", False, 2, at)]


async def test_misses_with_a_callback_between_them_are_no_dead_thread() -> None:
    async with a_table() as table:
        table.new_signals()
        for level in (True, False, True):
            table.deafen()
            table.put("seat1", level)
            table.deafen(False)
            await after(2000)
            table.put("lock", level)
            await after(100)
        assert [type(s) for s in table.new_signals()] == [Unsure, Reading] * 3


async def test_edges_missed_in_a_storm_say_nothing_of_the_thread() -> None:
    async with a_table() as table:
        for n in range(100):
            table.put("seat1", n % 2 == 0)
            await after(5)
        table.new_signals()
        table.deafen()
        for level in (True, False, True):
            table.put("seat1", level)
            await after(1300)
        table.deafen(False)
        await after(3000)
        (unsure,) = table.new_signals()
        assert isinstance(unsure, Unsure)
        assert unsure.missing % 2 == 1, "its level is another than before"
        assert table.gpio.health()["missed_edges"] == 0


async def test_a_callback_that_comes_after_its_pin_was_read_is_not_dated_before_that() -> None:
    """Order and time of what is told agree, whatever thread was slow."""
    async with a_table() as table:
        table.new_signals()
        before = table.time.now()
        table.deafen()
        table.put("seat1", True)
        await after(1100)
        table.gpio._hear(table.gpio._contacts["seat1"], False, before)
        table.put("seat1", False)
        await after(100)
        unsure, reading = table.new_signals()
        assert isinstance(reading, Reading)
        assert unsure.at <= reading.at


async def test_a_pin_that_changes_again_is_given_time_again() -> None:
    """A callback on its way when a doubt falls due is no missed one, if another came since the doubt began."""
    async with a_table() as table:
        table.new_signals()
        await after(999)
        table.deafen()
        table.put("seat1", True)
        await after(5)  # the poll falls in here
        table.pin("seat1")._call_when_changed()
        await after(32)
        table.put("seat1", False)
        await after(6)  # and here the doubt
        table.pin("seat1")._call_when_changed()
        table.deafen(False)
        await after(3000)
        assert [type(s) for s in table.new_signals()] == [Reading, Reading]


async def test_a_late_callback_is_not_a_missed_one() -> None:
    async with a_table() as table:
        table.new_signals()
        await after(999)
        table.deafen()
        table.put("seat1", True)
        table.deafen(False)
        await after(5)  # the poll falls in here
        pin = table.pin("seat1")
        pin._call_when_changed()
        await after(3000)
        assert [type(s) for s in table.new_signals()] == [Reading]
        assert table.gpio.health()["missed_edges"] == 0


async def test_a_dead_notification_thread_is_a_lost_link_and_its_return_a_found_one() -> None:
    async with a_table() as table:
        (up,) = table.new_signals()
        table.deafen()
        table.put("seat1", True)
        table.put("seat2", True)
        await after(2000)
        signals = table.new_signals()
        assert [type(s) for s in signals] == [Unsure, Unsure, LinkDown]
        assert isinstance(signals[-1], LinkDown)
        assert "notification thread is dead" in say(signals[-1].why)
        assert table.gpio.health()["up"] is False
        table.put("seat2", False)
        await after(2000)
        assert table.new_signals() == [], "nothing is told of a link that is down"
        table.deafen(False)
        at = table.put("seat1", False)
        await after(100)
        again, reading = table.new_signals()
        assert isinstance(up, LinkUp)
        assert isinstance(again, LinkUp)
        assert (again.boot, again.counts) == (up.boot, {"seat1": 1, "seat2": 2, "lock": 0})
        assert again.missed == {"seat2": 1}
        assert reading == Reading("seat1", False, 2, at)


async def test_pins_that_cannot_be_read_are_a_lost_link(monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_table() as table:
        table.new_signals()

        def broken(_pin: Any) -> bool:
            raise RuntimeError("unknown handle")

        await after(990)
        table.put("seat1", True)
        monkeypatch.setattr(type(table.pin("seat1")), "_get_state", broken)
        await after(15)
        (down,) = table.new_signals()
        assert isinstance(down, LinkDown)
        assert "unknown handle" in say(down.why)
        await after(3000)
        assert table.new_signals() == [], "the press was not certain yet"
        monkeypatch.undo()


async def test_a_callback_never_raises_into_the_thread_that_calls_it() -> None:
    """One exception there and every input is deaf: even with the loop gone it must return."""
    async with a_table() as table:
        table.new_signals()
        changed = table.gpio._contacts["seat1"].on_change
        table.gpio._loop = asyncio.new_event_loop()
        table.gpio._loop.close()
        changed(0, 0)


async def test_callbacks_outlive_the_collector_and_cross_from_another_thread() -> None:
    """gpiozero keeps them weakly, and calls from a thread of its own."""
    async with a_table() as table:
        table.new_signals()
        gc.collect()
        thread = threading.Thread(target=table.put, args=("seat1", True))
        thread.start()
        thread.join()
        await after(100)
        assert [name for name, _, _ in edges(table.new_signals())] == ["seat1"]


@pytest.mark.parametrize("pattern", list(Pattern))
async def test_lamps_follow_their_timelines(pattern: Pattern) -> None:
    """R026, on one pin and on three, sampled in the middle of each 50 ms for two cycles."""
    async with a_table() as table:
        table.gpio.show({"lamp1": pattern, "lamp2": pattern})
        await after(25)
        for _ in range(80):
            colour = colour_at(pattern, table.time.now() // MS)
            assert table.lit("lamp2") == RGB[colour]
            assert table.lit("lamp1") == (colour != Colour.DARK,)
            await after(50)


async def test_no_lamp_is_ever_lit_at_the_start() -> None:
    table = Table()
    states = [table.factory.pin(pin).states for pins in LAMPS.values() for pin in pins]
    table.gpio.start(table.hear)
    await after(100)
    assert not any(state.state for history in states for state in history)
    await table.gpio.close()


async def test_one_timer_paints_and_only_while_a_lamp_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Pattern] = []

    def counting(pattern: Pattern, ms: int) -> Colour:
        painted.append(pattern)
        return colour_at(pattern, ms)

    async with a_table() as table:
        monkeypatch.setattr("drivers.gpio.colour_at", counting)
        for _ in range(50):
            table.gpio.show({"lamp1": Pattern.LATE})
        painted.clear()
        await after(3500)
        assert 20 <= painted.count(Pattern.LATE) <= 21  # a step lasts 175 ms
        table.gpio.show({"lamp1": Pattern.LOCKED})
        painted.clear()
        await after(3500)
        assert painted == []


async def test_close_darkens_the_lamps_and_frees_the_pins() -> None:
    async with a_table() as table:
        table.gpio.show({"lamp1": Pattern.LIT, "lamp2": Pattern.LATE})
        outputs = [table.factory.pin(pin) for pins in LAMPS.values() for pin in pins]
        await table.gpio.close()
        assert [(pin.state, pin.function) for pin in outputs] == [(False, "input")] * 4
        assert not table.factory.pins
        await Gpio("pins", WIRING, LAMPS, lambda: table.factory).close()


async def test_nothing_runs_after_close() -> None:
    async with a_table() as table:
        table.new_signals()
        table.gpio.show({"lamp1": Pattern.LATE})
        table.put("seat1", True)  # its callback is on the way to the loop
        await table.gpio.close()
        asked: list[None] = []

        def clock() -> int:
            asked.append(None)
            return 0

        table.gpio._clock = clock
        table.gpio.show({"lamp1": Pattern.LATE})
        await after(5000)
        assert asked == []
        assert table.new_signals() == []


@pytest.mark.parametrize(
    ("inputs", "lamps", "words"),
    [
        ({"a": InputPin("GPIO17"), "b": InputPin("17")}, {}, "input b: pin 17 is used twice"),
        ({"a": InputPin("GPIO17")}, {"l": ("GPIO17",)}, "lamp l: pin GPIO17 is used twice"),
        ({"a": InputPin("GPIO99")}, {}, "input a: pin GPIO99 is not on this board; name a pin like GPIO17"),
        ({"a": InputPin("GPIO2", active_low=False)}, {}, "input a: pin GPIO2 has a pull-up"),
        ({}, {"l": ("GPIO5", "GPIO6")}, "lamp l has 2 pins; give it one, or three"),
    ],
)
def test_wrong_wiring_is_refused_in_one_sentence(inputs: Any, lamps: Any, words: str) -> None:
    factory = MockFactory()
    with problem(DriverError, words) as refusal:
        Gpio("pins", inputs, lamps, lambda: factory)
    assert say(refusal.value.message).startswith("pins: ")
    assert "\n" not in say(refusal.value.message)
    assert not factory.pins, "what was claimed before the fault is free again"


def test_a_pin_held_by_another_program_is_named() -> None:
    def busy(_factory: Any, _info: Any) -> Any:
        raise RuntimeError("GPIO busy")

    factory = MockFactory()
    factory.pin_class = busy
    with problem(DriverError, r"input a: pin GPIO17 cannot be opened \(GPIO busy\); stop the program"):
        Gpio("pins", {"a": InputPin("GPIO17")}, {}, lambda: factory)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (ModuleNotFoundError("No module named 'lgpio'"), "install litbet with its extra 'pi'"),
        (AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'"), "lgpio 0.2.2 or newer"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "set LG_WD to a folder"),
    ],
)
def test_a_missing_lgpio_says_what_to_do(monkeypatch: pytest.MonkeyPatch, fault: Exception, words: str) -> None:
    genuine = builtins.__import__

    def missing(name: str, *args: Any) -> Any:
        if name == "gpiozero.pins.lgpio":
            raise fault
        return genuine(name, *args)

    monkeypatch.setattr(builtins, "__import__", missing)
    with problem(DriverError, words):
        lgpio_factory()
