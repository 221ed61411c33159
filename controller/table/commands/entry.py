"""The entries of the list of commands: an action that the core decides, or a query that changes nothing. Their help
texts are in the catalogue (sections `help` and `arguments`), under the names given here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from controller.table.events import Command
from controller.table.rules import Matter


class Kind(Enum):
    """The kind of an argument. `controller/daemon/arguments.py` parses each kind."""

    TEXT = "a line of text"
    REASON = "why, for the ledger"
    NOTE = "another table's ask or transfer note"
    NAME = "a person, a table, a day"
    NAMES = "names, of roles"
    PIN = "a person's new PIN; never part of an event"
    NUMBER = "a whole number"
    CLAIM = "a claim's number"
    FAULT = "a fault's name"
    SPOT = "a seat, or seat/wager"
    SPOTS = "several of them"
    AMOUNT = "dollars and cents"
    TIER = "one of the amounts of the spot's wager"
    MOMENT = "a time that has passed"
    ON_OFF = "on or off"
    LIT_DARK = "lit or dark"
    CHART = "a chart's name"
    FLAG = "true, or not there"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a command."""

    name: str
    kind: Kind
    sample: str  # as a person types it
    needed: bool = True
    in_example: bool = False  # shown in the help's example although it is optional
    flag: str = ""  # the flag on the command line, if it is not --name
    field: str | None = ""  # the event's field, if its name differs; None: not a field of the event

    @property
    def many(self) -> bool:
        return self.kind in (Kind.SPOTS, Kind.NAMES)

    @property
    def positional(self) -> bool:
        return not self.sample.startswith("--")

    def but(self, **changes: object) -> "Argument":
        return replace(self, **changes)  # type: ignore[arg-type]


class Scope(StrEnum):
    """What a command on the page applies to: the table, or one of these things at a time."""

    TABLE = "table"
    SPOT = "spots"
    CLAIM = "claims"
    FAULT = "faults"


class Place(StrEnum):
    """Where the dealer's page has the command's key. A page can only ask for commands that have a place."""

    KEYS = "keys"  # below every view
    TABLE = "table"  # in the floor's view: the table, its round, its machine
    ROUND = "round"
    MACHINE = "machine"
    POST = "post"
    SEAT = "seat"
    CLAIM = "claim"
    FAULT = "fault"

    @property
    def scope(self) -> Scope:
        return _SCOPES.get(self, Scope.TABLE)


_SCOPES = {Place.SEAT: Scope.SPOT, Place.CLAIM: Scope.CLAIM, Place.FAULT: Scope.FAULT}


class Proof(Enum):
    """Whose PIN is checked before the command is looked at."""

    ANYBODY = "whoever is named: a PIN or a log-in each"
    SOMEBODY = "the same, and at least one person"
    PIN = "one person, by PIN"
    LOG_IN = "one log-in"


class Found(Enum):
    """What the control layer looks up in the ledger for the event."""

    ROUND = "a late claim's round"
    PAYMENT = "what a corrected claim was paid"
    DAY = "what a counted day had locked"


class Effect(Enum):
    """What happens after the decision is on disk."""

    LOG_IN = "the person is logged in"
    SET_PIN = "the person has the new PIN"
    DROP_PIN = "the person's PIN is forgotten"
    SWITCH = "the daemon starts anew on the other ledger"
    RENEW = "the daemon starts anew if other table terms are in force"


ONE = ("M. Manager",)
PAIR = ("M. Manager", "A. Clerk")
WITH_ADMINISTRATOR = ("M. Manager", "A. Admin")


@dataclass(frozen=True, slots=True)
class Action:
    """A command that the core decides."""

    name: str
    event: type[Command]
    arguments: tuple[Argument, ...] = ()
    decision: Matter | None = None  # whose profile rule names the people; None: no rule, or the handler's own
    places: tuple[Place, ...] = ()  # on the page
    proof: Proof = Proof.ANYBODY
    found: Found | None = None
    effect: Effect | None = None
    in_training: bool = True
    one_by_one: bool = False  # its people may approve one after the other, each of them once
    example_by: tuple[str, ...] = ()  # names in the help's example, if no decision gives them

    @property
    def of_page(self) -> bool:
        return bool(self.places)

    @property
    def people(self) -> tuple[str, ...]:
        """The people named in the help's example."""
        if self.decision is None:
            return self.example_by
        return PAIR if self.decision.paired else ONE

    def asked_of(self, scope: Scope) -> bool:
        return any(place.scope is scope for place in self.places)

    def fields(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The event's fields, from values by argument name."""
        named = [(each.field if each.field != "" else each.name, each.name) for each in self.arguments]
        return {field: facts[name] for field, name in named if field is not None and name in facts}

    def argument(self, kind: Kind) -> Argument | None:
        return next((each for each in self.arguments if each.kind is kind), None)


@dataclass(frozen=True, slots=True)
class Query:
    """A query: it changes nothing, and anybody may ask it."""

    name: str
    arguments: tuple[Argument, ...] = ()
    of_page: bool = False
    proof: Proof = Proof.ANYBODY
    typed: bool = True  # also available on the command line


SEAT = Argument("spot", Kind.SPOT, "--seat 3", flag="--seat")
REASON = Argument("reason", Kind.REASON, '--reason "misdeal"')
CLAIM = Argument("claim", Kind.CLAIM, "1")
JACKPOT = Argument("jackpot", Kind.TEXT, "bonus")
MOVED = Argument("amount", Kind.AMOUNT, "12.50")
DAY = Argument("day", Kind.TEXT, "--day 2026-11-18")
WAGER = Argument("wager", Kind.TEXT, "--wager galaxy")
