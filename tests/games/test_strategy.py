"""The chart read as it is printed elsewhere, and what it is worth when a move is not allowed."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support_hands import GAMES, felt, hand, seat

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
    """Bust Bonus loses on a player's 30, which nothing but a card on a hard 20 makes (seed 003)."""
    twenties = [("Tc Kd", up) for up in ("2d", "7d", "Td", "Ad")]
    draws = {name: any(play(act(*held)) is HIT for held in twenties) for name, play in STRATEGIES.items()}
    assert draws == thirty.STRATEGIES
