"""The possible deals for a wager, counted in whole numbers from a full shoe.

A combination is the player's first two cards, without order, with the dealer's up card, or the up and hole card, if the
wager looks at them. For wagers on the dealer's hand it is as many cards, in order, as the longest hand needs. Each deal
here stands for all equivalent deals. The pay table itself decides it, so there is no second set of rules.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import perm
from typing import NamedTuple

from controller.games.cards import CARDS, Suit
from controller.games.dealer import endings, longest
from controller.games.events import Dealer, Pair, Sees
from controller.games.paytable import Line, Paytable

# Rare hands first, so that a search for one hand of each line ends early: pairs of a face, then pairs of a rank.
_PAIRS = sorted(
    combinations_with_replacement(CARDS, 2), key=lambda pair: (pair[0] is not pair[1], pair[0].rank != pair[1].rank)
)


class Deal(NamedTuple):
    pair: Pair
    dealer: Dealer
    ways: int  # the number of combinations it stands for


def deals(paytable: Paytable, decks: int, hits_soft_17: bool = True) -> Iterator[Deal]:
    if _sees(paytable) is Sees.HAND:
        return _hands(decks, hits_soft_17)
    return _first_cards(paytable, decks)


def hidden_lines(paytable: Paytable) -> tuple[Line, ...]:
    """Lines whose hands can be dealt with the pay table's largest number of decks, but always go to a higher line."""
    decks = paytable.max_decks
    missing = {line for line, event in zip(paytable.lines, paytable.events, strict=True) if event.decks <= decks}
    for pair, dealer, _ in deals(paytable, decks):
        if not missing:
            break
        missing -= {paytable.decide(pair, dealer, Suit.HEARTS)}
    return tuple(line for line in paytable.lines if line in missing)


def _sees(paytable: Paytable) -> Sees:
    seen = {event.sees for event in paytable.events}
    if Sees.HAND in seen and len(seen) > 1:
        raise ValueError(f"{paytable.id} mixes hands of the player with the dealer's finished hand; split it in two")
    return max(seen)


def _first_cards(paytable: Paytable, decks: int) -> Iterator[Deal]:
    sees = _sees(paytable)
    faces = max((event.faces for event in paytable.events), key=len)
    each = len(CARDS) // len(faces)  # the number of cards that a face stands for
    both = [event.pair for event in paytable.events if event.sees is Sees.TWO]
    unseen = decks * len(CARDS) - 2
    for pair in _PAIRS:
        first, second = pair
        ways = decks * (decks - 1) // 2 if first is second else decks * decks
        if ways == 0:
            continue
        if sees is Sees.PAIR:
            yield Deal(pair, (), ways)
        elif sees is Sees.ONE:
            for up in faces:
                if left := decks - pair.count(up):
                    yield Deal(pair, (up,), each * ways * left)
        elif not any(may(first, second) for may in both):
            yield Deal(pair, CARDS[:2], ways * perm(unseen, 2))  # the dealer's cards do not matter
        else:
            for hole in faces:
                for up in CARDS:
                    left = (decks - pair.count(hole)) * (decks - pair.count(up) - (up is hole))
                    if left > 0:
                        yield Deal(pair, (up, hole), each * ways * left)


def _hands(decks: int, hits_soft_17: bool) -> Iterator[Deal]:
    cards = decks * len(CARDS)
    most = longest(hits_soft_17)
    for hand, ways in endings(dict.fromkeys(CARDS, decks), hits_soft_17):
        yield Deal((CARDS[0], CARDS[0]), hand, ways * perm(cards - len(hand), most - len(hand)))
