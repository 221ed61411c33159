"""Can these claims of one hand all be true? Counted on the shoe, whatever the pay table pays for (R110)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from controller.games.cards import CARDS, Card, Suit
from controller.games.game import Looks
from controller.games.paytable import Line, Pair, Paytable

_PAIRS = tuple(combinations_with_replacement(CARDS, 2))


class Said(NamedTuple):
    """What one seat claims: the line, and its cards where somebody named them."""

    paytable: Paytable
    looks_at: Looks
    line: Line
    pair: Pair | None
    dealer: tuple[Card, ...] | None  # as many as the wager looks at


def plausible(claims: Sequence[Said], decks: int, suit: Suit) -> bool:
    """Whether one hand of the dealer and disjoint pairs of the players exist that make every claim true."""
    return any(_deal(claims, decks, suit, up, hole) for up, hole in _dealers(claims))


def _dealers(claims: Sequence[Said]) -> Iterator[tuple[Card, Card | None]]:
    """Up and hole card that no claim contradicts; the hole card only where one looks at it."""
    ups, holes = set(CARDS), set(CARDS)
    needs_hole = False
    for claim in claims:
        needs_hole |= claim.looks_at in (Looks.HOLE, Looks.BOTH)
        if claim.dealer is None:
            continue
        if claim.looks_at in (Looks.UP, Looks.BOTH):
            ups &= {claim.dealer[0]}
        if claim.looks_at in (Looks.HOLE, Looks.BOTH):
            holes &= {claim.dealer[-1]}
    yield from product(ups, holes if needs_hole else (None,))


def _deal(claims: Sequence[Said], decks: int, suit: Suit, up: Card, hole: Card | None) -> bool:
    left = Counter(dict.fromkeys(CARDS, decks))
    for card in (up, hole):
        if card is not None:
            left[card] -= 1
    if min(left.values()) < 0:
        return False
    choices = []
    for claim in claims:
        dealer = _seen(claim.looks_at, up, hole)
        if claim.pair is None:
            choices.append(_pairs_of(claim.paytable, dealer, suit).get(claim.line, ()))
        elif claim.paytable.decide(claim.pair, dealer, suit) is claim.line:
            choices.append((claim.pair,))
        else:
            return False
    return _disjoint(sorted(choices, key=len), left)


def _seen(looks_at: Looks, up: Card, hole: Card | None) -> tuple[Card, ...]:
    cards = {Looks.UP: (up,), Looks.HOLE: (hole,), Looks.BOTH: (up, hole)}.get(looks_at, ())
    return tuple(card for card in cards if card is not None)


@lru_cache(maxsize=len(CARDS) ** 2)
def _pairs_of(paytable: Paytable, dealer: tuple[Card, ...], suit: Suit) -> dict[Line | None, tuple[Pair, ...]]:
    """The pairs that each line pays beside these cards of the dealer."""
    found: dict[Line | None, list[Pair]] = {}
    for pair in _PAIRS:
        found.setdefault(paytable.decide(pair, dealer, suit), []).append(pair)
    return {line: tuple(pairs) for line, pairs in found.items()}


def _disjoint(choices: Sequence[Sequence[Pair]], left: Counter[Card]) -> bool:
    """One pair for each claim, no card used more often than the shoe has it."""
    if not choices:
        return True
    for one, other in choices[0]:
        if left[one] >= 1 + (one is other) and left[other] >= 1:
            left[one] -= 1
            left[other] -= 1
            found = _disjoint(choices[1:], left)
            left[one] += 1
            left[other] += 1
            if found:
                return True
    return False
