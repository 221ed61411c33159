"""What a table knows: `Book`, which is on disk and changes only by journal entries, and `Live`, which is not."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from controller.table.accounts import accounts_of, meter_account, overflow_account, reserve_account
from controller.table.counters import JackpotBook, Parts
from controller.table.events import Moment
from controller.table.funding.base import Terms
from controller.table.rules import Jackpot
from controller.table.values import replace
from words.message import Message, message

NEVER = Moment(0, 0)
CLOCK_NEW = message("reasons.clock_new")
NEVER_EMPTY = message("reasons.never_empty")  # a spot is out of service for it, until that lock is taken back


class Phase(StrEnum):
    """Where a table is in its day. `FAULT` lies over the others: what was decided stays decided under it."""

    CLOSED = "closed"
    NOT_OFFERED = "not_offered"
    BETTING = "betting"
    LOCKED = "locked"
    SETTLED = "settled"
    RECOVERED = "recovered"
    FAULT = "fault"


class Alarm(StrEnum):
    NONE = ""
    LATE = "late"  # placed after the lock
    REMOVED = "removed"  # a locked chip left before the hand was settled


class Contribution(NamedTuple):
    """What wagers put into a progressive's accounts, in micro-dollars."""

    displayed: int
    reserve: int
    overflow: int

    @property
    def total(self) -> int:
        return self.displayed + self.reserve + self.overflow


# -- on disk -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """The spots that were lit from `utc` on: what a late lock chooses from."""

    utc: int
    spots: tuple[str, ...]
    tiers: dict[str, int] = field(default_factory=dict)  # as in a round


@dataclass(frozen=True)
class Earlier:
    """What hands before this one have won: it counts for this one as decided before it (R094)."""

    decided: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> whose wins its posted amount told of
    moved: dict[str, int] = field(default_factory=dict)  # jackpot -> by how much those of others have moved it since

    def counts(self, won: "Won", number: int) -> bool:
        """Of a hand before `number`, and not in what was posted at its lock?"""
        return won.round < number and won.round not in self.decided.get(won.jackpot, ())


@dataclass(frozen=True)
class Round:
    """A locked hand."""

    number: int
    day: str
    utc: int
    spots: tuple[str, ...]  # what plays; voided spots are taken out
    meters: dict[str, int]  # as they stood at the lock (R091)
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> micro-dollars, where it is not the wager's first
    contributions: dict[str, Contribution] = field(default_factory=dict)  # of its spots, by jackpot
    earlier: Earlier = Earlier()


@dataclass(frozen=True)
class Contributed:
    """What a round's number has contributed for wagers that were given back since: the same number does not contribute
    twice for the same spot (E06)."""

    round: int
    spots: dict[str, int]  # -> what it played for; 0: the wager's first amount
    retained: dict[str, Contribution]  # by jackpot: what no wager pays for any more, the house has put it in (R149)


@dataclass(frozen=True)
class MissedRound:
    """A hand that was cleared without a lock: a late lock may still make it count."""

    number: int
    day: str
    utc: int  # when it was cleared
    seen: tuple[Seen, ...]
    meters: dict[str, int]  # as it was played for


@dataclass(frozen=True)
class SpotBook:
    """What outlives a restart of one spot."""

    out: Message | None = None  # why it is out of service
    stuck: int = 0  # rounds in a row without a vacancy (E10)
    flat: str = ""  # "lit" or "dark": what it must stay until the shoe ends
    boot: int = 0  # the coin counter's, and where it stood when its coins were last credited
    pulses: int = 0
    credit: int = 0  # micro-dollars swallowed and not yet wagered


@dataclass(frozen=True)
class DayBook:
    """The gaming day that runs."""

    day: str
    rounds: int = 0
    wagers: dict[str, int] = field(default_factory=dict)  # wager -> how many count
    base: dict[str, int] = field(default_factory=dict)  # jackpot -> gross locked wagers
    accrued: dict[str, int] = field(default_factory=dict)  # jackpot -> what they will add, at the rate of the time


@dataclass(frozen=True)
class Due:
    """A gaming day's addition that is not yet posted. A correction may be negative."""

    day: str
    jackpot: str
    base: int
    amount: int
    correction: bool = False


