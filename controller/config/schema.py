"""The schema of a table's file: every key, its type, its bounds, and the help text for errors."""

import re
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, PlainValidator, StringConstraints, create_model
from pyrage import RecipientError
from pyrage.x25519 import Recipient

from controller.config.source import Section, key, quoted
from controller.games.cards import Suit
from controller.table.funding import FUNDINGS
from controller.table.funding.base import Funding, JackpotType, Term, Terms
from controller.table.money import BASIS_POINTS, parse_dollars
from controller.table.rules import Collect, Sensor
from drivers.settings import NAME
from kinds.settings import ID, PATH
from words.languages import LANGUAGES, SOURCE
from words.message import message


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


def _age_key(value: str) -> str:
    try:
        return str(Recipient.from_str(value))
    except RecipientError as error:
        raise ValueError from error


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

FILE = r"^[A-Za-z0-9][A-Za-z0-9-]{0,63}$"
PAYTABLE = r"^[A-Za-z0-9][A-Za-z0-9/ -]{0,63}$"  # the printed name, not the file name
INPUT = rf"^[a-z][a-z0-9-]*:{NAME}$"
LAMP = rf"^[a-z][a-z0-9-]*:{NAME}(\+{NAME}){{0,2}}$"
TEXT = r"^[^\p{C}\p{Z}]([^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$"  # one line, no terminal or direction controls
CLOCK = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

SignName = Annotated[str, StringConstraints(pattern=ID)]
Words = Annotated[str, StringConstraints(pattern=TEXT, max_length=60)]
Notes = tuple[Annotated[str, StringConstraints(pattern=TEXT)], ...]
MultipleWinners = Literal["full_each", "split", "ordered"]


def an_id(**rules: Any) -> Any:
    return key(message("values.id"), pattern=ID, **rules)


def an_input(**rules: Any) -> Any:
    return key(message("values.input"), pattern=INPUT, **rules)


def an_amount(example: str, **rules: Any) -> Any:
    return key(message("values.amount", example=example), **rules)


def a_rate(**rules: Any) -> Any:
    return key(message("values.rate"), **rules)


def a_paytable() -> Any:
    return key(message("values.paytable"), pattern=PAYTABLE)


def a_text(longest: int = 200) -> Any:
    return key(message("values.text", longest=longest), pattern=TEXT, max_length=longest)


def notes() -> Any:
    return key(message("values.notes"), default=())


def a_number(least: int, most: int, **rules: Any) -> Any:
    return key(message("values.number", least=least, most=most), ge=least, le=most, **rules)


def yes_no(**rules: Any) -> Any:
    return key(message("values.yes_no"), **rules)


def one_of(*names: str, **rules: Any) -> Any:
    return key(message("values.one_of", names=quoted(names)), **rules)


def a_list_of(*names: str) -> Any:
    return key(message("values.list_of", names=quoted(names)), min_length=1)


def a_path(example: str, **rules: Any) -> Any:
    return key(message("values.path", example=example), pattern=PATH, **rules)


class Table(Section):
    id: str = an_id()
    profile: str = key(message("values.profile_file"), pattern=FILE)
    game: str = key(message("values.game_file"), pattern=FILE)
    seats: int = a_number(1, 9)
    decks: int = a_number(1, 8)
    timezone: str = key(message("values.timezone"), pattern=r"^[A-Za-z]+(/[A-Za-z0-9_+-]+)+$")
    roll: str = key(message("values.clock"), pattern=CLOCK)
    suit: Suit | None = one_of(*Suit, default=None)
    settle_after_seconds: int = a_number(0, 600, default=0)


class State(Section):
    dir: str = a_path("/var/lib/litbet")
    ledger: str | None = key(
        message("values.ledger"), default=None, pattern=r"^(sqlite:////|postgresql(\+psycopg)?://)[^\s]+$"
    )
    second_copy: str | None = a_path("/mnt/second/bj-1.journal", default=None)
    socket: str | None = a_path("/run/litbet/control.sock", default=None)
    laboratory_clock: str | None = a_path("/var/lib/litbet/laboratory-clock", default=None)


