"""Exact odds: against printed figures (`brook`, `double-action`), counted physical cards, and their own sums."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations as choose
from math import comb, perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.config.catalogue import find_paytable, paytable_names
from controller.games.cards import CARDS, Suit
from controller.games.counting import deals, hidden_lines
from controller.games.dealer import longest
from controller.games.events import EVENTS, Sees
from controller.games.odds import Odds, odds
from controller.games.paytable import Line, Paytable
from controller.table.money import DOLLAR

ALL = paytable_names()
METERS = {None: 1000 * DOLLAR, "mega": 9000 * DOLLAR, "major": 4000 * DOLLAR, "minor": 1000 * DOLLAR}


def made(*events: str, decks: tuple[int, int] = (1, 8), **more: object) -> Paytable:
    lines = tuple(Line(event, event, times=len(events) - n) for n, event in enumerate(events))
    return replace(Paytable("made", "", "", DOLLAR, (DOLLAR,), True, *decks, lines), **more)  # type: ignore[arg-type]


def chances(found: Odds) -> dict[str, Fraction]:
    return {line.event: found.probability(line) for line in found.paytable.lines}


def edge(name: str, decks: int) -> str:
    found = odds(find_paytable(name), decks)
    return f"{float(found.house_edge(found.paytable.base_wager)):.4f}"


# -- figures in print ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("DA2/1", "0.0348"), ("DA2/3", "0.0769"), ("DA4/1", "0.0553"), ("DA4/2", "0.0671"), ("DA4/3", "0.0742"),
        ("DA4/4", "0.0846"), ("DA4/5", "0.0705"), ("DA4/6", "0.0809"),
    ],
)  # fmt: skip
def test_house_advantages_in_print(name: str, printed: str) -> None:
    """`double-action`, appendix A."""
    assert edge(name, int(name[2])) == printed


def test_one_figure_in_print_is_off() -> None:
    """`double-action` prints 10.00 % for DA2/2: with the rules that give all its other figures it is 10.04 %."""
    assert edge("DA2/2", 2) == "0.1004"


def test_suited_royals_as_printed() -> None:
    """`brook`: probabilities, hands until a hit, house edge, return and hit frequency. The table in print has the
    diamonds among the face cards in a row of their own, though they pay the same."""
    found = odds(find_paytable("brook-suited-royals"), 6)
    by_event = chances(found)
    diamonds = odds(made("king-queen-of-diamonds", "king-queen-suited", "face-cards-suited", "two-cards-suited"), 6)
    assert chances(diamonds) == by_event
    faces = by_event["face-cards-suited"]
    rows = [by_event["king-queen-of-diamonds"], by_event["king-queen-suited"], faces / 4, faces * 3 / 4]
    rows.append(by_event["two-cards-suited"])
    assert [f"{float(row):.6f}" for row in rows] == ["0.000742", "0.002226", "0.002412", "0.007235", "0.234974"]
    assert [f"{float(1 / row):.4f}" for row in rows] == ["1347.6667", "449.2222", "414.6667", "138.2222", "4.2558"]
    assert f"{float(found.house_edge(5 * DOLLAR)):.4f}" == "0.1044"
    assert f"{float(found.returned(5 * DOLLAR)):.4f}" == "0.8956"
    assert round(1 / found.hit_frequency) == 4


def test_galaxy_bonus_jackpot_in_closed_form() -> None:
    """`brook`: six decks, 48,516 pairs with 310 up cards."""
    found = odds(find_paytable("brook-galaxy-bonus-jackpot"), 6)
    by_event = {line.event: number for line, number in found.combinations.items()}
    assert found.total == comb(312, 2) * 310
    assert by_event == {
        "three-aces-suited": 3 * 4 * comb(6, 3),
        "three-of-a-kind-suited": 3 * 12 * 4 * comb(6, 3),
        "straight-flush": 3 * 12 * 4 * 6**3,
        "three-of-a-kind-off-suit": 3 * 13 * (comb(24, 3) - 4 * comb(6, 3)),
        "straight": 3 * 12 * (24**3 - 4 * 6**3),
    }


def test_21_plus_3_as_published() -> None:
    """PT-FLT-213-03 (nine to one on all four): the published house edge for six decks is 3.24 %."""
    assert edge("PT-FLT-213-03", 6) == "0.0324"


# -- counting ------------------------------------------------------------------------------------------------


def combinations(paytable: Paytable, decks: int) -> int:
    """All that a full shoe has, by a formula that counts no deal."""
    cards, sees = decks * len(CARDS), max(event.sees for event in paytable.events)
    return perm(cards, longest(True)) if sees is Sees.HAND else comb(cards, 2) * perm(cards - 2, sees)


@pytest.mark.parametrize("name", ALL)
def test_probabilities_sum_to_one(name: str) -> None:
    """Deals of every pay table are all there are, with its fewest and its most decks; and a line that its decks do
    not have (C13) is never counted, while any other is."""
    paytable = find_paytable(name)
    for decks in {paytable.min_decks, paytable.max_decks}:
        assert sum(ways for _, _, ways in deals(paytable, decks)) == combinations(paytable, decks)
        found = odds(paytable, decks)
        for line, event in zip(paytable.lines, paytable.events, strict=True):
            assert (found.combinations[line] > 0) == (event.decks <= decks)
        assert 0 <= found.hit_frequency <= sum(chances(found).values()) < 1


def physical(paytable: Paytable, decks: int, seen: int) -> tuple[Counter[Line | None], int]:
    """Card by card: each card of the shoe is a thing of its own."""
    shoe = CARDS * decks
    found: Counter[Line | None] = Counter()
    deciding: dict[tuple[object, ...], Line | None] = {}
    for a, b in choose(range(len(shoe)), 2):
        rest = shoe[:a] + shoe[a + 1 : b] + shoe[b + 1 :]
        for up in rest if seen else (None,):
            key = shoe[a], shoe[b], up
            if key not in deciding:
                deciding[key] = paytable.decide((shoe[a], shoe[b]), (up,) if up else (), Suit.SPADES)
            found[deciding[key]] += 1
    return found, found.total()


@pytest.mark.parametrize(
    ("events", "decks", "seen"),
    [
        (("matched-20", "suited-20", "any-20", "queen-of-hearts", "any-queen"), 3, 0),
        (("three-queens-same-color", "three-queens", "suited-20", "any-20"), 2, 1),
        (("straight-flush", "three-of-a-kind", "straight", "flush", "dealer-card-matched"), 2, 1),
        (("suited-and-off-suit-match", "two-off-suit-matches", "one-suited-match", "one-off-suit-match"), 2, 1),
        (("three-aces-or-kings-chosen-suit", "three-aces-or-kings-suited", "three-of-a-kind-off-suit"), 3, 1),
    ],
)
def test_counts_are_those_of_physical_cards(events: Sequence[str], decks: int, seen: int) -> None:
    paytable = made(*events)
    by_card, total = physical(paytable, decks, seen)
    found = odds(paytable, decks, Suit.SPADES)
    assert found.total == total
    assert {line: by_card[line] for line in paytable.lines} == found.combinations


def test_queens_beside_a_blackjack_in_closed_form() -> None:
    """`lucky-ladies`, appendix D, note 3: the dealer's blackjack is the chosen suit's, any suit's, or has two suits."""
    events = [
        "queen-of-hearts-pair-and-dealer-blackjack-chosen-suit", "queen-of-hearts-pair-and-dealer-blackjack-suited",
        "queen-of-hearts-pair-and-dealer-blackjack", "queen-of-hearts-pair", "pair-of-queens-and-dealer-blackjack",
    ]  # fmt: skip
    for decks in (2, 6, 8):
        for suit in (Suit.HEARTS, Suit.CLUBS):
            found = odds(made(*events), decks, suit)
            queens, hearts, others = comb(decks, 2), 2 * decks * (4 * decks - 2), 2 * decks * 4 * decks
            chosen = hearts if suit is Suit.HEARTS else others
            suited, all_of_them = hearts + 3 * others, 2 * 4 * decks * (16 * decks - 2)
            assert list(found.combinations.values()) == [
                queens * chosen,
                queens * (suited - chosen),
                queens * (all_of_them - suited),
                queens * (perm(52 * decks - 2, 2) - all_of_them),
                (comb(4 * decks, 2) - queens) * all_of_them,
            ]


