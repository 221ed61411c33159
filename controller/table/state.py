"""The state of a table: `Book`, which is on disk and changes only through journal entries, and `Live`, which is not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from controller.table.accounts import accounts_of, meter_account, overflow_account, reserve_account
from controller.table.counters import JackpotBook, Parts
from controller.table.duties import Deed
from controller.table.events import Moment
from controller.table.funding.base import Terms
from controller.table.rules import Jackpot
from controller.table.values import replace
from words.message import Message, message

NEVER = Moment(0, 0)
CLOCK_NEW = message("reasons.clock_new")
NEVER_EMPTY = message("reasons.never_empty")  # a spot is out of service for this; UNLOCK removes it


class Phase(StrEnum):
    """The phase of a table. A fault does not replace the phase: what was decided stays decided."""

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
    """What wagers contribute to a progressive's accounts, in micro-dollars."""

    displayed: int
    reserve: int
    overflow: int

    @property
    def total(self) -> int:
        return self.displayed + self.reserve + self.overflow


# -- on disk -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """The spots that were lit from `utc` on; a late lock chooses from these."""

    utc: int
    spots: tuple[str, ...]
    tiers: dict[str, int] = field(default_factory=dict)  # as in a round


@dataclass(frozen=True)
class Earlier:
    """Wins of earlier hands, which count for this hand as if they had been decided before it (R094)."""

    decided: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> rounds whose wins it includes
    moved: dict[str, int] = field(default_factory=dict)  # jackpot -> the change of the meter by other wins since then

    def counts(self, won: "Won", number: int) -> bool:
        """Whether this is the win of a hand before `number` that was not included in the amount posted at its lock."""
        return won.round < number and won.round not in self.decided.get(won.jackpot, ())


@dataclass(frozen=True)
class Round:
    """A locked hand."""

    number: int
    day: str
    utc: int
    spots: tuple[str, ...]  # the spots that play; voided spots are removed
    meters: dict[str, int]  # as they stood at the lock (R091)
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> micro-dollars, if it is not the wager's first amount
    contributions: dict[str, Contribution] = field(default_factory=dict)  # jackpot -> contribution of its spots
    earlier: Earlier = Earlier()


@dataclass(frozen=True)
class Contributed:
    """What a round number has contributed for wagers that were returned since; the same number does not contribute
    twice for the same spot (E06)."""

    round: int
    spots: dict[str, int]  # spot -> its stake; 0: the wager's first amount
    retained: dict[str, Contribution]  # jackpot -> what no wager pays for any more; the house has paid it (R149)


@dataclass(frozen=True)
class Unlocked:
    """A lock that was taken back: what then played, and who took it back. The next lock uses its round number again."""

    round: int
    spots: tuple[str, ...]
    tiers: dict[str, int]  # as in a round
    deed: Deed

    def had(self, spot: str, tiers: Mapping[str, int]) -> bool:
        """Whether this bet was in it, for the same amount."""
        return spot in self.spots and self.tiers.get(spot) == tiers.get(spot)

    def like(self, other: "Unlocked") -> bool:
        """Whether it says the same, but for its time."""
        return replace(self, deed=replace(self.deed, utc=other.deed.utc)) == other


@dataclass(frozen=True)
class MissedRound:
    """A hand that was cleared without a lock. A late lock can still count it."""

    number: int
    day: str
    utc: int  # when it was cleared
    seen: tuple[Seen, ...]
    meters: dict[str, int]  # the amounts that it was played for
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # spot -> what people did to its bet

    def deeds_of(self, spots: Iterable[str]) -> dict[str, tuple[Deed, ...]]:
        return {spot: self.deeds[spot] for spot in spots if spot in self.deeds}


