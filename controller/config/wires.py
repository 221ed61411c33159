"""The wiring of a table against itself: every driver, every input and lamp, each in one use."""

from collections.abc import Iterator
from typing import NamedTuple

from controller.config.draft import Draft, ref
from controller.config.drivers import exclusive
from controller.config.settings import Ref
from controller.config.source import Where, words
from controller.table.rules import Key


def check_wires(d: Draft) -> None:
    _drivers(d)
    _wiring(d)


def _drivers(d: Draft) -> None:
    taken: dict[object, Where] = {}
    for n, driver in d.drivers.items():
        for key, value in exclusive(driver):
            if value in taken:
                line = d.src.line(taken[value])
                d.src.fault(("driver", n, key), f"write another {key}: this one is in use at line {line}")
            taken.setdefault(value, ("driver", n, key))


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
    """One wire, one use."""
    drivers = {driver.name: driver for driver in reversed(d.drivers.values())}  # the first of a name
    taken: dict[object, Where] = {}
    for use in _uses(d):
        driver = drivers.get(use.to.driver)
        if driver is None:
            if d.whole("driver"):
                d.src.fault(
                    use.where, f'there is no driver "{use.to.driver}"; write one of {words(drivers)} before the colon'
                )
            continue
        if fault := driver.fault(use.to.name, lamp=use.lamp):
            d.src.fault(use.where, fault)
        elif warning := driver.warning(use.to.name, lamp=use.lamp):
            d.src.warn(use.where, warning)
        for wire in driver.wires(use.to.name, lamp=use.lamp):
            if wire.id in taken:
                line = d.src.line(taken[wire.id])
                what = "lamp" if use.lamp else "input"
                d.src.fault(
                    use.where, f'write another {what}: "{wire.name}" of {driver.name} is in use at line {line} (R004)'
                )
            taken.setdefault(wire.id, use.where)
