"""Whether these claims of one hand can all be true, counted with the cards of the shoe (R110)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from controller.games.cards import CARDS, Card, Suit
from controller.games.events import EVENTS, Pair, Sees
from controller.games.game import Looks
from controller.games.paytable import Line, Paytable

_PAIRS = tuple(combinations_with_replacement(CARDS, 2))
TRIES = 5000  # pairs tried for one dealer's hand before the search ends
_ON_HOLE = (Looks.HOLE, Looks.BOTH)


class HandClaim(NamedTuple):
    """What one seat claims: the line, and its cards if somebody named them."""

    paytable: Paytable
    looks_at: Looks
    line: Line
    pair: Pair | None
    dealer: tuple[Card, ...] | None  # as many as the wager looks at


class Choices(NamedTuple):
    """The pairs with which one claim may be true."""

    pairs: tuple[Pair, ...]
    needs: dict[object, int]  # face, rank, suit or color of a rank -> the least number of it in each pair


def plausible(claims: Sequence[HandClaim], decks: int, suit: Suit) -> bool:
    """Whether one dealer's hand and disjoint pairs of the players exist that make every claim true. A wager on the
    dealer's whole hand has the same result for all seats."""
    hands = {(claim.paytable, claim.line) for claim in claims if claim.looks_at is Looks.HAND}
    if len(hands) > len({paytable for paytable, _ in hands}):
        return False
    seen = [claim for claim in claims if claim.looks_at is not Looks.HAND]
    return any(_deal(seen, decks, suit, up, hole) for up, hole in _dealers(seen))


def _dealers(claims: Sequence[HandClaim]) -> Iterator[tuple[Card, Card | None]]:
    """Up and hole cards that contradict no claim; the hole card only if a claim looks at it. Of cards that are
    equivalent for all claims, one is tried."""
    on_hole = any(claim.looks_at in _ON_HOLE for claim in claims)
    alike = set(CARDS if any(claim.pair for claim in claims) else _faces(claims))
    ups, holes = (set(CARDS), alike) if on_hole else (alike, set(CARDS))
    for claim in claims:
        if claim.dealer is None:
            continue
        if claim.looks_at in (Looks.UP, Looks.BOTH):
            ups &= {claim.dealer[0]}
        if claim.looks_at in _ON_HOLE:
            holes &= {claim.dealer[-1]}
    yield from product(ups, holes if on_hole else (None,))


def _faces(claims: Sequence[HandClaim]) -> Sequence[Card]:
    """The dealer's cards that stand for all others."""
    events = [event for claim in claims for event in claim.paytable.events]
    return max((event.faces for event in events), key=len, default=CARDS)


def _deal(claims: Sequence[HandClaim], decks: int, suit: Suit, up: Card, hole: Card | None) -> bool:
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
            choices.append(_choices(claim.paytable, claim.line, dealer, suit))
        elif claim.paytable.decide(claim.pair, dealer, suit) == claim.line:
            choices.append(Choices((claim.pair,), _needs((claim.pair,))))
        else:
            return False
    return _disjoint(choices, left)


def _seen(looks_at: Looks, up: Card, hole: Card | None) -> tuple[Card, ...]:
    cards = {Looks.UP: (up,), Looks.HOLE: (hole,), Looks.BOTH: (up, hole)}.get(looks_at, ())
    return tuple(card for card in cards if card is not None)


@lru_cache(maxsize=len(CARDS) ** 2)
def _choices(paytable: Paytable, line: Line, dealer: tuple[Card, ...], suit: Suit) -> Choices:
    """The player's pairs for which a line pays together with these dealer's cards."""
    occurs = EVENTS[line.event].occurs
    pairs = tuple(
        pair
        for pair in _pairs_for(line.event, suit)
        if occurs(pair, dealer, suit) and paytable.decide(pair, dealer, suit) == line
    )
    return Choices(pairs, _needs(pairs))


@lru_cache
def _pairs_for(event: str, suit: Suit) -> tuple[Pair, ...]:
    """The pairs with which the event may occur, whatever the dealer has."""
    kind = EVENTS[event]
    if kind.sees is Sees.PAIR:
        return tuple(pair for pair in _PAIRS if kind.occurs(pair, (), suit))
    return tuple(pair for pair in _PAIRS if kind.pair(*pair))


def _needs(pairs: Sequence[Pair]) -> dict[object, int]:
    needs: dict[object, int] | None = None
    for pair in pairs:
        takes = Counter(group for one in pair for group in _groups(one))
        needs = {group: min(count, takes[group]) for group, count in (needs or takes).items() if takes[group]}
        if not needs:
            break
    return needs or {}


def _groups(one: Card) -> tuple[object, ...]:
    return one, one.rank, one.suit, (one.rank, one.suit.red)


def _disjoint(choices: list[Choices], left: Counter[Card]) -> bool:
    """Whether there is one pair for each claim, with no card used more often than the shoe has it. Counting excludes
    most impossible claims; if the search takes too long, they count as possible, and people look at the cards."""
    if not all(each.pairs for each in choices):
        return False
    needs: Counter[object] = Counter()
    for each in choices:
        needs.update(each.needs)
    for group, count in needs.items():
        if count > sum(there for one, there in left.items() if group in _groups(one)):
            return False
    laid = sorted((each.pairs for each in choices), key=len)
    tries = TRIES

    def fit(place: int) -> bool:
        nonlocal tries
        if place == len(laid):
            return True
        for one, other in laid[place]:
            if tries == 0:
                return True
            tries -= 1
            if left[one] >= 1 + (one is other) and left[other] >= 1:
                left[one] -= 1
                left[other] -= 1
                found = fit(place + 1)
                left[one] += 1
                left[other] += 1
                if found:
                    return True
        return False

    return fit(0)
