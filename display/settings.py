"""The settings of a display process."""

from dataclasses import dataclass
from pathlib import Path

from buses.contract import Connect


@dataclass(frozen=True, slots=True)
class Settings:
    table: str
    host: str  # to listen on
    port: int
    connect: Connect | None  # to the bus; None: no sign page
    control: Path  # the controller's socket
    sign: str | None = None  # the name under which the sign page acknowledges
    heads: Path | None = None  # where the heads of the table's ledger are kept
    theme: str = "felt"
    language: str = "en"
