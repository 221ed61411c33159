"""How a player's own hand changes the odds of Bust Bonus: it loses on a total of 30, whatever the dealer has
(`lucky-ladies`).

Players play before the dealer, but the order of drawing does not change the odds: the dealer's hand may be counted
first and the player's from the remaining cards. So the odds change only for a player who draws to a hard 20.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import perm, prod

from controller.games.cards import CARDS, Card, total
from controller.games.dealer import orders

# A player's strategy, and whether it ever draws to a hard 20, which alone can lead to 30.
STRATEGIES = {"basic": False, "never-bust": False, "like-the-dealer": False, "hit-below-21": True}

Values = tuple[tuple[int, int], ...]  # (value, number of cards of it)


@cache
def _thirties() -> Mapping[Values, int]:
    """The hands of 30 for a player who draws to every total below 21, and in how many orders each is drawn."""
    found: Counter[Values] = Counter()
    for hand, number in orders(lambda hand: total(hand)[0] >= 21).items():
        if total(hand)[0] == 30:
            found[tuple(sorted(Counter(card.value for card in hand).items()))] += number
    return found


def behind(decks: int, dealer: Iterable[Card]) -> tuple[int, ...]:
    """The number of cards of each value, ace to ten, that a full shoe has left after the dealer's hand."""
    left = Counter(card.value for card in CARDS * decks)
    left.subtract(card.value for card in dealer)
    return tuple(left[value] for value in range(1, 11))


@cache
def thirty(left: tuple[int, ...]) -> Fraction:
    """The probability that such a player makes 30 from these cards."""
    ways: Counter[int] = Counter()  # number of cards -> ways to deal a 30 with so many
    for hand, number in _thirties().items():
        drawn = prod(perm(left[value - 1], needed) for value, needed in hand)
        ways[sum(needed for _, needed in hand)] += number * drawn
    return sum((Fraction(number, perm(sum(left), cards)) for cards, number in ways.items() if number), Fraction(0))
