"""The cards of a bench table: real hands from real shoes, and what each locked spot wins."""

import random
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from controller.config.settings import Config
from controller.games.bets import RefusedError, Seat, bet_refusals, offer_refusals
from controller.games.cards import Card, Suit
from controller.games.dealing import Dealing
from controller.games.game import Felt, Looks
from controller.games.hands import Hand
from controller.games.play import answered
from controller.games.settle import Outcome, Settled, Settler
from controller.games.shoe import MisdealError, fresh_shoe
from controller.games.strategy import answerer, basic
from controller.table.money import dollars
from testbed.bench.errors import BenchError


class Award(NamedTuple):
    """What a spot has won: fixed money, or a share of a meter, whose amount only the ledger can work out."""

    spot: str
    cards: str  # the player's first two cards
    dealer: str  # up card first
    deciding: str  # the cards that a claim names: the player's two, then the dealer's cards that count
    title: str
    pays: int  # micro-dollars
    share: int  # basis points of the jackpot's meter
    jackpot: str

    @property
    def worth(self) -> str:
        return f"{self.share / 100:g} % of {self.jackpot}" if self.share else f"${dollars(self.pays)}"

    def facts(self) -> dict[str, Any]:
        shown = {"spot": self.spot, "cards": self.cards, "dealer": self.dealer, "award": self.title}
        if self.share:
            return shown | {"share": f"{self.share / 100:g} %", "jackpot": self.jackpot}
        return shown | {"pays": dollars(self.pays)}


class DealtCards(NamedTuple):
    """One hand as it lies on the felt."""

    cards: tuple[str, ...]
    total: int

    def __str__(self) -> str:
        return f"{' '.join(self.cards)} ({self.total})"


class Dealt(NamedTuple):
    """A hand of the table from the first to the last card. A seat has several hands after a split."""

    dealer: tuple[DealtCards, ...] = ()
    seats: Mapping[int, tuple[DealtCards, ...]] = {}
    awards: tuple[Award, ...] = ()
    shoe_ended: bool = False


class CardTable:
    """A player of a jackpot bet also makes the lowest Ante, and plays by basic strategy."""

    def __init__(self, config: Config, seed: int) -> None:
        self._table = config.rules
        self._wagers, self._rules = config.rules.wagers, config.rules.spots
        self._bets = {  # spot -> side bet; the configuration's check ensures that there is one
            spot: next(
                bet.id
                for bet in config.game.side_bets.values()
                if self._wagers[rule.wager].paytable.id in bet.paytables
            )
            for spot, rule in self._rules.items()
        }
        self._felt = Felt(
            game=config.game,
            decks=config.decks,
            minimum=config.game.main.lowest,
            paytables={self._bets[spot]: self._wagers[rule.wager].paytable for spot, rule in self._rules.items()},
            suit=config.suit or Suit.HEARTS,  # without a chosen suit, no award needs one
        )
        self._check(config)
        chance = random.Random(f"{seed}/cards").randrange  # noqa: S311  a stream of its own: bets stay as they were
        self._dealing = Dealing(self._felt, lambda: fresh_shoe(config.decks, chance))
        self._settler = Settler(self._felt)

    def _check(self, config: Config) -> None:
        """Runs before anything starts: all spots together must be bets that the game allows."""
        alone = [spot for spot, rule in self._rules.items() if spot < min(rule.rivals, default="~")]
        for refusal in (*offer_refusals(self._felt), *bet_refusals(self._felt, self._seats(alone, {}))):
            raise BenchError("bench.no_deal", file=str(config.path), why=refusal)
        named = {self._wagers[rule.wager].paytable for rule in self._rules.values()}
        if len({(self._rules[spot].seat, self._bets[spot]) for spot in alone}) < len(alone) or len(
            self._felt.paytables
        ) < len(named):
            raise BenchError("bench.several_spots", file=str(config.path))

    def deal(self, spots: Sequence[str], stakes: Mapping[str, int] = MappingProxyType({})) -> Dealt:
        """The next hand for these spots, from a fresh shoe if the last one has ended; without spots, no cards. `stakes`
        has the spots that do not play for their wager's first amount."""
        seats = self._seats(spots, stakes)
        placed = {(self._rules[spot].seat, self._bets[spot]): spot for spot in spots}
        if not seats:
            return Dealt()
        try:
            finished = answered(self._dealing.begin(seats), answerer(basic))
        except (RefusedError, MisdealError) as error:
            raise BenchError(error.message.code, **error.message.facts) from None
        dealer = _names(finished.dealer.cards)
        first = {each.seat.number: _names(each.first) for each in finished.seats}
        return Dealt(
            dealer=_hands([finished.dealer]),
            seats={each.seat.number: _hands(each.hands) for each in finished.seats},
            awards=tuple(
                self._award(placed[each.seat, each.wager], first[each.seat], dealer, each)
                for each in self._settler.settle(finished)
                if each.wager in self._felt.paytables and each.outcome is Outcome.WON
            ),
            shoe_ended=self._dealing.shoe.ended,
        )

    def _seats(self, spots: Iterable[str], stakes: Mapping[str, int]) -> list[Seat]:
        side: dict[int, dict[str, int]] = {}
        for spot in spots:
            rule = self._rules[spot]
            side.setdefault(rule.seat, {})[self._bets[spot]] = self._table.stake(spot, stakes)
        main = (self._felt.minimum, *(0 for _ in self._felt.game.main.bigger))
        return [Seat(number, f"player {number}", main, side[number]) for number in sorted(side)]

    def _award(self, spot: str, cards: str, dealer: str, won: Settled) -> Award:
        line = won.line
        if line is None:
            raise ValueError(f"{won} was won by no line")
        wager = self._wagers[self._rules[spot].wager]
        counted = {Looks.PAIR: (), Looks.UP: (0,), Looks.HOLE: (1,), Looks.BOTH: (0, 1)}[wager.looks_at]
        deciding = " ".join([cards, *(dealer.split()[place] for place in counted)])
        return Award(spot, cards, dealer, deciding, line.title, won.paid, won.share, wager.jackpot_of(line))


def _hands(hands: Iterable[Hand]) -> tuple[DealtCards, ...]:
    return tuple(DealtCards(tuple(card.name for card in hand.cards), hand.total) for hand in hands)


def _names(cards: Iterable[Card]) -> str:
    return " ".join(card.name for card in cards)
