"""Checks the wiring of a table: every driver exists, and every line, input and lamp is used once."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from controller.config.draft import Draft, ref
from controller.config.settings import Ref
from controller.config.source import Where
from controller.table.rules import Key
from kinds.settings import exclusive
from words.message import message


def check_wires(d: Draft) -> None:
    _exclusive(d)
    _wiring(d)


def _exclusive(d: Draft) -> None:
    taken: dict[object, Where] = {}
    sections: tuple[tuple[str, Mapping[int, object]], ...] = (("driver", d.drivers), ("sign", d.numeric_signs))
    for section, entries in sections:
        for n, entry in entries.items():
            for key, value in exclusive(entry):
                if value in taken:
                    line = d.src.line(taken[value])
                    d.src.fault((section, n, key), message("config.value_in_use", line=line))
                taken.setdefault(value, (section, n, key))


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
    """Each wire may have only one use."""
    drivers = {driver.name: driver for driver in reversed(d.drivers.values())}  # of two with one name, the first counts
    taken: dict[object, Where] = {}
    for use in _uses(d):
        driver = drivers.get(use.to.driver)
        if driver is None:
            if d.whole("driver"):
                d.src.fault(use.where, message("config.no_driver", name=use.to.driver, known=tuple(sorted(drivers))))
            continue
        if fault := driver.fault(use.to.name, lamp=use.lamp):
            d.src.fault(use.where, fault)
        elif warning := driver.warning(use.to.name, lamp=use.lamp):
            d.src.warn(use.where, warning)
        for wire in driver.wires(use.to.name, lamp=use.lamp):
            if wire.id in taken:
                line = d.src.line(taken[wire.id])
                code = "config.lamp_in_use" if use.lamp else "config.input_in_use"
                d.src.fault(use.where, message(code, name=wire.name, driver=driver.name, line=line))
            taken.setdefault(wire.id, use.where)
