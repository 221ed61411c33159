"""What a table is, as plain values: made once from the configuration, never changed while the table runs."""

from dataclasses import dataclass
from datetime import tzinfo
from enum import StrEnum

from controller.games.cards import Suit
from controller.games.game import Looks
from controller.games.paytable import Line, Paytable


class Sensor(StrEnum):
    """What lies under a spot."""

    BUTTON = "button"  # a press toggles the bet until the lock
    PRESENCE = "presence"  # a chip lies on it: a level
    COIN = "coin"  # pulses are counted; so many make the wager


class Collect(StrEnum):
    """When the dealer takes the chips (R022)."""

    LOCK = "lock"
    SETTLEMENT = "settlement"


class Funding(StrEnum):
    """Where a jackpot's money comes from (C03)."""

    DAILY_PERCENT = "daily_percent"
    MANUAL_HOUSE = "manual_house"
    PER_WAGER = "per_wager"


class Key(StrEnum):
    """The dealer's keys and the table's switches."""

    LOCK = "lock"
    SETTLE = "settle"
    CLEAR = "clear"
    WIN = "win"
    VOID = "void"
    OPEN_CLOSE = "open_close"
    DEAL = "deal"
    KEYSWITCH = "keyswitch"
    DOOR = "door"


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A meter. Amounts are micro-dollars, the rate is basis points."""

    id: str
    title: str
    type: str  # "bonus" or "progressive" (R002)
    funding: Funding
    base: int  # the opening seed
    reset: int  # the meter after a win of all of it
    rate_bp: int  # of the day's gross locked wagers
    unreasonable: int  # a single contribution above this is refused and faults (R057)
    multiple_winners: str
    awards: tuple[dict[str, str], ...]  # what the sign lists: {"event", "pays"}, highest first
    disclosure: str  # the profile's words for the sign
    text_id: str


@dataclass(frozen=True, slots=True)
class Wager:
    """What one sensor takes."""

    id: str
    amount: int  # micro-dollars
    jackpots: tuple[str, ...]  # the meters it plays for
    paytable: Paytable
    looks_at: Looks  # the cards that decide it
    collect: Collect

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


@dataclass(frozen=True, slots=True)
class Posting:
    """How the profile lets a meter rise between rounds."""

    automatic: bool  # False: a person runs the due post (R067)
    min_interval_hours: int  # R063; 0 = once a gaming day is enough


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
    flat_bet: bool  # the game lets the house hold a player to the bets of his first hand of the shoe
    training: bool = False  # play without money, on a ledger of its own (E75)
