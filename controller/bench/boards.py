"""The one simulated board of a bench, in the place of the table's own hardware."""

from dataclasses import replace

from controller.config import Config, GpioDriver, Ref, SerialDriver
from controller.errors import BenchError


def on_a_board(config: Config) -> Config:
    """The table with its board; for this computer's pins, a board whose inputs and lamps are called after them."""
    if len(config.drivers) > 1 or not isinstance(config.drivers[0], GpioDriver):
        return replace(config, drivers=(board_of(config),))
    (pins,) = config.drivers
    lamps = {Ref(pins.name, ref.name.split("+")[0]): spot for ref, spot in config.lamps.items()}
    board = SerialDriver.model_construct(
        name=pins.name,
        port="",
        inputs=tuple(ref.name for ref in config.debounce_ms),
        lamps=tuple(ref.name for ref in lamps),
    )
    return replace(config, drivers=(board,), lamps=lamps)


def board_of(config: Config) -> SerialDriver:
    board = config.drivers[0]
    if len(config.drivers) == 1 and isinstance(board, SerialDriver):
        return board
    raise BenchError(f"{config.path}: the bench plays tables with one sensor board, or with this computer's own pins")
