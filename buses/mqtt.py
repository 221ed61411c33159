"""The settings of MQTT. The connection is in `buses/mqtt_bus.py`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from buses.contract import Connect
from buses.settings import BusSettings
from kinds.settings import PATH, setting
from words.message import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttSettings(BusSettings):
    kind = "mqtt"
    host: str = setting(message("values.host"), pattern=r"^[A-Za-z0-9.:-]{1,253}$")
    port: int = setting(message("values.number", least=1, most=65535), 1883, lowest=1, highest=65535)
    prefix: str = setting(message("values.prefix"), "litbet", pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$")
    ca: str | None = setting(message("values.path", example="/etc/litbet/broker-ca.pem"), None, pattern=PATH)

    def leaves_by(self) -> str | None:
        here = self.host in ("localhost", "::1") or re.fullmatch(r"127(\.[0-9]{1,3}){3}", self.host)
        return None if here else "host"

    def warnings(self) -> Iterator[tuple[str, Message]]:
        if self.leaves_by() and self.ca is None:
            yield "host", message("config.no_tls")

    def lets_strangers_in(self) -> bool:
        import asyncio
        import ssl

        from buses.mqtt_stranger import lets_strangers_in

        try:
            tls = ssl.create_default_context(cafile=self.ca) if self.ca else None
            return asyncio.run(lets_strangers_in(self.host, self.port, tls))
        except OSError:
            return False

    def connect(self, table: str, password: str | None) -> Connect:
        from buses.mqtt_bus import MqttBus

        return partial(MqttBus, self, f"{self.prefix}/{table}/", password)
