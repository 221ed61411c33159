"""The settings of a display process."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    table: str
    kiosk: int | None  # the user whose browser shows the pages of this machine; None (on a bench): any user
    sign: str | None = None  # the name under which the sign page acknowledges
    heads: Path | None = None  # where the heads of the table's ledger are kept
    theme: str = "felt"
    language: str = "en"
