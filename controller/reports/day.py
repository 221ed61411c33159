"""The figures of one gaming day, summed from its rows alone (R210-R212, R217). sheet.py prints them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from controller.history.bets import wager_of
from controller.history.claims import Win
from controller.history.rounds import Rounds, State
from controller.reports.accounts import Account, accounts_of
from controller.reports.charts.data import Course, moves, opened_with
from controller.reports.conduct import Conduct, conduct_of
from controller.reports.errors import ReportError
from controller.reports.history import History
from controller.reports.labels import award_title
from controller.reports.wins import story, unpaid_wins, wins_in
from controller.table import records
from controller.table.accounts import meter_account
from controller.table.journal import Entry
from controller.table.rules import Rules
from controller.table.state import Contribution
from words.message import Message, message


@dataclass(frozen=True, slots=True)
class At:
    """A row's time."""

    row: int
    utc: int
    trusted: bool


@dataclass(frozen=True, slots=True)
class Session:
    """From an opening of the table to its closing; either may be in another gaming day."""

    opened: At | None
    closed: At | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault, from its row to the row that cleared it."""

    at: At
    code: str
    reason: Message
    cleared: At | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """What a day's wagers added to the meter the next morning, or a later correction."""

    at: At
    of: str
    amount: int
    correction: bool
    waived: int = 0  # the part of a correction that would bring the meter below its reset amount


@dataclass(slots=True)
class JackpotDay(Account):
    """One jackpot's meter on one day, and the wagers that played for it."""

    wagers: int = 0
    base: int = 0  # gross locked wagers
    accrued: int = 0  # what the post will add the next morning
    retained: int = 0  # of returned wagers, in all its accounts: it stays, and the house has paid for it
    posts: list[Post] = field(default_factory=list)  # the posts that ran on this day
    post: Post | None = None  # the post for this day's wagers
    course: Course = field(default_factory=lambda: Course("", 0))


@dataclass(slots=True)
class Day:
    day: str
    first: int = 0  # first row; 0: the day has no rows
    last: int = 0
    until: int = 0  # time of the last row (utc ms)
    runs: bool = False  # the day is not over
    rounds: int = 0  # rounds locked and not void
    empty: int = 0  # the part of `rounds` without a bet
    void: int = 0
    not_locked: int = 0
    lit: Counter[str] = field(default_factory=Counter)  # spot -> wagers
    worth: Counter[str] = field(default_factory=Counter)  # spot -> micro-dollars wagered
    wagers: Counter[str] = field(default_factory=Counter)  # wager -> number that counts
    wagered: int = 0
    staked: Counter[str] = field(default_factory=Counter)  # wager -> money locked, including void bets
    refunded: Counter[str] = field(default_factory=Counter)  # wager -> the part of it for void bets
    sessions: list[Session] = field(default_factory=list)
    jackpots: dict[str, JackpotDay] = field(default_factory=dict)
    winners: dict[int, str] = field(default_factory=dict)  # claim -> the jackpot whose share it gets
    beside: dict[str, Account] = field(default_factory=dict)  # of what is not displayed, and of what winners are owed
    accounts: Counter[str] = field(default_factory=Counter)  # account -> change
    flows: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # (from, to, code) -> amount
    wins: list[Win] = field(default_factory=list)  # claims in this day's rows
    won: Counter[int] = field(default_factory=Counter)  # claim -> money decided on this day
    corrected: int = 0  # corrections of paid wins, paid by the house
    unpaid: list[Win] = field(default_factory=list)  # of any day, as the ledger is now
    checks: list[Entry] = field(default_factory=list)  # sign readings and chip counts of this day
    troubles: list[Trouble] = field(default_factory=list)
    untrusted: list[tuple[At, At]] = field(default_factory=list)
    conduct: Conduct = field(default_factory=Conduct)
    started: Entry | None = None  # the row with the software and configuration that the table ran on last