@dataclass(frozen=True)
class SpotBook:
    """What outlives a restart for one spot."""

    out: Message | None = None  # why it is out of service
    stuck: int = 0  # rounds in a row without a vacancy (E10)
    flat: str = ""  # "lit" or "dark": the state that the bet must keep until the shoe ends
    boot: int = 0  # boot of the coin counter, and its value when coins were last credited
    pulses: int = 0
    credit: int = 0  # micro-dollars swallowed and not yet wagered


@dataclass(frozen=True)
class DayBook:
    """The current gaming day."""

    day: str
    until: int = 0  # ms; it does not end before, because its roll time or zone changed meanwhile
    rounds: int = 0
    wagers: dict[str, int] = field(default_factory=dict)  # wager -> number
    base: dict[str, int] = field(default_factory=dict)  # jackpot -> gross locked wagers
    accrued: dict[str, int] = field(default_factory=dict)  # jackpot -> what the post will add, by the rates then


@dataclass(frozen=True)
class Due:
    """A gaming day's addition that is not posted yet. A correction may be negative."""

    day: str
    jackpot: str
    base: int
    amount: int
    correction: bool = False


class Stage(StrEnum):
    """The stage of a claim. A paid claim stays in the book until its round is past."""

    OPEN = "open"
    APPROVED = "approved"  # by everybody it needs; its share waits for the other claims of its round
    OWED = "owed"  # the money is set aside and safe, whatever happens to the table (R104, R108)
    PAID = "paid"


@dataclass(frozen=True)
class Ask:
    """This table has asked another for the money of a jackpot."""

    jackpot: str
    giver: str
    nonce: str


@dataclass(frozen=True)
class Claim:
    """A seat says it has won; the stages are claimed, confirmed and paid (R092)."""

    number: int
    round: int
    spot: str
    utc: int
    meters: dict[str, int]  # as they stood at the lock of its round (R091)
    locked_at: int = 0  # utc
    claimant: tuple[str, ...] = ()
    stake: int = 0  # micro-dollars that the spot played for; 0: the wager's first amount
    award: str = ""  # the pay table line's event; empty until somebody names it
    named_by: tuple[str, ...] = ()  # who named the award; empty: nobody is named, or it has no name yet
    earlier_awards: tuple[str, ...] = ()  # names that it had before
    cards: str = ""
    approved: tuple[str, ...] = ()
    stage: Stage = Stage.OPEN
    jackpot: str = ""  # set if the award is a share
    amount: int = 0  # micro-dollars, once decided
    slip: int = 0
    decided: int = 0  # the newest round at the decision; the sign names the winner until the next lock (R100)
    corrected: int = 0  # micro-dollars paid in addition since; negative: got back
    paid_shares: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> shares of forgotten winners
    shown: dict[str, int] = field(
        default_factory=dict
    )  # what progressives' signs have shown since the lock, if it is more than in `meters`
    earlier: Earlier = Earlier()


@dataclass(frozen=True)
class Won:
    """What the winners of one round have taken from one meter."""

    jackpot: str
    round: int
    base: int  # the amount that the winners share
    drawn: int = 0  # the part of `base` that winners took from the meter
    rounding: int = 0  # the fraction of a cent of an emptied meter: to the house; for a progressive, to its reserve
    due: int = 0  # the reset amount, if they emptied the meter
    reseeded: int = 0  # the part of `due` that has been paid in
    from_reserve: int = 0  # the part of `reseeded` from the reserve; negative: it got back more than it had paid
    from_overflow: int = 0
    policy: str = ""  # for sharing; later terms do not change it
    renews: bool = False  # `due` comes from accepted terms, which come into force with it (R011)

    @property
    def from_house(self) -> int:
        return self.reseeded - self.from_reserve - self.from_overflow

    @property
    def moves(self) -> int:
        """The change of the posted amount; it happens only when the reset has been paid in (C22)."""
        return 0 if self.due > self.reseeded else self.reseeded - self.drawn - self.rounding


