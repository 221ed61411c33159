"""Records of gaming days and their posts."""

from dataclasses import field

from controller.table.records.base import Record, record
from controller.table.records.rounds import Addition


@record
class DayStart(Record):
    """A gaming day begins; the one before becomes due, and each day without play."""

    idle: tuple[str, ...]
    daily: tuple[str, ...]  # jackpots that each day adds to
    meters: dict[str, int]
    accounts: dict[str, int]  # what is set aside: not displayed, owed, coins
    fixed: dict[str, int] = field(default_factory=dict)  # by jackpot: what each day that ended adds without any wager
    unread: tuple[str, ...] = ()  # jackpots whose sign nobody has read yet


@record
class Post(Record):
    jackpot: str
    for_day: str
    base: int  # micro-dollars wagered on that day
    amount: int
    correction: bool
    before: int
    after: int
    waived: int = 0  # of a correction downwards, what the meter no longer has


@record
class PostHold(Record):
    reason: str


@record
class PostRelease(Record):
    pass


@record
class CountCorrection(Record):
    """A day's count of wagers was wrong."""

    for_day: str
    wagers: dict[str, int]
    additions: dict[str, Addition]  # by jackpot
    reason: str


@record
class TakeOver(Record):
    """The meter ran elsewhere until now; yesterday's wagers there are still to be posted."""

    jackpot: str
    for_day: str
    base: int
    due: int
    before: int
    after: int