class Backup(Section):
    keys: tuple[Annotated[str, AfterValidator(_age_key)], ...] = key(message("values.backup_keys"), default=())


class Signs(Section):
    expected: tuple[SignName, ...] = key(message("values.sign_names", most=200), default=(), max_length=200)
    placard: bool = yes_no(default=False)


class Display(Section):
    """The pages: `litbet display`."""

    sign: str | None = an_id(default=None)
    user: str | None = key(message("values.user"), default=None, min_length=1)
    password_file: str | None = a_path("/etc/litbet/pages.password", default=None)
    theme: Literal["felt", "midnight", "contrast"] = one_of("felt", "midnight", "contrast", default="felt")
    language: Annotated[str, AfterValidator(_language)] = one_of(*LANGUAGES, default=SOURCE)


class Partner(Section):
    """A table that may give jackpots to this one, or take them from it."""

    table: str = an_id()
    key_file: str = a_path("/etc/credstore/litbet.bj-2.key")


class Debounce(Section):
    button_ms: int = a_number(1, 250, default=20)
    presence_ms: int = a_number(1, 250, default=20)
    coin_ms: int = a_number(1, 50, default=5)
    key_ms: int = a_number(1, 250, default=20)


class Jackpot(Section):
    id: str = an_id()
    title: str = a_text(60)
    type: JackpotType = one_of("bonus", "progressive")
    funding: FundingType = one_of(*FUNDINGS)
    base: Dollars = an_amount("1250.00")
    reset: Dollars = an_amount("1250.00")
    unreasonable: Dollars = an_amount("6000.00")
    multiple_winners: MultipleWinners = key(message("values.multiple_winners"))

    def of(self, term: Term) -> int | None:
        found: int | None = getattr(self, term.key)
        return found

    @property
    def terms(self) -> Terms:
        special = {term: self.of(term) or 0 for term in all_terms()}
        return Terms(
            reset=self.reset,
            unreasonable=self.unreasonable,
            multiple_winners=self.multiple_winners,
            own={term.key: value for term, value in special.items() if value and not term.field},
            **{term.field: value for term, value in special.items() if term.field},
        )


def all_terms() -> set[Term]:
    """The terms of all funding types: a jackpot with a term of another type gets its own error message."""
    return {term for funding in FUNDINGS.values() for term in funding.terms}


def jackpot_section() -> type[Jackpot]:
    """`Jackpot` with the keys that the funding types declare."""
    amount, rate = (Dollars | None, an_amount("50000.00", default=None)), (Rate | None, a_rate(default=None))
    keys: dict[str, Any] = {term.key: amount if term.unit == "amount" else rate for term in all_terms()}
    return create_model("JackpotWithTerms", __base__=Jackpot, **keys)


class Wager(Section):
    id: str = an_id()
    amount: Dollars = an_amount("5.00")
    tiers: tuple[Dollars, ...] = key(message("values.tiers"), default=())
    jackpots: tuple[str, ...] = key(message("values.jackpots"), min_length=1)
    paytable: str = a_paytable()
    collect: Collect = one_of(*Collect)


class Spot(Section):
    seat: int = a_number(1, 9)
    wager: str = an_id()
    sensor: Sensor = one_of(*Sensor)
    input: str = an_input()
    lamp: str = key(message("values.lamp"), pattern=LAMP)
    pulses: int | None = a_number(1, 1000, default=None)
    dwell_on_ms: int | None = a_number(100, 1000, default=None)
    dwell_off_ms: int | None = a_number(100, 5000, default=None)


class Keys(Section):
    """The names are those of `controller.table.rules.Key`; a test holds them equal."""

    lock: str = an_input()
    clear: str = an_input()
    settle: str | None = an_input(default=None)
    win: str | None = an_input(default=None)
    void: str | None = an_input(default=None)
    tier: str | None = an_input(default=None)
    open_close: str | None = an_input(default=None)
    deal: str | None = an_input(default=None)  # it tells of each hand's first card
    keyswitch: str | None = an_input(default=None)  # the supervisor's
    door: str | None = an_input(default=None)  # of the box
