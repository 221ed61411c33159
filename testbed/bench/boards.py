"""What a bench uses instead of the table's hardware: one simulated board, and a sign page."""

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

from buses.contract import Connect
from buses.mqtt import MqttSettings
from controller.config.settings import Config, Ref
from drivers.serial_board import BoardSettings
from drivers.serial_digits import DigitsSettings
from drivers.settings import NumericSignSettings
from testbed.bench.errors import BenchError

SIGN = "bench-sign"  # the sign page's name if the table's file names no sign
NEVER = 1 << 50  # ms


def on_a_bench(config: Config) -> Config:
    """Its sign page is heard, but nobody waits for it: a bench also plays without an open page."""
    config = on_a_board(config)
    signs = config.rules.signs
    if signs.expected or config.numeric_signs or config.display.sign:
        return config
    signs = replace(signs, expected=(SIGN,), grace=NEVER)
    return replace(config, rules=replace(config.rules, signs=signs))


def on_a_board(config: Config) -> Config:
    """The table with its board; other hardware is replaced by a board with the same input and lamp names."""
    if len(config.drivers) > 1 or isinstance(config.drivers[0], BoardSettings):
        return replace(config, drivers=(board_of(config),))
    (pins,) = config.drivers
    lamps = {Ref(pins.name, ref.name.split("+")[0]): spot for ref, spot in config.lamps.items()}
    board = BoardSettings(
        name=pins.name,
        port="",
        baud=115200,
        inputs=tuple(ref.name for ref in config.debounce_ms),
        lamps=tuple(ref.name for ref in lamps),
    )
    return replace(config, drivers=(board,), lamps=lamps)


def board_of(config: Config) -> BoardSettings:
    board = config.drivers[0]
    if len(config.drivers) == 1 and isinstance(board, BoardSettings):
        return board
    raise BenchError("bench.several_boards", file=str(config.path))


def on_lines(signs: Iterable[NumericSignSettings], folder: Path) -> tuple[NumericSignSettings, ...]:
    """Simulated numeric signs instead of the table's own, each on a port in this folder."""
    return tuple(
        DigitsSettings(
            name=sign.name, jackpot=sign.jackpot, port=str(folder / sign.name), digits=sign.digits, echo=sign.echo
        )
        for sign in signs
    )


class BenchMqtt(MqttSettings):
    """The settings of a bench's own broker."""

    def connect(self, table: str, password: str | None) -> Connect:
        from testbed.bench.bus import BenchBus

        return partial(BenchBus, self, f"{self.prefix}/{table}/", password)


def at_broker(config: Config, port: int) -> Config:
    """The table with a local broker instead of its own."""
    bus = config.bus if isinstance(config.bus, MqttSettings) else MqttSettings(host="127.0.0.1")
    settings = {each.name: getattr(bus, each.name) for each in fields(bus)}
    return replace(config, bus=BenchMqtt(**{**settings, "port": port}))
