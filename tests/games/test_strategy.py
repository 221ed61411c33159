"""The chart read as it is printed elsewhere, and what it is worth when a move is not allowed."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.hands import GAMES, felt, hand, seat

from controller.games import thirty
from controller.games.cards import card
from controller.games.play import Act, Insure, Move, PlaceAfterDeal, answered, play_round
from controller.games.settle import Settler
from controller.games.shoe import fresh_shoe
from controller.games.strategy import STRATEGIES, answerer, basic

HIT, STAY, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY = Move
EVERY = (HIT, STAY, DOUBLE, SPLIT, SURRENDER)


def act(cards: str, up: str, *allowed: Move) -> Act:
    held = hand(cards)
    if not allowed:
        pair = held.cards[0].rank == held.cards[1].rank
        two = (HIT, STAY, DOUBLE, *([SPLIT] if pair else []), SURRENDER)
        allowed = two if len(held.cards) == 2 else (HIT, STAY)
    return Act(1, held, card(up), allowed)


@pytest.mark.parametrize(
    ("cards", "up", "move"),
    [
        ("5c 3d", "6d", HIT), ("5c 4d", "2d", HIT), ("5c 4d", "3d", DOUBLE), ("6c 4d", "Td", HIT),
        ("5c 6d", "Ad", DOUBLE), ("Tc 2d", "3d", HIT), ("Tc 2d", "4d", STAY), ("Tc 6d", "6d", STAY),
        ("Tc 6d", "7d", HIT), ("Tc 6d", "9d", SURRENDER), ("9c 6d", "9d", HIT), ("9c 6d", "Kd", SURRENDER),
        ("Tc 7d", "Td", STAY), ("Tc 7d", "Ad", SURRENDER), ("Tc 9d", "Ad", STAY), ("7c 7d 7h", "Ad", STAY),
        ("Ac 2d", "4d", HIT), ("Ac 2d", "5d", DOUBLE), ("Ac 6d", "2d", HIT), ("Ac 6d", "3d", DOUBLE),
        ("Ac 7d", "2d", DOUBLE), ("Ac 7d", "7d", STAY), ("Ac 7d", "9d", HIT), ("Ac 8d", "6d", DOUBLE),
        ("Ac 8d", "5d", STAY), ("Ac 9d", "6d", STAY),
        ("Ac Ad", "Ad", SPLIT), ("2c 2d", "7d", SPLIT), ("2c 2d", "8d", HIT), ("4c 4d", "5d", SPLIT),
        ("4c 4d", "4d", HIT), ("5c 5d", "9d", DOUBLE), ("6c 6d", "2d", SPLIT), ("6c 6d", "7d", HIT),
        ("7c 7d", "7d", SPLIT), ("7c 7d", "8d", HIT), ("8c 8d", "Td", SPLIT), ("8c 8d", "Ad", SURRENDER),
        ("9c 9d", "7d", STAY), ("9c 9d", "9d", SPLIT), ("Kc Kd", "6d", STAY),
    ],
)  # fmt: skip
def test_basic_strategy(cards: str, up: str, move: Move) -> None:
    """Several decks, the dealer hits soft 17, double after split, late surrender."""
    assert basic(act(cards, up)) is move


# The whole chart once more, by move: against which up cards; what is said last holds for the others.
CHART = """
hard 9    double 3456        else hit
hard 10   double 23456789    else hit
hard 11   double 23456789TA
hard 12   stay 456           else hit
hard 13   stay 23456         else hit
hard 14   stay 23456         else hit
hard 15   stay 23456         surrender TA    else hit
hard 16   stay 23456         surrender 9TA   else hit
hard 17   surrender A        else stay
hard 18   else stay
hard 19   else stay
soft 13   double 56          else hit
soft 14   double 56          else hit
soft 15   double 456         else hit
soft 16   double 456         else hit
soft 17   double 3456        else hit
soft 18   double 23456       stay 78         else hit
soft 19   double 6           else stay
soft 20   else stay
pair A    split 23456789TA
pair 2    split 234567       else hit
pair 3    split 234567       else hit
pair 4    split 56           else hit
pair 5    double 23456789    else hit
pair 6    split 23456        else hit
pair 7    split 234567       stay 23456      else hit
pair 8    split 23456789T    surrender A
pair 9    split 2345689      else stay
pair T    else stay
"""
UP_CARDS = "23456789TA"
INSTEAD = {"hard 17": STAY, "soft 18": STAY, "soft 19": STAY}  # of doubling or surrender where neither is allowed
HANDS = {  # two cards of each
    **{f"hard {total}": f"{total - 2}c 2d" for total in (9, 10)},
    **{f"hard {total}": f"{total - 9}c 9d" for total in range(11, 18)},
    **{f"hard {total}": f"Tc {total - 10}d" for total in (18, 19)},
    **{f"soft {total}": f"Ac {total - 11}d" for total in range(13, 21)},
    **{f"pair {rank}": f"{rank}c {rank}d" for rank in "A23456789T"},
}


def cells() -> Iterator[tuple[str, str, Move]]:
    for row in CHART.strip().splitlines():
        kind, name, *moves = row.split()
        against = dict.fromkeys(UP_CARDS, "")
        for move, ups in zip(moves[::2], moves[1::2], strict=True):
            for up in UP_CARDS if move == "else" else ups:
                against[up] = against[up] or (ups if move == "else" else move)
        yield from ((f"{kind} {name}", up, Move(move)) for up, move in against.items())


def test_every_cell_of_the_chart() -> None:
    """Typed a second time from another form; and what is done where the move is not allowed."""
    chart = list(cells())
    assert len(chart) == 10 * 29
    for name, up, move in chart:
        up_card = f"{up}h"
        assert basic(act(HANDS[name], up_card)) is move, (name, up)
        if move in (DOUBLE, SURRENDER):
            instead = SPLIT if name == "pair 8" else INSTEAD.get(name, HIT)
            allowed = (HIT, STAY, SPLIT) if name == "pair 8" else (HIT, STAY)
            assert basic(act(HANDS[name], up_card, *allowed)) is instead, (name, up)


@pytest.mark.parametrize("up", UP_CARDS)
def test_a_hard_hand_below_9_and_aces_that_may_not_be_split_draw(up: str) -> None:
    for cards in ("3c 2d", "4c 2d", "5c 2d", "6c 2d", "2c 2d", "3c 3d", "4c 4d", "Ac Ad"):
        assert basic(act(cards, f"{up}h", HIT, STAY, DOUBLE, SURRENDER)) is HIT, cards


@pytest.mark.parametrize(
    ("cards", "up", "allowed", "move"),
    [
        ("5c 6d", "6d", (HIT, STAY), HIT),
        ("Ac 7d", "6d", (HIT, STAY), STAY),
        ("Tc 6d", "Td", (HIT, STAY, DOUBLE), HIT),
        ("Tc 7d", "Ad", (HIT, STAY, DOUBLE), STAY),
        ("8c 8d", "Ad", (HIT, STAY, DOUBLE, SPLIT), SPLIT),
        ("8c 8d", "Td", (HIT, STAY, DOUBLE), HIT),
        ("Ac Ad", "6d", (STAY, SPLIT), SPLIT),
        ("Ac Ad", "6d", (HIT, STAY, DOUBLE), HIT),
    ],
)
def test_what_is_not_allowed_is_done_otherwise(cards: str, up: str, allowed: tuple[Move, ...], move: Move) -> None:
    assert basic(act(cards, up, *allowed)) is move


@pytest.mark.parametrize(
    ("name", "hits", "stays"),
    [
        ("like-the-dealer", ("Tc 6d", "Ac 6d"), ("Tc 7d", "Ac 7d")),
        ("never-bust", ("5c 6d", "Ac 6d"), ("Tc 2d", "Ac 7d", "Ac Kd 3c")),
        ("hit-below-21", ("Tc Kd", "Ac 9d"), ("Tc 6d 5c", "Ac Kd")),
    ],
)
def test_the_simpler_players(name: str, hits: tuple[str, ...], stays: tuple[str, ...]) -> None:
    for cards in hits:
        assert STRATEGIES[name](act(cards, "6d")) is HIT, cards
    for cards in stays:
        assert STRATEGIES[name](act(cards, "6d")) is STAY, cards


def test_a_strategy_neither_insures_nor_takes_even_money_and_bets_after_the_deal_as_told() -> None:
    answer = answerer(basic, {"bust-bonus": 5})
    assert answer(Insure(1, hand("Ac Kd"), 5, even_money=True)) == 0
    bets = felt("lucky-ladies").game.side_bets
    assert answer(PlaceAfterDeal(1, bets["bust-bonus"], hand("Ac Kd"), card("6d"))) == 5
    assert answer(PlaceAfterDeal(1, bets["top-3"], hand("Ac Kd"), card("6d"))) == 0
    assert answer(act("Tc 6d", "7d")) is HIT


@given(st.sampled_from(GAMES), st.sampled_from(sorted(STRATEGIES)), st.randoms(use_true_random=False))
def test_no_strategy_is_ever_refused(name: str, strategy: str, random: Random) -> None:
    on = felt(name, max(felt(name).game.decks))
    seats = [seat(number, *[5] * (1 + len(on.game.main.bigger))) for number in range(1, 7)]
    shoe = fresh_shoe(on.decks, random.randrange)
    while not shoe.ended:
        assert Settler(on).settle(answered(play_round(on, seats, shoe), answerer(STRATEGIES[strategy])))


def test_the_odds_know_of_each_strategy_whether_it_draws_to_a_hard_20() -> None:
    """Bust Bonus loses on a player's 30, which nothing but a card on a hard 20 makes (`lucky-ladies`)."""
    twenties = [("Tc Kd", up) for up in ("2d", "7d", "Td", "Ad")]
    draws = {name: any(play(act(*held)) is HIT for held in twenties) for name, play in STRATEGIES.items()}
    assert draws == thirty.STRATEGIES
