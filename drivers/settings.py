"""What a table's file may say about a driver: declared by the driver as plain data, read by the checker of the
files."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, cast

from drivers.contract import Clock, Driver
from words.message import Message

# The kinds of driver and their settings; a module is loaded only if a table's file names its kind.
KINDS = {
    "serial": "drivers.serial_board.BoardSettings",
    "gpio": "drivers.gpio.PinSettings",
}

NAME = r"[A-Za-z0-9_.-]{1,32}"  # of an input or a lamp
PATH = r"^/[^\s]+$"


class Wire(NamedTuple):
    """One wire of an input or a lamp. Wires with the same `id` are the same wire."""

    id: tuple[str, str, bool]
    name: str  # for people


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSettings:
    """The settings of one kind: a field made with `setting` for each key, and how to build the driver from them."""

    name: str

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


def setting(
    what: Message,
    default: object = MISSING,
    *,
    pattern: str | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    fewest: int | None = None,
    most: int | None = None,
    exclusive: bool = False,
) -> Any:
    """A key of the file; optional if it has a default. `what` completes the sentence "write ...". A text, or each text
    of a list, must match the pattern; a number must be between lowest and highest; a list must have between fewest and
    most entries. An exclusive value may be used by only one driver or sign."""
    bounds = {"pattern": pattern, "ge": lowest, "le": highest, "min_length": fewest, "max_length": most}
    return field(default=cast(Any, default), metadata={"what": what, "bounds": bounds, "exclusive": exclusive})


def settings_of(kind: str) -> type[DriverSettings]:
    module, _, name = KINDS[kind].rpartition(".")
    return cast(type[DriverSettings], getattr(import_module(module), name))
