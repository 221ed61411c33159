"""Claims of one hand against the shoe (R110): numbers that people can count, and a brute force on small cases."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config.catalogue import find_paytable
from controller.games.cards import CARDS, Card, Suit, card
from controller.games.game import Looks
from controller.games.paytable import Paytable
from controller.games.plausible import HandClaim, plausible

GALAXY = find_paytable("brook-galaxy-bonus-jackpot")
LADIES = find_paytable("llj-lucky-ladies-jackpot")
BLACKJACK = find_paytable("LL/JP 5")
SECOND = find_paytable("MM6/1")


def claim(paytable: Paytable, event: str, cards: str = "", looks: Looks = Looks.UP) -> HandClaim:
    line = next(line for line in paytable.lines if line.event == event)
    named = [card(name) for name in cards.split()]
    return HandClaim(
        paytable, looks, line, (named[0], named[1]) if named else None, tuple(named[2:]) if named else None
    )


def most(paytable: Paytable, event: str, decks: int, beside: Sequence[HandClaim] = (), looks: Looks = Looks.UP) -> int:
    """How many seats may have it in one hand."""
    seats = 0
    while seats < 12 and plausible([*beside, *[claim(paytable, event, looks=looks)] * (seats + 1)], decks, Suit.HEARTS):
        seats += 1
    return seats


@pytest.mark.parametrize(("decks", "winners"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3)])
def test_r110_three_suited_aces_at_most_half_of_what_the_up_card_leaves(decks: int, winners: int) -> None:
    assert most(GALAXY, "three-aces-suited", decks) == winners == (decks - 1) // 2


@pytest.mark.parametrize(
    ("event", "winners"),
    # 5 queens of hearts beside the up card; 5 of its suit; with 6 of each red queen and one up: 11, of which a hand of
    # the upper lines would take two of the up card's own face
    [("three-queens-of-hearts", 2), ("three-queens-same-suit", 2), ("three-queens-same-color", 5)],
)
def test_r110_the_three_meters_of_lucky_ladies_at_six_decks(event: str, winners: int) -> None:
    assert most(LADIES, event, 6) == winners


def test_r110_mega_and_minor_in_one_hand_but_not_mega_and_major() -> None:
    mega = claim(LADIES, "three-queens-of-hearts")
    assert plausible([mega, claim(LADIES, "three-queens-same-color")], 6, Suit.HEARTS)
    assert not plausible([mega, claim(LADIES, "three-queens-same-suit")], 6, Suit.HEARTS)
    assert not plausible([mega], 2, Suit.HEARTS), "two decks have no three cards of one face"


def test_r110_cards_that_were_named_are_gone_from_the_shoe_and_fix_the_dealers_card() -> None:
    hearts, spades = (claim(GALAXY, "three-aces-suited", f"A{s} A{s} A{s}") for s in "hs")
    assert plausible([hearts, claim(GALAXY, "three-aces-suited")], 6, Suit.HEARTS)
    assert not plausible([hearts, spades], 6, Suit.HEARTS), "the dealer has one up card"
    assert not plausible([hearts, hearts, hearts], 6, Suit.HEARTS)
    assert plausible([hearts, claim(GALAXY, "straight", "2c 3d Ah")], 6, Suit.HEARTS)
    assert not plausible([claim(GALAXY, "straight", "Ah Ah Ah")], 6, Suit.HEARTS), "not what the cards are"


def test_r110_a_wager_on_the_dealers_two_cards_and_one_on_his_up_card_see_the_same_dealer() -> None:
    event = next(line.event for line in BLACKJACK.lines if line.shares)
    top = claim(BLACKJACK, event, looks=Looks.BOTH)
    assert plausible([top], 6, Suit.HEARTS)
    aces = claim(GALAXY, "three-aces-suited")
    assert plausible([top, aces], 6, Suit.HEARTS), "an ace up, a ten in the hole"
    assert not plausible([top, claim(GALAXY, "straight", "2c 3d 4h")], 6, Suit.HEARTS), "a four up is no blackjack"


def test_r110_the_hole_card_is_one_too() -> None:
    exact = "hole-card-matched-exactly-by-three"
    assert most(SECOND, exact, 6, looks=Looks.BOTH) == 2, "six, less the up card's and the hole card: two pairs"


def test_a_wager_on_the_dealers_whole_hand_is_the_same_for_every_seat() -> None:
    breaks = find_paytable("bbb-break-bonus")
    one, other = ([claim(breaks, line.event, looks=Looks.HAND)] for line in breaks.lines[:2])
    assert plausible(one * 6, 6, Suit.HEARTS)
    assert not plausible(one + other, 6, Suit.HEARTS)
    assert plausible([*one, claim(GALAXY, "straight")], 6, Suit.HEARTS)


def _is(claim: HandClaim, pair: tuple[Card, Card], up: Card) -> bool:
    return claim.paytable.decide(pair, (up,), Suit.HEARTS) == claim.line


def by_force(claims: Sequence[HandClaim], decks: int, cards: Sequence[Card]) -> bool:
    """Every dealer's card with every pair for every seat."""
    pairs = list(combinations_with_replacement(cards, 2))
    for up in cards:
        fits = [
            [pair for pair in ([each.pair] if each.pair else pairs) if _is(each, pair, up)]
            for each in claims
            if each.dealer in (None, (up,))
        ]
        if len(fits) == len(claims):
            for hands in product(*fits):
                used = Counter(one for pair in hands for one in pair) + Counter([up])
                if max(used.values()) <= decks:
                    return True
    return False


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(["three-queens-of-hearts", "three-queens-same-color", "three-queens"]), max_size=3),
    st.sampled_from(["", "Qh Qh Qh", "Qd Qd Qh", "Qh Qd Qd", "Qd Qd Qd"]),
    st.integers(1, 4),
)
def test_it_says_what_brute_force_says(events: list[str], cards: str, decks: int) -> None:
    queens = [one for one in CARDS if one.rank == 12]
    claims = [claim(LADIES, event) for event in events]
    if cards:
        named = [card(name) for name in cards.split()]
        line = LADIES.decide((named[0], named[1]), named[2:], Suit.HEARTS)
        assert line is not None
        claims.append(claim(LADIES, line.event, cards))
    assert plausible(claims, decks, Suit.HEARTS) == by_force(claims, decks, queens)
