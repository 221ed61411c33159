"""What a table is, as plain values: made once from the configuration, never changed while the table runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum

from controller.games.cards import Suit
from controller.games.game import Looks
from controller.games.paytable import Line, Paytable
from controller.table.funding.base import Funding, JackpotType, Terms


class Sensor(StrEnum):
    """What lies under a spot."""

    BUTTON = "button"  # a press toggles the bet until the lock
    PRESENCE = "presence"  # a chip lies on it: a level
    COIN = "coin"  # pulses are counted; so many make the wager


class Collect(StrEnum):
    """When the dealer takes the chips (R022)."""

    LOCK = "lock"
    SETTLEMENT = "settlement"


class Key(StrEnum):
    """The dealer's keys and the table's switches."""

    LOCK = "lock"
    SETTLE = "settle"
    CLEAR = "clear"
    WIN = "win"
    VOID = "void"
    TIER = "tier"
    OPEN_CLOSE = "open_close"
    DEAL = "deal"
    KEYSWITCH = "keyswitch"
    DOOR = "door"


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A meter, as the configuration has it. Amounts are micro-dollars."""

    id: str
    title: str
    funding: Funding
    base: int  # the opening seed
    terms: Terms
    awards: tuple[dict[str, str], ...]  # what the sign lists: {"event", "pays"}, highest first
    disclosure: str  # the profile's words for the sign
    text_id: str
    suit: str = ""  # the chosen one, where an award asks for it (R123)
    notices: tuple[str, ...] = ()  # the profile's further texts for the sign (R037, R130)

    @property
    def type(self) -> JackpotType:
        """What it is follows from where its money comes from (R002)."""
        return self.funding.type


@dataclass(frozen=True, slots=True)
class Wager:
    """What one sensor takes."""

    id: str
    amounts: tuple[int, ...]  # micro-dollars, rising: its tiers (R034); a spot plays for the first unless told
    jackpots: tuple[str, ...]  # the meters it plays for
    paytable: Paytable
    looks_at: Looks  # the cards that decide it
    collect: Collect

    @property
    def amount(self) -> int:
        """What it is when nobody has said otherwise (C11)."""
        return self.amounts[0]

    def jackpot_of(self, line: Line) -> str:
        """The meter that a share is taken from."""
        return line.meter or self.jackpots[0]


@dataclass(frozen=True, slots=True)
class Spot:
    """One sensor at one seat; `id` is "<seat>/<wager>"."""

    id: str
    seat: int
    wager: str
    sensor: Sensor
    pulses: int  # of a coin sensor: how many make the wager
    dwell_on: int  # ms a chip must lie (presence only, R029)
    dwell_off: int
    rivals: tuple[str, ...] = ()  # the seat's other spots that take the same bet: one of them plays (C11)


@dataclass(frozen=True, slots=True)
class Posting:
    """How the profile lets a meter rise between rounds."""

    automatic: bool  # False: a person runs the due post (R067)
    min_interval_hours: int  # R063; 0 = once a gaming day is enough
    again_after_win: bool = False  # a meter may change at once after a win was paid, whatever the interval


class Role(StrEnum):
    """What a person may be (R154). Who `answers` for money may also add people."""

    answers: bool

    def __new__(cls, name: str, answers: bool = False) -> "Role":
        made = str.__new__(cls, name)
        made._value_ = name
        made.answers = answers
        return made

    DEALER = "dealer"
    FLOOR = "floor"
    MANAGER = "manager", True
    CAGE = "cage"
    ACCOUNTING = "accounting", True
    TECHNICIAN = "technician"
    ADMINISTRATOR = "administrator", True
    REGULATOR = "regulator", True


class Matter(StrEnum):
    """What a profile names people for. One that is `paired` takes two in every profile (R143, R011)."""

    paired: bool

    def __new__(cls, name: str, paired: bool = False) -> "Matter":
        made = str.__new__(cls, name)
        made._value_ = name
        made.paired = paired
        return made

    AWARD = "award"
    SHARE = "share"
    PAYMENT = "payment"
    ROUND = "round"
    SERVICE = "service"
    POST = "post"
    ADJUSTMENT = "adjustment", True
    PARAMETERS = "parameters", True
    TAKE_OVER = "take_over", True


@dataclass(frozen=True, slots=True)
class Authority:
    """Who approves one kind of decision (R103, R154): so many persons with one of these roles."""

    decision: str
    up_to: int | None  # micro-dollars; None: any amount
    roles: tuple[str, ...]
    persons: int


@dataclass(frozen=True, slots=True)
class TaxRule:
    """From this day on a payment of `minimum` or more, and of `times` the wager or more, needs a form (R230)."""

    since: str  # 2026-01-01
    minimum: int  # micro-dollars
    times: int
    form: str


@dataclass(frozen=True, slots=True)
class SignPolicy:
    """What follows when no sign acknowledges (R181, R203). A table that expects no signs waits for none."""

    expected: tuple[str, ...]  # the names of the table's signs
    grace: int  # ms without an acknowledgement, then the signs are silent
    close_betting: bool  # no new bets from the next round on; else it is only noted


@dataclass(frozen=True, slots=True)
class Removal:
    """How a jackpot ends for good (R147)."""

    notice_days: int  # at least so many days between the announcement and the last day
    dispose_days: int  # so many days after the last one its money must have gone
    to: tuple[str, ...]  # where it may go: "transfer", "charity", "house"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a difference is looked into, and by whom it must be known (R145, R214). Amounts are micro-dollars."""

    units: int  # wagers: noted
    investigate: int
    report: int
    notify: int  # the regulator
    reading_days: int  # at least so often somebody reads the signs (R216); 0: never


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything the core knows of its table before the first event."""

    table: str
    zone: tzinfo
    roll: int  # minutes after local midnight at which the gaming day begins
    spots: dict[str, Spot]
    wagers: dict[str, Wager]
    jackpots: dict[str, Jackpot]
    posting: Posting
    authority: tuple[Authority, ...]
    reseed: str  # "confirmed" or "paid": when a meter that was won is the reset amount again (C22)
    tax: tuple[TaxRule, ...]  # the newest first
    decks: int
    suit: Suit  # the chosen one of suit-specific awards
    settle_after: int  # ms after the lock at which leaving chips count as collected; 0 = the key only
    deal_input: bool  # a sensor tells of each hand's first card
    signs: SignPolicy
    may_rise: frozenset[str]  # the profile's closed lists: for what a meter rises, and for what it falls (R140)
    may_fall: frozenset[str]
    removal: Removal
    thresholds: Thresholds
    flat_bet: bool  # the game lets the house hold a player to the bets of his first hand of the shoe
    training: bool = False  # play without money, on a ledger of its own (E75)

    def stake(self, spot: str, tiers: Mapping[str, int]) -> int:
        """What this spot plays for; `tiers` names the spots that do not play for their wager's first amount."""
        return tiers.get(spot) or self.wagers[self.spots[spot].wager].amount
