"""Maps inputs to spots and keys, and lamps to spots: driver signals become events, and lamps go back to the drivers."""

from collections.abc import Callable, Iterator, Mapping

from controller.config.settings import Ref
from controller.daemon.clock import MS
from controller.table.events import (
    ChipSensed,
    CoinsCounted,
    Event,
    KeyPressed,
    Linked,
    Moment,
    PressedWhileAway,
    SpotStorming,
    SpotUnsure,
    SwitchTurned,
    Touched,
    Unlinked,
)
from controller.table.lamps import Lamp
from controller.table.rules import Key, Rules, Sensor
from drivers.contract import LinkDown, LinkUp, Pattern, Reading, Signal, Storm, Unsure

_SWITCHES = (Key.KEYSWITCH, Key.DOOR)  # levels, not presses


class Wiring:
    """The wiring of one table."""

    def __init__(
        self, rules: Rules, spots: Mapping[Ref, str], keys: Mapping[Ref, Key], lamps: Mapping[Ref, str]
    ) -> None:
        self._rules = rules
        self._spots, self._keys = spots, keys
        self._lamps: dict[str, dict[str, str]] = {}
        for lamp, spot in lamps.items():
            self._lamps.setdefault(lamp.driver, {})[lamp.name] = spot
        self._boots: dict[str, int] = {}
        self._counts: dict[Ref, int] = {}  # edge counts, as far as they are known

    def events(self, driver: str, signal: Signal, at: Callable[[int], Moment]) -> Iterator[Event]:
        """The events for a signal; `at` converts a driver's time."""
        when = at(signal.at)
        if isinstance(signal, Reading):
            yield from self._level(Ref(driver, signal.input), signal.count, when, edge=True)
        elif isinstance(signal, LinkUp):
            yield from self._linked(driver, signal, when)
        elif isinstance(signal, LinkDown):
            yield Unlinked(when, driver, signal.why, self._spots_of(driver), signal.silent // MS)
        else:
            yield from self._doubt(Ref(driver, signal.input), signal, when)

    def lamps(self, shown: Mapping[str, Lamp]) -> Iterator[tuple[str, dict[str, Pattern]]]:
        """For each driver, the patterns of its lamps."""
        for driver, lamps in self._lamps.items():
            yield driver, {lamp: Pattern(shown[spot].value) for lamp, spot in lamps.items()}

    def _level(self, ref: Ref, count: int, at: Moment, *, edge: bool) -> Iterator[Event]:
        """The present level of a spot or key. Only an edge is a press: a level read on reconnect is not."""
        spot, key, level = self._spots.get(ref), self._keys.get(ref), bool(count & 1)
        self._counts[ref] = count
        if spot is not None:
            sensor = self._rules.spots[spot].sensor
            if sensor is Sensor.PRESENCE:
                yield ChipSensed(at, spot, level)
            elif sensor is Sensor.COIN:
                yield CoinsCounted(at, spot, self._boots[ref.driver], count // 2)  # a coin makes two edges
            elif edge and level:
                yield Touched(at, spot)
        elif key in _SWITCHES:
            yield SwitchTurned(at, key, level)
        elif key is not None and edge and level:
            yield KeyPressed(at, key)

    def _linked(self, driver: str, link: LinkUp, at: Moment) -> Iterator[Event]:
        self._boots[driver] = link.boot
        yield Linked(at, driver, link.boot, self._spots_of(driver))
        for name, count in link.counts.items():
            yield from self._level(Ref(driver, name), count, at, edge=False)
        for name, edges in link.missed.items():
            ref = Ref(driver, name)
            spot, key = self._spots.get(ref), self._keys.get(ref)
            button = spot is not None and self._rules.spots[spot].sensor is Sensor.BUTTON
            if edges and (button or (key is not None and key not in _SWITCHES)):
                yield PressedWhileAway(at, spot or str(key), (edges + 1) // 2)

    def _doubt(self, ref: Ref, signal: Unsure | Storm, at: Moment) -> Iterator[Event]:
        """The time of some edges is unknown, or there were too many. Levels and coins are known again; a person decides
        about presses."""
        spot, key = self._spots.get(ref), self._keys.get(ref)
        if isinstance(signal, Storm):
            if spot is not None:
                yield SpotStorming(at, spot)
            elif key is not None:
                yield PressedWhileAway(at, str(key), (signal.edges + 1) // 2)
            return
        if spot is not None and self._rules.spots[spot].sensor is not Sensor.COIN:  # the order of coins does not matter
            yield SpotUnsure(at, spot)
        elif key is not None and key not in _SWITCHES and signal.missing:
            yield PressedWhileAway(at, str(key), (signal.missing + 1) // 2)
        yield from self._level(ref, self._counts.get(ref, 0) + signal.missing, at, edge=False)

    def _spots_of(self, driver: str) -> tuple[str, ...]:
        return tuple(spot for ref, spot in self._spots.items() if ref.driver == driver)
