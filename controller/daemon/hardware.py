"""Builds the drivers and numeric signs that a configuration names."""

from controller.config.settings import Config
from controller.daemon.clock import Clock
from drivers.contract import Driver, NumericSign


def build(config: Config, clock: Clock) -> dict[str, Driver]:
    drivers: dict[str, Driver] = {}
    for settings in config.drivers:
        inputs = {ref.name: ms for ref, ms in config.debounce_ms.items() if ref.driver == settings.name}
        lamps = tuple(ref.name for ref in config.lamps if ref.driver == settings.name)
        drivers[settings.name] = settings.build(inputs, lamps, clock.mono)
    return drivers


def build_numeric_signs(config: Config) -> dict[str, NumericSign]:
    return {settings.name: settings.build() for settings in config.numeric_signs}
