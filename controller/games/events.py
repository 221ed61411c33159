"""Every hand that a pay table can name, decided by its cards.

Each event is independent: it says whether its own name applies. The pay table decides what a line pays, and its order
makes "any pair of queens" mean "another pair of queens".
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple

from controller.games.cards import ACE, CARDS, JACK, KING, QUEEN, TEN, Card, Suit, is_blackjack, total

Pair = tuple[Card, Card]
Dealer = Sequence[Card]


class Sees(IntEnum):
    """Which of the dealer's cards an event looks at, in addition to the player's first two."""

    PAIR = 0  # none
    ONE = 1  # one: up or hole card, as the bet says
    TWO = 2  # up and hole card
    HAND = 3  # the whole final hand; the player's cards do not matter


ALIKE = CARDS[:1]  # for such an event all cards are alike: what holds for one holds for all, with the others changed
SUITS_ALIKE = CARDS[:13]  # for such an event all suits are alike: one stands for all


class Event(NamedTuple):
    occurs: Callable[[Pair, Dealer, Suit], bool]
    sees: Sees
    decks: int = 1  # fewer decks do not have its cards
    faces: Sequence[Card] = CARDS  # a count needs to try only these as the last card it sees
    pair: Callable[[Card, Card], bool] = lambda a, b: True  # it occurs only with such cards of the player


# -- the player's first two cards ----------------------------------------------------------------------------


def _matched(a: Card, b: Card) -> bool:
    return a is b


def _suited(a: Card, b: Card) -> bool:
    return a.suit is b.suit


def _twenty(a: Card, b: Card) -> bool:
    return total((a, b))[0] == 20  # this includes an ace and a nine


def _both(a: Card, b: Card, *ranks: int) -> bool:
    return a.rank in ranks and b.rank in ranks


def _queen_of_hearts(card: Card) -> bool:
    return card.rank == QUEEN and card.suit is Suit.HEARTS


def _king_and_queen(a: Card, b: Card) -> bool:
    return _suited(a, b) and {a.rank, b.rank} == {KING, QUEEN}


_PAIRS: dict[str, tuple[Callable[[Card, Card], bool], int]] = {
    "queen-of-hearts-pair": (lambda a, b: _matched(a, b) and _queen_of_hearts(a), 2),
    "matched-20": (lambda a, b: _matched(a, b) and _twenty(a, b), 2),
    "suited-20": (lambda a, b: _suited(a, b) and _twenty(a, b), 1),
    "any-20": (_twenty, 1),
    "queen-of-hearts": (lambda a, b: _queen_of_hearts(a) or _queen_of_hearts(b), 1),
    "any-queen": (lambda a, b: QUEEN in (a.rank, b.rank), 1),
    "pair-of-queens": (lambda a, b: _both(a, b, QUEEN), 1),
    "paired-20-ten-jack-king": (lambda a, b: a.rank == b.rank and _both(a, b, TEN, JACK, KING), 1),
    "king-queen-of-diamonds": (lambda a, b: _king_and_queen(a, b) and a.suit is Suit.DIAMONDS, 1),
    "king-queen-suited": (_king_and_queen, 1),
    "face-cards-suited": (lambda a, b: _suited(a, b) and _both(a, b, JACK, QUEEN, KING), 1),
    "two-cards-suited": (_suited, 1),
    "pair-suited": (_matched, 2),
    "pair-off-suit": (lambda a, b: a.rank == b.rank and not _suited(a, b), 1),
}

# -- the player's first two and one of the dealer's ----------------------------------------------------------


def _flush(a: Card, b: Card, c: Card) -> bool:
    return a.suit is b.suit is c.suit


def _three(a: Card, b: Card, c: Card) -> bool:
    return a.rank == b.rank == c.rank


def _straight(a: Card, b: Card, c: Card) -> bool:
    """A-2-3 and Q-K-A are straights; K-A-2 is not (C20)."""
    low, middle, high = sorted((a.rank, b.rank, c.rank))
    return (middle == low + 1 and high == middle + 1) or (low, middle, high) == (ACE, QUEEN, KING)


def _suited_three_of(*ranks: int) -> Callable[[Card, Card, Card], bool]:
    return lambda a, b, c: _three(a, b, c) and _flush(a, b, c) and a.rank in ranks


def _matches(a: Card, b: Card, c: Card) -> tuple[int, int]:
    """How many of the player's cards match the dealer's in rank and suit, and how many only in rank."""
    suited = (a is c) + (b is c)
    return suited, (a.rank == c.rank) + (b.rank == c.rank) - suited


def _dealer_matched(suited: int, unsuited: int) -> Callable[[Card, Card, Card], bool]:
    return lambda a, b, c: _matches(a, b, c) == (suited, unsuited)


_THREES: dict[str, tuple[Callable[[Card, Card, Card], bool], int, Sequence[Card]]] = {
    "three-aces-suited": (_suited_three_of(ACE), 3, SUITS_ALIKE),
    "three-aces-or-kings-suited": (_suited_three_of(ACE, KING), 3, SUITS_ALIKE),
    "three-aces-kings-or-queens-suited": (_suited_three_of(ACE, KING, QUEEN), 3, SUITS_ALIKE),
    "three-of-a-kind-suited": (lambda a, b, c: _three(a, b, c) and _flush(a, b, c), 3, ALIKE),
    "straight-flush": (lambda a, b, c: _straight(a, b, c) and _flush(a, b, c), 1, SUITS_ALIKE),
    "three-of-a-kind-off-suit": (lambda a, b, c: _three(a, b, c) and not _flush(a, b, c), 1, ALIKE),
    "three-of-a-kind": (_three, 1, ALIKE),
    "straight": (_straight, 1, SUITS_ALIKE),
    "flush": (_flush, 1, ALIKE),
    "dealer-card-matched": (lambda a, b, c: c.rank in (a.rank, b.rank), 1, ALIKE),
    "three-queens-of-hearts": (lambda a, b, c: a is b is c and _queen_of_hearts(c), 3, CARDS),
    "three-queens-same-suit": (_suited_three_of(QUEEN), 3, SUITS_ALIKE),
    "three-queens-same-color": (
        lambda a, b, c: _three(a, b, c) and c.rank == QUEEN and a.suit.red == b.suit.red == c.suit.red,
        2,
        SUITS_ALIKE,
    ),
    "three-queens": (lambda a, b, c: _three(a, b, c) and c.rank == QUEEN, 1, SUITS_ALIKE),
    "two-suited-matches": (_dealer_matched(2, 0), 3, ALIKE),
    "suited-and-off-suit-match": (_dealer_matched(1, 1), 2, ALIKE),
    "two-off-suit-matches": (_dealer_matched(0, 2), 1, ALIKE),
    "one-suited-match": (_dealer_matched(1, 0), 2, ALIKE),
    "one-off-suit-match": (_dealer_matched(0, 1), 1, ALIKE),
}

_OF_ONE_SUIT = {  # in the suit that the table has chosen
    "three-aces-chosen-suit": _suited_three_of(ACE),
    "three-aces-or-kings-chosen-suit": _suited_three_of(ACE, KING),
    "three-aces-kings-or-queens-chosen-suit": _suited_three_of(ACE, KING, QUEEN),
}

# -- the player's first two and the dealer's two -------------------------------------------------------------


def _beside_blackjack(pair: Callable[[Card, Card], bool], suits: str) -> Callable[[Pair, Dealer, Suit], bool]:
    """A pair together with a dealer's blackjack: in any suits, suited, or in the chosen suit."""

    def occurs(player: Pair, dealer: Dealer, suit: Suit) -> bool:
        up, hole = dealer[0], dealer[1]
        if not pair(*player) or not is_blackjack(up, hole):
            return False
        return suits == "any" or (_suited(up, hole) and (suits == "suited" or up.suit is suit))

    return occurs


