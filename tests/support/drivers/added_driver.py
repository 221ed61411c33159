"""A driver as anybody would add one: its settings, what it checks and how it is built, all in this file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from support.drivers.scripted import Scripted

from drivers.contract import Clock
from drivers.settings import DRIVERS, NAME, DriverSettings
from kinds.settings import setting
from words.message import Message, message, typed


@dataclass(frozen=True, slots=True, kw_only=True)
class CouplerSettings(DriverSettings):
    host: str = setting(typed('the coupler\'s address, as "10.0.0.7"'), pattern=r"^[0-9.]{7,15}$", exclusive=True)
    unit: int = setting(message("values.number", least=1, most=247), 1, lowest=1, highest=247)
    inputs: tuple[str, ...] = setting(
        typed('a list of one to eight inputs, as ["a"]'), pattern=f"^{NAME}$", fewest=1, most=8
    )

    def all_inputs(self) -> tuple[str, ...]:
        return self.inputs

    def fault(self, name: str, *, lamp: bool) -> Message | None:
        known = lamp or name in self.inputs
        return None if known else typed(f'the coupler has no "{name}"; write one of its inputs')

    def warning(self, name: str, *, lamp: bool) -> Message | None:
        return typed("this lamp is green only") if lamp and name == "green" else None

    def build(self, inputs: Mapping[str, int], lamps: tuple[str, ...], clock: Clock) -> Scripted:
        return Scripted(self.name, inputs, lamps, clock)


@contextmanager
def registered() -> Iterator[None]:
    """With the one line that a new driver needs outside its file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(DRIVERS.classes, "coupler", f"{CouplerSettings.__module__}.{CouplerSettings.__name__}")
        yield
