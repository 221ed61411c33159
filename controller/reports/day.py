"""The facts of one gaming day, added up from its rows alone (R210-R212, R217); sheet.py puts them on paper."""

from collections import Counter
from dataclasses import dataclass, field

from controller.core.accounts import meter_account
from controller.core.entries import Entry
from controller.core.rules import Rules
from controller.core.worth import LOCKS, Stakes, wager_of
from controller.errors import ReportError
from controller.reports.accounts import Account, accounts_of
from controller.reports.charts_data import Course, moves, opened_with
from controller.reports.conduct import Conduct, conduct_of
from controller.reports.history import History
from controller.reports.wins import Win, story, unpaid_wins, wins_in
from controller.reports.words import award_title

UNDONE = ("unlock", "void", "void_spot")


@dataclass(frozen=True, slots=True)
class At:
    """A row's time."""

    row: int
    utc: int
    trusted: bool


@dataclass(frozen=True, slots=True)
class Session:
    """From an opening of the table to its closing; either may lie in another gaming day."""

    opened: At | None
    closed: At | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """A fault, from its row to the row that cleared it."""

    at: At
    code: str
    text: str
    cleared: At | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Post:
    """What a day's wagers added to the meter the next morning, or a later correction of it."""

    at: At
    of: str
    amount: int
    correction: bool
    waived: int = 0  # of a correction that would take the meter below its reset


@dataclass(slots=True)
class Pot(Account):
    """One jackpot's meter in one day, and the wagers that played for it."""

    wagers: int = 0
    base: int = 0  # gross locked wagers
    accrued: int = 0  # what they add the next morning
    posts: list[Post] = field(default_factory=list)  # that ran in this day
    post: Post | None = None  # of this day's wagers
    course: Course = field(default_factory=lambda: Course("", 0))


@dataclass(slots=True)
class Day:
    day: str
    first: int = 0  # row; 0: the day has none
    last: int = 0
    until: int = 0  # utc ms of the last row
    runs: bool = False  # it is not over yet
    rounds: int = 0  # locked and not void
    empty: int = 0  # of them, without a bet
    void: int = 0
    not_locked: int = 0
    lit: Counter[str] = field(default_factory=Counter)  # spot -> wagers
    worth: Counter[str] = field(default_factory=Counter)  # spot -> micro-dollars of them
    wagers: Counter[str] = field(default_factory=Counter)  # wager -> how many count
    wagered: int = 0
    staked: Counter[str] = field(default_factory=Counter)  # wager -> money locked, void bets among it
    refunded: Counter[str] = field(default_factory=Counter)  # wager -> of that, of void bets
    sessions: list[Session] = field(default_factory=list)
    pots: dict[str, Pot] = field(default_factory=dict)
    winners: dict[int, str] = field(default_factory=dict)  # claim -> the jackpot that it has a share of
    beside: dict[str, Account] = field(default_factory=dict)  # what is not displayed, what winners are owed
    accounts: Counter[str] = field(default_factory=Counter)  # account -> change
    flows: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # (from, to, why) -> amount
    wins: list[Win] = field(default_factory=list)  # claims that this day's rows speak of
    won: Counter[int] = field(default_factory=Counter)  # claim -> money decided in this day
    corrected: int = 0  # paid wins, by the house
    unpaid: list[Win] = field(default_factory=list)  # as the ledger stands now, of any day
    checks: list[Entry] = field(default_factory=list)  # signs read and chips counted in this day
    troubles: list[Trouble] = field(default_factory=list)
    untrusted: list[tuple[At, At]] = field(default_factory=list)
    conduct: Conduct = field(default_factory=Conduct)
    started: Entry | None = None  # the row that says on which software and configuration the table ran last


def day_of(history: History, day: str) -> Day:
    """R212: of a day without play, too."""
    newest, first = history.newest_day(), history.first_day()
    if day > newest or day < first:
        raise ReportError(f"the ledger's gaming days go from {first} to {newest}: there is no sheet of {day}")
    entries = history.day(day)
    found = Day(day, runs=day == newest)
    _counts(found, entries)
    found.conduct = conduct_of(entries)
    found.wins = wins_in(history, entries)
    found.unpaid = unpaid_wins(history)
    _money(history, found, entries)
    found.started = history.last("start", found.last or history.seq)
    return found


def _at(entry: Entry) -> At:
    return At(entry.seq, entry.at.utc, entry.trusted)


def awards(rules: Rules, day: Day) -> dict[tuple[str, str], tuple[int, int]]:
    """(Award, jackpot) -> wins and money that the day decided."""
    stories = {win.claim: win for win in day.wins}
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for claim, amount in sorted(day.won.items()):
        win = stories[claim]
        key = (award_title(rules, win.spot, win.award), win.jackpot)
        wins, money = sums.get(key, (0, 0))
        sums[key] = (wins + _decided(day, win), money + amount)
    return sums


def _decided(day: Day, win: Win) -> int:
    """Whether this day made it a win, or took that back."""
    made = win.decided is not None and day.first <= win.decided.row <= day.last
    denied = win.decided is not None and win.ended is not None and day.first <= win.ended.row <= day.last
    return made - denied


