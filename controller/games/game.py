"""A blackjack game as data: its cards, its spots, its bets and what may be done with a hand (C29).

The files under `config/games/` say all of it; no code depends on the name of a game.
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
    HAND = "dealer's hand"  # played to its end

    def shows(self, sees: Sees) -> bool:
        """Whether these cards decide an event that looks at those."""
        return sees in _SHOWN[self]


_SHOWN = {
    Looks.PAIR: {Sees.PAIR},
    Looks.UP: {Sees.PAIR, Sees.ONE},
    Looks.HOLE: {Sees.PAIR, Sees.ONE},
    Looks.BOTH: {Sees.PAIR, Sees.TWO},  # not Sees.ONE: the event does not say which of the two cards it means
    Looks.HAND: {Sees.HAND},
}


class Order(StrEnum):
    """In which order the dealer settles a bet of all seats; seats are numbered from the dealer's left."""

    LEFT_TO_RIGHT = "left to right"
    RIGHT_TO_LEFT = "right to left"


@dataclass(frozen=True, slots=True)
class MainBet:
    """The wager on beating the dealer: one required spot, and others that must match it."""

    title: str  # "Ante"
    bigger: tuple[str, ...]  # ("Bet Bigger 2", ...): each equal to the first or empty
    lowest: int  # the smallest minimum that the table may post; micro-dollars
    highest: int
    step: int  # amounts are whole multiples of it


@dataclass(frozen=True, slots=True)
class Play:
    """What dealer and players may do with their hands."""

    dealer_hits_soft_17: bool
    blackjack_pays: tuple[int, int]  # (3, 2)
    insurance: bool  # offered with an ace up, up to half of each main bet, equal on each; pays 2 to 1
    even_money: bool  # a blackjack may be paid 1 to 1 while insurance is offered
    surrender: bool  # half of the bet, on the first two cards
    double_for_less: bool
    splits: int  # how often, so that splits + 1 hands are the most
    resplit_aces: bool  # a split ace takes one card, and no more; this lets two aces be split again
    # The same in all documents, so no keys: the dealer peeks under a ten or an ace; a hand is doubled on its first
    # two cards, after a split too; cards are split by what is printed on them; 21 after a split is no blackjack.


@dataclass(frozen=True, slots=True)
class SideBet:
    id: str
    title: str
    looks_at: Looks
    paytables: tuple[str, ...]  # ids of those approved with this game
    lowest: int  # micro-dollars
    highest: int
    lowest_of_minimum: int = 0  # basis points of the posted minimum, where that is the lowest
    amounts: tuple[int, ...] = ()  # where only these are allowed
    max_payout: int = 0  # for a hand; 0: none. Never caps a jackpot
    after_deal: bool = False  # placed when all have two cards, before the hole card is shown
    only_beside: tuple[str, ...] = ()  # a player needs one of these bets to make it
    never_with: tuple[str, ...] = ()  # a table that offers it offers none of these
    min_decks: int = 1
    order: Order = Order.LEFT_TO_RIGHT
    loses_on_player_total: int = 0  # Bust Bonus: a player's hand of this total loses whatever the dealer has


@dataclass(frozen=True, slots=True)
class Options:
    """At a table with more than `most` wagers on its felt a player makes `most` of them, one of which is limited."""

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
    jackpots: int  # on a layout at most (R004): side bets that play for meters, each with a sensor of its own
    flat_bet: bool  # the house may hold a player to the bets of his first hand of the shoe
    notes: tuple[str, ...]  # what the document leaves open and this file decided, and why
    decks_named: bool = True  # by the document; if not, the numbers are our own and not approved


@dataclass(frozen=True)
class Felt:
    """A game as one table offers it."""

    game: Game
    decks: int
    minimum: int  # the posted table minimum, micro-dollars
    paytables: Mapping[str, Paytable]  # side bet -> its pay table; the bets on offer and no others
    suit: Suit = Suit.HEARTS  # the chosen one of suit-specific awards
