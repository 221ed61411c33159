"""Hands as they are played: cards with a running total, and all that happened at a seat in one round."""

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
    """`total` is what the cards count now, an ace as 11 where it can be (then the hand is soft)."""

    __slots__ = ("cards", "doubled", "end", "hard", "soft", "split", "total")

    def __init__(self, card: Card, split: bool = False) -> None:
        self.cards: list[Card] = []
        self.hard = 0  # every ace as 1
        self.total = 0
        self.soft = False
        self.split = split  # one of the hands that a split made
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
        """Of cards as dealt: the same two after a split are 21 and no more."""
        return self.total == 21 and len(self.cards) == 2

    def __repr__(self) -> str:
        return f"{' '.join(map(repr, self.cards))} ({self.total})"


class Played:
    """A seat's round: its bets, those made after the deal too, its hands from left to right, its insurance."""

    __slots__ = ("first", "hands", "insured", "seat", "side")

    def __init__(self, seat: Seat, first: Card, second: Card) -> None:
        self.seat = seat
        self.side = seat.side
        self.first = (first, second)  # the cards that bonus bets look at, whatever happens to the hand later
        self.insured = 0  # the amount for each main bet
        hand = Hand(first)
        hand.take(second)
        if hand.blackjack:
            hand.end = End.BLACKJACK
        self.hands = [hand]

    def lost(self, bet: SideBet) -> bool:
        """By a total of his own, whatever the dealer has: Bust Bonus and a 30 (`lucky-ladies`).

        The document does not mention split hands. The bet stays with the hand it was placed on, which after a split is
        the left one.
        """
        return self.hands[0].total == bet.loses_on_player_total


class Finished:
    """A finished round. `turned`: the hole card was shown; it is not if no bet depends on it."""

    __slots__ = ("dealer", "seats", "turned")

    def __init__(self, seats: list[Played], dealer: Hand, turned: bool) -> None:
        self.seats = seats  # from the dealer's left
        self.dealer = dealer  # up card, hole card, what was drawn
        self.turned = turned
