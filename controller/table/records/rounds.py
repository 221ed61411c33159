"""Records of one round: its lock, its end, and corrections by people."""

from dataclasses import dataclass, field
from typing import NamedTuple

from controller.table.duties import Deed, When
from controller.table.records.base import Record, record
from controller.table.state import Contribution, Seen


class Accrual(NamedTuple):
    """What locked wagers add to a jackpot for the day."""

    wagers: int  # how many
    base: int  # micro-dollars wagered
    accrued: int  # micro-dollars that the post will add for them


class Addition(NamedTuple):
    """What a corrected count adds to a jackpot for the day; negative amounts take away."""

    base: int
    accrued: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Locking(Record):
    """What a lock and a late lock have in common. Jackpots and wagers are named by id, amounts are micro-dollars."""

    spots: tuple[str, ...]
    wagers: dict[str, int]  # wager -> how many
    accruals: dict[str, Accrual]  # by jackpot
    meters: dict[str, int]  # jackpot -> the amount posted at the lock
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> its stake, if it is not the wager's first amount
    credit: dict[str, int] = field(default_factory=dict)  # spot -> coin credit spent
    contributions: dict[str, Contribution] = field(default_factory=dict)  # by jackpot
    repaid: dict[str, Contribution] = field(default_factory=dict)  # what the house had paid for the same round number
    decided: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> rounds whose wins `meters` includes
    stuck: tuple[str, ...] = ()  # spots whose sensor showed no vacancy since the last round
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # spot -> what people did to its bet


@record
class Lock(Locking):
    pass


@record
class LateLock(Locking):
    """A person chose a past moment. `finished`: the round was already over."""

    moment: int
    finished: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WagerReturn(Record):
    """The fields of all records that return wagers."""

    wagers: dict[str, int]
    accruals: dict[str, Accrual]
    when: When
    credit: dict[str, int] = field(default_factory=dict)
    retained: dict[str, Contribution] = field(default_factory=dict)  # stays in the jackpot; the house has paid for it


@record
class Unlock(WagerReturn):
    spots: tuple[str, ...]
    stuck: tuple[str, ...] = ()


@record
class Void(WagerReturn):
    spots: tuple[str, ...]
    reason: str


@record
class VoidSpot(WagerReturn):
    spot: str
    reason: str


@record
class AddSpot(Record):
    """A bet that the sensor did not see, added by hand."""

    spot: str
    reason: str
    when: When
    wagers: dict[str, int]
    accruals: dict[str, Accrual]
    contributions: dict[str, Contribution] = field(default_factory=dict)
    repaid: dict[str, Contribution] = field(default_factory=dict)


@record
class StakeChange(Record):
    """A locked spot played for another of its wager's amounts."""

    spot: str
    before: int
    after: int
    tiers: dict[str, int]  # for the whole round, from now on
    accruals: dict[str, Accrual]
    reason: str
    when: When
    claim: int = 0  # the spot's open claim; 0: none


@record
class Clear(Record):
    alarms: dict[str, str] = field(default_factory=dict)  # spot -> the alarm that was not acknowledged
    presses: dict[str, int] = field(default_factory=dict)  # spot -> presses during the locked round


@record
class NotLocked(Record):
    """CLEAR without a LOCK, and what was lit when, so that a late lock can choose a moment."""

    seen: tuple[Seen, ...]
    meters: dict[str, int]
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)  # spot -> what people did to its bet


@record
class Resume(Record):
    """Play continues after a restart."""
