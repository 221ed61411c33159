"""The 52 cards, one object each: two cards with the same face in a shoe are the same object."""

from collections.abc import Iterable
from enum import StrEnum

RANKS = "A23456789TJQK"  # as printed; a rank's number is its index here plus one, the ace first
ACE, TEN, JACK, QUEEN, KING = 1, 10, 11, 12, 13


class Suit(StrEnum):
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Card:
    """`rank` is the printed rank (a queen is not a ten), `value` its value; an ace counts 1 here."""

    __slots__ = ("name", "rank", "suit", "value")

    def __init__(self, rank: int, suit: Suit) -> None:
        self.rank = rank
        self.suit = suit
        self.value = min(rank, 10)
        self.name = f"{RANKS[rank - 1]}{suit[0]}"

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        return card, (self.name,)  # unpickling gives the same object per face


CARDS = tuple(Card(rank, suit) for suit in Suit for rank in range(1, 14))
_BY_NAME = {each.name: each for each in CARDS}


def card(name: str) -> Card:
    """`Qh` is the queen of hearts, `Tc` the ten of clubs."""
    if name not in _BY_NAME:
        raise ValueError(f'there is no card "{name}"; write rank and suit, as "Qh", "Tc" or "7d"')
    return _BY_NAME[name]


def total(cards: Iterable[Card]) -> tuple[int, bool]:
    """The blackjack total, and whether an ace in it counts 11 (a soft hand)."""
    hard = 0
    ace = False
    for each in cards:
        hard += each.value
        ace = ace or each.rank == ACE
    return (hard + 10, True) if ace and hard <= 11 else (hard, False)


def is_blackjack(first: Card, second: Card) -> bool:
    """An ace and a ten or face card."""
    return first.value + second.value == 11 and ACE in (first.rank, second.rank)
