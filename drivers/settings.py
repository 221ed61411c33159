"""The settings that all drivers or all numeric signs have. Each kind declares the others in its own file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from drivers.contract import Clock, Driver, NumericSign
from kinds.settings import ID, Kinds, setting
from words.message import Message, message

NAME = r"[A-Za-z0-9_.-]{1,32}"  # of an input or a lamp


class Wire(NamedTuple):
    """One wire of an input or a lamp. Wires with the same `id` are the same wire."""

    id: tuple[str, str, bool]
    name: str  # for people


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSettings:
    """The settings of one kind of driver, and how to build it from them."""

    name: str = setting(message("values.driver_name"), pattern=r"^[a-z][a-z0-9-]{0,15}$")

    def all_inputs(self) -> tuple[str, ...]:
        """All inputs of the hardware that the settings name, whether the table uses them or not."""
        return ()

    def wires(self, name: str, *, lamp: bool) -> tuple[Wire, ...]:
        """The wires of an input or a lamp. By default inputs and lamps have separate names."""
        return tuple(Wire((self.name, part, lamp), part) for part in name.split("+"))

    def fault(self, name: str, *, lamp: bool) -> Message | None:  # noqa: ARG002 (any name will do)
        """What to write instead of this input or lamp; None if it is right."""
        return None

    def warning(self, name: str, *, lamp: bool) -> Message | None:  # noqa: ARG002 (as above)
        """What to know about this input or lamp; None if there is nothing."""
        return None

    def build(self, inputs: Mapping[str, int], lamps: tuple[str, ...], clock: Clock) -> Driver:
        """Builds the driver. `inputs` are those of `all_inputs` and those that the table uses, each with its debounce
        time in milliseconds; `lamps` are those that the table uses."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericSignSettings:
    """The settings of one kind of numeric sign, and how to build it from them."""

    name: str = setting(message("values.id"), pattern=ID)
    jackpot: str = setting(message("values.id"), pattern=ID)
    digits: int  # including the cents; each kind says how many a sign may have
    echo: bool = False  # the sign reports what it shows; a kind that can do this makes it a setting

    def build(self) -> NumericSign:
        raise NotImplementedError


DRIVERS = Kinds(
    DriverSettings,
    {
        "serial": "drivers.serial_board.BoardSettings",
        "gpio": "drivers.gpio.PinSettings",
    },
)
NUMERIC_SIGNS = Kinds(NumericSignSettings, {"digits": "drivers.serial_digits.DigitsSettings"})
