"""The casino's broker as `litbet broker setup` makes it; only paths, port and the user of the process differ."""

import os
import pwd
import ssl
from pathlib import Path
from typing import Any

import aiomqtt
from support.signs.broker import HardBroker

from buses.mqtt import MqttSettings
from controller.cli.broker import Place, Table, set_up
from controller.signs.access import TableUsers

SIGN = "bj-1.sign-1"
TABLES = {"bj-1": ("sign-1", "sign-2"), "bj-2": ("sign-1",)}


def users_of(table: str) -> TableUsers:
    signs: dict[str, str | None] = {f"{table}.{sign}": sign for sign in TABLES[table]}
    return TableUsers(f"litbet/{table}", table, ("bonus",), signs)


class HouseBroker(HardBroker):
    """The broker of two tables that are on other machines: bj-1 with two signs, bj-2 with one."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        super().__init__(folder)
        self.port = port or self.port
        place = Place(folder, (os.geteuid(), os.getegid()))
        tables = []
        for table in TABLES:
            (file := folder / f"{table}.toml").write_text('[mqtt]\nhost = "broker.example"\n')
            mqtt = MqttSettings(host="broker.example", user=table, password_file="/p", ca="/c")  # noqa: S106  a path
            tables.append(Table(file, users_of(table), f"{table}.sign-1", mqtt, "/d"))
        self._passwords = set_up(place, tables, ())
        self.mosquitto = place.mosquitto
        self.ca = place.kept / "ca.pem"

    def password(self, user: str) -> str:
        return self._passwords[user].read_text().strip()

    def config(self) -> str:
        text = (self.mosquitto / "mosquitto.conf").read_text()
        for shipped_word, word in {
            "listener 8883 127.0.0.1": f"listener {self.port} 127.0.0.1",
            "/etc/mosquitto": str(self.mosquitto),
            "/var/lib/mosquitto/": f"{self._folder}/",
            "log_dest syslog": f"log_dest stderr\nuser {pwd.getpwuid(os.geteuid()).pw_name}",
        }.items():
            assert shipped_word in text, shipped_word
            text = text.replace(shipped_word, word)
        return text


def client(house: HouseBroker, user: str | None, password: str | None = None, **options: Any) -> aiomqtt.Client:
    """`password`: instead of the user's own."""
    password = password if password is not None else house.password(user) if user else None
    made = aiomqtt.Client(
        "127.0.0.1", house.port, username=user, password=password, protocol=aiomqtt.ProtocolVersion.V5, timeout=5,
        tls_context=options.pop("context", None) or ssl.create_default_context(cafile=str(house.ca)), **options,
    )  # fmt: skip
    made._disconnected.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # nobody else reads it
    return made
