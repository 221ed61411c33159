"""Exact odds, with a given wager and meters, or with those of the table that plays the pay table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from controller.config.settings import Config
from controller.games.cards import Suit
from controller.games.game import Game, Looks, SideBet
from controller.games.odds import Meters, Odds, odds
from controller.games.paytable import Line, Paytable
from controller.games.phrases import decimal, decks_of, hundredths
from controller.reports.payouts import UP_CARDS, one_in, pays, to_the_cent
from controller.table.money import DOLLAR, dollars, parse_dollars
from controller.table.rules import Jackpot, Wager
from words.catalogue import Catalogue
from words.message import Message, UsageError, as_json, message

BASIC = "basic"
FRACTION = 40  # characters of an exact fraction that people are shown

Home = tuple[Game, SideBet]  # a game that has a pay table, and its bet


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
    means: dict[str | None, Fraction]  # the meter's average amount when hit, if its funding is known
    suit: Suit | None  # the suit of suit-specific awards, if there are any
    circumstances: tuple[Message, ...]  # the assumptions besides decks, wager and meters

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
        """Numbers for calculations: exact ones as fractions in text, money as text."""
        found, edge = self.odds, self._edge
        facts: dict[str, Any] = {
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
            "circumstances": as_json(self.circumstances),
            "notes": found.paytable.notes,
        }
        if self.meters:
            facts["meters"] = {
                name or "meter": {
                    "amount": dollars(int(amount)),
                    "break_even": _money_fact(self._break_even(name)),
                    "mean_at_hit": _money_fact(self.means.get(name)),
                }
                for name, amount in self.meters.items()
            }
        if found.under:
            facts["by_up_card"] = [
                {
                    "up_card": UP_CARDS[up - 1],
                    "house_edge": float(each.house_edge(self.wager)),
                    "house_edge_exact": str(each.house_edge(self.wager)),
                    "hit_frequency": float(each.hit_frequency),
                }
                for up, each in found.under.items()
            ]
        return facts

    def _line_facts(self, line: Line) -> dict[str, Any]:
        paytable = self.odds.paytable
        facts = {"name": line.title, "event": line.event} | _chance_facts(self.odds.combinations[line], self.odds.total)
        if line.shares:
            facts |= {"pays": f"{paytable.share(line, self.wager) / 100:g} %", "meter": line.meter or "meter"}
        elif line.amount:
            facts["pays"] = dollars(paytable.pays(line, self.wager))
        else:
            facts["pays"] = line.times  # multiples of the wager; 0: loses
        return facts

    # -- for people ------------------------------------------------------------------------------------------

    def line(self, words: Catalogue) -> str:
        """One line in a list of pay tables."""
        columns = [
            f"{self.odds.paytable.id:27} {words.say(self._decks()):9}",
            f"{words.text('odds.house_edge')} {hundredths(self._edge):>9}",
            f"{words.text('odds.hits')} {hundredths(self.odds.hit_frequency):>7}",
        ]
        if self.meters:
            columns.append(words.text("odds.terms", terms=tuple(self._stands())))
        return "  ".join(columns)

    def text(self, words: Catalogue) -> str:
        return "\n".join(self._lines(words))

    def _decks(self) -> Message:
        return message("odds.decks", decks=self.odds.decks)

    def _stands(self) -> Iterator[Message]:
        for name, amount in self.meters.items():
            yield message("odds.named_meter_at" if name else "odds.meter_at", meter=name, amount=int(amount))

    def _lines(self, words: Catalogue) -> Iterator[str]:
        found, paytable = self.odds, self.odds.paytable
        wager = message("odds.wager", amount=self.wager)
        yield words.text("payouts.heading", paytable=paytable.id, title=paytable.title)
        yield words.text("odds.terms", terms=(self._decks(), wager, *self.circumstances, *self._stands()))
        yield words.text("odds.to_one" if paytable.returned else "odds.for_one")
        yield ""
        yield from _aligned(self._table(words), texts=2)
        yield ""
        yield from _aligned(((words.text(f"odds.{key}"), words.say(it)) for key, it in self._figures(words)), texts=2)
        yield from map(words.say, self._of_meters())
        if found.under:
            yield ""
            yield from _aligned(self._by_up_card(words))
        if paytable.notes:
            yield ""
            yield from (words.text("odds.note", note=note) for note in paytable.notes)

    def _figures(self, words: Catalogue) -> Iterator[tuple[str, Message]]:
        edge, hits = self._edge, self.odds.hit_frequency
        short = len(str(edge)) <= FRACTION
        code = "odds.exactly" if short else "odds.edge"
        yield "house_edge", message(code, edge=hundredths(edge), fraction=str(edge))
        yield "return", message("odds.edge", edge=hundredths(1 - edge))
        yield "hit_frequency", message("odds.frequency", frequency=hundredths(hits), one_in=one_in(words, hits))
        yield "deviation", message("odds.wagers", number=f"{self._deviation:.3f}")

    def _of_meters(self) -> Iterator[Message]:
        for name in self.meters:
            if (amount := self._break_even(name)) is not None:
                code = "odds.named_break_even" if name else "odds.break_even"
                yield message(code, meter=name, amount=to_the_cent(amount))
            if (amount := self.means.get(name)) is not None:
                yield message("odds.named_mean" if name else "odds.mean", meter=name, amount=to_the_cent(amount))

    def _by_up_card(self, words: Catalogue) -> Iterator[tuple[str, ...]]:
        yield tuple(words.text(f"odds.{key}") for key in ("up_card", "house_edge", "hits"))
        for up, each in self.odds.under.items():
            edge, hits = hundredths(each.house_edge(self.wager)), hundredths(each.hit_frequency)
            yield words.text(f"up_cards.{UP_CARDS[up - 1]}"), edge, hits

    def _table(self, words: Catalogue) -> Iterator[tuple[str, ...]]:
        found, paytable = self.odds, self.odds.paytable
        rest = found.total - sum(found.combinations.values())
        ways = [(line.title, words.say(pays(paytable, line)), found.combinations[line]) for line in paytable.lines]
        ways.append((words.text("odds.nothing"), words.text("payouts.loses"), rest))
        heads = ("labels.hand", "labels.pays", "odds.combinations", "odds.probability", "odds.one_in")
        rows = [tuple(map(words.text, heads))]
        for title, award, number in ways:
            chance = Fraction(number, found.total)
            rows.append((title, award, f"{number:,}", decimal(chance, 8), one_in(words, chance)))
        if found.under:  # counted with the dealer's cards in order there are quintillions, which help nobody
            rows = [row[:2] + row[3:] for row in rows]
        return iter(rows)


def _aligned(rows: Iterable[tuple[str, ...]], texts: int = 1) -> Iterator[str]:
    """Columns: the first `texts` hold text, the others figures."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            f"{cell:{width}}" if column < texts else f"{cell:>{width}}" for column, (cell, width) in enumerate(cells)
        ).rstrip()


