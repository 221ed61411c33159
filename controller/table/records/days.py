"""Records of gaming days and their posts."""

from dataclasses import field

from controller.table.records.base import Record, record
from controller.table.records.rounds import Addition


@record
class DayStart(Record):
    """A gaming day begins; the previous day and each day without play become due."""

    idle: tuple[str, ...]
    daily: tuple[str, ...]  # jackpots that get a post for each day
    meters: dict[str, int]
    accounts: dict[str, int]  # money that is set aside: not displayed, owed, coins
    fixed: dict[str, int] = field(default_factory=dict)  # jackpot -> what each ended day adds regardless of the wagers
    unread: tuple[str, ...] = ()  # jackpots whose sign has never been read
    open: bool = False  # the table was open through the roll


@record
class Post(Record):
    jackpot: str
    for_day: str
    base: int  # micro-dollars wagered that day
    amount: int
    correction: bool
    before: int
    after: int
    waived: int = 0  # the part of a downward correction that the meter no longer holds


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
    additions: dict[str, Addition]  # jackpot -> addition
    reason: str


@record
class TakeOver(Record):
    """A meter that ran elsewhere continues here; yesterday's wagers there are still to be posted."""

    jackpot: str
    for_day: str
    base: int
    due: int
    before: int
    after: int