# -- rounds, people, troubles --------------------------------------------------------------------------------


def _counts(day: Day, entries: list[Entry]) -> None:
    if entries:
        day.first, day.last, day.until = entries[0].seq, entries[-1].seq, entries[-1].at.utc
    empty = False  # the newest lock found no bet
    for entry in entries:
        body = entry.body
        match entry.kind:
            case "lock" | "late_lock":
                day.rounds += 1
                empty = not body["spots"]
                day.empty += empty
                day.not_locked -= bool(body.get("finished"))
                day.lit.update(body["spots"])
            case "unlock" | "void":
                day.rounds -= 1
                day.empty -= empty
                day.void += entry.kind == "void"
                day.lit.subtract(body["spots"])
            case "void_spot":
                day.lit[body["spot"]] -= 1
            case "add_spot":
                day.lit[body["spot"]] += 1
            case "not_locked":
                day.not_locked += 1
            case "open":
                day.sessions.append(Session(_at(entry), None))
            case "close":
                _closes(day, entry)
            case "shoe" if body["closes"]:
                _closes(day, entry)
            case "fault":
                day.troubles.append(Trouble(_at(entry), body["code"], body["text"]))
            case "reading" | "chip_count":
                day.checks.append(entry)
            case "unfault":
                _cleared(day, entry)
        _time(day, entry)


def _closes(day: Day, entry: Entry) -> None:
    if day.sessions and day.sessions[-1].closed is None:
        day.sessions[-1] = Session(day.sessions[-1].opened, _at(entry))
    else:
        day.sessions.append(Session(None, _at(entry)))


def _cleared(day: Day, entry: Entry) -> None:
    code, by = entry.body["code"], tuple(entry.body.get("by", ()))
    for place, trouble in enumerate(day.troubles):
        if trouble.code == code and trouble.cleared is None:
            day.troubles[place] = Trouble(trouble.at, code, trouble.text, _at(entry), by)
            return
    day.troubles.append(Trouble(_at(entry), code, "found the day before", _at(entry), by))


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
    day.pots = {jackpot: Pot(meter_account(jackpot)) for jackpot in history.book.jackpots}
    meters = {pot.name: pot for pot in day.pots.values()}
    accounts = accounts_of(history, entries, history.after(day.day), meters)
    day.beside = {name: account for name, account in accounts.items() if name not in meters}
    owed = (int(account.of) for account in day.beside.values() if account.kind == "owed")
    told = {win.claim: win.jackpot for win in (*day.wins, *day.unpaid)}
    day.winners = {claim: told[claim] if claim in told else story(history, claim).jackpot for claim in owed}
    opening = opened_with(entries, {pot.name: pot.opening for pot in day.pots.values()})
    for name, pot in day.pots.items():
        pot.course = Course(name, opening[pot.name], list(moves(entries, name, opening[pot.name], day.day)))
    stakes = Stakes()
    for entry in entries:
        _moved(day, entry)
        _base(day, entry)
        for spot, amount in stakes.changes(entry):
            day.worth[spot] += amount
            if amount < 0 and entry.kind != "unlock":
                day.refunded[wager_of(spot)] -= amount
            else:
                day.staked[wager_of(spot)] += amount
    for pot in day.pots.values():
        pot.post = _post_of(history, day, pot)


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
    if entry.kind == "fixed":
        day.won[entry.body["claim"]] += entry.body["amount"]


def _base(day: Day, entry: Entry) -> None:
    """The day's gross locked wagers, and what they add the next morning."""
    body = entry.body
    if entry.kind == "post":
        post = Post(_at(entry), body["of"], body["amount"], body["correction"], body.get("waived", 0))
        day.pots[body["jackpot"]].posts.append(post)
    elif entry.kind == "recount" and body["of"] == day.day:
        day.wagers.update(body["wagers"])
        for jackpot, (base, accrued) in body["adds"].items():
            day.pots[jackpot].base += base
            day.pots[jackpot].accrued += accrued
    elif entry.kind in (*LOCKS, *UNDONE, "add_spot", "tier"):
        sign = -1 if entry.kind in UNDONE else 1
        day.wagers.update({wager: sign * number for wager, number in body.get("wagers", {}).items()})
        for jackpot, (number, base, accrued) in body["adds"].items():
            pot = day.pots[jackpot]
            pot.wagers, pot.base, pot.accrued = (
                pot.wagers + sign * number,
                pot.base + sign * base,
                pot.accrued + sign * accrued,
            )


def _post_of(history: History, day: Day, pot: Pot) -> Post | None:
    """The post of this day's wagers. It ran early in the next day unless it was held; then not much later."""
    if history.book.jackpots[pot.of].posted_to < day.day:
        return None
    for entry in history.after(day.day):
        body = entry.body
        if entry.kind == "post" and (body["jackpot"], body["of"], body["correction"]) == (pot.of, day.day, False):
            return Post(_at(entry), day.day, body["amount"], correction=False)
    return None
