"""The dealer's finished hands against hands dealt card by card, and wagers that look at them (`bbb`,
`lucky-ladies`)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm

import pytest
from support.games.reference_hands import best, bust, sums

from controller.config.catalogue import find_paytable
from controller.games.cards import CARDS, Card, card, total
from controller.games.dealer import Ending, endings
from controller.games.odds import odds
from controller.games.thirty import behind, thirty

SMALL = [card(name) for name in ("Ah", "Ac", "8h", "7h", "6h", "5h", "8c", "9c", "Th", "Kc")]  # 75 points at least
Kind = tuple[int, tuple[int, ...], bool]  # up card, the others, whether of one suit


def kind(hand: tuple[Card, ...]) -> Kind:
    return hand[0].value, tuple(sorted(c.value for c in hand[1:])), len({c.suit for c in hand}) == 1


def done(hand: list[str], hits_soft_17: bool) -> bool:
    soft = len([each for each in sums(hand) if each <= 21]) > 1
    return best(hand) >= 17 and not (hits_soft_17 and soft and best(hand) == 17)


def dealt(hand: tuple[Card, ...], left: list[Card], hits_soft_17: bool) -> Iterator[tuple[Card, ...]]:
    if len(hand) > 1 and done([c.name for c in hand], hits_soft_17):
        yield hand
        return
    for n, drawn in enumerate(left):
        yield from dealt((*hand, drawn), left[:n] + left[n + 1 :], hits_soft_17)


@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_endings_are_the_hands_dealt_card_by_card(hits_soft_17: bool) -> None:
    by_hand = Counter(kind(hand) for hand in dealt((), SMALL, hits_soft_17))
    counted = {kind(ending.cards): ending.ways for ending in endings(dict.fromkeys(SMALL, 1), hits_soft_17)}
    assert counted == by_hand
    assert len(by_hand) > 100


def chance(ending: Ending, decks: int) -> Fraction:
    return Fraction(ending.ways, perm(52 * decks, len(ending.cards)))


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_endings_are_all_there_is(decks: int, hits_soft_17: bool) -> None:
    assert sum(chance(ending, decks) for ending in endings(dict.fromkeys(CARDS, decks), hits_soft_17)) == 1


@pytest.mark.parametrize(("hits_soft_17", "known"), [(True, "28.6 %"), (False, "28.2 %")])
def test_a_six_deck_dealer_busts_as_often_as_is_known(hits_soft_17: bool, known: str) -> None:
    all_hands = endings(dict.fromkeys(CARDS, 6), hits_soft_17)
    busts = sum(chance(ending, 6) for ending in all_hands if total(ending.cards)[0] > 21)
    assert f"{float(busts):.1%}".replace("%", " %") == known


def test_three_eights_in_closed_form() -> None:
    """`lucky-ladies`, appendix B: 24 eights of 312 cards; a suit has six."""
    paytable, found = find_paytable("PT-FLT-BB-01"), odds(find_paytable("PT-FLT-BB-01"), 6)
    chances = {line.event: found.probability(line) for line in paytable.lines}
    suited, mixed = chances["dealer-busts-with-three-eights-suited"], chances["dealer-busts-with-three-eights-off-suit"]
    assert suited == Fraction(4 * perm(6, 3), perm(312, 3))
    assert suited + mixed == Fraction(perm(24, 3), perm(312, 3))


def test_each_up_card_of_bust_bonus() -> None:
    """The whole is the mean of the up cards, and the dealer breaks in as many cards as both wagers say."""
    breaks, busts = odds(find_paytable("bbb-break-bonus"), 6), odds(find_paytable("PT-FLT-BB-01"), 6)
    assert breaks.hit_frequency == busts.hit_frequency
    for found in (breaks, busts):
        assert sum(part.total for part in found.under.values()) == found.total
        for up, part in found.under.items():
            assert Fraction(part.total, found.total) == Fraction(16 if up == 10 else 4, 52)
        for line in found.paytable.lines:
            assert sum(part.combinations[line] for part in found.under.values()) == found.combinations[line]
    for line in busts.paytable.lines:
        assert sum(part.combinations[line] > 0 for part in busts.under.values()) == 1, "a line is of one up card"


def test_strategies_that_never_draw_to_20_have_the_same_odds() -> None:
    """`lucky-ladies`, appendix B: only a total of 30 loses it, and other busts of a player still win."""
    paytable = find_paytable("PT-FLT-BB-01")
    never = [odds(paytable, 2, strategy=name) for name in ("basic", "never-bust", "like-the-dealer")]
    assert never[0] == never[1] == never[2]
    assert odds(paytable, 2, strategy="hit-below-21").hit_frequency < never[0].hit_frequency


def test_thirty_takes_the_same_part_of_all_lines_of_one_hand() -> None:
    """One deck, up card eight, three eights: what is left of the probability is one minus the chance of a 30."""
    paytable = find_paytable("PT-FLT-BB-01")
    (line,) = [line for line in paytable.lines if line.event == "dealer-busts-with-three-eights-off-suit"]
    basic, reckless = odds(paytable, 1), odds(paytable, 1, strategy="hit-below-21")
    lost = thirty(behind(1, (card("8h"), card("8c"), card("8s"))))
    assert reckless.probability(line) == basic.probability(line) * (1 - lost)
    assert 0 < lost < 1


def test_it_is_all_the_same_whether_player_or_dealer_draws_first() -> None:
    """The player draws to anything below 21 and has 30, and the dealer busts: dealt in the order of the game."""
    shoe = [card(name) for name in ("Ah", "9h", "Tc", "Th", "Kd", "6c", "8d", "4s", "Qs")]
    size = len(shoe)

    def in_order(player: tuple[Card, ...], dealer: tuple[Card, ...], left: list[Card]) -> Fraction:
        """Of both hands from here, with the dealer's two dealt between the player's."""
        names = [c.name for c in player]
        if len(player) < 2 or len(dealer) < 2:
            to_player = len(player) == len(dealer)
        elif best(names) < 21:
            to_player = True
        elif best(names) != 30:
            return Fraction(0)
        elif done([c.name for c in dealer], True):
            return Fraction(bust([c.name for c in dealer]))
        else:
            to_player = False
        result = Fraction(0)
        for n, drawn in enumerate(left):
            rest = left[:n] + left[n + 1 :]
            hands = ((*player, drawn), dealer) if to_player else (player, (*dealer, drawn))
            result += Fraction(1, len(left)) * in_order(*hands, rest)
        return result

    dealer_first = Fraction(0)
    for hand, ways in endings(dict.fromkeys(shoe, 1), True):
        if total(hand)[0] > 21:
            left = Counter(c.value for c in shoe)
            left.subtract(c.value for c in hand)
            dealer_first += Fraction(ways, perm(size, len(hand))) * thirty(tuple(left[value] for value in range(1, 11)))
    assert dealer_first == in_order((), (), shoe) > 0


def test_three_cards_that_break_a_ten() -> None:
    """`bbb`: two cards below 17 and one that is too much, counted for one deck."""
    found = odds(find_paytable("bbb-break-bonus"), 1).under[10]
    (line,) = [line for line in found.paytable.lines if line.event == "dealer-breaks-with-3-cards"]
    names = [c.name for c in CARDS]
    ways = 0
    for second in names:
        for third in names:
            hand = ["Th", second, third]
            stiff = 12 <= best(["Th", second]) <= 16
            ways += stiff and bust(hand) and len({*hand}) == 3
    assert found.probability(line) == Fraction(ways, 51 * 50)