class Stage(StrEnum):
    """How far a claim is. One that is paid stays in the book until its round is past."""

    OPEN = "open"
    APPROVED = "approved"  # by all it needs; its share waits for the other claims of its round
    OWED = "owed"  # the money is set aside, whatever happens to the table (R104, R108)
    PAID = "paid"


@dataclass(frozen=True)
class Claim:
    """A seat says it has won (R092: claimed, confirmed, paid)."""

    number: int
    round: int
    spot: str
    utc: int
    meters: dict[str, int]  # as they stood at the lock of its round (R091)
    claimant: tuple[str, ...] = ()
    stake: int = 0  # micro-dollars that the spot played for; 0: the wager's first amount
    award: str = ""  # the line's event, once somebody has named it
    cards: str = ""
    approved: tuple[str, ...] = ()
    stage: Stage = Stage.OPEN
    jackpot: str = ""  # of a share
    amount: int = 0  # micro-dollars, once decided
    slip: int = 0
    decided: int = 0  # the newest round when it was: the sign names the winner until the next lock (R100)
    corrected: int = 0  # micro-dollars paid on top since, below zero for got back
    paid_shares: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> of its round's forgotten winners
    shown: dict[str, int] = field(
        default_factory=dict
    )  # what signs said of progressives meanwhile, if more than meters
    earlier: Earlier = Earlier()


@dataclass(frozen=True)
class Won:
    """What the winners of one round have taken of one meter."""

    jackpot: str
    round: int
    base: int  # what there was to share
    drawn: int = 0  # of this, taken by the winners
    rounding: int = 0  # below a cent of an emptied meter: to the house, of a progressive to its reserve
    due: int = 0  # the reset amount, if they emptied it
    reseeded: int = 0  # of this, what has come in
    from_reserve: int = 0  # of this, players' money; below zero: the reserve got more back than it had given
    from_overflow: int = 0
    policy: str = ""  # by which they share it, whatever terms come into force later
    renews: bool = False  # the reset amount is that of accepted terms, which come into force with it (R011)

    @property
    def from_house(self) -> int:
        return self.reseeded - self.from_reserve - self.from_overflow

    @property
    def moves(self) -> int:
        """By how much it moves what is posted: not before its reset has come in (C22)."""
        return 0 if self.due > self.reseeded else self.reseeded - self.drawn - self.rounding


class Grade(StrEnum):
    """What a difference asks for (R145, R214), the least first."""

    NOTED = "noted"  # on record only
    INVESTIGATE = "investigate"
    REPORT = "report"  # to those who answer for the money
    NOTIFY = "notify"  # to the regulator


@dataclass(frozen=True)
class Variance:
    """A sign or a count that does not say what the ledger says."""

    number: int
    kind: str  # "reading" of a sign, or "count" of chips
    about: str  # the jackpot, or the wager
    day: str  # the gaming day that was read or counted
    units: int  # chips; 0 of a reading
    amount: int  # micro-dollars, above zero where there is more than the ledger says
    grade: Grade
    outcome: str = ""  # how it ended; empty: it is open


@dataclass(frozen=True)
class Person:
    """Somebody who may answer for something. The PIN is kept elsewhere."""

    roles: tuple[str, ...]


@dataclass(frozen=True)
class Trusted:
    """The clock was trusted in this boot at this distance between its two readings."""

    boot: str
    offset: int


