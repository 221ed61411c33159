"""The definition of a table as plain values: made once from the configuration, unchanged while the table runs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from enum import StrEnum
from typing import Any

from controller.games.cards import Suit
from controller.games.game import Looks
from controller.games.paytable import Line, Paytable
from controller.table.funding.base import Funding, JackpotType, Terms


class Sensor(StrEnum):
    """The kind of sensor at a spot."""

    BUTTON = "button"  # a press toggles the bet until the lock
    PRESENCE = "presence"  # a level: whether a chip lies on it
    COIN = "coin"  # pulses are counted; a set number makes the wager


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
    """A meter, as configured. Amounts are micro-dollars."""

    id: str
    title: str
    funding: Funding
    base: int  # the opening amount
    terms: Terms
    awards: tuple[dict[str, str], ...]  # for the sign's list: {"event", "pays"}, highest first
    disclosure: str  # the text that the profile requires on the sign
    text_id: str
    suit: str = ""  # the chosen suit, if an award needs one (R123)
    notices: tuple[str, ...] = ()  # further texts that the profile requires on the sign (R037, R130)

    @property
    def type(self) -> JackpotType:
        """Where its money comes from decides the type (R002)."""
        return self.funding.type


@dataclass(frozen=True, slots=True)
class Wager:
    """What one sensor takes."""

    id: str
    amounts: tuple[int, ...]  # micro-dollars, ascending: its tiers (R034); a spot plays for the first one by default
    jackpots: tuple[str, ...]  # the meters it plays for
    paytable: Paytable
    looks_at: Looks  # the cards that decide the wager
    collect: Collect

    @property
    def amount(self) -> int:
        """The default amount (C11)."""
        return self.amounts[0]

    def jackpot_of(self, line: Line) -> str:
        """The meter that pays this share."""
        return line.meter or self.jackpots[0]


@dataclass(frozen=True, slots=True)
class Spot:
    """One sensor at one seat; `id` is "<seat>/<wager>"."""

    id: str
    seat: int
    wager: str
    sensor: Sensor
    pulses: int  # of a coin sensor: the number of pulses that make the wager
    dwell_on: int  # ms that a chip must lie there (presence only, R029)
    dwell_off: int
    rivals: tuple[str, ...] = ()  # the seat's other spots that take the same bet; only one of them plays (C11)


@dataclass(frozen=True, slots=True)
class Posting:
    """How the profile lets a meter rise between rounds."""

    automatic: bool  # False: a person runs the due post (R067)
    min_interval_hours: int  # R063; 0: once per gaming day
    again_after_win: bool = False  # after a paid win a meter may change at once, regardless of the interval


class Role(StrEnum):
    """A person's role (R154). Roles that `answers` marks answer for money, and may also add people."""

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
    """The decisions for which a profile names people. One that is `paired` takes two people in every profile, none of
    them as a dealer (R103, R143, R011)."""

    paired: bool

    def __new__(cls, name: str, paired: bool = False) -> "Matter":
        made = str.__new__(cls, name)
        made._value_ = name
        made.paired = paired
        return made

    @property
    def by_name(self) -> bool:
        """Whether no dealer decides it, because the dealer's keys have no name."""
        return self.paired or self in (Matter.PAYMENT, Matter.ROUND)

    AWARD = "award"
    SHARE = "share", True
    PAYMENT = "payment"
    ROUND = "round"
    SERVICE = "service"
    POST = "post"
    ADJUSTMENT = "adjustment", True
    PARAMETERS = "parameters", True
    TAKE_OVER = "take_over", True


@dataclass(frozen=True, slots=True)
class Authority:
    """Who approves one kind of decision (R103, R154): this many people with one of these roles."""

    decision: str
    up_to: int | None  # micro-dollars; None: any amount
    roles: tuple[str, ...]
    persons: int