def test_match_madness_in_closed_form() -> None:
    """`double-action`, appendix B, from the hole card: the three on show have its face, its rank or neither."""
    for decks in (4, 8):
        found = odds(find_paytable(f"MM{decks}/1"), decks)
        same, rank, other, left = decks - 1, 4 * decks - 1, 48 * decks, 52 * decks - 1
        total = comb(left, 3)
        assert list(chances(found).values()) == [
            Fraction(comb(same, 3), total),
            Fraction(comb(rank, 3) - comb(same, 3), total),
            Fraction(comb(rank, 2) * other, total),
            Fraction(same * comb(other, 2), total),
            Fraction((rank - same) * comb(other, 2), total),
        ]


@given(st.integers(1, 7), st.sampled_from(ALL))
@settings(max_examples=25, deadline=None)
def test_a_deck_more_changes_no_sum(decks: int, name: str) -> None:
    paytable = find_paytable(name)
    for number in (decks, decks + 1):
        assert sum(ways for _, _, ways in deals(paytable, number)) == combinations(paytable, number)


FIRST_CARDS = [name for name, event in EVENTS.items() if event.sees is not Sees.HAND]


@given(
    st.lists(st.sampled_from(FIRST_CARDS), min_size=1, max_size=8, unique=True),
    st.tuples(*[st.sampled_from(CARDS[7:13] + CARDS[26:28] + CARDS[33:39])] * 4),
    st.sampled_from(list(Suit)),
)
def test_the_first_line_from_the_top_decides(events: list[str], cards: Sequence[object], suit: Suit) -> None:
    """R009: only the highest hand is paid."""
    paytable = made(*events)
    first, second, up, hole = cards
    hand = ((first, second), (up, hole), suit)
    expected = next((line for line in paytable.lines if EVENTS[line.event].occurs(*hand)), None)  # type: ignore[arg-type]
    assert paytable.decide(*hand) is expected  # type: ignore[arg-type]


