"""The shuffle, the player's cut and the cut card, as `brook`, `llj` and `bbb` describe them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.hands import cards, names
from support.spoken import problem

from controller.games.cards import CARDS
from controller.games.shoe import DECK, MisdealError, Shoe, cut, fresh_shoe, places_to_cut, shuffled


@given(st.integers(1, 8), st.randoms(use_true_random=False))
def test_a_shoe_holds_whole_decks_and_nothing_else(decks: int, random: Random) -> None:
    shoe = fresh_shoe(decks, random.randrange)
    assert Counter(shoe.cards) == Counter(CARDS * decks)


def test_every_order_is_equally_likely() -> None:
    """Each of 52, then 51, then 50 cards has its chance; asking for anything else would favour some orders."""
    asked: list[int] = []

    def last(below: int) -> int:
        asked.append(below)
        return below - 1

    assert shuffled(1, last) == list(CARDS)  # each card stays where it is
    assert asked == list(range(52, 1, -1))


def test_the_same_chance_gives_the_same_shoe_everywhere() -> None:
    state = 1

    def chance(below: int) -> int:
        nonlocal state
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (state >> 33) % below

    shoe = fresh_shoe(6, chance)
    assert names(shoe.cards[:8]) == "Th 4h Qd 7d 6d Ks Qh Qc"


def test_the_cards_behind_the_players_cut_go_to_the_front() -> None:
    """`brook`; the cut card then lies about one deck from the last card."""
    brick = shuffled(6, lambda below: below - 1)
    shoe = cut(brick, 100)
    assert shoe.cards == brick[100:] + brick[:100]
    assert shoe.cut == len(brick) - DECK


@pytest.mark.parametrize("place", [0, 51, 261, 312])
def test_a_cut_within_a_deck_of_either_end_is_refused(place: int) -> None:
    """`brook`."""
    with pytest.raises(ValueError, match=r"cut between 52 and 260"):
        cut(shuffled(6, lambda below: 0), place)


@pytest.mark.parametrize("decks", range(1, 9))
def test_every_number_of_decks_can_be_cut(decks: int) -> None:
    """A deck from either end where there is room; two decks have only a middle, so a third is near enough."""
    places = places_to_cut(decks)
    assert places[0] == (DECK if decks >= 3 else DECK * decks // 3)
    assert places[-1] == DECK * decks - places[0]
    brick = shuffled(decks, lambda below: 0)
    for place in (places[0], places[-1]):
        shoe = cut(brick, place)
        assert len(shoe.cards) - shoe.cut == DECK  # so every round begins with a deck in the shoe


def test_a_shoe_ends_when_its_cut_card_is_dealt() -> None:
    """`brook`, `llj`, `bbb`. The card before it does not end the shoe."""
    shoe = Shoe(cards("2c 3c 4c"), cut=1)
    assert not shoe.ended
    assert shoe.deal().name == "2c"
    assert not shoe.ended
    assert shoe.deal().name == "3c"
    assert shoe.ended


def test_a_single_deck_is_dealt_for_one_round() -> None:
    shoe = fresh_shoe(1, lambda below: 0)
    assert not shoe.ended
    shoe.deal()
    assert shoe.ended


def test_an_empty_shoe_deals_no_discards() -> None:
    shoe = Shoe(cards("2c"), cut=0)
    shoe.deal()
    with problem(MisdealError, "the round is void"):
        shoe.deal()
    assert shoe.at == 1
