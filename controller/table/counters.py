"""What the book counts for a jackpot besides its balances: counters that never fall and prove its accounts (R053,
R054)."""

from dataclasses import dataclass

from controller.table.funding.base import Terms


@dataclass(frozen=True)
class Custody:
    """The additional counters of a progressive, which holds players' money. They never fall either."""

    contributed: int = 0  # by locked wagers, to the displayed amount
    reserve_in: int = 0
    reserve_out: int = 0
    overflow_in: int = 0
    overflow_out: int = 0
    advanced: int = 0  # paid in by the house for resets; it may recover this (R077)
    recovered: int = 0  # the part of `advanced` that it has recovered

    @property
    def outstanding(self) -> int:
        return self.advanced - self.recovered


@dataclass(frozen=True)
class Parts:
    """A jackpot's money by account, in micro-dollars, and the house's advance that belongs to it."""

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

    terms: Terms  # in force now
    seeded: int = 0
    posted: int = 0
    posts: int = 0
    raised: int = 0  # by manual corrections
    lowered: int = 0
    reseeded: int = 0
    unseeded: int = 0  # resets taken back because a win was denied
    won: int = 0  # taken by winners, and the fraction of a cent that an emptied meter leaves
    restored: int = 0  # the part of `won` that was given back
    wins: int = 0
    won_round: int = 0  # the newest past round that took money from the meter
    wagers: int = 0  # all wagers ever locked
    returned: int = 0  # the part of `wagers` that was unlocked or voided
    last_post: int = 0  # utc ms
    posted_to: str = ""  # the last gaming day that has been posted
    last_set: int = 0  # utc ms, by management
    may_set: bool = False  # a win of this table's jackpots was paid since the last change (R063)
    custody: Custody | None = None  # of a progressive
    pending: Terms | None = None  # configured but not yet in force (R011)
    accepted: bool = False  # two people accepted the pending terms, which now wait for an opening or a win
    sent: Parts = NOTHING  # to other tables
    received: Parts = NOTHING
    disposed: Parts = NOTHING  # what was left when the jackpot ended for good (R147)
    last_day: str = ""  # the announced last gaming day
    ended: str = ""  # the gaming day from which nobody plays for it any more
    left_to: str = ""  # where its money went: another table's account, or a place that the profile allows

    @property
    def advance(self) -> int:
        """What the house may still recover. The debt moves with its meter."""
        return (self.custody.outstanding if self.custody else 0) + self.received.advance - self.sent.advance
