"""A kind of numeric sign as anybody would add one: its settings and how it is built, all in this file."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from drivers.contract import Health, Seen
from drivers.settings import NUMERIC_SIGNS, NumericSignSettings
from kinds.settings import setting
from words.message import message, typed


@dataclass(frozen=True, slots=True, kw_only=True)
class TickerSettings(NumericSignSettings):
    host: str = setting(typed('the ticker\'s address, as "10.0.0.8"'), pattern=r"^[0-9.]{7,15}$", exclusive=True)
    digits: int = setting(message("values.number", least=4, most=9), 9, lowest=4, highest=9)

    def build(self) -> "Ticker":
        return Ticker(self.name, self.host)


class Ticker:
    """It keeps `drivers.contract.NumericSign`, and shows whatever it is told."""

    def __init__(self, name: str, host: str) -> None:
        self.name, self.host = name, host
        self.text = ""

    def start(self, seen: Seen) -> None:
        seen(self.text, True)

    def show(self, text: str) -> None:
        self.text = text

    def health(self) -> Health:
        return {"up": True, "shows": self.text}

    async def close(self) -> None:
        self.text = ""


@contextmanager
def registered() -> Iterator[None]:
    """With the one line that a new kind needs outside its file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(NUMERIC_SIGNS.classes, "ticker", f"{TickerSettings.__module__}.{TickerSettings.__name__}")
        yield
