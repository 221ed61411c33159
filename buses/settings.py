"""The settings that all message buses have. Each kind declares the others in its own file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from buses.contract import Connect
from kinds.settings import PATH, Kinds, setting
from words.message import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class BusSettings:
    """The settings of one kind of bus, and how to connect with them. They are in the section of the table's file that
    has the kind's name."""

    kind: ClassVar[str]
    user: str | None = setting(message("values.user"), None, fewest=1)
    password_file: str | None = setting(
        message("values.path", example="/etc/litbet/broker.password"), None, pattern=PATH
    )

    def leaves_by(self) -> str | None:
        """The key whose value sends messages off this machine, which some profiles forbid; None: they stay on it."""
        raise NotImplementedError

    def warnings(self) -> Iterator[tuple[str, Message]]:
        """Keys, each with what to know about its value."""
        return iter(())

    def lets_strangers_in(self) -> bool:
        """Asks the broker, if it is there, whether somebody without a password may connect. Takes a second or two."""
        return False

    def connect(self, table: str, password: str | None) -> Connect:
        """Returns what makes connections for this table; `password` is the content of the password file."""
        raise NotImplementedError


BUSES = Kinds(BusSettings, {"mqtt": "buses.mqtt.MqttSettings"})
