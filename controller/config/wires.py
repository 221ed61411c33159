"""The wiring of a table against itself: every driver, every input and lamp, each in one use."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from controller.config.draft import Draft, ref
from controller.config.schema import GpioDriver, SerialDriver
from controller.config.source import Where, words
from controller.core.rules import Key
from controller.settings import Ref


def check_wires(d: Draft) -> None:
    _drivers(d)
    _wiring(d)


def _drivers(d: Draft) -> None:
    ports: dict[str, int] = {}
    for n, driver in d.drivers.items():
        if isinstance(driver, SerialDriver):
            if driver.port in ports:
                line = d.src.line(("driver", ports[driver.port], "port"))
                d.src.fault(("driver", n, "port"), f"write another port: this one is in use at line {line}")
            ports.setdefault(driver.port, n)


class _Use(NamedTuple):
    where: Where
    to: Ref
    lamp: bool


def _uses(d: Draft) -> Iterator[_Use]:
    if d.keys:
        for key in Key:
            if (text := getattr(d.keys, key)) is not None:
                yield _Use(("keys", key.value), ref(text), lamp=False)
    for n, spot in d.spots.items():
        yield _Use(("spot", n, "input"), ref(spot.input), lamp=False)
        yield _Use(("spot", n, "lamp"), ref(spot.lamp), lamp=True)


def _wiring(d: Draft) -> None:
    """One wire, one use: a pin either senses or shines, a board's inputs and lamps have names apart."""
    drivers = {driver.name: driver for driver in reversed(d.drivers.values())}  # the first of a name
    taken: dict[tuple[str, str, bool], Where] = {}
    for use in _uses(d):
        driver = drivers.get(use.to.driver)
        if driver is None:
            if d.whole("driver"):
                d.src.fault(
                    use.where, f'there is no driver "{use.to.driver}"; write one of {words(drivers)} before the colon'
                )
            continue
        what = "lamp" if use.lamp else "input"
        parts = use.to.name.split("+")
        if isinstance(driver, GpioDriver):
            _pins(d, use, parts)
        elif isinstance(driver, SerialDriver):
            known = driver.lamps if use.lamp else driver.inputs
            if use.to.name not in known:
                d.src.fault(use.where, f'{driver.name} has no {what} "{use.to.name}"; write one of {words(known)}')
        for part in parts:
            pin = isinstance(driver, GpioDriver)
            wire = ("a pin", part, False) if pin else (driver.name, part, use.lamp)
            if wire in taken:
                line = d.src.line(taken[wire])
                d.src.fault(
                    use.where, f'write another {what}: "{part}" of {driver.name} is in use at line {line} (R004)'
                )
            taken.setdefault(wire, use.where)


def _pins(d: Draft, use: _Use, pins: list[str]) -> None:
    driver = use.to.driver
    if not all(re.fullmatch(r"GPIO([0-9]|1[0-9]|2[0-7])", pin) for pin in pins):
        d.src.fault(use.where, f'write pins from "{driver}:GPIO0" to "{driver}:GPIO27"')
    elif use.lamp and len(pins) == 1:
        d.src.warn(
            use.where, "one pin has one colour: lit and locked look alike; write three, for red, green and blue (R026)"
        )
    elif use.lamp and len(pins) == 2:
        d.src.fault(use.where, f'write one pin, or three for red, green and blue, as "{driver}:GPIO5+GPIO6+GPIO13"')
