"""The whole loop on gpiozero's pins: chips on presence sensors, keys, lamps; a real ledger behind it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from support.waiting import PATIENCE, until

from controller.config.load import load
from controller.config.resources import shipped
from controller.daemon.clock import now
from controller.daemon.loop import Loop
from controller.daemon.wiring import Wiring
from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants, to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.ledger.writer import Writer
from controller.table import events
from controller.table.codec import encode
from controller.table.events import Open
from controller.table.runs import genesis
from drivers.gpio import Gpio, InputPin, PinSettings
from testbed.bench.clock import BenchClock

START = 1_795_000_000_000


class Pins:
    """The presence example's table, with fingers on its pins."""

    def __init__(self, folder: Path) -> None:
        self.config = load(shipped("config") / "examples/presence.toml")
        clock = BenchClock(START)
        self.url = f"sqlite:///{folder / 'ledger.db'}"
        book, entry = genesis(self.config.rules, now(clock), epoch=1, config="c", version="v", by=["A"])
        Store.create(self.url, to_rows([entry], GENESIS), encode(book)).close()
        (wanted,) = self.config.drivers
        assert isinstance(wanted, PinSettings)
        self.factory = MockFactory()
        self.gpio = Gpio(
            wanted.name,
            {ref.name: InputPin(ref.name, wanted.active_low, ms) for ref, ms in self.config.debounce_ms.items()},
            {ref.name: tuple(ref.name.split("+")) for ref in self.config.lamps},
            lambda: self.factory,
            clock.mono,
        )
        wiring = Wiring(self.config.rules, self.config.spot_inputs, self.config.key_inputs, self.config.lamps)
        writer = Writer(Store.open(self.url))
        self.loop = Loop(self.config.rules, "c", writer, Reader(self.url), {wanted.name: self.gpio}, wiring, clock)

    def pin(self, spot_or_key: str) -> str:
        inputs = {**self.config.spot_inputs, **self.config.key_inputs}
        return next(ref.name for ref, name in inputs.items() if name == spot_or_key)

    def set(self, spot_or_key: str, active: bool) -> None:
        pin = self.factory.pin(self.pin(spot_or_key))
        pin.drive_low() if active else pin.drive_high()

    async def key(self, key: str) -> None:
        contact = self.gpio._contacts[self.pin(key)]
        self.set(key, True)
        await until(lambda: contact.debounce.level)
        self.set(key, False)
        await until(lambda: not contact.debounce.level)

    def lamp_is_on(self, spot: str) -> bool:
        lamp = next(ref.name for ref, name in self.config.lamps.items() if name == spot)
        return any(self.factory.pin(pin).state for pin in lamp.split("+"))

    async def lamp(self, spot: str, lamp: str) -> None:
        await until(lambda: self.loop.status()["spots"][spot]["lamp"] == lamp)

    async def phase(self, phase: str) -> None:
        await until(lambda: self.loop.status()["phase"] == phase)


@pytest.fixture
async def pins(tmp_path: Path) -> AsyncIterator[Pins]:
    table = Pins(tmp_path)
    await table.loop.start()
    running = asyncio.create_task(table.loop.run())
    yield table
    table.loop.finish()
    await running


async def test_chips_on_pins_are_locked_lit_and_in_the_ledger(pins: Pins) -> None:
    outcome = await pins.loop.ask(events.Open)
    while outcome.refused:  # the pins are being read for the first time
        await asyncio.sleep(0.01)
        outcome = await pins.loop.ask(events.Open)
    first, second = list(pins.config.rules.spots)[:2]
    await pins.lamp(first, "waiting")
    pins.set(first, True)
    await pins.lamp(first, "lit")
    await pins.key("lock")
    await pins.phase("locked")
    assert [name for name, spot in pins.loop.status()["spots"].items() if spot["plays"]] == [first]
    assert pins.lamp_is_on(first)
    assert not pins.lamp_is_on(second)
    await pins.key("clear")
    await pins.phase("betting")
    reader = Reader(pins.url)
    assert audit(reader, invariants()) == []
    assert [row.kind for row in reader.walk()][-2:] == ["lock", "clear"]
    reader.close()


async def test_what_is_asked_after_the_end_is_answered(pins: Pins) -> None:
    """As by a page that has not yet heard that the table changes to training."""
    pins.loop.finish()
    async with asyncio.timeout(PATIENCE):
        outcome = await pins.loop.ask(Open)
    assert outcome.refused is not None
    assert outcome.refused.code == "ending"
    assert not outcome.entries