class Grade(StrEnum):
    """How serious a difference is (R145, R214), the least serious first."""

    NOTED = "noted"  # recorded, nothing more
    INVESTIGATE = "investigate"
    REPORT = "report"  # must be reported to the people who answer for the money
    NOTIFY = "notify"  # must be reported to the regulator


@dataclass(frozen=True)
class Variance:
    """A sign reading or a chip count that differs from the ledger."""

    number: int
    kind: str  # "reading" of a sign, or "count" of chips
    about: str  # a jackpot, or a wager
    day: str  # the gaming day that was read or counted
    units: int  # number of chips; 0 for a reading
    amount: int  # micro-dollars; positive if there is more than the ledger says
    grade: Grade
    outcome: str = ""  # how it was closed; empty: it is open
    claim: int = 0  # the sign was read for this claim, as it was at its lock


@dataclass(frozen=True)
class Person:
    """A person who may answer for something. PINs are kept elsewhere."""

    roles: tuple[str, ...]


@dataclass(frozen=True)
class Trusted:
    """In this boot the clock was trusted with this offset between wall clock and monotonic clock."""

    boot: str
    offset: int | None  # None: it is doubted, until a person confirms the time or the machine starts again


@dataclass(frozen=True)
class Book:
    """Everything on disk, folded from the journal."""

    table: str
    epoch: int
    training: bool = False  # nothing in this ledger is real (E75)
    laboratory: bool = False  # nor in this one, whose time a laboratory sets
    seq: int = 0
    phase: Phase = Phase.CLOSED  # CLOSED, NOT_OFFERED, BETTING or LOCKED
    reason: Message | None = None  # why the bet is not offered
    boot: str = ""
    config: str = ""  # digest of the configuration that last ran with this ledger
    table_terms: str = ""  # digest of the table terms in force
    table_terms_row: int = 0  # the row that has them in full
    table_terms_pending: str = ""  # digest of those that wait for two people
    restored: int = 0  # the row of a restore that nobody has opened the table after
    last: Moment = NEVER  # the newest row with a trusted time
    clock: Trusted | None = None
    round: int = 0  # number of the newest round
    locked: Round | None = None
    previous: Round | None = None
    contributed: Contributed | None = None  # set for a round number that was unlocked or has lost spots
    unlocked: tuple[Unlocked, ...] = ()  # the locks of the newest round number that were taken back
    missed: MissedRound | None = None
    shoe_rounds: int = 0
    shoe_first: tuple[str, ...] = ()  # the spots that played the shoe's first round
    last_shoe: bool = False
    today: DayBook | None = None
    due: tuple[Due, ...] = ()
    corrections: tuple[Due, ...] = ()  # due the next morning
    held: str = ""  # why the post waits for a person
    funds: str = ""  # why no more wagers may be accepted: the jackpots' money is short or seized (R074)
    claims: tuple[Claim, ...] = ()  # all unpaid claims, and the paid ones of the current and the last round
    claim_count: int = 0
    slips: int = 0  # numbered without gaps (R107)
    reopened: bool = False  # claims on the last round are accepted again, until the next lock (E21)
    won: tuple[Won, ...] = ()  # kept as long as a claim of the round is in the book
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # by hand (see `hand_of`), while it may be
    # claimed; by jackpot, what people did to its meter since the last win was paid; by the hand of that win and the
    # jackpot (see `hand_of`), what they did before
    variances: tuple[Variance, ...] = ()  # the open ones, and all of the last 30 gaming days
    variance_count: int = 0
    readings: dict[str, str] = field(default_factory=dict)  # jackpot -> the gaming day of its sign's last reading, or
    # of the start if nobody has read it
    people: dict[str, Person] = field(default_factory=dict)
    former: tuple[str, ...] = ()  # other names that stand in this ledger: who opened it, and who is no longer here
    founded: bool = False  # there was a person once, so nobody can be the first again
    by_hand: bool = False  # a person posts the amount by hand, until the shoe ends
    faults: dict[str, Message] = field(default_factory=dict)  # latched faults by code
    spots: dict[str, SpotBook] = field(default_factory=dict)  # only spots with something to keep
    jackpots: dict[str, JackpotBook] = field(default_factory=dict)
    balances: dict[str, int] = field(default_factory=dict)  # account -> micro-dollars
    asks: tuple[Ask, ...] = ()  # for which this table waits for a transfer note
    answered: tuple[str, ...] = ()  # nonces of the partners' asks that this table has answered

    def spot(self, spot: str) -> SpotBook:
        return self.spots.get(spot, FRESH_SPOT)

    def terms(self, jackpot: Jackpot) -> Terms:
        """The terms in force; in a new ledger, the configured ones."""
        counters = self.jackpots.get(jackpot.id)
        return counters.terms if counters else jackpot.terms

    def limit(self, jackpot: Jackpot) -> int:
        """The meter's maximum; 0: none. A reset by accepted terms already uses their limit, although they come into
        force only when the winners are paid."""
        counters = self.jackpots.get(jackpot.id)
        renewed = any(each.jackpot == jackpot.id and each.renews and each.reseeded for each in self.won)
        if renewed and counters and counters.accepted and counters.pending:
            return counters.pending.limit
        return self.terms(jackpot).limit

    def next_reset(self, jackpot: Jackpot) -> tuple[int, bool]:
        """The amount after a win of the whole meter, and whether it comes from accepted terms that are not yet in
        force. A jackpot that has ended is not reset."""
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
        """What players are told they can win: a won meter keeps its amount until its reset (C22)."""
        return self.meter(jackpot_id) + sum(each.drawn + each.rounding for each in self.unset(jackpot_id))

    def unset(self, jackpot_id: str) -> list[Won]:
        """Wins whose reset has not been paid in."""
        return [each for each in self.won if each.jackpot == jackpot_id and each.due > each.reseeded]

    def taken(self, jackpot_id: str, number: int) -> Won | None:
        """What the winners of a round have taken from a meter so far."""
        return next((each for each in self.won if (each.jackpot, each.round) == (jackpot_id, number)), None)

    def parts(self, jackpot_id: str) -> Parts:
        """All money of a jackpot."""
        meter, reserve, overflow = (self.balances.get(account, 0) for account in accounts_of(jackpot_id))
        return Parts(meter, reserve, overflow, self.jackpots[jackpot_id].advance)

    def over(self, jackpots: Iterable[str]) -> bool:
        """Whether one of them has ended; a wager that plays for it is then not accepted."""
        return any(self.jackpots[each].ended for each in jackpots if each in self.jackpots)

    def left(self, jackpot_id: str) -> str:
        """Where all of a jackpot's money went; empty if it is here."""
        return self.jackpots[jackpot_id].left_to

    def gone(self, jackpot_id: str, number: int) -> bool:
        """Whether a later hand has taken from the meter, or this hand or a later one has and is past."""
        later = any(each.jackpot == jackpot_id and each.round > number and each.drawn for each in self.won)
        return later or number <= self.jackpots[jackpot_id].won_round


