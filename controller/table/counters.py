"""What is counted of a jackpot, apart from its balances: counters that never fall prove its accounts (R053, R054)."""

from dataclasses import dataclass

from controller.table.funding.base import Terms


@dataclass(frozen=True)
class Custody:
    """The further counters of a progressive, which holds players' money; they never fall either."""

    contributed: int = 0  # of locked wagers, displayed
    reserve_in: int = 0
    reserve_out: int = 0
    overflow_in: int = 0
    overflow_out: int = 0
    advanced: int = 0  # seeds that the house has put in, and may recover (R077)
    recovered: int = 0  # of these, what it has back

    @property
    def outstanding(self) -> int:
        return self.advanced - self.recovered


@dataclass(frozen=True)
class Parts:
    """A jackpot's money by account, in micro-dollars, and the house's advance that goes with it."""

    meter: int = 0  # displayed
    reserve: int = 0
    overflow: int = 0
    advance: int = 0

    def plus(self, other: "Parts") -> "Parts":
        return Parts(
            self.meter + other.meter,
            self.reserve + other.reserve,
            self.overflow + other.overflow,
            self.advance + other.advance,
        )


NOTHING = Parts()


@dataclass(frozen=True)
class JackpotBook:
    """The counters of a meter that never fall (R054). The meter itself is a balance."""

    terms: Terms  # in force
    seeded: int = 0
    posted: int = 0
    posts: int = 0
    raised: int = 0  # by corrections
    lowered: int = 0
    reseeded: int = 0
    unseeded: int = 0  # reseeds taken back with a win that was denied
    won: int = 0  # taken by winners, and what was below a cent of an emptied meter
    restored: int = 0  # of that, given back
    wins: int = 0
    won_round: int = 0  # the newest round that took from it and is past
    wagers: int = 0  # every wager ever locked
    returned: int = 0  # of those, unlocked or void
    last_post: int = 0  # utc ms
    posted_to: str = ""  # the last gaming day that was posted
    last_set: int = 0  # utc ms, by management
    may_set: bool = False  # a win of this table's jackpots was paid since its last change (R063)
    custody: Custody | None = None  # of a progressive
    pending: Terms | None = None  # configured, and not yet in force (R011)
    accepted: bool = False  # the pending ones, by two people: they wait for an opening or a win
    sent: Parts = NOTHING  # to other tables
    received: Parts = NOTHING
    disposed: Parts = NOTHING  # of what a jackpot left that ended for good (R147)
    last_day: str = ""  # announced: the gaming day after which it ends
    ended: str = ""  # the gaming day from which on nobody plays for it
    left_to: str = ""  # where its money has gone: another table's account, or where the profile lets it go

    @property
    def advance(self) -> int:
        """What the house has still to recover; a debt moves with its meter."""
        return (self.custody.outstanding if self.custody else 0) + self.received.advance - self.sent.advance
