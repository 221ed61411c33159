"""Each event against words read a second time (`reference_hands`), on every hand of two and of three cards."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.reference_hands import SLOW, SUITS

from controller.games.cards import CARDS, Card, Suit, card
from controller.games.dealer import endings
from controller.games.events import EVENTS, Dealer, Pair, Sees

HEARTS = Suit.HEARTS
PAIRS = list(combinations_with_replacement(CARDS, 2))  # a face twice: from two decks on
CHOSEN = [name for name in EVENTS if name.endswith("chosen-suit")]


def named(sees: Sees) -> list[str]:
    return [name for name, event in EVENTS.items() if event.sees is sees]


def decks_needed(cards: Sequence[Card]) -> int:
    return max(Counter(cards).values())


def compare(name: str, hands: Iterator[tuple[Pair, Dealer]], suit: Suit = HEARTS) -> int:
    """The fewest decks with which a hand occurs among these."""
    fast, slow, least = EVENTS[name].occurs, SLOW[name], 99
    for pair, dealer in hands:
        occurs = fast(pair, dealer, suit)
        assert occurs == slow([c.name for c in pair], [c.name for c in dealer], SUITS[suit]), (name, pair, dealer)
        if occurs:
            least = min(least, decks_needed((*pair, *dealer)))
    return least


def test_every_event_has_been_read_twice() -> None:
    assert set(EVENTS) == set(SLOW)


@pytest.mark.parametrize("name", named(Sees.PAIR))
def test_two_cards(name: str) -> None:
    """Every hand of two cards; and an event knows with how many decks its cards exist (C13)."""
    assert compare(name, ((pair, ()) for pair in PAIRS)) == EVENTS[name].decks


@pytest.mark.parametrize("name", named(Sees.ONE))
def test_three_cards(name: str) -> None:
    """Every hand of three cards, those of one deck and those with a face twice or three times (C13, C20)."""
    for suit in Suit if name in CHOSEN else (HEARTS,):
        assert compare(name, ((pair, (up,)) for pair in PAIRS for up in CARDS), suit) == EVENTS[name].decks


@pytest.mark.parametrize("name", [name for name in named(Sees.TWO) if "blackjack" in name])
def test_queens_beside_every_hand_of_the_dealer(name: str) -> None:
    """`lucky-ladies`, appendix D: queens with all hands of the dealer, and all other pairs with every blackjack."""
    queens = [pair for pair in PAIRS if pair[0].name[0] == pair[1].name[0] == "Q"]
    others = [pair for pair in PAIRS if pair not in queens]
    blackjacks = [(card("Ah"), card("Th")), (card("Ks"), card("As"))]
    hands = [*product(queens, product(CARDS, CARDS)), *product(others, blackjacks)]
    for suit in Suit if name in CHOSEN else (HEARTS,):
        assert compare(name, iter(hands), suit) == EVENTS[name].decks


@pytest.mark.parametrize("name", [name for name in named(Sees.TWO) if "hole" in name])
def test_hole_card_beside_every_three_cards(name: str) -> None:
    """`double-action`, appendix B: every three cards on show, with a hole card like one of them, then like another."""
    shown = [(pair, up) for pair in PAIRS for up in CARDS]
    likes = ((pair, (up, hole)) for pair, up in shown for hole in {up, pair[0]})
    others = ((pair, (up, CARDS[n % 51])) for n, (pair, up) in enumerate(shown))
    assert min(compare(name, likes), compare(name, others)) == EVENTS[name].decks


@pytest.mark.parametrize("name", named(Sees.HAND))
@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_every_hand_that_the_dealer_may_end_with(name: str, hits_soft_17: bool) -> None:
    """`bbb` and `lucky-ladies`, appendix B, with as many decks as the event asks for, and not with fewer."""
    decks = EVENTS[name].decks
    for number in range(1, decks + 1):
        hands = [ending.cards for ending in endings(dict.fromkeys(CARDS, number), hits_soft_17)]
        pair = (CARDS[0], CARDS[1])
        found = [hand for hand in hands if EVENTS[name].occurs(pair, hand, HEARTS)]
        assert bool(found) == (number == decks)
    compare(name, ((pair, hand) for hand in hands))


@given(st.lists(st.sampled_from(CARDS), min_size=3, max_size=9), st.permutations(list(Suit)))
def test_the_dealers_suits_in_any_order(hand: list[Card], suits: list[Suit]) -> None:
    changed = dict(zip(Suit, suits, strict=True))
    other = [card(f"{c.name[0]}{changed[c.suit][0]}") for c in hand]
    for name in named(Sees.HAND):
        compare(name, iter([((CARDS[0], CARDS[1]), hand)]))
        assert EVENTS[name].occurs((CARDS[0], CARDS[1]), other, HEARTS) == SLOW[name]([], [c.name for c in hand], "h")


@given(st.tuples(*[st.sampled_from(CARDS)] * 4), st.sampled_from(list(Suit)))
def test_the_players_cards_have_no_order(cards: tuple[Card, ...], suit: Suit) -> None:
    first, second, *dealer = cards
    for event in EVENTS.values():
        assert event.occurs((first, second), dealer, suit) == event.occurs((second, first), dealer, suit)


@pytest.mark.parametrize("name", [name for name in named(Sees.ONE) if len(EVENTS[name].faces) < 52])
def test_a_face_stands_for_those_that_are_alike(name: str) -> None:
    """Who counts with these faces alone counts each hand as often as it is dealt."""
    event = EVENTS[name]
    hands = dict.fromkeys(CARDS, 0)
    for pair in PAIRS:
        for up in CARDS:
            if event.occurs(pair, (up,), HEARTS):
                hands[up] += 1 + (pair[0] is not pair[1])
    alike = [{up for up in CARDS if len(event.faces) == 1 or up.rank == face.rank} for face in event.faces]
    assert all(len({hands[up] for up in faces}) == 1 for faces in alike)
    assert sum(map(len, alike)) == 52


@pytest.mark.parametrize("name", [name for name in named(Sees.TWO) if len(EVENTS[name].faces) < 52])
@given(st.tuples(*[st.sampled_from(CARDS)] * 4), st.permutations(range(1, 14)), st.permutations(list(Suit)))
def test_to_a_matched_hole_card_all_faces_are_alike(
    name: str, cards: tuple[Card, ...], ranks: list[int], suits: list[Suit]
) -> None:
    faces = {(c.rank, c.suit): c for c in CARDS}
    changed_suit = dict(zip(Suit, suits, strict=True))
    a, b, up, hole = (faces[ranks[c.rank - 1], changed_suit[c.suit]] for c in cards)
    occurs = EVENTS[name].occurs
    assert occurs((cards[0], cards[1]), cards[2:], HEARTS) == occurs((a, b), (up, hole), HEARTS)