def day_of(history: History, day: str) -> Day:
    """A day without play also has a sheet (R212)."""
    newest, first = history.newest_day(), history.first_day()
    if day > newest or day < first:
        raise ReportError("reports.no_day", first=first, last=newest, day=day)
    entries = history.day(day)
    found = Day(day, runs=day == newest)
    _counts(found, entries)
    found.conduct = conduct_of(entries)
    found.wins = wins_in(history, entries)
    found.unpaid = unpaid_wins(history)
    _money(history, found, entries)
    found.started = history.last(records.Start, found.last or history.seq)
    return found


def _at(entry: Entry) -> At:
    return At(entry.seq, entry.at.utc, entry.trusted)


def awards(rules: Rules, day: Day) -> dict[tuple[str, str], tuple[int, int]]:
    """(Award, jackpot) -> wins and money decided on the day."""
    stories = {win.claim: win for win in day.wins}
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for claim, amount in sorted(day.won.items()):
        win = stories[claim]
        key = (award_title(rules, win.spot, win.award), win.jackpot)
        wins, money = sums.get(key, (0, 0))
        sums[key] = (wins + _decided(day, win), money + amount)
    return sums


def _decided(day: Day, win: Win) -> int:
    """1 if the win was decided on this day, -1 if it was denied on this day after an earlier decision."""
    made = win.decided is not None and day.first <= win.decided.row <= day.last
    denied = win.decided is not None and win.ended is not None and day.first <= win.ended.row <= day.last
    return made - denied


# -- rounds, people, faults -----------------------------------------------------------------------------------


def _counts(day: Day, entries: list[Entry]) -> None:
    if entries:
        day.first, day.last, day.until = entries[0].seq, entries[-1].seq, entries[-1].at.utc
    rounds = Rounds()
    for entry in entries:
        _bets(day, rounds, entry)
        match entry.record:
            case records.DayStart(open=True):
                day.sessions.append(Session(None, None))
            case records.Open():
                day.sessions.append(Session(_at(entry), None))
            case records.Close() | records.ShoeEnd(closes=True):
                _closes(day, entry)
            case records.Fault(code=code, reason=reason):
                day.troubles.append(Trouble(_at(entry), code, reason))
            case records.Reading() | records.ChipCount():
                day.checks.append(entry)
            case records.FaultEnd(code=code):
                _cleared(day, entry, code)
        _time(day, entry)
    played = [each for each in rounds.all if each.played]
    day.rounds, day.empty = len(played), sum(each.empty for each in played)
    day.void = sum(each.state is State.VOID for each in rounds.all)
    day.not_locked = sum(each.row > 0 and each.state is State.NOT_LOCKED for each in rounds.all)


def _bets(day: Day, rounds: Rounds, entry: Entry) -> None:
    for bet in rounds.take(entry):
        day.lit[bet.spot] += bet.wagers
        day.worth[bet.spot] += bet.amount
        if bet.amount < 0 and not isinstance(entry.record, records.Unlock):
            day.refunded[wager_of(bet.spot)] -= bet.amount
        else:
            day.staked[wager_of(bet.spot)] += bet.amount


def _closes(day: Day, entry: Entry) -> None:
    if day.sessions and day.sessions[-1].closed is None:
        day.sessions[-1] = Session(day.sessions[-1].opened, _at(entry))
    else:
        day.sessions.append(Session(None, _at(entry)))


def _cleared(day: Day, entry: Entry, code: str) -> None:
    for place, trouble in enumerate(day.troubles):
        if trouble.code == code and trouble.cleared is None:
            day.troubles[place] = Trouble(trouble.at, code, trouble.reason, _at(entry), entry.by)
            return
    day.troubles.append(Trouble(_at(entry), code, message("sheet.day_before_fault"), _at(entry), entry.by))


def _time(day: Day, entry: Entry) -> None:
    """Spans of rows whose time was not trusted (R210)."""
    if entry.trusted:
        return
    if day.untrusted and day.untrusted[-1][1].row == entry.seq - 1:
        day.untrusted[-1] = (day.untrusted[-1][0], _at(entry))
    else:
        day.untrusted.append((_at(entry), _at(entry)))


# -- money ---------------------------------------------------------------------------------------------------