def quote(paytable: Paytable, config: Config, games: Sequence[Game], asked: Asked) -> Quote:
    """Values that are not asked for come from the table of `config`, if it plays this pay table; otherwise the meters
    are empty. The first of `games` that has the pay table for these decks gives the rules."""
    wager = _wager(paytable, config)
    decks = _decks(paytable, config.decks if wager else None, games, asked)
    game, bet = next(home for home in _homes(paytable, games) if _goes(paytable, home, decks))
    if asked.suit is not None and not paytable.suit_specific:
        raise UsageError("questions.no_suit", paytable=paytable.id)
    if asked.strategy is not None and not bet.loses_on_player_total:
        raise UsageError("questions.no_strategy", paytable=paytable.id)
    suit = asked.suit or (config.suit if wager else None)
    strategy = asked.strategy or BASIC
    hits_soft_17 = game.play.dealer_hits_soft_17
    amount = wager.amount if wager else paytable.wagers[0]
    if asked.wager is not None:
        amount = _asked_wager(paytable, bet, asked.wager)
    jackpots = _jackpots(paytable, config)
    try:
        for line in paytable.lines:
            paytable.pays(line, amount)
    except ValueError:
        raise UsageError("questions.not_exact", paytable=paytable.id, amount=amount) from None
    found = odds(paytable, decks, suit or Suit.HEARTS, strategy, hits_soft_17)
    return Quote(
        odds=found,
        wager=amount,
        meters=dict.fromkeys(paytable.meters, 0)
        | {meter: each.base for meter, each in jackpots.items()}
        | _meters(paytable, asked),
        means={
            meter: mean
            for meter, each in jackpots.items()
            if each.funding.growth(each.terms, amount)
            and (mean := found.mean_meter(amount, each.terms.rate_bp, each.terms.reset, meter)) is not None
        },
        suit=(suit or Suit.HEARTS) if paytable.suit_specific else None,
        circumstances=tuple(_circumstances(paytable, bet, suit, strategy, hits_soft_17)),
    )