FRESH_SPOT = SpotBook()


def hand_of(number: int, spot: str) -> str:
    """The key of a spot's hand in `Book.deeds`."""
    return f"{number} {spot}"


# -- not on disk ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SpotLive:
    """What a spot's sensor says. `accepted` is the presence level until `since`; the raw `level` replaces it after its
    dwell time (R029)."""

    level: bool = False
    since: int = 0
    accepted: bool = False
    bet: bool = False  # the button is on
    toggled: int = 0
    armed: bool = True  # the presence sensor was seen empty since the last round (R030)
    next: bool = False  # a bet for the next round
    alarm: Alarm = Alarm.NONE
    confirmed: bool = False  # a person confirmed that the chip on an unarmed sensor is a bet
    confirmed_by: tuple[str, ...] = ()
    dropped: bool = False
    unsure: bool = False
    presses: int = 0  # presses while locked: counted, but not bets
    tier: int = 0  # index of the bet's amount; for coins, the credit decides
    tier_by: tuple[str, ...] = ()  # who set it; empty: nobody is named
    deeds: tuple[Deed, ...] = ()  # what people have done to its bets since betting began, for a late lock
    lit_at: int = 0  # mono since when a spot with rivals has wanted to bet; 0: it does not


@dataclass(frozen=True)
class ClockLive:
    """What is known of the time."""

    trusted: bool = False
    why: Message | None = CLOCK_NEW
    doubted: bool = False  # it stepped or ran backwards: only a person can make it trusted again
    last: Moment | None = None
    led: int = 0  # ns by which it has left the monotonic clock since it was trusted, less what a crystal explains


