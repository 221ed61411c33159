"""Where a daily sheet proves each account: meters, what is not displayed, what winners are owed; and players' money
apart from the house's, with what the separate bank account must hold (R053, R071-R073)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.reports.accounts import Account, custodial
from controller.reports.day import Day, Pot
from controller.reports.history import History
from controller.reports.layout.document import Block, Heading, Items, Paragraph, Table
from controller.reports.moves import MOVES, move_title
from controller.reports.words import clock, jackpot_title, moment, plain, usd
from controller.table.money import CENT
from controller.table.rules import Rules

KINDS = {
    "jackpot": "displayed",
    "reserve": "not displayed (reserve)",
    "overflow": "above the limit (overflow)",
    "owed": "owed to the winner of claim",
}


@dataclass(frozen=True, slots=True)
class Side:
    """The accounts whose money is the players', or the house's. Amounts are micro-dollars."""

    accounts: tuple[Account, ...]

    @property
    def opening(self) -> int:
        return sum(account.opening for account in self.accounts)

    @property
    def closing(self) -> int:
        return sum(account.closing for account in self.accounts)

    def of(self, kind: str) -> int:
        return sum(account.closing for account in self.accounts if account.kind == kind)


def sides(rules: Rules, day: Day) -> tuple[Side, Side]:
    """Players' and the house's."""
    accounts = (*day.pots.values(), *day.beside.values())
    players = tuple(each for each in accounts if custodial(rules, each.name, day.winners))
    return Side(players), Side(tuple(each for each in accounts if each not in players))


def deposit(amount: int) -> int:
    """To the cent, never too little."""
    return -(-amount // CENT) * CENT


def custody_facts(rules: Rules, day: Day) -> dict[str, Any]:
    players, house = sides(rules, day)
    return {
        "players_money": {
            "opening": plain(players.opening),
            "closing": plain(players.closing),
            **{kind: plain(players.of(kind)) for kind in KINDS},
        },
        "house_money": {"opening": plain(house.opening), "closing": plain(house.closing)},
        "liability": plain(players.closing),
        "deposit_at_least": plain(deposit(players.closing)),
    }


def account_facts(account: Account) -> dict[str, Any]:
    return {
        "opening": plain(account.opening),
        "moves": [
            {"code": code, "into_meter": comes, "amount": plain(amount)}
            for (code, comes), amount in sorted(account.moves.items())
        ],
        "closing": plain(account.closing),
        "breaches": account.breaches,
    }


# -- on paper ------------------------------------------------------------------------------------------------


def meters(history: History, day: Day) -> Iterator[Block]:
    for pot in day.pots.values():
        yield Heading(f"Jackpot {pot.of}: {jackpot_title(history.rules, pot.of)}")
        yield _table("Continuity", pot, "meter")
        yield Paragraph(_proof(pot))
        yield Paragraph(_post(history, day, pot))
        for post in pot.posts:
            what = "Correction of the posted count" if post.correction else "Posted for the wagers"
            when = clock(post.at.utc, post.at.trusted, history.rules.zone)
            waived = f" The house waives {usd(post.waived)}: the meter was won meanwhile." if post.waived else ""
            yield Items((f"{what} of {post.of}: {usd(post.amount)}, row {post.at.row} at {when}.{waived}",))
        for account in day.beside.values():
            if account.of == pot.of and account.kind != "owed":
                yield _table(f"Continuity: {KINDS[account.kind]}", account, "amount")
                yield Paragraph(_proof(account))


def custody(history: History, day: Day) -> Iterator[Block]:
    """R072, R073. Where nothing is players' money and nobody is owed, there is nothing to tell apart."""
    owed = [account for account in day.beside.values() if account.kind == "owed"]
    players, house = sides(history.rules, day)
    if owed:
        yield Heading("Owed to winners")
        for account in owed:
            whose = jackpot_title(history.rules, day.winners[int(account.of)])
            yield _table(f"Claim {account.of} ({whose})", account, "amount")
            yield Paragraph(_proof(account))
    if not players.accounts:
        return
    yield Heading("Players' money and the house's")
    rows = [
        (f"{name}: {KINDS[account.kind]} {account.of}", usd(account.opening), usd(account.closing))
        for name, side in (("Players'", players), ("House", house))
        for account in side.accounts
    ]
    rows += [
        ("Players' money: the liability", usd(players.opening), usd(players.closing)),
        ("The house's own", usd(house.opening), usd(house.closing)),
    ]
    yield Table("By account", ("Account", "Opening", "Closing"), tuple(rows))
    parts = " + ".join(f"{usd(players.of(kind))} {KINDS[kind].removesuffix(' of claim')}" for kind in KINDS)
    yield Paragraph(f"Liability for progressives at the close: {parts} = {usd(players.closing)}.")
    more = deposit(players.closing) - deposit(players.opening)
    change = f"{usd(more)} more" if more >= 0 else f"{usd(-more)} less"
    yield Paragraph(
        f"The separate bank account must hold at least {usd(deposit(players.closing))}, {change} than when this day "
        "opened. If it holds less, the bet is not offered until the money is there."
    )


def _table(caption: str, account: Account, what: str) -> Table:
    rows = [(f"Opening {what}", "", usd(account.opening))]
    for code, comes in _in_order(account):
        rows.append((move_title(account.kind, code, comes), "+" if comes else "-", usd(account.moves[code, comes])))
    rows.append((f"Closing {what}", "=", usd(account.closing)))
    return Table(caption, ("To the micro-dollar", "", "Amount"), tuple(rows), words=2)


def _in_order(account: Account) -> list[tuple[str, bool]]:
    return [move for move in dict.fromkeys((*MOVES, *sorted(account.moves))) if move in account.moves]


def _proof(account: Account) -> str:
    if account.breaches:
        return "Continuity is broken: see the warning above."
    terms = "".join(f" {'+' if comes else '-'} {usd(account.moves[why, comes])}" for why, comes in _in_order(account))
    what = "meter" if isinstance(account, Pot) else "account"
    times = {0: "", 1: f" One row names the {what}, and agrees."}.get(
        account.named, f" {account.named} rows name the {what}, and all agree."
    )
    return (
        f"Proof: {usd(account.opening)}{terms} = {usd(account.proof)}, which is what the next row finds there.{times}"
    )


def _post(history: History, day: Day, pot: Pot) -> str:
    came = f"This day's gross locked wagers for it are {usd(pot.base)} ({pot.wagers} wagers)"
    if pot.of in history.rules.jackpots and history.rules.jackpots[pot.of].type == "progressive":
        return f"{came}. Each adds its contribution at its lock; nothing is posted for them."
    if day.runs:
        return f"{came}; so far they add {usd(pot.accrued)} the next morning."
    if pot.post:
        when = moment(pot.post.at.utc, pot.post.at.trusted, history.rules.zone)
        return f"{came}. {usd(pot.post.amount)} was posted for them in row {pot.post.at.row} at {when}."
    due = next((due for due in history.book.due if (due.day, due.jackpot) == (day.day, pot.of)), None)
    if due:
        why = f": it is held ({history.book.held})" if history.book.held else ""
        return f"{came}. {usd(due.amount)} is due for them and not posted yet{why}."
    if history.book.over([pot.of]):
        return f"{came}. It has ended: nothing is posted to it any more."
    return f"{came}. Nothing is posted for them: the house sets this meter by hand."
