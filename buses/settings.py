"""What every message bus has of settings; each kind adds its own, in its own file."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from buses.contract import Connect
from kinds.settings import PATH, Kinds, setting
from words.message import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class BusSettings:
    """The settings of one kind of bus, and how to connect by them. A table's file has them in the section that is
    called after the kind."""

    kind: ClassVar[str]
    user: str | None = setting(message("values.user"), None, fewest=1)
    password_file: str | None = setting(
        message("values.path", example="/etc/litbet/broker.password"), None, pattern=PATH
    )

    def leaves_by(self) -> str | None:
        """The key by which messages leave this machine, which some profiles forbid; None: they stay on it."""
        raise NotImplementedError

    def warnings(self) -> Iterator[tuple[str, Message]]:
        """Keys, and what to know of them."""
        return iter(())

    def connect(self, table: str, password: str | None) -> Connect:
        """Makes connections for this table; the password is what the file holds."""
        raise NotImplementedError


BUSES = Kinds(BusSettings, {"mqtt": "buses.mqtt.MqttSettings"})
