"""The words of the pay tables read a second time, slowly: hands as text, no code of `controller/games`.

A card is two letters, rank and suit. Each event takes the player's two cards, the dealer's and the chosen suit.
"""

from collections.abc import Callable
from itertools import product

FACES = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}

Slow = Callable[[list[str], list[str], str], bool]

_RUNS = {"".join(sorted(run)) for run in (("A23456789TJQKA"[n : n + 3]) for n in range(12))}


def ranks(cards: list[str]) -> str:
    return "".join(sorted(card[0] for card in cards))


def suits(cards: list[str]) -> str:
    return "".join(sorted({card[1] for card in cards}))


def sums(cards: list[str]) -> set[int]:
    """All that a hand may count, each ace once as 1 and once as 11."""
    worth = {"A": (1, 11), **{str(n): (n,) for n in range(2, 10)}, **dict.fromkeys("TJQK", (10,))}
    return {sum(each) for each in product(*(worth[card[0]] for card in cards))}


def bust(cards: list[str]) -> bool:
    return min(sums(cards)) > 21


def best(cards: list[str]) -> int:
    return max((each for each in sums(cards) if each <= 21), default=min(sums(cards)))


def blackjack(cards: list[str]) -> bool:
    return len(cards) == 2 and 21 in sums(cards)


def matches(pair: list[str], dealer: str) -> tuple[int, int]:
    suited = [card for card in pair if card == dealer]
    return len(suited), len([card for card in pair if card != dealer and card[0] == dealer[0]])


def bust_under(up: str, suited: bool) -> Slow:
    faces = {"ace": "A", "10": "TJQK"}.get(up, up)
    return lambda p, d, s: bust(d) and d[0][0] in faces and (len(suits(d)) == 1) == suited


def all_of(named: str, suit: str | None = None) -> Slow:
    """Three of one rank and one suit, the rank among those named."""
    return lambda p, d, s: any(
        p + d[:1] == 3 * [rank + each] for rank in named for each in ("cdhs" if suit is None else s)
    )


SLOW: dict[str, Slow] = {
    "queen-of-hearts-pair": lambda p, d, s: p == ["Qh", "Qh"],
    "matched-20": lambda p, d, s: len(set(p)) == 1 and 20 in sums(p),
    "suited-20": lambda p, d, s: len(suits(p)) == 1 and 20 in sums(p),
    "any-20": lambda p, d, s: 20 in sums(p),
    "queen-of-hearts": lambda p, d, s: "Qh" in p,
    "any-queen": lambda p, d, s: "Q" in ranks(p),
    "pair-of-queens": lambda p, d, s: ranks(p) == "QQ",
    "paired-20-ten-jack-king": lambda p, d, s: ranks(p) in ("TT", "JJ", "KK"),
    "king-queen-of-diamonds": lambda p, d, s: set(p) == {"Kd", "Qd"},
    "king-queen-suited": lambda p, d, s: any(set(p) == {"K" + each, "Q" + each} for each in "cdhs"),
    "face-cards-suited": lambda p, d, s: set(ranks(p)) <= set("JQK") and len(suits(p)) == 1,
    "two-cards-suited": lambda p, d, s: len(suits(p)) == 1,
    "pair-suited": lambda p, d, s: len(set(p)) == 1,
    "pair-off-suit": lambda p, d, s: len(set(ranks(p))) == 1 and len(suits(p)) == 2,
    "three-aces-suited": all_of("A"),
    "three-aces-or-kings-suited": all_of("AK"),
    "three-aces-kings-or-queens-suited": all_of("AKQ"),
    "three-aces-chosen-suit": all_of("A", "chosen"),
    "three-aces-or-kings-chosen-suit": all_of("AK", "chosen"),
    "three-aces-kings-or-queens-chosen-suit": all_of("AKQ", "chosen"),
    "three-of-a-kind-suited": all_of("A23456789TJQK"),
    "straight-flush": lambda p, d, s: ranks(p + d) in _RUNS and len(suits(p + d)) == 1,
    "three-of-a-kind-off-suit": lambda p, d, s: len(set(ranks(p + d))) == 1 and len(suits(p + d)) > 1,
    "three-of-a-kind": lambda p, d, s: len(set(ranks(p + d))) == 1,
    "straight": lambda p, d, s: ranks(p + d) in _RUNS,
    "flush": lambda p, d, s: len(suits(p + d)) == 1,
    "dealer-card-matched": lambda p, d, s: d[0][0] in ranks(p),
    "three-queens-of-hearts": lambda p, d, s: set(p + d) == {"Qh"},
    "three-queens-same-suit": all_of("Q"),
    "three-queens-same-color": lambda p, d, s: set(p + d) <= {"Qh", "Qd"} or set(p + d) <= {"Qc", "Qs"},
    "three-queens": lambda p, d, s: ranks(p + d) == "QQQ",
    "two-suited-matches": lambda p, d, s: matches(p, d[0]) == (2, 0),
    "suited-and-off-suit-match": lambda p, d, s: matches(p, d[0]) == (1, 1),
    "two-off-suit-matches": lambda p, d, s: matches(p, d[0]) == (0, 2),
    "one-suited-match": lambda p, d, s: matches(p, d[0]) == (1, 0),
    "one-off-suit-match": lambda p, d, s: matches(p, d[0]) == (0, 1),
    "queen-of-hearts-pair-and-dealer-blackjack": lambda p, d, s: p == ["Qh", "Qh"] and blackjack(d),
    "queen-of-hearts-pair-and-dealer-blackjack-suited": lambda p, d, s: (
        p == ["Qh", "Qh"] and blackjack(d) and len(suits(d)) == 1
    ),
    "queen-of-hearts-pair-and-dealer-blackjack-chosen-suit": lambda p, d, s: (
        p == ["Qh", "Qh"] and blackjack(d) and suits(d) == s
    ),
    "pair-of-queens-and-dealer-blackjack": lambda p, d, s: ranks(p) == "QQ" and blackjack(d),
    "hole-card-matched-exactly-by-three": lambda p, d, s: [*p, d[0]] == [d[1]] * 3,
    "hole-card-matched-by-three": lambda p, d, s: ranks([*p, d[0]]) == d[1][0] * 3,
    "hole-card-matched-by-two": lambda p, d, s: ranks([*p, d[0]]).count(d[1][0]) >= 2,
    "hole-card-matched-exactly": lambda p, d, s: d[1] in [*p, d[0]],
    "hole-card-matched": lambda p, d, s: d[1][0] in ranks([*p, d[0]]),
    "dealer-breaks-with-8-or-more-cards": lambda p, d, s: bust(d) and len(d) >= 8,
    "dealer-breaks-with-7-cards": lambda p, d, s: bust(d) and len(d) == 7,
    "dealer-breaks-with-6-cards": lambda p, d, s: bust(d) and len(d) == 6,
    "dealer-breaks-with-5-cards": lambda p, d, s: bust(d) and len(d) == 5,
    "dealer-breaks-with-4-cards": lambda p, d, s: bust(d) and len(d) == 4,
    "dealer-breaks-with-3-cards": lambda p, d, s: bust(d) and len(d) == 3,
    "dealer-busts-with-three-eights-off-suit": lambda p, d, s: ranks(d) == "888" and len(suits(d)) > 1,
    "dealer-busts-with-three-eights-suited": lambda p, d, s: ranks(d) == "888" and len(suits(d)) == 1,
    **{
        f"dealer-busts-under-{up}-{how}": bust_under(up, how == "suited")
        for up in ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10")
        for how in ("off-suit", "suited")
    },
}
