"""The part of a daily sheet that proves each account: meters, reserves, overflows, and what winners are owed. It
separates players' money from the house's, and states what the separate bank account must hold (R053, R071-R073)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.reports.accounts import Account, custodial
from controller.reports.day import Day, JackpotDay, Post
from controller.reports.history import History
from controller.reports.layout.document import Block, Heading, Items, Paragraph, Table
from controller.reports.moves import ORDER, move_title
from controller.reports.writer import Writer
from controller.table.money import CENT, amount
from controller.table.rules import Rules
from words.message import as_json

ACCOUNT_KINDS = ("jackpot", "reserve", "overflow", "owed")


@dataclass(frozen=True, slots=True)
class Side:
    """All accounts of the players' money, or all of the house's. Amounts are micro-dollars."""

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
    """The players' accounts and the house's."""
    accounts = (*day.jackpots.values(), *day.beside.values())
    players = tuple(each for each in accounts if custodial(rules, each.name, day.winners))
    return Side(players), Side(tuple(each for each in accounts if each not in players))


def deposit(liability: int) -> int:
    """Rounded up to the cent."""
    return -(-liability // CENT) * CENT


def custody_facts(rules: Rules, day: Day) -> dict[str, Any]:
    players, house = sides(rules, day)
    return {
        "players_money": {
            "opening": amount(players.opening),
            "closing": amount(players.closing),
            **{kind: amount(players.of(kind)) for kind in ACCOUNT_KINDS},
        },
        "house_money": {"opening": amount(house.opening), "closing": amount(house.closing)},
        "liability": amount(players.closing),
        "deposit_at_least": amount(deposit(players.closing)),
    }


def account_facts(account: Account) -> dict[str, Any]:
    return {
        "opening": amount(account.opening),
        "moves": [
            {"code": code, "into_meter": comes, "amount": amount(moved)}
            for (code, comes), moved in sorted(account.moves.items())
        ],
        "closing": amount(account.closing),
        "breaches": as_json(account.breaches),
    }


# -- on paper ------------------------------------------------------------------------------------------------


def meters(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    for jackpot in day.jackpots.values():
        yield Heading(writer.text("continuity.jackpot", jackpot=jackpot.of, title=writer.jackpot(jackpot.of)))
        yield _table(writer, writer.text("continuity.meter"), jackpot)
        yield Paragraph(_proof(writer, jackpot))
        if jackpot.retained:
            yield Paragraph(writer.text("continuity.retained", amount=jackpot.retained))
        yield Paragraph(_post(writer, history, day, jackpot))
        if jackpot.posts:
            yield Items(tuple(_posted(writer, post) for post in jackpot.posts))
        for account in day.beside.values():
            if account.of == jackpot.of and account.kind != "owed":
                yield _table(writer, writer.text("continuity.account", kind=account.kind), account)
                yield Paragraph(_proof(writer, account))


def _posted(writer: Writer, post: Post) -> str:
    code = "continuity.correction" if post.correction else "continuity.post"
    text = writer.text(code, day=post.of, amount=post.amount, row=post.at.row, time=writer.clock(post.at))
    return f"{text} {writer.text('continuity.waived', amount=post.waived)}" if post.waived else text


def custody(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    """R072, R073. A table without players' money has no such part."""
    owed = [account for account in day.beside.values() if account.kind == "owed"]
    players, house = sides(history.rules, day)
    if owed:
        yield Heading(writer.text("continuity.owed"))
        for account in owed:
            title = writer.jackpot(day.winners[int(account.of)])
            yield _table(writer, writer.text("continuity.claim", claim=account.of, title=title), account)
            yield Paragraph(_proof(writer, account))
    if not players.accounts:
        return
    yield Heading(writer.text("continuity.custody"))
    rows = [
        (writer.text(code, kind=account.kind, of=account.of), *_both(writer, account))
        for code, side in (("continuity.of_players", players), ("continuity.of_house", house))
        for account in side.accounts
    ]
    rows += [
        (writer.text("continuity.players"), *_both(writer, players)),
        (writer.text("continuity.house"), *_both(writer, house)),
    ]
    head = writer.texts("labels.account", "continuity.opening", "continuity.closing")
    yield Table(writer.text("continuity.by_account"), head, tuple(rows))
    parts = {kind: players.of(kind) for kind in ACCOUNT_KINDS}
    yield Paragraph(writer.text("continuity.liability", **parts, total=players.closing))
    due = deposit(players.closing)
    more = due - deposit(players.opening)
    code = "continuity.deposit_more" if more >= 0 else "continuity.deposit_less"
    yield Paragraph(writer.text(code, amount=due, change=abs(more)))


def _both(writer: Writer, of: Account | Side) -> tuple[str, str]:
    return writer.money(of.opening), writer.money(of.closing)


def _table(writer: Writer, caption: str, account: Account) -> Table:
    what = "meter" if isinstance(account, JackpotDay) else "amount"
    rows = [(writer.text(f"continuity.opening_{what}"), "", writer.money(account.opening))]
    for code, comes in _in_order(account):
        title = move_title(writer.words, account.kind, code, comes)
        rows.append((title, "+" if comes else "-", writer.money(account.moves[code, comes])))
    rows.append((writer.text(f"continuity.closing_{what}"), "=", writer.money(account.closing)))
    head = writer.text("continuity.exact"), "", writer.text("labels.amount")
    return Table(caption, head, tuple(rows), words=2)


def _in_order(account: Account) -> list[tuple[str, bool]]:
    return [move for move in dict.fromkeys((*ORDER, *sorted(account.moves))) if move in account.moves]


def _proof(writer: Writer, account: Account) -> str:
    if account.breaches:
        return writer.text("continuity.broken")
    terms = (f" {'+' if comes else '-'} {writer.money(account.moves[why, comes])}" for why, comes in _in_order(account))
    sum_ = writer.money(account.opening) + "".join(terms)
    proof = writer.text("continuity.proof", sum=sum_, total=account.proof)
    what = "meter" if isinstance(account, JackpotDay) else "account"
    named = writer.text(f"continuity.{what}_named", number=account.named)
    return f"{proof} {named}" if account.named else proof


def _post(writer: Writer, history: History, day: Day, jackpot: JackpotDay) -> str:
    base = writer.text("continuity.base", base=jackpot.base, wagers=jackpot.wagers)
    if jackpot.of in history.rules.jackpots and history.rules.jackpots[jackpot.of].type == "progressive":
        return writer.text("continuity.at_lock", base=base)
    if day.runs:
        return writer.text("continuity.so_far", base=base, amount=jackpot.accrued)
    if post := jackpot.post:
        time = writer.time(post.at)
        return writer.text("continuity.posted", base=base, amount=post.amount, row=post.at.row, time=time)
    due = next((due for due in history.book.due if (due.day, due.jackpot) == (day.day, jackpot.of)), None)
    if due:
        code = "continuity.due_held" if history.book.held else "continuity.due"
        return writer.text(code, base=base, amount=due.amount, reason=history.book.held)
    if history.book.over([jackpot.of]):
        return writer.text("continuity.ended", base=base)
    return writer.text("continuity.by_hand", base=base)
