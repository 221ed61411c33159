"""Records of one round: its lock, its end, and what a person corrected in it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from controller.table.records.base import Record, record
from controller.table.state import Contribution, Seen


class Accrual(NamedTuple):
    """What locked wagers add to a jackpot's day."""

    wagers: int  # how many
    base: int  # micro-dollars wagered
    accrued: int  # micro-dollars that they will add at the post


class Addition(NamedTuple):
    """What a corrected count adds to a jackpot's day; below zero takes away."""

    base: int
    accrued: int


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Locking(Record):
    """What a lock and a late lock say alike. Jackpots and wagers are named by their ids, amounts are micro-dollars."""

    spots: tuple[str, ...]
    wagers: dict[str, int]  # wager -> how many
    accruals: dict[str, Accrual]  # by jackpot
    meters: dict[str, int]  # jackpot -> as posted at the lock
    tiers: dict[str, int] = field(default_factory=dict)  # spot -> what it plays for, if not its wager's first amount
    credit: dict[str, int] = field(default_factory=dict)  # spot -> coins spent
    contributions: dict[str, Contribution] = field(default_factory=dict)  # by jackpot
    repaid: dict[str, Contribution] = field(default_factory=dict)  # what the house had paid in for the same number
    decided: dict[str, tuple[int, ...]] = field(default_factory=dict)  # jackpot -> rounds whose wins `meters` tells of
    stuck: tuple[str, ...] = ()  # spots whose sensor saw no vacancy since the last round


@record
class Lock(Locking):
    pass


@record
class LateLock(Locking):
    """A person chose a past moment; `finished`: the round was over already."""

    moment: int
    finished: bool


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WagerReturn(Record):
    """What all records say alike that give wagers back."""

    wagers: dict[str, int]
    accruals: dict[str, Accrual]
    credit: dict[str, int] = field(default_factory=dict)
    retained: dict[str, Contribution] = field(default_factory=dict)  # stays in the jackpot; the house has paid it


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
    wagers: dict[str, int]
    accruals: dict[str, Accrual]
    contributions: dict[str, Contribution] = field(default_factory=dict)
    repaid: dict[str, Contribution] = field(default_factory=dict)


@record
class StakeChange(Record):
    """A locked spot played for another amount of its wager."""

    spot: str
    before: int
    after: int
    tiers: dict[str, int]  # of the whole round from now on
    accruals: dict[str, Accrual]
    reason: str
    claim: int = 0  # the open claim of this spot, if there is one


@record
class Clear(Record):
    alarms: dict[str, str] = field(default_factory=dict)  # spot -> what was not acknowledged
    presses: dict[str, int] = field(default_factory=dict)  # spot -> presses while the round was locked


@record
class NotLocked(Record):
    """CLEAR without a LOCK: what was lit when, for a late lock."""

    seen: tuple[Seen, ...]
    meters: dict[str, int]


@record
class Resume(Record):
    """Play goes on after a restart."""
