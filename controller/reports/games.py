"""A gaming day's figures for the Master Games Report (R211, R217). Money that became players' money adjusts the report;
house money that only moves between the house and a meter does not. The codes of the transfers decide which."""

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
from controller.reports.writer import Writer
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.money import amount
from controller.table.rules import Rules
from words.catalogue import Catalogue

PROGRESSIVE, BONUS = "progressive", "bonus"
RECEIPTS = "gross_receipts"


@dataclass(slots=True)
class Kind:
    """All wagers and meters of one type of jackpot. Amounts are micro-dollars."""

    wagers: int = 0
    wagered: int = 0  # locked, including void bets
    refunded: int = 0
    fixed: int = 0  # awards from the rack
    moves: Counter[tuple[str, bool]] = field(default_factory=Counter)  # (code, into its accounts); with house, players
    elsewhere: Counter[tuple[str, bool]] = field(default_factory=Counter)  # with other tables, or given to charity
    won: int = 0  # shares decided, paid from its accounts
    by_house: int = 0  # the part of shares that the house added
    paid: int = 0  # to winners of shares

    @property
    def grown(self) -> int:
        """What the house paid in, less what it took out."""
        return sum(moved if comes else -moved for (_, comes), moved in self.moves.items())


@dataclass(slots=True)
class Games:
    kinds: dict[str, Kind]
    corrected: int = 0  # corrections of paid wins, paid by the house

    @property
    def drop(self) -> int:
        return sum(kind.wagered - kind.refunded for kind in self.kinds.values())

    @property
    def win(self) -> int:
        """The win for the report, without house jackpots."""
        custody = self.kinds[PROGRESSIVE]
        fixed = sum(kind.fixed for kind in self.kinds.values())
        return self.drop - fixed - self.corrected - custody.grown - custody.by_house

    @property
    def house_jackpots(self) -> int:
        return self.kinds[BONUS].won + self.kinds[BONUS].by_house

    @property
    def result(self) -> int:
        """The house's result of the bet, with its jackpots."""
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
    for wager, staked in day.staked.items():
        kind_of(wager).wagered += staked
        kind_of(wager).refunded += day.refunded[wager]
    for win in day.wins:
        if not win.jackpot:
            kind_of(wager_of(win.spot)).fixed += day.won[win.claim]
    for (giver, taker, code), moved in day.flows.items():
        for name, other, comes in ((giver, taker, False), (taker, giver, True)):
            _flow(rules, day, found, name, other, code, moved, comes=comes)
    return found


def _flow(rules: Rules, day: Day, found: Games, name: str, other: str, code: str, moved: int, *, comes: bool) -> None:
    """One side of a transfer: `name` is the account that is counted."""
    family, _, of = name.partition("/")
    sign = 1 if comes else -1
    if family == "owed":
        kind = found.kinds[type_of(rules, day.winners[int(of)])]
        if other == PLAYERS:
            kind.paid -= sign * moved
        elif other == HOUSE:
            kind.by_house += sign * moved
        else:
            kind.won += sign * moved
    elif family in ("jackpot", "reserve", "overflow"):
        kind = found.kinds[type_of(rules, of)]
        side = other.partition("/")[0]
        if side in (HOUSE, PLAYERS, "credit"):
            kind.moves[code, comes] += moved
        elif side not in ("jackpot", "reserve", "overflow", "owed"):
            kind.elsewhere[code, comes] += moved


# -- on paper and for programs -------------------------------------------------------------------------------


def games_paper(words: Catalogue, history: History, day: Day) -> Document:
    writer = Writer(words, history.rules)
    return writer.document("master_games.kind", day.day, day.day, _blocks(writer, history, day))


