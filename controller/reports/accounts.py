"""The accounts that hold what players can win or have won, over one day: opening amount, sum of each kind of move,
closing amount, and the proof that they agree (R053, R071, R073). A kind of move is the code of a transfer."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from controller.reports.history import History
from controller.table import records
from controller.table.accounts import SET_ASIDE, meter_account
from controller.table.journal import Entry
from controller.table.rules import Rules
from words.message import Message, message

METERS = meter_account("")
HELD = (METERS, *SET_ASIDE)


@dataclass(slots=True)
class Account:
    """One account in one day. Amounts are micro-dollars."""

    name: str  # "reserve/mega"
    opening: int = 0
    moves: Counter[tuple[str, bool]] = field(default_factory=Counter)  # (code, into the account) -> amount, positive
    closing: int = 0
    breaches: list[Message] = field(default_factory=list)  # where the day does not add up; empty if everything agrees
    named: int = 0  # how many rows of the day state its amount

    @property
    def kind(self) -> str:
        return self.name.partition("/")[0]

    @property
    def of(self) -> str:
        """The jackpot's name, or the claim's number."""
        return self.name.partition("/")[2]

    @property
    def proof(self) -> int:
        return self.opening + sum(amount if comes else -amount for (_, comes), amount in self.moves.items())

    @property
    def quiet(self) -> bool:
        """Whether it was empty and nothing moved."""
        return not (self.opening or self.closing or self.moves)


def before(history: History, entries: Iterable[Entry]) -> dict[str, int]:
    """What each account held before these rows: the amount in the first row that states it, less what moved until then.
    If no row states it: the amount in the book, less what all rows moved."""
    meters = {meter_account(jackpot) for jackpot in history.book.jackpots}
    found: dict[str, int] = {}
    moved: Counter[str] = Counter()
    whole = False  # True after a row that names all accounts that are not empty, except for meters
    for entry in entries:
        for account, amount in named(entry).items():
            found.setdefault(account, amount - moved[account])
        if not whole and names_all(entry):
            whole = True
            for account in moved:
                if account not in meters:
                    found.setdefault(account, -moved[account])
        if whole and meters <= found.keys():
            return found
        for account, change in changes(entry).items():
            if not whole or account in meters:
                moved[account] += change
    held = {name for name in history.book.balances if name.startswith(HELD)}
    rest = meters if whole else meters | held | moved.keys()
    return {name: history.book.balances.get(name, 0) - moved[name] for name in rest} | found


def named(entry: Entry) -> dict[str, int]:
    """Account -> its amount before this row, if the row states it."""
    match entry.record:
        case records.Init(seeds=seeds):
            return {meter_account(jackpot): 0 for jackpot in seeds}
        case records.DayStart(meters=meters, accounts=accounts):
            return {meter_account(jackpot): amount for jackpot, amount in meters.items()} | accounts
        case (
            records.Post(jackpot=jackpot, before=before)
            | records.MeterAward(jackpot=jackpot, before=before)
            | records.TakeOver(jackpot=jackpot, before=before)
            | records.MeterSet(jackpot=jackpot, before=before)
            | records.TransferOut(jackpot=jackpot, before=before)
            | records.TransferIn(jackpot=jackpot, before=before)
            | records.Disposal(jackpot=jackpot, before=before)
        ):
            return {meter_account(jackpot): before}
        case records.MeterLowered(jackpot=jackpot, before=held) | records.MeterRaised(jackpot=jackpot, before=held):
            return {meter_account(jackpot): held["displayed"]}
        case _:
            return {}


def names_all(entry: Entry) -> bool:
    """Whether every account that this row does not name is empty, except for meters."""
    return isinstance(entry.record, records.Init | records.DayStart)


def changes(entry: Entry) -> Counter[str]:
    """Account -> the sum of the row's transfers."""
    found: Counter[str] = Counter()
    for move in entry.transfers:
        for account, sign in ((move.source, -1), (move.target, 1)):
            if account.startswith(HELD):
                found[account] += sign * move.amount
    return found


def accounts_of(
    history: History, entries: list[Entry], after: Iterable[Entry], meters: Mapping[str, Account]
) -> dict[str, Account]:
    """Every account that held something on a day, or moved, and the given `meters`; `entries` are the day's rows,
    `after` the later ones."""
    ends = before(history, after)
    starts = before(history, entries) if entries else ends
    names = {*starts, *ends}.union(*(changes(entry) for entry in entries))
    found = dict(meters) | {name: Account(name) for name in sorted(names) if name not in meters}
    standing = Counter(starts)
    for name, account in found.items():
        account.opening, account.closing = starts.get(name, 0), ends.get(name, 0)
    for entry in entries:
        amounts, everything = named(entry), names_all(entry)
        for name in [name for name in found if name in amounts or (everything and name not in meters)]:
            _checked(found[name], entry, amounts.get(name, 0), standing[name])
        for move in entry.transfers:
            for name, comes in ((move.source, False), (move.target, True)):
                if name in found:
                    found[name].moves[move.code, comes] += move.amount
        standing.update(changes(entry))
    for account in found.values():
        if account.proof != account.closing:
            flaw = message("continuity.sum_differs", proof=account.proof, closing=account.closing)
            account.breaches.append(flaw)
    return {name: account for name, account in found.items() if name in meters or not account.quiet}


def _checked(account: Account, entry: Entry, found: int, proven: int) -> None:
    account.named += 1
    if found != proven:
        account.breaches.append(message("continuity.row_differs", row=entry.seq, found=found, proof=proven))


def custodial(rules: Rules, name: str, winners: Mapping[int, str]) -> bool:
    """Whether it is players' money (R072): what a progressive holds, and what its winners are owed. `winners` is claim
    -> jackpot."""
    kind, _, of = name.partition("/")
    jackpot = winners.get(int(of), "") if kind == "owed" else of
    return jackpot in rules.jackpots and rules.jackpots[jackpot].type == "progressive"
