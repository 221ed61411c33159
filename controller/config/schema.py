"""What a technician may write in a table's file: every key, its type, its bounds, and how to say it right."""

import re
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, StringConstraints

from controller.config.source import Section, quoted
from controller.games.cards import Suit
from controller.table.funding import FUNDINGS
from controller.table.funding.base import Funding, JackpotType
from controller.table.money import BASIS_POINTS, parse_dollars
from controller.table.rules import Collect, Sensor
from drivers.settings import NAME, PATH
from words.languages import LANGUAGES, SOURCE


def _dollars(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError
    if (amount := parse_dollars(value)) == 0:
        raise ValueError
    return amount


def _language(value: str) -> str:
    if value not in LANGUAGES:
        raise ValueError
    return value


def _rate(value: object) -> int:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,3}\.[0-9]{2} %", value):
        raise ValueError
    rate = int(value.removesuffix(" %").replace(".", ""))
    if not 0 < rate <= BASIS_POINTS:
        raise ValueError
    return rate


def _funding(value: object) -> Funding:
    if not isinstance(value, str) or value not in FUNDINGS:
        raise ValueError
    return FUNDINGS[value]


def _rising(values: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if values and any(after <= before for before, after in pairwise(values)):
        raise ValueError
    return values


Dollars = Annotated[int, BeforeValidator(_dollars)]  # "5.00" -> micro-dollars
Rate = Annotated[int, BeforeValidator(_rate)]  # "10.00 %" -> basis points
FundingType = Annotated[Funding, PlainValidator(_funding)]  # by its name
Rising = AfterValidator(_rising)  # a list of numbers, each above the one before

ID = r"^[a-z0-9][a-z0-9-]{0,31}$"
FILE = r"^[A-Za-z0-9][A-Za-z0-9-]{0,63}$"
PAYTABLE = r"^[A-Za-z0-9][A-Za-z0-9/ -]{0,63}$"  # as printed, not as its file is called
INPUT = rf"^[a-z][a-z0-9-]*:{NAME}$"
LAMP = rf"^[a-z][a-z0-9-]*:{NAME}(\+{NAME}){{0,2}}$"
TEXT = r"^[^\p{C}\p{Z}]([^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$"  # one line, without controls of terminal and direction
CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

SignName = Annotated[str, StringConstraints(pattern=ID)]
Words = Annotated[str, StringConstraints(pattern=TEXT, max_length=60)]
Notes = tuple[Annotated[str, StringConstraints(pattern=TEXT)], ...]
MultipleWinners = Literal["full_each", "split", "ordered"]


def an_id(thing: str) -> Any:
    return Field(pattern=ID, description=f'{thing} in small letters, digits and "-", as "bj-1"')


def an_input(thing: str, **kwargs: Any) -> Any:
    return Field(pattern=INPUT, description=f'{thing} as "driver:name", such as "board:lock"', **kwargs)


def an_amount(example: str, **kwargs: Any) -> Any:
    return Field(description=f'an amount in quotes with two decimals, as "{example}"', **kwargs)


def a_paytable() -> Any:
    return Field(pattern=PAYTABLE, description='a pay table by its printed name, as "LL/JP 7"')


def a_text(thing: str, longest: int = 200) -> Any:
    return Field(
        pattern=TEXT, max_length=longest, description=f"{thing}, in quotes, one line of up to {longest} characters"
    )


def notes() -> Any:
    return Field(
        default=(),
        description="a list of texts in quotes, each one line: what the document leaves open, and what is decided",
    )


def a_number(lowest: int, highest: int, **kwargs: Any) -> Any:
    return Field(ge=lowest, le=highest, description=f"a whole number from {lowest} to {highest}", **kwargs)


class Table(Section):
    id: str = an_id("the table's name")
    profile: str = Field(pattern=FILE, description='the name of a file in profiles/, as "nh-brook"')
    game: str = Field(pattern=FILE, description='the name of a file in games/, as "brook"')
    seats: int = a_number(1, 9)
    decks: int = a_number(1, 8)
    timezone: str = Field(pattern=r"^[A-Za-z]+(/[A-Za-z0-9_+-]+)+$", description='a time zone as "America/New_York"')
    roll: str = Field(pattern=CLOCK, description='hours and minutes as "06:00"')
    suit: Suit | None = Field(
        default=None, description='"clubs", "diamonds", "hearts" or "spades", the suit chosen for suit-specific awards'
    )
    settle_after_seconds: int = a_number(0, 600, default=0)


class State(Section):
    dir: str = Field(pattern=PATH, description='an absolute path without blanks, as "/var/lib/litbet"')
    ledger: str | None = Field(
        default=None,
        pattern=r"^(sqlite:////|postgresql(\+psycopg)?://)[^\s]+$",
        description='"postgresql://user@host/database" or "sqlite:////absolute/path", or leave it out',
    )
    second_copy: str | None = Field(
        default=None,
        pattern=PATH,
        description='an absolute path on another medium, as "/mnt/second/bj-1.journal", or leave it out',
    )
    socket: str | None = Field(
        default=None, pattern=PATH, description='an absolute path, as "/run/litbet/control.sock", or leave it out'
    )


class Mqtt(Section):
    host: str = Field(pattern=r"^[A-Za-z0-9.:-]{1,253}$", description='the broker\'s name or address, as "127.0.0.1"')
    port: int = a_number(1, 65535, default=1883)
    prefix: str = Field(
        default="litbet",
        pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$",
        description='letters, digits, "-", "_" and "/" between them, without the wildcards "+" and "#", as "litbet"',
    )
    user: str | None = Field(default=None, min_length=1, description="the user's name at the broker, in quotes")
    password_file: str | None = Field(
        default=None, pattern=PATH, description="the absolute path of a file that holds the password, in quotes"
    )
    ca: str | None = Field(
        default=None, pattern=PATH, description="the absolute path of the broker's certificate authority, in quotes"
    )


class Signs(Section):
    expected: tuple[SignName, ...] = Field(
        default=(), max_length=200, description='a list of up to 200 signs by their names at the broker, as ["sign-1"]'
    )
    placard: bool = Field(default=False, description="true or false")


class Display(Section):
    """The pages: `litbet display`."""

    listen: str = Field(
        default="127.0.0.1:8480",
        pattern=r"^([0-9.]{7,15}|\[[0-9a-f:]+\]|localhost):[0-9]{1,5}$",
        description='an address and a port, as "127.0.0.1:8480"',
    )
    sign: str | None = Field(
        default=None, pattern=ID, description='the name by which the sign page answers at the broker, as "display-1"'
    )
    user: str | None = Field(default=None, min_length=1, description="the pages' own user at the broker, in quotes")
    password_file: str | None = Field(
        default=None, pattern=PATH, description="the absolute path of a file that holds the password, in quotes"
    )
    theme: Literal["felt", "midnight", "contrast"] = Field(
        default="felt", description='"felt", "midnight" or "contrast"'
    )
    language: Annotated[str, AfterValidator(_language)] = Field(
        default=SOURCE, description=" or ".join(f'"{each}"' for each in LANGUAGES)
    )


class DigitSign(Section):
    name: str = an_id("the sign's name")
    jackpot: str = an_id("the jackpot whose amount it shows")
    kind: Literal["digits"] = Field(description='"digits"')
    port: str = Field(pattern=PATH, description='the absolute path of its line, as "/dev/serial/by-id/..."')
    baud: Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200] = Field(
        default=9600, description="1200, 2400, 4800, 9600, 19200, 38400, 57600 or 115200"
    )
    digits: int = a_number(6, 12)
    echo: bool = Field(default=False, description="true or false")