@dataclass(frozen=True)
class SignsLive:
    """Why the signs count as silent, and why this stops new bets."""

    silent: Message | None = None
    closed: Message | None = None


@dataclass(frozen=True)
class SensorTest:
    """A running sensor test (R031)."""

    until: int  # end of the test (mono)
    waiting: tuple[str, ...]
    taken: tuple[str, ...] = ()  # seen taken, but not yet free again
    passed: tuple[str, ...] = ()


class Note(NamedTuple):
    """Something that happened since the newest row; the next row carries it."""

    utc: int
    what: str
    where: str = ""
    number: int = 0  # number of presses, or of seconds


@dataclass(frozen=True)
class Live:
    """Sensors, timers and alarms: lost with the power and read again afterwards."""

    spots: dict[str, SpotLive] = field(default_factory=dict)
    clock: ClockLive = ClockLive()
    recovered: bool = False
    failed: Message | None = None  # why the ledger can no longer be written
    damage: Message | None = None  # the installed program was changed; a start with an unchanged one ends this (R163)
    head: Message | None = None  # which witness has seen another ledger of this table, and which row
    unlinked: dict[str, Message] = field(default_factory=dict)  # driver -> reason
    boots: dict[str, int] = field(default_factory=dict)  # driver -> last known boot
    lost_at: dict[str, int] = field(default_factory=dict)  # driver -> when it was last heard (mono)
    locked_at: int = 0  # mono
    cleared_at: int | None = None
    settled: bool = False
    settle_pressed: bool = False
    dealt: bool = False
    unwatched: bool = False  # a driver was silent since the lock, so a first card may have gone unseen
    win_until: int = 0
    tier_until: int = 0
    void_asked: bool = False
    keyswitch: bool = False
    door: bool = False
    sensor_test: SensorTest | None = None
    signs: SignsLive = SignsLive()
    copy: Message | None = None  # why the second copy cannot be written
    funds: Message | None = None  # set while the funds hold is in force
    away: dict[str, int] = field(default_factory=dict)  # input -> presses whose time nobody knows
    seen: tuple[Seen, ...] = ()
    notes: tuple[Note, ...] = ()
    notes_lost: int = 0


@dataclass(frozen=True)
class State:
    book: Book
    live: Live = Live()


def phase_of(state: State) -> Phase:
    """The phase that decides what may happen next. Faults are separate, see `hard_fault`."""
    if state.live.recovered:
        return Phase.RECOVERED
    if state.book.phase is Phase.LOCKED and state.live.settled:
        return Phase.SETTLED
    return state.book.phase


def hard_fault(state: State) -> Message | None:
    """Why no new bets are accepted (R180)."""
    if state.live.failed or state.live.damage or state.live.head:
        return state.live.failed or state.live.damage or state.live.head
    why = next(iter((*state.book.faults.values(), *state.live.unlinked.values())), state.live.signs.closed)
    return why or state.live.funds


def with_spot(live: Live, spot: str, **changes: object) -> Live:
    """`live` with one spot changed."""
    return replace(live, spots={**live.spots, spot: replace(live.spots[spot], **changes)})  # type: ignore[arg-type]