def permitted_decks(paytable: Paytable, games: Sequence[Game]) -> list[int]:
    """The pay table's numbers of decks with which a game that has it is played."""
    homes = _homes(paytable, games)
    numbers = range(paytable.min_decks, paytable.max_decks + 1)
    return [decks for decks in numbers if any(_goes(paytable, home, decks) for home in homes)]


def jackpots_of(paytable: Paytable, config: Config) -> tuple[Jackpot, ...]:
    """The jackpots that its lines pay from, if the table plays this pay table."""
    return tuple(_jackpots(paytable, config).values())


def _wager(paytable: Paytable, config: Config) -> Wager | None:
    return next((each for each in config.rules.wagers.values() if each.paytable.id == paytable.id), None)


def _jackpots(paytable: Paytable, config: Config) -> dict[str | None, Jackpot]:
    wager = _wager(paytable, config)
    return {meter: config.rules.jackpots[meter or wager.jackpots[0]] for meter in paytable.meters} if wager else {}


def _homes(paytable: Paytable, games: Sequence[Game]) -> list[Home]:
    return [(game, bet) for game in games for bet in game.side_bets.values() if paytable.id in bet.paytables]


def _goes(paytable: Paytable, home: Home, decks: int) -> bool:
    game, bet = home
    return decks in game.decks and max(bet.min_decks, paytable.min_decks) <= decks <= paytable.max_decks


def _decks(paytable: Paytable, configured: int | None, games: Sequence[Game], asked: Asked) -> int:
    if not _homes(paytable, games):
        raise UsageError("questions.no_game", paytable=paytable.id)
    permitted = permitted_decks(paytable, games)
    if not permitted:
        raise UsageError("questions.no_decks", paytable=paytable.id)
    if asked.decks is not None:
        if asked.decks not in permitted:
            raise UsageError(
                "questions.other_decks", paytable=paytable.id, decks=decks_of(permitted), asked=asked.decks
            )
        return asked.decks
    if configured in permitted:
        return configured
    if len(permitted) > 1:
        raise UsageError("questions.name_decks", paytable=paytable.id, decks=decks_of(permitted))
    return permitted[0]


def _asked_wager(paytable: Paytable, bet: SideBet, text: str) -> int:
    amount = _dollars(text, "--wager 5.00")
    only = paytable.wagers if len(paytable.wagers) > 1 else bet.amounts
    if amount in only or (not only and bet.lowest <= amount <= bet.highest):
        return amount
    if only:
        amounts = tuple(message("paper.amount", amount=each) for each in only)
        raise UsageError("questions.other_wager", paytable=paytable.id, amounts=amounts, amount=amount)
    raise UsageError(
        "questions.wager_range", paytable=paytable.id, lowest=bet.lowest, highest=bet.highest, amount=amount
    )


def _circumstances(
    paytable: Paytable, bet: SideBet, suit: Suit | None, strategy: str, hits_soft_17: bool
) -> Iterator[Message]:
    if paytable.suit_specific:
        yield message("odds.suit" if suit else "odds.suit_open", suit=suit or Suit.HEARTS)
    if bet.looks_at is Looks.HAND:
        yield message("odds.hits_soft_17" if hits_soft_17 else "odds.stands_on_soft_17")
    if bet.loses_on_player_total:
        yield message("odds.strategy", strategy=strategy)


def _meters(paytable: Paytable, asked: Asked) -> dict[str | None, int]:
    amounts: dict[str | None, int] = {}
    for text in asked.meters or ():
        name, equals, amount = text.rpartition("=")
        meter = name if equals else None
        if meter not in paytable.meters:
            known = tuple(f"{each}=..." for each in paytable.meters if each)
            code = "no_meter" if not paytable.meters else "named_meters" if known else "unnamed_meter"
            raise UsageError(f"questions.{code}", text=text, paytable=paytable.id, meters=known)
        if meter in amounts:
            raise UsageError("questions.meter_twice", text=text, amount=amounts[meter])
        amounts[meter] = _dollars(amount, "--meter 1250.00")
    return amounts


def _dollars(text: str, example: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError:
        raise UsageError("questions.two_decimals", example=example, text=text) from None


def _chance_facts(ways: int, total: int) -> dict[str, Any]:
    return {"combinations": ways, "probability": ways / total, "one_in": total / ways if ways else None}


def _money_fact(amount: Fraction | None) -> str | None:
    return None if amount is None else decimal(amount / DOLLAR, 2).replace(",", "")