class Debounce(Section):
    button_ms: int = a_number(1, 250, default=20)
    presence_ms: int = a_number(1, 250, default=20)
    coin_ms: int = a_number(1, 50, default=5)
    key_ms: int = a_number(1, 250, default=20)


class Jackpot(Section):
    id: str = an_id("the jackpot's name")
    title: str = a_text("the words on the sign", 60)
    type: JackpotType = Field(description='"bonus" or "progressive"')
    funding: FundingType = Field(description=quoted(FUNDINGS, "or"))
    base: Dollars = an_amount("1250.00")
    reset: Dollars = an_amount("1250.00")
    rate: Rate | None = Field(default=None, description='a rate above 0 and up to 100 % in this form: "10.00 %"')
    reserve: Rate | None = Field(default=None, description='a rate above 0 and up to 100 % in this form: "2.00 %"')
    limit: Dollars | None = an_amount("50000.00", default=None)
    unreasonable: Dollars = an_amount("6000.00")
    multiple_winners: MultipleWinners = Field(
        description='"full_each", "split" or "ordered", as your regulator approved (R095, C09)'
    )


class Wager(Section):
    id: str = an_id("the wager's name")
    amount: Dollars = an_amount("5.00")
    tiers: tuple[Dollars, ...] = Field(
        default=(), description='a list of amounts, the first as "amount": ["5.00", "10.00"]; or leave it out'
    )
    jackpots: tuple[str, ...] = Field(min_length=1, description='a list of the jackpots it plays for, as ["bonus"]')
    paytable: str = a_paytable()
    collect: Collect = Field(description='"lock" or "settlement"')


class Spot(Section):
    seat: int = a_number(1, 9)
    wager: str = an_id("the wager that this spot takes")
    sensor: Sensor = Field(description='"button", "presence" or "coin"')
    input: str = an_input("the sensor's input")
    lamp: str = Field(pattern=LAMP, description='the spot\'s lamp as "board:seat1", or as "pins:GPIO5+GPIO6+GPIO13"')
    pulses: int | None = a_number(1, 1000, default=None)
    dwell_on_ms: int | None = a_number(100, 1000, default=None)
    dwell_off_ms: int | None = a_number(100, 5000, default=None)


class Keys(Section):
    """The names are those of `controller.table.rules.Key`; a test holds them equal."""

    lock: str = an_input("the LOCK key's input")
    clear: str = an_input("the CLEAR key's input")
    settle: str | None = an_input("the SETTLE key's input", default=None)
    win: str | None = an_input("the WIN key's input", default=None)
    void: str | None = an_input("the VOID key's input", default=None)
    tier: str | None = an_input("the TIER key's input", default=None)
    open_close: str | None = an_input("the OPEN/CLOSE key's input", default=None)
    deal: str | None = an_input("the input that tells of each hand's first card", default=None)
    keyswitch: str | None = an_input("the supervisor's keyswitch input", default=None)
    door: str | None = an_input("the box door's input", default=None)
