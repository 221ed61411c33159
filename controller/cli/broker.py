"""`litbet broker setup`: makes a mosquitto that believes only its tables and their signs.

It runs as root on the broker's machine. The tables' files say who the users are; each gets a password of its own, which
exists as a hash at the broker and as a file that only root can read. A second run keeps the passwords and makes
everything else anew."""

import argparse
import json
import os
import pwd
import re
import secrets
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from buses.mqtt import MqttSettings
from controller.cli.shared import CONFIG, command, family
from controller.cli.speech import text
from controller.config.settings import Config
from controller.ledger.disk import replace_file
from controller.signs.access import SALT_BYTES, TableUsers, access_list, password_line
from words.message import Problem, UsageError

PORT = 8883
LOOPBACK = ("127.0.0.1", "localhost")
CA = "/etc/litbet/ca.pem"
PASSWORD = "/etc/credstore/litbet.mqtt-password"  # noqa: S105  a path
PAGES_PASSWORD = "/etc/credstore/litbet-display.mqtt-password"  # noqa: S105  a path
HERE_ONLY, EVERYWHERE = f"listener {PORT} {LOOPBACK[0]}\n", f"listener {PORT}\n"
USER = re.compile(r"[A-Za-z0-9._-]{1,80}")
HOST = re.compile(r"[A-Za-z0-9.:-]{1,253}")


class BrokerError(Problem):
    """The broker cannot be set up."""


@dataclass(frozen=True, slots=True)
class Place:
    """The machine's root, and below it what the set-up keeps (only root can read it) and what mosquitto reads."""

    root: Path
    broker: tuple[int, int]  # mosquitto's user and group

    @property
    def kept(self) -> Path:
        return self.root / "etc/litbet-broker"

    @property
    def mosquitto(self) -> Path:
        return self.root / "etc/mosquitto"

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")


@dataclass(frozen=True, slots=True)
class Table:
    """A table's file, and what it will say about the broker."""

    file: Path
    users: TableUsers
    pages: str  # the user of `litbet display` at the table
    mqtt: MqttSettings
    pages_password: str

    @property
    def is_here(self) -> bool:
        return self.mqtt.leaves_by() is None

    @property
    def secrets(self) -> dict[str, str]:
        """The files from which the table's own services read their passwords, and whose they are."""
        return {str(self.mqtt.password_file): self.users.table, self.pages_password: self.pages}


def add(groups: Any) -> None:
    made = command(family(groups, "broker"), "broker setup", run, "broker setup --host broker.example --host 10.20.0.5")
    made.add_argument("tables", nargs="*", type=Path, default=[CONFIG], metavar="FILE")
    made.add_argument("--host", action="append", default=[], metavar="NAME")


def run(args: argparse.Namespace) -> int:
    from controller.config.load import load

    if os.geteuid():
        raise UsageError("usage.as_root", command="litbet broker setup")
    if wrong := [host for host in args.host if not HOST.fullmatch(host)]:
        raise UsageError("usage.no_host", host=wrong[0])
    try:
        mosquitto = pwd.getpwnam("mosquitto")
    except KeyError:
        raise BrokerError("console.broker_missing") from None
    tables = [table_of(load(file)) for file in args.tables]
    kept = set_up(Place(Path("/"), (mosquitto.pw_uid, mosquitto.pw_gid)), tables, args.host)
    if args.json:
        print(json.dumps({"passwords": {user: str(file) for user, file in kept.items()}}))
        return 0
    for user, file in kept.items():
        print(text("console.broker_user", user=user, file=str(file)))
    print(text("console.broker_ready"))
    return 0


def table_of(config: Config) -> Table:
    """The users of a table: its controller, its pages, and every sign that it expects."""
    bus, table, pages = config.bus, config.rules.table, config.display
    if not isinstance(bus, MqttSettings):
        raise UsageError("usage.no_mqtt", file=str(config.path))
    digits = {sign.name for sign in config.numeric_signs}
    signs: dict[str, str | None] = {
        f"{table}.{sign}": sign for sign in config.rules.signs.expected if sign not in (*digits, pages.sign)
    }
    reader = pages.user or f"{table}.{pages.sign or 'pages'}"
    users = TableUsers(f"{bus.prefix}/{table}", bus.user or table, tuple(config.rules.jackpots), {reader: pages.sign})
    users = replace(users, signs={**users.signs, **signs})
    mqtt = replace(bus, port=PORT, user=users.table, password_file=bus.password_file or PASSWORD, ca=bus.ca or CA)
    return Table(config.path, users, reader, mqtt, pages.password_file or PAGES_PASSWORD)


