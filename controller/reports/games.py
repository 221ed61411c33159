"""A gaming day's figures for the Master Games Report (R211, R217). Money that became players' money adjusts it; house
money that only moves between the house and a meter does not. The codes of the transfers tell which is which."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from controller.history.bets import wager_of
from controller.reports.day import Day
from controller.reports.history import History
from controller.reports.layout.document import Block, Document, Heading, Paragraph, Table, Warn
from controller.reports.moves import move_title
from controller.reports.paper import source
from controller.reports.words import long_day, plain
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.rules import Rules
from words.catalogue import Catalogue, money

PROGRESSIVE, BONUS = "progressive", "bonus"
RECEIPTS = "gross_receipts"


@dataclass(slots=True)
class Kind:
    """All wagers and meters of one type of jackpot. Amounts are micro-dollars."""

    wagers: int = 0
    wagered: int = 0  # locked, void bets among it
    refunded: int = 0
    fixed: int = 0  # awards from the rack
    moves: Counter[tuple[str, bool]] = field(default_factory=Counter)  # (why, into its accounts), with house or players
    elsewhere: Counter[tuple[str, bool]] = field(default_factory=Counter)  # with other tables, or given away
    won: int = 0  # shares decided, from its accounts
    by_house: int = 0  # of shares, what the house put on top
    paid: int = 0  # to winners of shares

    @property
    def grown(self) -> int:
        """What the house has put in, less what it has taken out."""
        return sum(amount if comes else -amount for (_, comes), amount in self.moves.items())


@dataclass(slots=True)
class Games:
    kinds: dict[str, Kind]
    corrected: int = 0  # paid wins, by the house

    @property
    def drop(self) -> int:
        return sum(kind.wagered - kind.refunded for kind in self.kinds.values())

    @property
    def win(self) -> int:
        """For the report: house jackpots are not in it."""
        custody = self.kinds[PROGRESSIVE]
        fixed = sum(kind.fixed for kind in self.kinds.values())
        return self.drop - fixed - self.corrected - custody.grown - custody.by_house

    @property
    def house_jackpots(self) -> int:
        return self.kinds[BONUS].won + self.kinds[BONUS].by_house

    @property
    def result(self) -> int:
        """Of the bet for the house, with its jackpots."""
        return self.win - self.house_jackpots


def type_of(rules: Rules, jackpot: str) -> str:
    return rules.jackpots[jackpot].type if jackpot in rules.jackpots else BONUS


def games_of(rules: Rules, day: Day) -> Games:
    found = Games({PROGRESSIVE: Kind(), BONUS: Kind()}, day.corrected)

    def kind_of(wager: str) -> Kind:
        jackpots = rules.wagers[wager].jackpots if wager in rules.wagers else ()
        return found.kinds[type_of(rules, jackpots[0]) if jackpots else BONUS]

    for spot, number in day.lit.items():
        kind_of(wager_of(spot)).wagers += number
    for wager, amount in day.staked.items():
        kind_of(wager).wagered += amount
        kind_of(wager).refunded += day.refunded[wager]
    for win in day.wins:
        if not win.jackpot:
            kind_of(wager_of(win.spot)).fixed += day.won[win.claim]
    for (giver, taker, code), amount in day.flows.items():
        for name, other, comes in ((giver, taker, False), (taker, giver, True)):
            _flow(rules, day, found, name, other, code, amount, comes=comes)
    return found


def _flow(rules: Rules, day: Day, found: Games, name: str, other: str, code: str, amount: int, *, comes: bool) -> None:
    """One side of a transfer: `name` is the account that is looked at."""
    family, _, of = name.partition("/")
    sign = 1 if comes else -1
    if family == "owed":
        kind = found.kinds[type_of(rules, day.winners[int(of)])]
        if other == PLAYERS:
            kind.paid -= sign * amount
        elif other == HOUSE:
            kind.by_house += sign * amount
        else:
            kind.won += sign * amount
    elif family in ("jackpot", "reserve", "overflow"):
        kind = found.kinds[type_of(rules, of)]
        side = other.partition("/")[0]
        if side in (HOUSE, PLAYERS, "credit"):
            kind.moves[code, comes] += amount
        elif side not in ("jackpot", "reserve", "overflow", "owed"):
            kind.elsewhere[code, comes] += amount


# -- on paper and for programs -------------------------------------------------------------------------------


def games_paper(words: Catalogue, history: History, day: Day) -> Document:
    title = words.text("master_games.title", table=history.rules.table, day=long_day(day.day))
    return Document(title, words.text("master_games.kind"), tuple(_blocks(words, history, day)))


def _blocks(words: Catalogue, history: History, day: Day) -> Iterator[Block]:
    games, amount = games_of(history.rules, day), words.text("master_games.amount")
    if day.runs:
        yield Warn(words.text("master_games.runs", row=history.seq))
    for name, kind in games.kinds.items():
        yield Heading(words.text(f"master_games.{name}"))
        yield Table("", ("", amount), tuple(_rows(words, name, kind)))
    custody = games.kinds[PROGRESSIVE]
    yield Heading(words.text("master_games.day"))
    rows = [
        ("drop", games.drop),
        ("fixed", -sum(kind.fixed for kind in games.kinds.values())),
        ("corrected", -games.corrected),
        ("players_money", -custody.grown),
        ("added_by_house", -custody.by_house),
        ("win", games.win),
        ("house_jackpots", -games.house_jackpots),
        ("result", games.result),
    ]
    named = tuple((words.text(f"master_games.{key}"), money(figure)) for key, figure in rows)
    yield Table(words.text("master_games.double_entry"), ("", amount), named)
    yield Paragraph(words.text("master_games.note"))
    yield from source(history, day.started)


def _rows(words: Catalogue, name: str, kind: Kind) -> Iterator[tuple[str, str]]:
    def row(key: str, amount: int) -> tuple[str, str]:
        return words.text(f"master_games.{key}"), money(amount)

    yield words.text("master_games.wagers", number=kind.wagers), ""
    yield row("wagered", kind.wagered)
    yield row("refunds", -kind.refunded)
    yield row("fixed_from_rack", -kind.fixed)
    for (code, comes), amount in sorted(kind.moves.items()):
        yield move_title("jackpot", code, comes), money(amount if comes else -amount)
    if name == PROGRESSIVE:
        if (RECEIPTS, False) not in kind.moves:
            yield row("gross_receipts", 0)
        yield row("adjusts", kind.grown)
    else:
        yield row("does_not_adjust", kind.grown)
    for (code, comes), amount in sorted(kind.elsewhere.items()):
        title = words.text("master_games.not_the_house", move=move_title("jackpot", code, comes))
        yield title, money(amount if comes else -amount)
    yield row("won", kind.won)
    yield row("won_by_house", kind.by_house)
    yield row("paid", kind.paid)


def games_facts(history: History, day: Day) -> dict[str, Any]:
    games = games_of(history.rules, day)
    return {
        "day": day.day,
        "runs": day.runs,
        "types": {
            name: {
                "adjusts": name == PROGRESSIVE,
                "wagers": kind.wagers,
                "wagered": plain(kind.wagered),
                "refunds": plain(kind.refunded),
                "fixed_awards": plain(kind.fixed),
                "moves": [
                    {"code": code, "into_jackpots": comes, "amount": plain(amount)}
                    for (code, comes), amount in sorted((kind.moves + kind.elsewhere).items())
                ],
                "gross_receipts": plain(kind.moves[RECEIPTS, False]),
                "grown": plain(kind.grown),
                "shares_won": plain(kind.won),
                "shares_by_house": plain(kind.by_house),
                "shares_paid": plain(kind.paid),
            }
            for name, kind in games.kinds.items()
        },
        "drop": plain(games.drop),
        "corrected": plain(games.corrected),
        "win": plain(games.win),
        "house_jackpots": plain(games.house_jackpots),
        "result": plain(games.result),
    }


def games_lines(history: History, day: Day) -> Iterator[dict[str, Any]]:
    """One line a figure."""
    facts, table = games_facts(history, day), history.rules.table

    def line(section: str, figure: str, count: object = "", dollars: object = "") -> dict[str, Any]:
        where = {"table": table, "day": day.day, "section": section}
        return {**where, "figure": figure, "count": count, "dollars": dollars}

    for name, kind in facts["types"].items():
        yield line(name, "wagers", kind["wagers"])
        for move in kind["moves"]:
            yield line(name, f"move {move['code']}", "", f"{'' if move['into_jackpots'] else '-'}{move['amount']}")
        for figure, amount in kind.items():
            if figure not in ("adjusts", "wagers", "moves"):
                yield line(name, figure, "", amount)
    for figure in ("drop", "corrected", "win", "house_jackpots", "result"):
        yield line("table", figure, "", facts[figure])