@dataclass(frozen=True)
class Book:
    """All that is on disk, folded from the journal."""

    table: str
    epoch: int
    seq: int = 0
    phase: Phase = Phase.CLOSED  # CLOSED, NOT_OFFERED, BETTING or LOCKED
    reason: Message | None = None  # why not offered
    boot: str = ""
    config: str = ""  # the digest of the configuration that it was last run with
    game: str = ""  # the digest of the game on offer, as two people accepted it
    game_pending: str = ""  # of another one that is configured: the table does not open before it is accepted
    last: Moment = NEVER  # of the newest row whose time was trusted
    clock: Trusted | None = None
    round: int = 0  # the newest round's number
    locked: Round | None = None
    previous: Round | None = None
    contributed: Contributed | None = None  # of a number that was unlocked, or has lost spots
    missed: MissedRound | None = None
    shoe_rounds: int = 0
    shoe_first: tuple[str, ...] = ()  # the spots that played the shoe's first round
    last_shoe: bool = False
    today: DayBook | None = None
    due: tuple[Due, ...] = ()
    corrections: tuple[Due, ...] = ()  # become due the next morning
    held: str = ""  # why the post waits for a person
    funds: str = ""  # why no more wagers may be taken: the money of the jackpots is short, or seized (R074)
    claims: tuple[Claim, ...] = ()  # all that are not paid, and the paid ones of the present and the last round
    claim_count: int = 0
    slips: int = 0  # numbered without gaps (R107)
    reopened: bool = False  # claims of the last round are taken again, until the next lock (E21)
    won: tuple[Won, ...] = ()  # as long as a claim of the round is in the book
    claimants: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of claims taken back, until the next lock
    variances: tuple[Variance, ...] = ()  # those that are open, and all of the last 30 gaming days
    variance_count: int = 0
    readings: dict[str, str] = field(default_factory=dict)  # jackpot -> the gaming day its sign was last read, or
    # since when nobody has
    people: dict[str, Person] = field(default_factory=dict)
    founded: bool = False  # somebody was here once: nobody is the first again
    by_hand: bool = False  # the amount is posted by hand, until the shoe ends
    faults: dict[str, Message] = field(default_factory=dict)  # latched, by code
    spots: dict[str, SpotBook] = field(default_factory=dict)  # only those with something to remember
    jackpots: dict[str, JackpotBook] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)  # account -> micro-dollars
    notes: tuple[str, ...] = ()  # transfers taken from other tables: none is taken twice

    def spot(self, spot: str) -> SpotBook:
        return self.spots.get(spot, FRESH_SPOT)

    def terms(self, jackpot: Jackpot) -> Terms:
        """Those in force; at a genesis, the configuration's."""
        counters = self.jackpots.get(jackpot.id)
        return counters.terms if counters else jackpot.terms

    def limit(self, jackpot: Jackpot) -> int:
        """Where the meter stops rising; 0: nowhere. A reset by accepted terms has brought their limit with it, though
        they come into force only when its winners are paid."""
        counters = self.jackpots.get(jackpot.id)
        renewed = any(each.jackpot == jackpot.id and each.renews and each.reseeded for each in self.won)
        if renewed and counters and counters.accepted and counters.pending:
            return counters.pending.limit
        return self.terms(jackpot).limit

    def next_reset(self, jackpot: Jackpot) -> tuple[int, bool]:
        """What the meter is after a win of all of it, and whether accepted terms say so that are not yet in force. One
        that has ended is not filled again."""
        counters = self.jackpots[jackpot.id]
        if counters.ended:
            return 0, False
        if counters.accepted and counters.pending:
            return counters.pending.reset, True
        return self.terms(jackpot).reset, False

    def meter(self, jackpot_id: str) -> int:
        return self.balances.get(meter_account(jackpot_id), 0)

    def reserve(self, jackpot_id: str) -> int:
        return self.balances.get(reserve_account(jackpot_id), 0)

    def overflow(self, jackpot_id: str) -> int:
        return self.balances.get(overflow_account(jackpot_id), 0)

    def posted(self, jackpot_id: str) -> int:
        """What players are told they can win: a meter that was won stands as it was until its reset (C22)."""
        return self.meter(jackpot_id) + sum(each.drawn + each.rounding for each in self.unset(jackpot_id))

    def unset(self, jackpot_id: str) -> list[Won]:
        """Wins whose reset has not come in."""
        return [each for each in self.won if each.jackpot == jackpot_id and each.due > each.reseeded]

    def taken(self, jackpot_id: str, number: int) -> Won | None:
        """What the winners of a round have taken of a meter so far."""
        return next((each for each in self.won if (each.jackpot, each.round) == (jackpot_id, number)), None)

    def parts(self, jackpot_id: str) -> Parts:
        """All that a jackpot holds."""
        meter, reserve, overflow = (self.balances.get(account, 0) for account in accounts_of(jackpot_id))
        return Parts(meter, reserve, overflow, self.jackpots[jackpot_id].advance)

    def over(self, jackpots: Iterable[str]) -> bool:
        """Has one of them ended? Then a wager that plays for it is not taken."""
        return any(self.jackpots[each].ended for each in jackpots if each in self.jackpots)

    def left(self, jackpot_id: str) -> str:
        """Where all of a jackpot's money has gone, if it has."""
        return self.jackpots[jackpot_id].left_to

    def gone(self, jackpot_id: str, number: int) -> bool:
        """Has a later hand taken from the meter, or this one, and is past?"""
        later = any(each.jackpot == jackpot_id and each.round > number and each.drawn for each in self.won)
        return later or number <= self.jackpots[jackpot_id].won_round


