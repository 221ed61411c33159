"""The settings of a display process."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class BrokerSettings:
    """The broker to which the table publishes."""

    host: str
    port: int
    prefix: str
    user: str | None = None
    password: str | None = None
    ca: str | None = None  # a file of certificates; if given, the connection uses TLS


@dataclass(frozen=True, slots=True)
class Settings:
    table: str
    host: str  # to listen on
    port: int
    broker: BrokerSettings | None  # None: no sign page
    control: Path  # the controller's socket
    sign: str | None = None  # the name under which the sign page acknowledges
    theme: str = "felt"
    language: str = "en"
