"""Exact odds for a person who asks: with his wager and meters, or those of the table that plays the pay table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from controller.config.settings import Config
from controller.games.cards import Suit
from controller.games.game import Game, Looks, SideBet
from controller.games.odds import Meters, Odds, odds
from controller.games.paytable import Line, Paytable
from controller.games.phrases import decimal, decks_of, hundredths, money
from controller.reports.errors import ReportQuestionError
from controller.reports.payouts import UP_CARDS, pays
from controller.table.money import DOLLAR, dollars, parse_dollars
from controller.table.rules import Jackpot, Wager

BASIC = "basic"

Home = tuple[Game, SideBet]  # a game that has a pay table, and the bet that it is for


@dataclass(frozen=True, slots=True)
class Asked:
    """As written on the command line."""

    decks: int | None = None
    wager: str | None = None
    meters: Sequence[str] | None = None
    suit: Suit | None = None
    strategy: str | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    odds: Odds
    wager: int
    meters: Meters  # micro-dollars
    means: dict[str | None, Fraction]  # what a meter stands at when it is hit, where its funding is known
    suit: Suit | None  # of suit-specific awards, where there are any
    circumstances: tuple[str, ...]  # on which the figures rest, beside decks, wager and meters

    @property
    def _edge(self) -> Fraction:
        return self.odds.house_edge(self.wager, self.meters)

    @property
    def _deviation(self) -> float:
        return sqrt(self.odds.variance(self.wager, self.meters))

    def _break_even(self, meter: str | None) -> Fraction | None:
        others = {name: amount for name, amount in self.meters.items() if name != meter}
        return self.odds.break_even(self.wager, meter, others)

    # -- for programs ----------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Numbers for reckoning, exact ones as fractions in text, money as text."""
        found, edge = self.odds, self._edge
        told: dict[str, Any] = {
            "paytable": found.paytable.id,
            "title": found.paytable.title,
            "decks": found.decks,
            "wager": dollars(self.wager),
            "suit": self.suit,
            "house_edge": float(edge),
            "house_edge_exact": str(edge),
            "rtp": float(1 - edge),
            "rtp_exact": str(1 - edge),
            "hit_frequency": float(found.hit_frequency),
            "hit_frequency_exact": str(found.hit_frequency),
            "standard_deviation": self._deviation,
            "combinations": found.total,
            "events": [self._line_facts(line) for line in found.paytable.lines],
            "nothing": _chance_facts(found.total - sum(found.combinations.values()), found.total),
            "circumstances": self.circumstances,
            "notes": found.paytable.notes,
        }
        if self.meters:
            told["meters"] = {
                name or "meter": {
                    "amount": dollars(int(amount)),
                    "break_even": _money_fact(self._break_even(name)),
                    "mean_at_hit": _money_fact(self.means.get(name)),
                }
                for name, amount in self.meters.items()
            }
        if found.under:
            told["by_up_card"] = [
                {
                    "up_card": UP_CARDS[up - 1],
                    "house_edge": float(each.house_edge(self.wager)),
                    "house_edge_exact": str(each.house_edge(self.wager)),
                    "hit_frequency": float(each.hit_frequency),
                }
                for up, each in found.under.items()
            ]
        return told

    def _line_facts(self, line: Line) -> dict[str, Any]:
        paytable = self.odds.paytable
        told = {"name": line.title, "event": line.event} | _chance_facts(self.odds.combinations[line], self.odds.total)
        if line.shares:
            told |= {"pays": f"{paytable.share(line, self.wager) / 100:g} %", "meter": line.meter or "meter"}
        elif line.amount:
            told["pays"] = dollars(paytable.pays(line, self.wager))
        else:
            told["pays"] = line.times  # so many times the wager; 0: loses
        return told

    # -- for people ------------------------------------------------------------------------------------------

    def line(self) -> str:
        """In a list of many."""
        return (
            f"{self.odds.paytable.id:27} {self.odds.decks} {'deck ' if self.odds.decks == 1 else 'decks'}"
            f"  house edge {hundredths(self._edge):>9}  hits {hundredths(self.odds.hit_frequency):>7}"
            f"{f'  {self._stands()}' if self.meters else ''}"
        )

    def text(self) -> str:
        return "\n".join(self._lines())

    def _stands(self) -> str:
        return ", ".join(f"{name or 'meter'} at {money(int(amount))}" for name, amount in self.meters.items())

    def _lines(self) -> Iterator[str]:
        found, paytable = self.odds, self.odds.paytable
        about = [f"{found.decks} deck{'s' * (found.decks > 1)}", f"wager {money(self.wager)}", *self.circumstances]
        yield f"{paytable.id}: {paytable.title}"
        yield ", ".join(about + ([self._stands()] if self.meters else []))
        yield f'awards are "{"to" if paytable.returned else "for"} 1"; only the highest hand is paid'
        yield ""
        yield from self._table()
        yield ""
        yield f"house edge          {hundredths(self._edge)}{_exactly(self._edge)}"
        yield f"return              {hundredths(1 - self._edge)}"
        yield f"hit frequency       {hundredths(found.hit_frequency)}, 1 in {_one_in(found.hit_frequency)}"
        yield f"standard deviation  {self._deviation:.3f} wagers"
        for name in self.meters:
            of = f" of {name}" if name else ""
            if (amount := self._break_even(name)) is not None:
                yield f"break-even meter{of}: {_about(amount)}"
            if (amount := self.means.get(name)) is not None:
                yield f"mean meter{of} at a hit, under the table's funding: {_about(amount)}"
        if found.under:
            yield ""
            yield f"{'up card':18} {'house edge':>12} {'hits':>9}"
            for up, each in found.under.items():
                edge, hits = hundredths(each.house_edge(self.wager)), hundredths(each.hit_frequency)
                yield f"{UP_CARDS[up - 1]:18} {edge:>12} {hits:>9}"
        if paytable.notes:
            yield ""
            yield from (f"note: {note}" for note in paytable.notes)

    def _table(self) -> Iterator[str]:
        found, paytable = self.odds, self.odds.paytable
        rest = found.total - sum(found.combinations.values())
        ways = [(line.title, pays(paytable, line), found.combinations[line]) for line in paytable.lines]
        rows: list[tuple[str, ...]] = [("hand", "pays", "combinations", "probability", "one in")]
        for title, award, number in (*ways, ("nothing", "loses", rest)):
            chance = Fraction(number, found.total)
            rows.append((title, award, f"{number:,}", decimal(chance, 8), _one_in(chance)))
        if found.under:  # the dealer's cards in order have combinations by the quintillion, which tell nobody anything
            rows = [row[:2] + row[3:] for row in rows]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            words, figures = row[:2], row[2:]
            cells = [f"{word:{width}}" for word, width in zip(words, widths, strict=False)]
            cells += [f"{figure:>{width}}" for figure, width in zip(figures, widths[2:], strict=True)]
            yield "  ".join(cells)