FRESH_SPOT = SpotBook()


def hand_of(number: int, spot: str) -> str:
    """A spot's hand of one round, as `Book.claimants` names it."""
    return f"{number} {spot}"


# -- not on disk ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SpotLive:
    """What a spot's sensor says. `accepted` is the presence level that held until `since`; the raw `level` becomes
    accepted when it has lain for its dwell (R029)."""

    level: bool = False
    since: int = 0
    accepted: bool = False
    bet: bool = False  # a button's toggle
    toggled: int = 0
    armed: bool = True  # a presence sensor was seen empty since the last round (R030)
    next: bool = False  # a bet for the next round
    alarm: Alarm = Alarm.NONE
    confirmed: bool = False  # a person says that the chip on an unarmed sensor is a bet
    dropped: bool = False
    unsure: bool = False
    presses: int = 0  # while locked: no bets, but counted
    tier: int = 0  # which of its wager's amounts the bet is; of coins the credit tells
    lit_at: int = 0  # mono since which a spot with rivals wants to bet; 0: it does not


@dataclass(frozen=True)
class ClockLive:
    """What is known of the time."""

    trusted: bool = False
    why: Message | None = CLOCK_NEW
    doubted: bool = False  # it stepped or ran backwards: only a person makes it trusted again
    last: Moment | None = None


@dataclass(frozen=True)
class SignsLive:
    """Why the signs count as silent, and why no new bets are taken for it."""

    silent: Message | None = None
    closed: Message | None = None


@dataclass(frozen=True)
class SensorTest:
    """A sensor test under way (R031)."""

    until: int  # mono
    waiting: tuple[str, ...]
    taken: tuple[str, ...] = ()  # seen, and not yet seen free again
    passed: tuple[str, ...] = ()


class Note(NamedTuple):
    """One thing that happened since the newest row; it is written with the next one."""

    utc: int
    what: str
    where: str = ""
    number: int = 0  # of presses, or of seconds


@dataclass(frozen=True)
class Live:
    """Sensors, timers and alarms: gone with the power, read anew with it."""

    spots: dict[str, SpotLive] = field(default_factory=dict)
    clock: ClockLive = ClockLive()
    recovered: bool = False
    failed: Message | None = None  # the ledger takes no more rows, and why
    damage: Message | None = None  # the program is not what was installed: over with the start of one that is (R163)
    unlinked: dict[str, Message] = field(default_factory=dict)  # driver -> why
    boots: dict[str, int] = field(default_factory=dict)  # driver -> boot last seen
    lost_at: dict[str, int] = field(default_factory=dict)  # driver -> when it was last heard (mono)
    locked_at: int = 0  # mono
    cleared_at: int | None = None
    settled: bool = False
    settle_pressed: bool = False
    dealt: bool = False
    win_until: int = 0
    tier_until: int = 0
    void_asked: bool = False
    keyswitch: bool = False
    door: bool = False
    sensor_test: SensorTest | None = None
    signs: SignsLive = SignsLive()
    copy: Message | None = None  # why the ledger's second copy is not kept
    funds: Message | None = None  # the funds hold is in force
    away: dict[str, int] = field(default_factory=dict)  # input -> presses that nobody saw happen
    seen: tuple[Seen, ...] = ()
    notes: tuple[Note, ...] = ()
    notes_lost: int = 0


@dataclass(frozen=True)
class State:
    book: Book
    live: Live = Live()


def phase_of(state: State) -> Phase:
    """The phase that decides what may happen next; faults lie over it, see `hard_fault`."""
    if state.live.recovered:
        return Phase.RECOVERED
    if state.book.phase is Phase.LOCKED and state.live.settled:
        return Phase.SETTLED
    return state.book.phase


def hard_fault(state: State) -> Message | None:
    """Why no new bets are taken (R180)."""
    if state.live.failed or state.live.damage:
        return state.live.failed or state.live.damage
    why = next(iter((*state.book.faults.values(), *state.live.unlinked.values())), state.live.signs.closed)
    return why or state.live.funds


def with_spot(live: Live, spot: str, **changes: object) -> Live:
    """`live` with one spot changed."""
    return replace(live, spots={**live.spots, spot: replace(live.spots[spot], **changes)})  # type: ignore[arg-type]
