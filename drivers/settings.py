"""What a table's file may say of a driver: declared by the driver as plain data, read by the checker of the files."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from importlib import import_module
from typing import Any, NamedTuple, cast

from drivers.contract import Clock, Driver
from words.message import Message

# Each kind of driver and its settings; a module is loaded only where a table's file names its kind.
DRIVER_KINDS = {
    "serial": "drivers.serial_board.BoardSettings",
    "gpio": "drivers.gpio.PinSettings",
}

NAME = r"[A-Za-z0-9_.-]{1,32}"  # of an input or a lamp
PATH = r"^/[^\s]+$"


class Wire(NamedTuple):
    """One wire behind an input or a lamp. Whatever has the same `id` is the same wire."""

    id: tuple[str, str, bool]
    name: str  # for a person


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSettings:
    """The settings of one kind: a field made by `setting` for each key, and how to build the driver from them."""

    name: str

    def all_inputs(self) -> tuple[str, ...]:
        """The inputs that the hardware has, whether the table uses them or not, as far as the settings say."""
        return ()

    def wires(self, name: str, *, lamp: bool) -> tuple[Wire, ...]:
        """The wires behind an input or a lamp. Here inputs and lamps have names apart."""
        return tuple(Wire((self.name, part, lamp), part) for part in name.split("+"))

    def fault(self, name: str, *, lamp: bool) -> Message | None:  # noqa: ARG002 (any name will do)
        """What to write in the place of this input or lamp; None where it is right."""
        return None

    def warning(self, name: str, *, lamp: bool) -> Message | None:  # noqa: ARG002 (as above)
        """What to know of this input or lamp; None where there is nothing."""
        return None

    def build(self, inputs: Mapping[str, int], lamps: tuple[str, ...], clock: Clock) -> Driver:
        """The driver. `inputs` are those of `all_inputs` and those that the table uses, each with its debounce time in
        milliseconds; `lamps` are those that the table uses."""
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
    """A key of the file, which may be left out if it has a default. `what` completes the sentence "write ...". A text,
    or each of a list of texts, has the pattern; a number lies between lowest and highest; a list has from fewest to
    most entries. Of two drivers or signs only one may have an exclusive value."""
    bounds = {"pattern": pattern, "ge": lowest, "le": highest, "min_length": fewest, "max_length": most}
    return field(default=cast(Any, default), metadata={"what": what, "bounds": bounds, "exclusive": exclusive})


def settings_of(kind: str) -> type[DriverSettings]:
    module, _, name = DRIVER_KINDS[kind].rpartition(".")
    return cast(type[DriverSettings], getattr(import_module(module), name))