def _hole_matched(suited: int, rank: int) -> Callable[[Pair, Dealer, Suit], bool]:
    """At least this many of the three visible cards match the hole card in rank and suit, and this many in rank."""

    def occurs(player: Pair, dealer: Dealer, suit: Suit) -> bool:
        up, hole = dealer[0], dealer[1]
        shown = (*player, up)
        exact = sum(each is hole for each in shown)
        return exact >= suited and sum(each.rank == hole.rank for each in shown) >= rank

    return occurs


_BESIDE_BLACKJACK = {
    "queen-of-hearts-pair-and-dealer-blackjack": ("queen-of-hearts-pair", "any"),
    "queen-of-hearts-pair-and-dealer-blackjack-suited": ("queen-of-hearts-pair", "suited"),
    "queen-of-hearts-pair-and-dealer-blackjack-chosen-suit": ("queen-of-hearts-pair", "chosen"),
    "pair-of-queens-and-dealer-blackjack": ("pair-of-queens", "any"),
}

_HOLE_MATCHED = {
    "hole-card-matched-exactly-by-three": (_hole_matched(3, 3), 4),
    "hole-card-matched-by-three": (_hole_matched(0, 3), 1),
    "hole-card-matched-by-two": (_hole_matched(0, 2), 1),
    "hole-card-matched-exactly": (_hole_matched(1, 1), 2),
    "hole-card-matched": (_hole_matched(0, 1), 1),
}

