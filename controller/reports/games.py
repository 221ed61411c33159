"""What the Master Games Report needs of a table's day (R211, R217): money that became players' money adjusts it, house
money that only moves between the house and a meter does not; each is told apart, by the codes of the rows."""

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
from controller.reports.words import long_day, plain, usd
from controller.reports.writer import Writer
from controller.table.accounts import HOUSE, PLAYERS
from controller.table.rules import Rules
from words.catalogue import Catalogue

PROGRESSIVE, BONUS = "progressive", "bonus"
KINDS = {
    PROGRESSIVE: "Progressive jackpots: players' money, adjusts the report",
    BONUS: "House jackpots (bonus): house money, does not adjust the report",
}
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
        pots = rules.wagers[wager].jackpots if wager in rules.wagers else ()
        return found.kinds[type_of(rules, pots[0]) if pots else BONUS]

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
    writer = Writer(words, history.rules)
    title = f"Table {history.rules.table}, {long_day(day.day)}"
    return Document(title, "Figures for the Master Games Report", tuple(_blocks(writer, history, day)))


def _blocks(writer: Writer, history: History, day: Day) -> Iterator[Block]:
    games = games_of(history.rules, day)
    if day.runs:
        yield Warn(f"This gaming day is not over: the figures are those of row {history.seq}.")
    for name, kind in games.kinds.items():
        yield Heading(KINDS[name])
        yield Table("", ("", "Amount"), tuple(_rows(writer.words, name, kind)))
    custody = games.kinds[PROGRESSIVE]
    yield Heading("The table's day")
    rows = [
        ("Drop: wagered, less refunds", usd(games.drop)),
        ("Fixed awards", usd(-sum(kind.fixed for kind in games.kinds.values()))),
        ("Paid wins corrected", usd(-games.corrected)),
        ("Became players' money (progressive)", usd(-custody.grown)),
        ("Added by the house to shares of progressives", usd(-custody.by_house)),
        ("Win, for the report", usd(games.win)),
        ("House jackpots won: not in the report", usd(-games.house_jackpots)),
        ("Result of the bet for the house", usd(games.result)),
    ]
    yield Table("Double entry: by accounts, not by counts", ("", "Amount"), tuple(rows))
    yield Paragraph(
        "Drop and win are of this bet alone: the game's own bets are not known here. What a progressive takes in is no "
        "money of the house until it is booked as gross receipts; what the house puts on its own jackpots stays its "
        "own until it is won."
    )
    yield from source(writer, history, day.started)


def _rows(words: Catalogue, name: str, kind: Kind) -> Iterator[tuple[str, str]]:
    yield f"Wagers: {kind.wagers}", ""
    yield "Wagered", usd(kind.wagered)
    yield "Refunds of void bets", usd(-kind.refunded)
    yield "Fixed awards, from the rack", usd(-kind.fixed)
    for (code, comes), amount in sorted(kind.moves.items()):
        yield move_title(words, "jackpot", code, comes), usd(amount if comes else -amount)
    if name == PROGRESSIVE:
        if (RECEIPTS, False) not in kind.moves:
            yield "Booked as gross receipts", usd(0)
        yield "Adjusts the report: became players' money", usd(kind.grown)
    else:
        yield "Does not adjust the report: added to house jackpots", usd(kind.grown)
    for (code, comes), amount in sorted(kind.elsewhere.items()):
        yield f"{move_title(words, 'jackpot', code, comes)} (not the house)", usd(amount if comes else -amount)
    yield "Shares won, out of the jackpots", usd(kind.won)
    yield "Shares won, added by the house", usd(kind.by_house)
    yield "Paid to winners of shares", usd(kind.paid)


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
