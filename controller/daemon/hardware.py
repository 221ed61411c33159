"""Builds the drivers and numeric signs that a configuration names."""

from controller.config.settings import Config
from controller.daemon.clock import Clock
from drivers.contract import Driver, Sign


def build(config: Config, clock: Clock) -> dict[str, Driver]:
    drivers: dict[str, Driver] = {}
    for settings in config.drivers:
        inputs = {ref.name: ms for ref, ms in config.debounce_ms.items() if ref.driver == settings.name}
        lamps = tuple(ref.name for ref in config.lamps if ref.driver == settings.name)
        drivers[settings.name] = settings.build(inputs, lamps, clock.mono)
    return drivers


def build_signs(config: Config) -> dict[str, Sign]:
    if not config.digit_signs:
        return {}
    from drivers.digit_sign import DigitSign

    return {
        sign.name: DigitSign(sign.name, sign.port, sign.digits, echo=sign.echo, baud=sign.baud)
        for sign in config.digit_signs
    }
