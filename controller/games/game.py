"""A blackjack game as data: its cards, its spots, its bets and the allowed moves (C29).

The files under `config/games/` contain all of it; no code depends on a game's name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from controller.games.cards import Suit
from controller.games.events import Sees
from controller.games.paytable import Paytable


class Looks(StrEnum):
    """Which cards decide a side bet, and so when it is settled."""

    PAIR = "first two cards"
    UP = "first two cards and up card"
    HOLE = "first two cards and hole card"
    BOTH = "first two cards and dealer's two"
    HAND = "dealer's hand"  # the final hand

    def shows(self, sees: Sees) -> bool:
        """Whether these cards decide an event that looks at those cards."""
        return sees in _SHOWN[self]


_SHOWN = {
    Looks.PAIR: {Sees.PAIR},
    Looks.UP: {Sees.PAIR, Sees.ONE},
    Looks.HOLE: {Sees.PAIR, Sees.ONE},
    Looks.BOTH: {Sees.PAIR, Sees.TWO},  # not Sees.ONE: the event does not say which of the two cards it means
    Looks.HAND: {Sees.HAND},
}


class Order(StrEnum):
    """The order in which the dealer settles a bet of all seats; seats are numbered from the dealer's left."""

    LEFT_TO_RIGHT = "left to right"
    RIGHT_TO_LEFT = "right to left"


@dataclass(frozen=True, slots=True)
class MainBet:
    """The wager against the dealer: one required spot, and others that must match it."""

    title: str  # "Ante"
    bigger: tuple[str, ...]  # ("Bet Bigger 2", ...): each equal to the first, or empty
    lowest: int  # the smallest minimum that the table may post; micro-dollars
    highest: int
    step: int  # amounts are whole multiples of this


@dataclass(frozen=True, slots=True)
class Play:
    """What dealer and players may do with their hands."""

    dealer_hits_soft_17: bool
    blackjack_pays: tuple[int, int]  # (3, 2)
    insurance: bool  # offered if the dealer shows an ace; up to half of each main bet, equal on each; pays 2 to 1
    even_money: bool  # a blackjack may be paid 1 to 1 while insurance is offered
    surrender: bool  # lose half of the bet, on the first two cards
    double_for_less: bool
    splits: int  # how often a hand may be split; the number of hands is at most splits + 1
    resplit_aces: bool  # a split ace gets one card; this allows two aces to be split again
    # These rules are the same in all documents, so they have no keys: the dealer peeks under a ten or an ace; a hand is
    # doubled on its first two cards, also after a split; cards are split by their printed rank; 21 after a split is no
    # blackjack.


@dataclass(frozen=True, slots=True)
class SideBet:
    id: str
    title: str
    looks_at: Looks
    paytables: tuple[str, ...]  # ids of the pay tables approved with this game
    lowest: int  # micro-dollars
    highest: int
    lowest_of_minimum: int = 0  # basis points of the posted minimum, if that sets the lowest bet
    amounts: tuple[int, ...] = ()  # if only these are allowed
    max_payout: int = 0  # per hand; 0: none. Never limits a jackpot
    after_deal: bool = False  # placed after all have two cards, before the hole card is shown
    only_beside: tuple[str, ...] = ()  # a player must have one of these bets to make it
    never_with: tuple[str, ...] = ()  # a table that offers it must not offer these
    min_decks: int = 1
    order: Order = Order.LEFT_TO_RIGHT
    loses_on_player_total: int = 0  # Bust Bonus: a player's hand with this total loses, whatever the dealer has


@dataclass(frozen=True, slots=True)
class Options:
    """At a table with more than `most` wagers on its felt a player may make `most` of them, and one of those is
    limited."""

    most: int
    one_at_most: int  # micro-dollars


@dataclass(frozen=True, slots=True)
class Game:
    id: str
    title: str
    source: str
    seats: int
    decks: tuple[int, ...]  # the permitted numbers
    main: MainBet
    play: Play
    side_bets: Mapping[str, SideBet]
    options: Options | None
    jackpots: int  # the most jackpot side bets on a layout (R004); each has its own sensor
    flat_bet: bool  # the house may hold a player to the bets of their first hand in the shoe
    notes: tuple[str, ...]  # what the document leaves open, how this file decides it, and why
    decks_named: bool = True  # False: the document gives no numbers; ours are not approved


@dataclass(frozen=True)
class Felt:
    """A game as one table offers it."""

    game: Game
    decks: int
    minimum: int  # the posted table minimum, micro-dollars
    paytables: Mapping[str, Paytable]  # side bet -> its pay table; exactly the bets on offer
    suit: Suit = Suit.HEARTS  # the chosen suit of suit-specific awards