def quote(paytable: Paytable, config: Config, games: Sequence[Game], asked: Asked) -> Quote:
    """The table of `config` says what is not asked for, where it plays this pay table; else nothing is on the meter.
    The first of `games` that has the pay table for these decks says how it is played."""
    wager = _wager(paytable, config)
    decks = _decks(paytable, config.decks if wager else None, games, asked)
    game, bet = next(home for home in _homes(paytable, games) if _goes(paytable, home, decks))
    if asked.suit is not None and not paytable.suit_specific:
        raise ReportQuestionError(f"{paytable.id} has no award for a chosen suit; leave out --suit")
    if asked.strategy is not None and not bet.loses_on_player_total:
        raise ReportQuestionError(f"{paytable.id} does not depend on how a player plays; leave out --strategy")
    suit = asked.suit or (config.suit if wager else None)
    strategy = asked.strategy or BASIC
    hits_soft_17 = game.play.dealer_hits_soft_17
    amount = wager.amount if wager else paytable.wagers[0]
    if asked.wager is not None:
        amount = _asked_wager(paytable, bet, asked.wager)
    pots = _pots(paytable, config)
    try:
        for line in paytable.lines:
            paytable.pays(line, amount)
    except ValueError as error:
        raise ReportQuestionError(str(error)) from None
    found = odds(paytable, decks, suit or Suit.HEARTS, strategy, hits_soft_17)
    return Quote(
        odds=found,
        wager=amount,
        meters=dict.fromkeys(paytable.meters, 0)
        | {meter: pot.base for meter, pot in pots.items()}
        | _meters(paytable, asked),
        means={
            meter: mean
            for meter, pot in pots.items()
            if pot.funding.growth(pot.terms, amount)
            and (mean := found.mean_meter(amount, pot.terms.rate_bp, pot.terms.reset, meter)) is not None
        },
        suit=(suit or Suit.HEARTS) if paytable.suit_specific else None,
        circumstances=tuple(_circumstances(paytable, bet, suit, strategy, hits_soft_17)),
    )


def permitted_decks(paytable: Paytable, games: Sequence[Game]) -> list[int]:
    """Those of the pay table that a game which has it is played with."""
    homes = _homes(paytable, games)
    numbers = range(paytable.min_decks, paytable.max_decks + 1)
    return [decks for decks in numbers if any(_goes(paytable, home, decks) for home in homes)]