def test_lines_that_others_take_whole() -> None:
    hidden = hidden_lines(made("flush", "three-of-a-kind", "straight-flush", "three-aces-suited", "straight"))
    assert [line.event for line in hidden] == ["straight-flush", "three-aces-suited"]


def test_a_line_without_its_cards_is_missing_not_hidden() -> None:
    """C13: two decks have no three queens of hearts; that is said elsewhere."""
    assert hidden_lines(made("three-queens-of-hearts", "three-queens-same-suit", "three-queens", decks=(2, 2))) == ()


@pytest.mark.parametrize("name", ALL)
def test_no_printed_line_is_hidden(name: str) -> None:
    assert hidden_lines(find_paytable(name)) == ()


# -- money ---------------------------------------------------------------------------------------------------


def test_to_1_returns_the_wager_and_for_1_does_not() -> None:
    """C18: the same line, once to 1 and once for 1."""
    to_1, for_1 = made("any-20"), made("any-20", returned=False)
    a, b = odds(to_1, 6), odds(for_1, 6)
    assert a.returned(DOLLAR) - b.returned(DOLLAR) == a.hit_frequency
    assert a.variance(DOLLAR) == a.hit_frequency * (1 - a.hit_frequency) * 4
    assert b.variance(DOLLAR) == b.hit_frequency * (1 - b.hit_frequency)


def test_a_line_that_loses_is_no_hit_and_pays_nothing() -> None:
    """`lucky-ladies`, appendix A prints "Lose" for any queen."""
    paytable = made("any-20", "any-queen")
    loses = replace(paytable, lines=(paytable.lines[0], Line("any-queen", "", loses=True)))
    without = odds(replace(paytable, lines=paytable.lines[:1]), 6)
    found = odds(loses, 6)
    assert found.combinations[loses.lines[1]] > 0
    assert found.hit_frequency == without.hit_frequency
    assert found.house_edge(DOLLAR) == without.house_edge(DOLLAR)


def test_amounts_grow_with_the_wager() -> None:
    """R007, `lucky-ladies`, appendix E note 7: the edge of fixed awards is the same for any wager."""
    found = odds(find_paytable("PT-BJS-213-01"), 6)
    grown = found.house_edge(5 * DOLLAR, {None: 5 * 4000 * DOLLAR})
    assert found.house_edge(DOLLAR, {None: 4000 * DOLLAR}) == grown