def _blocks(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    games, head = games_of(history.rules, day), ("", writer.text("labels.amount"))
    if day.runs:
        yield Warn(writer.text("paper.runs", row=history.seq))
    for name, kind in games.kinds.items():
        yield Heading(writer.text(f"master_games.{name}"))
        yield Table("", head, tuple(_rows(writer, name, kind)))
    custody = games.kinds[PROGRESSIVE]
    yield Heading(writer.text("master_games.day"))
    figures = [
        ("master_games.drop", games.drop),
        ("labels.fixed_awards", -sum(kind.fixed for kind in games.kinds.values())),
        ("labels.wins_corrected", -games.corrected),
        ("master_games.players_money", -custody.grown),
        ("master_games.added_by_house", -custody.by_house),
        ("master_games.win", games.win),
        ("master_games.house_jackpots", -games.house_jackpots),
        ("labels.bet_result", games.result),
    ]
    lines = tuple((writer.text(code), writer.money(figure)) for code, figure in figures)
    yield Table(writer.text("master_games.double_entry"), head, lines)
    yield Paragraph(writer.text("master_games.note"))
    yield from source(writer, history, day.started)


def _rows(writer: Writer, name: str, kind: Kind) -> Iterator[tuple[str, str]]:
    def row(code: str, figure: int) -> tuple[str, str]:
        return writer.text(code), writer.money(figure)

    yield writer.text("master_games.wagers", number=kind.wagers), ""
    yield row("labels.wagered", kind.wagered)
    yield row("master_games.refunds", -kind.refunded)
    yield row("master_games.fixed_from_rack", -kind.fixed)
    for (code, comes), moved in sorted(kind.moves.items()):
        yield move_title(writer.words, "jackpot", code, comes), writer.money(moved if comes else -moved)
    if name == PROGRESSIVE:
        if (RECEIPTS, False) not in kind.moves:
            yield row("transfers.gross_receipts_out", 0)
        yield row("master_games.adjusts", kind.grown)
    else:
        yield row("master_games.does_not_adjust", kind.grown)
    for (code, comes), moved in sorted(kind.elsewhere.items()):
        title = writer.text("master_games.not_the_house", move=move_title(writer.words, "jackpot", code, comes))
        yield title, writer.money(moved if comes else -moved)
    yield row("master_games.won", kind.won)
    yield row("master_games.won_by_house", kind.by_house)
    yield row("master_games.paid", kind.paid)


def games_facts(history: History, day: Day) -> dict[str, Any]:
    games = games_of(history.rules, day)
    return {
        "day": day.day,
        "runs": day.runs,
        "types": {
            name: {
                "adjusts": name == PROGRESSIVE,
                "wagers": kind.wagers,
                "wagered": amount(kind.wagered),
                "refunds": amount(kind.refunded),
                "fixed_awards": amount(kind.fixed),
                "moves": [
                    {"code": code, "into_jackpots": comes, "amount": amount(moved)}
                    for (code, comes), moved in sorted((kind.moves + kind.elsewhere).items())
                ],
                "gross_receipts": amount(kind.moves[RECEIPTS, False]),
                "grown": amount(kind.grown),
                "shares_won": amount(kind.won),
                "shares_by_house": amount(kind.by_house),
                "shares_paid": amount(kind.paid),
            }
            for name, kind in games.kinds.items()
        },
        "drop": amount(games.drop),
        "corrected": amount(games.corrected),
        "win": amount(games.win),
        "house_jackpots": amount(games.house_jackpots),
        "result": amount(games.result),
    }


def games_lines(history: History, day: Day) -> Iterator[dict[str, Any]]:
    """One line for each figure."""
    facts, table = games_facts(history, day), history.rules.table

    def line(section: str, figure: str, count: object = "", dollars: object = "") -> dict[str, Any]:
        where = {"table": table, "day": day.day, "section": section}
        return {**where, "figure": figure, "count": count, "dollars": dollars}

    for name, kind in facts["types"].items():
        yield line(name, "wagers", kind["wagers"])
        for move in kind["moves"]:
            yield line(name, f"move {move['code']}", "", f"{'' if move['into_jackpots'] else '-'}{move['amount']}")
        for figure, dollars in kind.items():
            if figure not in ("adjusts", "wagers", "moves"):
                yield line(name, figure, "", dollars)
    for figure in ("drop", "corrected", "win", "house_jackpots", "result"):
        yield line("table", figure, "", facts[figure])