def jackpots_of(paytable: Paytable, config: Config) -> tuple[Jackpot, ...]:
    """Those that its lines take from, where the table plays this pay table."""
    return tuple(_pots(paytable, config).values())


def _wager(paytable: Paytable, config: Config) -> Wager | None:
    return next((each for each in config.rules.wagers.values() if each.paytable.id == paytable.id), None)


def _pots(paytable: Paytable, config: Config) -> dict[str | None, Jackpot]:
    wager = _wager(paytable, config)
    return {meter: config.rules.jackpots[meter or wager.jackpots[0]] for meter in paytable.meters} if wager else {}


def _homes(paytable: Paytable, games: Sequence[Game]) -> list[Home]:
    return [(game, bet) for game in games for bet in game.side_bets.values() if paytable.id in bet.paytables]


def _goes(paytable: Paytable, home: Home, decks: int) -> bool:
    game, bet = home
    return decks in game.decks and max(bet.min_decks, paytable.min_decks) <= decks <= paytable.max_decks


def _decks(paytable: Paytable, configured: int | None, games: Sequence[Game], asked: Asked) -> int:
    if not _homes(paytable, games):
        raise ReportQuestionError(f"no game has {paytable.id}; write it into a file under games/")
    permitted = permitted_decks(paytable, games)
    if not permitted:
        raise ReportQuestionError(f"no game that has {paytable.id} is played with its decks; mend one of the two files")
    if asked.decks is not None:
        if asked.decks not in permitted:
            raise ReportQuestionError(f"{paytable.id} is for {decks_of(permitted)}, not for {asked.decks}")
        return asked.decks
    if configured in permitted:
        return configured
    if len(permitted) > 1:
        raise ReportQuestionError(f"{paytable.id} is for {decks_of(permitted)}; add --decks")
    return permitted[0]


def _asked_wager(paytable: Paytable, bet: SideBet, text: str) -> int:
    amount = _dollars(text, "--wager 5.00")
    only = paytable.wagers if len(paytable.wagers) > 1 else bet.amounts
    if amount in only or (not only and bet.lowest <= amount <= bet.highest):
        return amount
    permitted = " or ".join(map(money, only)) or f"{money(bet.lowest)} to {money(bet.highest)}"
    raise ReportQuestionError(f"{paytable.id} is for a wager of {permitted}, not of {money(amount)}")


def _circumstances(
    paytable: Paytable, bet: SideBet, suit: Suit | None, strategy: str, hits_soft_17: bool
) -> Iterator[str]:
    if paytable.suit_specific:
        yield f"chosen suit {suit}" if suit else f"for {Suit.HEARTS} as the chosen suit; name yours with --suit"
    if bet.looks_at is Looks.HAND:
        yield f"the dealer {'hits' if hits_soft_17 else 'stands on'} soft 17"
    if bet.loses_on_player_total:
        yield f"the player plays {strategy}"


def _meters(paytable: Paytable, asked: Asked) -> dict[str | None, int]:
    told: dict[str | None, int] = {}
    for text in asked.meters or ():
        name, equals, amount = text.rpartition("=")
        meter = name if equals else None
        if meter not in paytable.meters:
            known = " and ".join(f"{each}=..." for each in paytable.meters if each)
            raise ReportQuestionError(
                f"{paytable.id} pays no share of a meter; leave out --meter"
                if not paytable.meters
                else f"--meter {text}: {paytable.id} takes from {known or 'one meter without a name, as 1250.00'}"
            )
        if meter in told:
            raise ReportQuestionError(
                f"--meter {text}: this meter stands at {money(told[meter])} already; name it once"
            )
        told[meter] = _dollars(amount, "--meter 1250.00")
    return told


def _dollars(text: str, example: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError:
        raise ReportQuestionError(f'write an amount with two decimals, as {example}, not "{text}"') from None


def _chance_facts(ways: int, total: int) -> dict[str, Any]:
    return {"combinations": ways, "probability": ways / total, "one_in": total / ways if ways else None}


def _one_in(probability: Fraction) -> str:
    return decimal(1 / probability, 2) if probability else "never"


def _money_fact(amount: Fraction | None) -> str | None:
    return None if amount is None else decimal(amount / DOLLAR, 2).replace(",", "")


def _about(amount: Fraction) -> str:
    """To the cent."""
    return f"${decimal(amount / DOLLAR, 2)}"


def _exactly(value: Fraction) -> str:
    text = str(value)
    return f", exactly {text}" if len(text) <= 40 else ""