def test_break_even_meter_is_where_the_edge_is_nothing() -> None:
    """`brook`: a wager of $5; three suited aces are 240 of 15,039,960 combinations."""
    found = odds(find_paytable("brook-galaxy-bonus-jackpot"), 6)
    even = found.break_even(5 * DOLLAR)
    assert even is not None
    assert found.house_edge(5 * DOLLAR, {None: even}) == 0
    fixed = 5 * DOLLAR * found.returned(5 * DOLLAR, {None: 0})
    assert even == (5 * DOLLAR - fixed) * Fraction(15_039_960, 240)


def test_break_even_of_one_meter_among_several() -> None:
    """`llj`: a $5 wager takes half, a $10 wager all; MEGA as it stands with the others given."""
    found = odds(find_paytable("llj-lucky-ladies-jackpot"), 6)
    for name in found.meters:
        even = found.break_even(10 * DOLLAR, name, METERS)
        assert even is not None
        assert found.house_edge(10 * DOLLAR, {**METERS, name: even}) == 0
        assert found.break_even(5 * DOLLAR, name, METERS) == even, "half of the meter for half of the wager"


def test_a_meter_that_cannot_be_won_breaks_even_nowhere() -> None:
    """C13: with two decks nobody has three queens of hearts."""
    found = odds(find_paytable("llj-lucky-ladies-jackpot"), 2)
    names = [line.meter for line in found.paytable.lines if line.event == "three-queens-of-hearts"]
    assert found.break_even(10 * DOLLAR, names[0], METERS) is None
    assert found.mean_meter(10 * DOLLAR, 1000, 1250 * DOLLAR, names[0]) is None
    assert found.house_edge(10 * DOLLAR, {name: 0 for name in found.meters if name != names[0]}) < 1, "not asked for"


def test_a_share_asks_what_its_meter_stands_at() -> None:
    with pytest.raises(ValueError, match=r"brook-galaxy-bonus-jackpot: .* pays a share; say what its meter stands at"):
        odds(find_paytable("brook-galaxy-bonus-jackpot"), 6).house_edge(5 * DOLLAR)


def test_mean_meter_when_only_all_of_it_is_won() -> None:
    """`brook`: $1,250 and 50 cents of each wager, hit once in so many wagers."""
    found = odds(find_paytable("brook-galaxy-bonus-jackpot"), 6)
    once_in = 1 / found.probability(found.paytable.lines[0])
    assert found.mean_meter(5 * DOLLAR, 1000, 1250 * DOLLAR) == 1250 * DOLLAR + once_in * DOLLAR / 2


def test_mean_meter_with_smaller_shares_is_that_of_the_meters_life() -> None:
    """The meter's mean after n wagers, followed exactly: each step its expectation is that of what it was."""
    found = odds(find_paytable("LL/JP 3"), 2)
    lines = [
        (found.probability(line), Fraction(line.shares[0], 10_000)) for line in found.paytable.lines if line.shares
    ]
    mean = found.mean_meter(DOLLAR, 1000, 1000 * DOLLAR)
    assert mean is not None
    assert len({share for _, share in lines}) == 3
    after = mean + DOLLAR // 10  # then the hand is dealt
    lost = sum(chance * share * mean for chance, share in lines)
    reseeded = sum(chance * 1000 * DOLLAR for chance, share in lines if share == 1)
    assert after - lost + reseeded == mean


# -- refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "decks", "strategy", "message"),
    [
        ("DA4/3", 6, "basic", "DA4/3 is for 4 decks, not for 6"),
        ("PT-FLT-LL-02", 3, "basic", "PT-FLT-LL-02 is for 4 to 8 decks, not for 3"),
        ("PT-FLT-BB-01", 6, "bold", 'there is no strategy "bold"; write one of basic, never-bust'),
        ("DA4/3", 4, "hit-below-21", "DA4/3 is decided before anyone draws; leave the strategy out"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_sentence(name: str, decks: int, strategy: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        odds(find_paytable(name), decks, strategy=strategy)


def test_a_players_hand_and_the_dealers_finished_one_do_not_mix() -> None:
    with pytest.raises(ValueError, match="made mixes hands of the player with the dealer's finished hand"):
        odds(made("any-20", "dealer-breaks-with-3-cards"), 6)
