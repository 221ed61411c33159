"""The data for charts: how the meters changed, and what was wagered where, day by day. The rows of a span are read
once, one day at a time, and only what is drawn stays in memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from controller.history.rounds import Rounds
from controller.reports.accounts import before, changes
from controller.reports.history import History
from controller.reports.stats import Gathering, Stats
from controller.table import records
from controller.table.accounts import meter_account
from controller.table.gaming_day import DAY, starts_at
from controller.table.journal import Entry
from controller.table.rules import Rules


@dataclass(frozen=True, slots=True)
class Move:
    """A change of a meter."""

    day: str
    utc: int
    before: int  # micro-dollars
    after: int
    kind: str = ""  # "post", "win" or empty
    won: int = 0  # micro-dollars that winners took


@dataclass(slots=True)
class Course:
    """How one meter changed."""

    jackpot: str
    opening: int
    moves: list[Move] = field(default_factory=list)

    @property
    def closing(self) -> int:
        return self.moves[-1].after if self.moves else self.opening

    def count(self, kind: str) -> int:
        return sum(move.kind == kind for move in self.moves)


@dataclass(frozen=True, slots=True)
class Span:
    """The gaming days on a chart's axis, all of the same width, with or without play."""

    rules: Rules
    days: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, first: str, last: str) -> "Span":
        day, days = date.fromisoformat(first), []
        while day.isoformat() <= last:
            days.append(day.isoformat())
            day += DAY
        return cls(rules, tuple(days))

    def place(self, day: str, utc: int) -> float:
        """The position on the axis, in days; a wrong clock does not move a row out of its day."""
        this = date.fromisoformat(max(day, self.days[0]))
        begin, end = (starts_at(each, self.rules.roll, self.rules.zone) for each in (this, this + DAY))
        return (this - date.fromisoformat(self.days[0])).days + min(max((utc - begin) / (end - begin), 0.0), 1.0)


@dataclass(slots=True)
class Charted:
    """The data of a span of days, ready to draw."""

    span: Span
    courses: list[Course]
    worth: dict[str, Counter[str]]  # day -> spot -> micro-dollars wagered
    lit: dict[str, Counter[str]]  # day -> spot -> wagers
    stats: Stats
    newest: tuple[str, int]  # the day and time of the last row read


def charted(history: History, first: str, last: str) -> Charted:
    courses: dict[str, Course] = {}
    worth: dict[str, Counter[str]] = {}
    lit: dict[str, Counter[str]] = {}
    stats = Gathering(first, last)
    newest = (first, 0)
    for day in history.days(first, last):
        entries = history.day(day)
        if not entries:
            continue
        if not courses:
            held = opened_with(entries, before(history, entries))
            courses = {name: Course(name, held[meter_account(name)]) for name in history.rules.jackpots}
        for course in courses.values():
            course.moves += moves(entries, course.jackpot, course.closing, day)
        worth[day], lit[day] = wagered(entries)
        stats.add(entries)
        newest = (day, entries[-1].at.utc)
    return Charted(
        Span.of(history.rules, first, last), list(courses.values()), worth, lit, stats.result(history), newest
    )


def opened_with(entries: list[Entry], held: Mapping[str, int]) -> Counter[str]:
    """What accounts held before a day's rows; a ledger's opening amounts do not count as that day's moves."""
    found = Counter(held)
    if entries and isinstance(entries[0].record, records.Init):
        found.update(changes(entries[0]))
    return found


def moves(entries: Iterable[Entry], jackpot: str, opening: int, day: str) -> Iterator[Move]:
    """The changes of one meter, starting with what it held before these rows."""
    account, held = meter_account(jackpot), opening
    for entry in entries:
        if isinstance(entry.record, records.Init):
            continue
        change = changes(entry)[account]
        won = 0
        match entry.record:
            case records.MeterAward(won=now, won_before=earlier) if now.jackpot == jackpot:
                won = now.drawn - earlier.drawn
        if change or won > 0:
            kind = "win" if won > 0 else "post" if isinstance(entry.record, records.Post) else ""
            yield Move(day, entry.at.utc, held, held + change, kind, max(won, 0))
        held += change


def wagered(entries: Iterable[Entry]) -> tuple[Counter[str], Counter[str]]:
    """Spot -> micro-dollars, and spot -> wagers, without those that were returned."""
    worth, lit, rounds = Counter[str](), Counter[str](), Rounds()
    for entry in entries:
        for bet in rounds.take(entry):
            worth[bet.spot] += bet.amount
            lit[bet.spot] += bet.wagers
    return worth, lit