# -- the dealer's hand, played to its end; its first card is the up card --------------------------------------


def _breaks(least: int, most: int = 99) -> Callable[[Pair, Dealer, Suit], bool]:
    return lambda _pair, dealer, _suit: least <= len(dealer) <= most and total(dealer)[0] > 21


def _one_suit(dealer: Dealer) -> bool:
    return all(each.suit is dealer[0].suit for each in dealer)


def _three_eights(dealer: Dealer) -> bool:
    return len(dealer) == 3 and all(each.rank == 8 for each in dealer)


def _busts_with_up(value: int, suited: bool) -> Callable[[Pair, Dealer, Suit], bool]:
    return lambda _pair, dealer, _suit: (
        dealer[0].value == value and total(dealer)[0] > 21 and _one_suit(dealer) == suited
    )


_HANDS: dict[str, tuple[Callable[[Pair, Dealer, Suit], bool], int]] = {
    "dealer-breaks-with-8-or-more-cards": (_breaks(8), 1),
    **{f"dealer-breaks-with-{cards}-cards": (_breaks(cards, cards), 1) for cards in range(3, 8)},
    "dealer-busts-with-three-eights-off-suit": (
        lambda _p, dealer, _s: _three_eights(dealer) and not _one_suit(dealer),
        1,
    ),
    "dealer-busts-with-three-eights-suited": (lambda _p, dealer, _s: _three_eights(dealer) and _one_suit(dealer), 3),
    **{
        f"dealer-busts-under-{'ace' if value == 1 else value}-{'suited' if suited else 'off-suit'}": (
            _busts_with_up(value, suited),
            1,
        )
        for value in range(1, 11)
        for suited in (False, True)
    },
}


def _of_pair(occurs: Callable[[Card, Card], bool]) -> Callable[[Pair, Dealer, Suit], bool]:
    return lambda pair, _dealer, _suit: occurs(pair[0], pair[1])


def _of_three(occurs: Callable[[Card, Card, Card], bool]) -> Callable[[Pair, Dealer, Suit], bool]:
    return lambda pair, dealer, _suit: occurs(pair[0], pair[1], dealer[0])


def _of_chosen_suit(occurs: Callable[[Card, Card, Card], bool]) -> Callable[[Pair, Dealer, Suit], bool]:
    return lambda pair, dealer, suit: dealer[0].suit is suit and occurs(pair[0], pair[1], dealer[0])


EVENTS: dict[str, Event] = {
    **{name: Event(_of_pair(occurs), Sees.PAIR, decks) for name, (occurs, decks) in _PAIRS.items()},
    **{name: Event(_of_three(occurs), Sees.ONE, decks, faces) for name, (occurs, decks, faces) in _THREES.items()},
    **{name: Event(_of_chosen_suit(occurs), Sees.ONE, 3) for name, occurs in _OF_ONE_SUIT.items()},
    **{
        name: Event(_beside_blackjack(_PAIRS[pair][0], suits), Sees.TWO, _PAIRS[pair][1], CARDS, _PAIRS[pair][0])
        for name, (pair, suits) in _BESIDE_BLACKJACK.items()
    },
    **{name: Event(occurs, Sees.TWO, decks, ALIKE) for name, (occurs, decks) in _HOLE_MATCHED.items()},
    **{name: Event(occurs, Sees.HAND, decks) for name, (occurs, decks) in _HANDS.items()},
}
