"""Every final hand of the dealer, and how often it occurs: exact, for wagers on the dealer's hand (C15).

What counts is the up card, the values of the other cards in any order, and whether all are of one suit. The dealer's
cards may be taken as the first of the shoe, because each next card is equally likely to be any unseen card, whatever
the players have drawn. So the players' decisions change nothing here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import perm, prod
from typing import NamedTuple

from controller.games.cards import CARDS, Card, Suit, total

_VALUES = CARDS[:10]  # an ace to a ten of clubs stand for the ten values
_OTHER_SUIT = dict(zip(_VALUES, CARDS[13:23], strict=True))

Hand = tuple[Card, ...]


class Ending(NamedTuple):
    """A finished hand, up card first. The other cards have no order; tens stand for all faces, clubs for any suit."""

    cards: Hand
    ways: int  # to deal it, in order, as the first cards of the shoe


def stands(hand: Hand, hits_soft_17: bool) -> bool:
    """Whether the dealer is done with this hand, by standing or by a bust."""
    points, soft = total(hand)
    return points >= 17 and not (points == 17 and soft and hits_soft_17)


def orders(done: Callable[[Hand], bool]) -> dict[Hand, int]:
    """In how many orders of values each hand can be drawn until done; shorter hands come first.

    Whether to draw depends on the cards and not on their order, so hands with the same cards are extended together.
    """
    finished: dict[Hand, int] = {}
    growing: Mapping[Hand, int] = {(up,): 1 for up in _VALUES}
    while growing:
        longer: Counter[Hand] = Counter()
        for (up, *rest), number in growing.items():
            for drawn in _VALUES:
                longer[(up, *sorted((*rest, drawn), key=lambda card: card.value))] += number
        growing = {hand: number for hand, number in longer.items() if not done(hand)}
        finished |= {hand: number for hand, number in longer.items() if hand not in growing}
    return finished


@cache
def _finished(hits_soft_17: bool) -> Mapping[Hand, int]:
    return orders(lambda hand: stands(hand, hits_soft_17))


def longest(hits_soft_17: bool) -> int:
    """The number of cards in the dealer's longest possible hand."""
    return max(map(len, _finished(hits_soft_17)))


def endings(shoe: Mapping[Card, int], hits_soft_17: bool) -> Iterator[Ending]:
    """All final hands from a shoe with these numbers of cards; hands of one suit are separate from others."""
    suits = {suit: _values({card: number for card, number in shoe.items() if card.suit is suit}) for suit in Suit}
    all_suits = _values(shoe)
    for hand, number in _finished(hits_soft_17).items():
        needed = Counter(card.value for card in hand)
        suited = number * sum(_draws(values, needed) for values in suits.values())
        mixed = number * _draws(all_suits, needed) - suited
        if suited:
            yield Ending(hand, suited)
        if mixed:
            yield Ending((hand[0], *(_OTHER_SUIT[card] for card in hand[1:])), mixed)


def _values(cards: Mapping[Card, int]) -> Counter[int]:
    numbers: Counter[int] = Counter()
    for card, number in cards.items():
        numbers[card.value] += number
    return numbers


def _draws(numbers: Mapping[int, int], needed: Mapping[int, int]) -> int:
    """The number of ways to draw this many cards of each value, one after the other."""
    return prod(perm(numbers[value], number) for value, number in needed.items())