def set_up(place: Place, tables: Sequence[Table], hosts: Sequence[str]) -> dict[str, Path]:
    """Writes everything; returns each user's file with the password."""
    names = [name for table in tables for name in table.users.names]
    files = [file for table in tables if table.is_here for file in table.secrets]
    for each in names:
        if not USER.fullmatch(each):
            raise BrokerError("console.broker_name", user=each)
    for each in (*names, *files):
        if (*names, *files).count(each) > 1:
            raise BrokerError("console.broker_twice", name=each)
    texts = [(table.file, filled_in(table)) for table in tables]  # refused before anything is written
    place.kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    place.kept.chmod(0o700)
    kept = {user: place.kept / f"{user}.password" for user in names}
    passwords = {user: _password(file) for user, file in kept.items()}
    _certificate(place, (*LOOPBACK, *hosts))
    _mosquitto(place, [table.users for table in tables], passwords, public=bool(hosts))
    for table in tables:
        if table.is_here:
            for file, user in table.secrets.items():
                _write(place.at(file), passwords[user] + "\n", 0o600)
            _write(place.at(str(table.mqtt.ca)), (place.kept / "ca.pem").read_text(), 0o644)
    for table_file, content in texts:
        if content != table_file.read_text():
            status = table_file.stat()
            _write(table_file, content, status.st_mode & 0o777, (status.st_uid, status.st_gid))
    return kept


def _password(file: Path) -> str:
    if not file.exists():
        _write(file, secrets.token_urlsafe(24) + "\n", 0o600)
    return file.read_text().strip()


def _certificate(place: Place, hosts: Iterable[str]) -> None:
    """Keeps the authority, and makes the broker's next certificate."""
    from controller.config.resources import shipped

    script = shipped("config") / "mosquitto/certificates.sh"
    made = subprocess.run(  # noqa: S603
        ["/bin/sh", script, place.kept, *hosts], capture_output=True, text=True, check=False
    )
    if made.returncode:
        raise BrokerError("console.broker_certificate", why=(made.stderr.strip().splitlines() or [""])[-1])


def _mosquitto(place: Place, users: Sequence[TableUsers], passwords: Mapping[str, str], *, public: bool) -> None:
    """mosquitto's own files. It refuses to read passwords that do not belong to its user."""
    from controller.config.resources import shipped

    conf = (shipped("config") / "mosquitto/mosquitto.conf").read_text()
    if public:
        conf = conf.replace(HERE_ONLY, EVERYWHERE)
    hashes = "".join(
        f"{password_line(user, password, secrets.token_bytes(SALT_BYTES))}\n" for user, password in passwords.items()
    )
    folder = place.mosquitto
    (folder / "certs").mkdir(parents=True, exist_ok=True)
    here, before = folder / "mosquitto.conf", folder / "mosquitto.conf.before-litbet"
    if here.exists() and not before.exists():
        shutil.copy2(here, before)
    _write(folder / "acl", access_list(users), 0o600, place.broker)
    _write(folder / "passwords", hashes, 0o600, place.broker)
    for name in ("litbet-broker.pem", "litbet-broker.key"):
        _write(folder / "certs" / name, (place.kept / name).read_text(), 0o600, place.broker)
    _write(here, conf, 0o644)


def filled_in(table: Table) -> str:
    """The table's file with how its services reach the broker."""
    mqtt, found = table.mqtt, table.file.read_text()
    sections: dict[str, dict[str, str | int]] = {
        "mqtt": {
            "port": PORT,
            "user": str(mqtt.user),
            "password_file": str(mqtt.password_file),
            "ca": str(mqtt.ca),
        },
        "display": {"user": table.pages, "password_file": table.pages_password},
    }
    filled = found
    for section, keys in sections.items():
        filled = with_keys(filled, section, keys)
        if not _says(filled, found, section, keys):
            lines = tuple(_line(key, value) for key, value in keys.items())
            raise BrokerError("console.broker_form", file=str(table.file), section=section, lines=lines)
        found = filled
    return filled


def _says(filled: str, before: str, section: str, keys: Mapping[str, str | int]) -> bool:
    """Whether a text has these keys in this section, and nothing else is changed."""
    wanted = tomllib.loads(before)
    wanted[section] = {**wanted.get(section, {}), **keys}
    try:
        return tomllib.loads(filled) == wanted
    except tomllib.TOMLDecodeError:
        return False


def with_keys(source: str, section: str, keys: Mapping[str, str | int]) -> str:
    """A TOML text with these keys in a section. A commented line of the key becomes its line, and all comments stay.
    Only a heading and values in the usual form are known: the caller looks at what came out."""
    lines, heading = source.splitlines(), f"[{section}]"
    if section not in tomllib.loads(source):
        lines += ["", heading]
    first = next((number for number, line in enumerate(lines) if line.partition("#")[0].strip() == heading), len(lines))
    rest = range(first + 1, len(lines))
    last = next((number for number in rest if lines[number].startswith("[")), len(lines))
    for key, value in keys.items():
        form = re.compile(rf'#?\s*{key}\s*=\s*("[^"]*"|[^\s#]+)')
        found = [number for number in range(first + 1, last) if form.match(lines[number])]
        if found:
            chosen = min(found, key=lambda number: lines[number].startswith("#"))
            lines[chosen] = form.sub(_line(key, value).replace("\\", r"\\"), lines[chosen], count=1)
        else:
            lines.insert(first + 1, _line(key, value))
            last += 1
    return "\n".join(lines) + "\n"


def _line(key: str, value: str | int) -> str:
    return f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"


def _write(path: Path, content: str, mode: int, owner: tuple[int, int] | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, content.encode(), mode, owner)