@dataclass(frozen=True, slots=True)
class TaxRule:
    """From this day on, a payment of at least `minimum` and at least `times` the wager needs a form (R230)."""

    since: str  # 2026-01-01
    minimum: int  # micro-dollars
    times: int
    form: str
    shared_form: str  # for a win that several people share (R232)
    withhold_above: int  # micro-dollars; from a larger win, and at least `times` the wager, the payer withholds tax
    withhold_rate: int  # basis points of the win without its wager
    backup_rate: int  # withheld from every win that needs a form if the winner gives no taxpayer number


@dataclass(frozen=True, slots=True)
class SignPolicy:
    """What follows when no sign acknowledges (R181, R203). A table without expected signs waits for none."""

    expected: tuple[str, ...]  # the names of the table's signs
    grace: int  # ms without an acknowledgement after which the signs count as silent
    close_betting: bool  # no new bets from the next round on; otherwise the silence is only noted


@dataclass(frozen=True, slots=True)
class Removal:
    """How a jackpot ends for good (R147)."""

    notice_days: int  # the minimum number of days between the announcement and the last day
    dispose_days: int  # days after the last day by which its money must have been moved
    to: tuple[str, ...]  # the allowed recipients: "transfer", "charity", "house"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The size from which a difference is investigated, and who must know of it (R145, R214). Amounts are
    micro-dollars."""

    units: int  # number of wagers: noted
    investigate: int
    report: int
    notify: int  # to the regulator
    reading_days: int  # the most days between two sign readings (R216); 0: no readings needed


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that the core knows of its table before the first event. Most of it are the accepted table terms
    (table_terms.py)."""

    table: str
    zone: tzinfo
    roll: int  # minutes after local midnight at which the gaming day begins
    spots: dict[str, Spot]
    wagers: dict[str, Wager]
    jackpots: dict[str, Jackpot]
    posting: Posting
    authority: tuple[Authority, ...]
    reseed: str  # "confirmed" or "paid": when a won meter returns to the reset amount (C22)
    win_pays: str  # where a sign showed another amount at the lock (E58): the "higher" of both, or the "ledger"
    tax: tuple[TaxRule, ...]  # newest first
    decks: int
    suit: Suit  # the chosen suit of suit-specific awards
    settle_after: int  # ms after the lock from which a leaving chip counts as collected; 0: only the key settles
    deal_input: bool  # a sensor reports each hand's first card
    signs: SignPolicy
    may_rise: frozenset[str]  # the profile's closed lists of reasons why a meter may rise or fall (R140)
    may_fall: frozenset[str]
    removal: Removal
    thresholds: Thresholds
    flat_bet: bool  # the house may hold a player to the bets of the player's first hand in the shoe
    backup_keys: tuple[str, ...] = ()  # public keys, each of which opens a backup; two of them stand in for lost PINs
    training: bool = False  # play without money, on a separate ledger (E75)
    laboratory: bool = False  # the time is whatever a laboratory sets, so nothing in the ledger is real
    proposed: dict[str, Any] = field(default_factory=dict)  # the table terms that the file asks for, if they differ
    # The key that each partner shares with this table; from a secret's file, so it is never printed.
    partners: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    @property
    def unreal(self) -> bool:
        """Papers are marked, and no money leaves or reaches the table."""
        return self.training or self.laboratory

    def slip_number(self, number: int) -> str:
        """As printed. Slips that are not real have numbers of their own, so that none passes for a real one."""
        return f"T-{number}" if self.unreal else f"{number:06d}"

    def slip(self, number: int) -> int | str:
        """In answers, files and pages: the number, but of a training as printed. 0: no slip."""
        return self.slip_number(number) if self.training and number else number

    def stake(self, spot: str, tiers: Mapping[str, int]) -> int:
        """The amount this spot plays for; `tiers` has the spots that do not play for their wager's first amount."""
        return tiers.get(spot) or self.wagers[self.spots[spot].wager].amount
