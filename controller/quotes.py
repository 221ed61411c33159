"""Exact odds for a person who asks: with his wager and meters, or those of the table that plays the pay table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from controller.config import Config, find_game, game_names
from controller.core.money import DOLLAR, dollars, parse_dollars
from controller.core.rules import Funding, Jackpot, Wager
from controller.errors import UsageError
from controller.games.cards import Suit
from controller.games.game import Game, Looks, SideBet
from controller.games.odds import Meters, Odds, odds
from controller.games.payouts import UP_CARDS, pays
from controller.games.paytable import Line, Paytable
from controller.games.phrases import decimal, hundredths, money

BASIC = "basic"


@dataclass(frozen=True, slots=True)
class Asked:
    """As written on the command line."""

    decks: int | None
    wager: str | None
    meters: Sequence[str]
    suit: Suit
    strategy: str


@dataclass(frozen=True, slots=True)
class Quote:
    odds: Odds
    wager: int
    meters: Meters  # micro-dollars
    means: dict[str | None, Fraction]  # what a meter stands at when it is hit, where its funding is known
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


def quote(paytable: Paytable, config: Config, asked: Asked) -> Quote:
    """The table of `config` says what is not asked for, where it plays this pay table; else nothing is on the meter."""
    wager = _wager(paytable, config)
    amount = wager.amount if wager else paytable.wagers[0]
    if asked.wager:
        amount = _dollars(asked.wager, "--wager 5.00")
        if len(paytable.wagers) > 1 and amount not in paytable.wagers:
            raise UsageError(f"{paytable.id} is for a wager of {' or '.join(map(money, paytable.wagers))}")
    pots = _pots(paytable, config)
    decks = asked.decks or (config.decks if wager else paytable.min_decks)
    if not asked.decks and not wager and paytable.min_decks < paytable.max_decks:
        raise UsageError(f"{paytable.id} is for {paytable.min_decks} to {paytable.max_decks} decks; add --decks")
    game, bet = _home(paytable)
    if asked.strategy != BASIC and not bet.loses_on_player_total:
        raise UsageError(f"{paytable.id} does not depend on how a player plays; leave out --strategy")
    hits_soft_17 = game.play.dealer_hits_soft_17
    try:
        found = odds(paytable, decks, asked.suit, asked.strategy, hits_soft_17)
        for line in paytable.lines:
            paytable.pays(line, amount)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Quote(
        odds=found,
        wager=amount,
        meters=dict.fromkeys(paytable.meters, 0)
        | {meter: pot.base for meter, pot in pots.items()}
        | _meters(paytable, asked),
        means={
            meter: mean
            for meter, pot in pots.items()
            if pot.funding is not Funding.MANUAL_HOUSE
            and (mean := found.mean_meter(amount, pot.rate_bp, pot.reset, meter)) is not None
        },
        circumstances=tuple(_circumstances(paytable, bet, asked, hits_soft_17)),
    )


def jackpots_of(paytable: Paytable, config: Config) -> tuple[Jackpot, ...]:
    """Those that its lines take from, where the table plays this pay table."""
    return tuple(_pots(paytable, config).values())


def _wager(paytable: Paytable, config: Config) -> Wager | None:
    return next((each for each in config.rules.wagers.values() if each.paytable == paytable.id), None)


def _pots(paytable: Paytable, config: Config) -> dict[str | None, Jackpot]:
    wager = _wager(paytable, config)
    return {meter: config.rules.jackpots[meter or wager.jackpots[0]] for meter in paytable.meters} if wager else {}


def _circumstances(paytable: Paytable, bet: SideBet, asked: Asked, hits_soft_17: bool) -> Iterator[str]:
    if any(line.suit_specific for line in paytable.lines):
        yield f"chosen suit {asked.suit}"
    if bet.looks_at is Looks.HAND:
        yield f"the dealer {'hits' if hits_soft_17 else 'stands on'} soft 17"
    if bet.loses_on_player_total:
        yield f"the player plays {asked.strategy}"


def _home(paytable: Paytable) -> tuple[Game, SideBet]:
    """The game that has this pay table, and the bet that it is for."""
    for game in map(find_game, game_names()):
        for bet in game.side_bets.values():
            if paytable.id in bet.paytables:
                return game, bet
    raise UsageError(f"no game has {paytable.id}; write it into a file under games/")


def _meters(paytable: Paytable, asked: Asked) -> dict[str | None, int]:
    told: dict[str | None, int] = {}
    for text in asked.meters:
        name, equals, amount = text.rpartition("=")
        meter = name if equals else None
        if meter not in paytable.meters:
            known = " and ".join(f"{each}=..." for each in paytable.meters if each)
            raise UsageError(
                f"{paytable.id} pays no share of a meter; leave out --meter"
                if not paytable.meters
                else f"--meter {text}: {paytable.id} takes from {known or 'one meter without a name, as 1250.00'}"
            )
        told[meter] = _dollars(amount, "--meter 1250.00")
    return told


def _dollars(text: str, example: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError:
        raise UsageError(f'write an amount with two decimals, as {example}, not "{text}"') from None


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
