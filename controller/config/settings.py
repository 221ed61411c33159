"""The settings of a table: plain frozen values, made from its files by `controller/config`. They do not depend on the
files' format or on the library that checks them, so a running table loads neither."""

import errno
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from buses.settings import BusSettings
from controller.games.cards import Suit
from controller.games.game import Game
from controller.games.paytable import Paytable
from controller.table.rules import Key, Rules
from drivers.settings import DriverSettings, NumericSignSettings
from words.message import Message, Problem, message


class ConfigError(Problem):
    """All errors of a table's files, each with its place and what to write instead."""

    def __init__(self, *errors: Message) -> None:
        super().__init__("config.errors", errors=errors)
        self.errors = errors


def why_unreadable(error: OSError | UnicodeDecodeError) -> Message:
    """Why a file cannot be read."""
    if isinstance(error, UnicodeDecodeError):
        return message("config.no_text")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return message("config.no_file")
    if isinstance(error, IsADirectoryError):
        return message("config.folder")
    if isinstance(error, PermissionError):
        return message("config.not_permitted")
    return message("config.unreadable", error=errno.errorcode.get(error.errno or 0, ""))


class Ref(NamedTuple):
    """An input or a lamp of a driver, written "driver:name"."""

    driver: str
    name: str

    def __str__(self) -> str:
        return f"{self.driver}:{self.name}"


@dataclass(frozen=True, slots=True)
class Display:
    """The pages: `litbet display`."""

    sign: str | None
    user: str | None
    password_file: str | None
    theme: str
    language: str


@dataclass(frozen=True, slots=True)
class Disclosure:
    id: str
    text: str
    placard: bool
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """What pages and sheets say about the profile; the part of it that decides is in the rules."""

    id: str
    title: str
    cap: int  # micro-dollars per bet
    multiple_winners: tuple[str, ...]  # the permitted policies
    automatic_posts: bool
    networked_signs: bool
    disclosure: Disclosure


@dataclass(frozen=True, slots=True)
class Config:
    """A table's file and all files it names, checked. Replace `dir`, `bus` or ports to run it elsewhere."""

    path: Path
    rules: Rules
    profile: Jurisdiction
    game: Game
    decks: int
    suit: Suit | None  # the chosen suit of suit-specific awards
    paytables: Mapping[str, Paytable]  # by printed name
    drivers: tuple[DriverSettings, ...]
    spot_inputs: Mapping[Ref, str]  # -> spot id
    key_inputs: Mapping[Ref, Key]
    lamps: Mapping[Ref, str]  # -> spot id
    debounce_ms: Mapping[Ref, int]  # for every input, including a board's unused ones
    bus: BusSettings | None
    numeric_signs: tuple[NumericSignSettings, ...]
    display: Display
    partners: Mapping[str, str]  # table -> the file with the key that both share
    dir: Path
    ledger: str | None
    second_copy: Path | None  # of the ledger, on another medium
    laboratory_clock: Path | None  # by how much a laboratory has set the time forward
    socket: Path | None
    warnings: tuple[Message, ...]
    digest: str  # SHA-256 of all the files it was made of (R016, R246)

    @property
    def ledger_url(self) -> str:
        return self.ledger or f"sqlite:///{self.dir / 'ledger.db'}"

    @property
    def socket_path(self) -> Path:
        return self.socket or self.dir / "control.sock"

    @property
    def witnesses(self) -> tuple[str, ...]:
        return witnesses(self.second_copy, self.bus, self.rules.signs.expected, self.display.sign)


def witnesses(
    second_copy: Path | str | None, bus: BusSettings | None, expected: Iterable[str], own_sign: str | None
) -> tuple[str, ...]:
    """What knows the head of the ledger and is not on its disk: the second copy, a broker and signs elsewhere. The sign
    page of this machine keeps what it knows on the same disk."""
    key = bus.leaves_by() if bus else None
    broker = (str(getattr(bus, key)),) if key else ()
    return (*((str(second_copy),) if second_copy else ()), *broker, *(sign for sign in expected if sign != own_sign))
