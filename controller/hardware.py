"""The drivers that a configuration names, built; each library is loaded only where its hardware is."""

from controller.clock import Clock
from controller.settings import Config, GpioDriver, SerialDriver
from drivers.contract import Driver, Sign


def build(config: Config, clock: Clock) -> dict[str, Driver]:
    drivers: dict[str, Driver] = {}
    for wanted in config.drivers:
        inputs = {ref.name: ms for ref, ms in config.debounce_ms.items() if ref.driver == wanted.name}
        if isinstance(wanted, SerialDriver):
            from drivers.serial_board import SerialBoard

            drivers[wanted.name] = SerialBoard(
                wanted.name, wanted.port, wanted.inputs, wanted.lamps, inputs, clock.mono, wanted.baud
            )
        elif isinstance(wanted, GpioDriver):
            from drivers.gpio import Gpio, InputPin

            lamps = [ref for ref in config.lamps if ref.driver == wanted.name]
            drivers[wanted.name] = Gpio(
                wanted.name,
                {pin: InputPin(pin, wanted.active_low, ms) for pin, ms in inputs.items()},
                {ref.name: tuple(ref.name.split("+")) for ref in lamps},
                clock=clock.mono,
            )
    return drivers


def build_signs(config: Config) -> dict[str, Sign]:
    if not config.digit_signs:
        return {}
    from drivers.digit_sign import DigitSign

    return {
        sign.name: DigitSign(sign.name, sign.port, sign.digits, echo=sign.echo, baud=sign.baud)
        for sign in config.digit_signs
    }
