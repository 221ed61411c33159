"""Hands in play: cards with a running total, and everything that happened at a seat in one round."""

from enum import StrEnum

from controller.games.bets import Seat
from controller.games.cards import ACE, Card
from controller.games.game import SideBet


class End(StrEnum):
    """How a player's hand ended; one that stayed is compared with the dealer's."""

    STAYED = "stayed"
    BUST = "bust"
    BLACKJACK = "blackjack"
    EVEN_MONEY = "even money"
    SURRENDERED = "surrendered"


class Hand:
    """`total` is the current total, with an ace as 11 if possible (then the hand is soft)."""

    __slots__ = ("cards", "doubled", "end", "hard", "soft", "split", "total")

    def __init__(self, card: Card, split: bool = False) -> None:
        self.cards: list[Card] = []
        self.hard = 0  # the total with every ace as 1
        self.total = 0
        self.soft = False
        self.split = split  # it comes from a split
        self.doubled = 0  # what was added to each main bet
        self.end = End.STAYED
        self.take(card)

    def take(self, card: Card) -> None:
        self.cards.append(card)
        self.hard += card.value
        self.soft = self.hard <= 11 and (self.soft or card.rank == ACE)
        self.total = self.hard + 10 if self.soft else self.hard

    @property
    def blackjack(self) -> bool:
        """Only the two cards as dealt: the same cards after a split are just 21."""
        return self.total == 21 and len(self.cards) == 2

    def __repr__(self) -> str:
        return f"{' '.join(map(repr, self.cards))} ({self.total})"


class Played:
    """A seat's round: its bets, including those made after the deal, its hands from left to right, its insurance."""

    __slots__ = ("first", "hands", "insured", "seat", "side")

    def __init__(self, seat: Seat, first: Card, second: Card) -> None:
        self.seat = seat
        self.side = seat.side
        self.first = (first, second)  # the cards for bonus bets, whatever happens to the hand later
        self.insured = 0  # the amount for each main bet
        hand = Hand(first)
        hand.take(second)
        if hand.blackjack:
            hand.end = End.BLACKJACK
        self.hands = [hand]

    def lost(self, bet: SideBet) -> bool:
        """Whether the bet loses because of the player's own total, whatever the dealer has: Bust Bonus and a 30
        (`lucky-ladies`).

        The document does not mention split hands. The bet stays with the hand it was placed on, which after a split is
        the left one.
        """
        return self.hands[0].total == bet.loses_on_player_total


class Finished:
    """A finished round. `turned`: the hole card was shown; it stays hidden if no bet depends on it."""

    __slots__ = ("dealer", "seats", "turned")

    def __init__(self, seats: list[Played], dealer: Hand, turned: bool) -> None:
        self.seats = seats  # from the dealer's left
        self.dealer = dealer  # up card, hole card, what was drawn
        self.turned = turned