def _money(history: History, day: Day, entries: list[Entry]) -> None:
    day.jackpots = {name: JackpotDay(meter_account(name)) for name in history.book.jackpots}
    meters = {jackpot.name: jackpot for jackpot in day.jackpots.values()}
    accounts = accounts_of(history, entries, history.after(day.day), meters)
    day.beside = {name: account for name, account in accounts.items() if name not in meters}
    owed = (int(account.of) for account in day.beside.values() if account.kind == "owed")
    won = {win.claim: win.jackpot for win in (*day.wins, *day.unpaid)}
    day.winners = {claim: won[claim] if claim in won else story(history, claim).jackpot for claim in owed}
    opening = opened_with(entries, {jackpot.name: jackpot.opening for jackpot in day.jackpots.values()})
    for name, jackpot in day.jackpots.items():
        jackpot.course = Course(name, opening[jackpot.name], list(moves(entries, name, opening[jackpot.name], day.day)))
    for entry in entries:
        _moved(day, entry)
        _base(day, entry)
    for jackpot in day.jackpots.values():
        jackpot.post = _post_of(history, day, jackpot)


def _moved(day: Day, entry: Entry) -> None:
    for move in entry.transfers:
        day.accounts[move.source] -= move.amount
        day.accounts[move.target] += move.amount
        day.flows[move.source, move.target, move.code] += move.amount
        for account, comes in ((move.source, False), (move.target, True)):
            if account.startswith("owed/") and move.code == "award":
                day.won[int(account.removeprefix("owed/"))] += move.amount if comes else -move.amount
        if move.code in ("wager", "void", "unlock", "tier"):
            day.wagered += move.amount if move.target == "house" else -move.amount
        elif move.code == "correct_win":
            day.corrected += move.amount if move.source == "house" else -move.amount
    match entry.record:
        case records.FixedAward(claim=claim, amount=amount):
            day.won[claim] += amount


def _base(day: Day, entry: Entry) -> None:
    """The day's gross locked wagers, and what the post adds for them the next morning."""
    match entry.record:
        case records.Post() as record:
            post = Post(_at(entry), record.for_day, record.amount, record.correction, record.waived)
            day.jackpots[record.jackpot].posts.append(post)
        case records.CountCorrection(for_day=of, wagers=wagers, additions=additions) if of == day.day:
            day.wagers.update(wagers)
            for jackpot, addition in additions.items():
                day.jackpots[jackpot].base += addition.base
                day.jackpots[jackpot].accrued += addition.accrued
        case (
            records.Locking(wagers=wagers, accruals=accruals, repaid=repaid)
            | records.AddSpot(wagers=wagers, accruals=accruals, repaid=repaid)
        ):
            _accrue(day, wagers, accruals, 1)
            _retain(day, repaid, -1)
        case records.WagerReturn(wagers=wagers, accruals=accruals, retained=retained):
            _accrue(day, wagers, accruals, -1)
            _retain(day, retained, 1)
        case records.StakeChange(accruals=accruals):
            _accrue(day, {}, accruals, 1)


def _accrue(day: Day, wagers: Mapping[str, int], accruals: Mapping[str, records.Accrual], sign: int) -> None:
    day.wagers.update({wager: sign * number for wager, number in wagers.items()})
    for name, accrual in accruals.items():
        jackpot = day.jackpots[name]
        jackpot.wagers += sign * accrual.wagers
        jackpot.base += sign * accrual.base
        jackpot.accrued += sign * accrual.accrued


def _retain(day: Day, contributions: Mapping[str, Contribution], sign: int) -> None:
    for name, parts in contributions.items():
        day.jackpots[name].retained += sign * sum(parts)


def _post_of(history: History, day: Day, jackpot: JackpotDay) -> Post | None:
    """The post for this day's wagers. It ran early on the next day, or soon afterwards if it was held."""
    if history.book.jackpots[jackpot.of].posted_to < day.day:
        return None
    for entry in history.after(day.day):
        match entry.record:
            case records.Post(jackpot=jackpot.of, for_day=day.day, correction=False, amount=amount):
                return Post(_at(entry), day.day, amount, correction=False)
    return None
