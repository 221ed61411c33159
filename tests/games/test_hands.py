"""The running total of a hand against the counting of its cards, ace by ace."""

from itertools import product

import pytest

from controller.games.cards import ACE, CARDS, Card
from controller.games.hands import Hand


def totals(cards: tuple[Card, ...]) -> set[int]:
    """All that the hand may be taken for: each ace as 1 or as 11."""
    return {sum(each) for each in product(*((1, 11) if card.rank == ACE else (min(card.rank, 10),) for card in cards))}


@pytest.mark.parametrize("length", range(1, 5))
def test_a_hand_counts_as_much_as_it_can_without_a_bust(length: int) -> None:
    """`brook`, `llj`, `bbb`: an ace is 1 or 11, a face card 10. Soft is a hand with an ace that counts 11."""
    for cards in product(CARDS[:13], repeat=length):
        hand = Hand(cards[0])
        for card in cards[1:]:
            hand.take(card)
        possible = totals(cards)
        assert hand.total == max((each for each in possible if each <= 21), default=min(possible)), cards
        assert hand.soft == (hand.total != min(possible)), cards
