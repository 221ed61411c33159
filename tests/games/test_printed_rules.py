"""Printed rules that hold for all games or all bets alike, tried on each shipped one (docs/COVERAGE.md)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.hands import GAMES, cards, deal, felt, seat, stacked
from support.spoken import say

from controller.games.bets import Seat, bet_refusals
from controller.games.cards import CARDS, total
from controller.games.dealing import Dealing
from controller.games.game import Felt
from controller.games.play import Act, Answer, DoubleFor, Move, PlaceAfterDeal, answered, play_round
from controller.games.settle import Outcome, Settled, Settler
from controller.games.shoe import Shoe, fresh_shoe
from controller.games.strategy import STRATEGIES, answerer
from controller.table.money import DOLLAR

HIT, STAY, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY = Move
WON, LOST, PUSHED, SURRENDERED = Outcome
BET_BIGGER = ("brook", "llj", "bbb")
FELTS = {name: felt(name) for name in GAMES}
FELTS["match-madness"] = felt("double-action", offer={"double-action": "DA6/1", "match-madness": "MM6/1"})
each_felt = pytest.mark.parametrize("on", FELTS.values(), ids=FELTS)


def made(on: Felt, number: int = 1, spots: int = 1) -> Seat:
    """A seat with so many main bets of the posted minimum, and every bonus wager that is made before the deal."""
    empty = 1 + len(on.game.main.bigger) - spots
    return Seat(number, "Ada", (on.minimum,) * spots + (0,) * empty, {bet: amount(on, bet) for bet in early(on)})


def early(on: Felt) -> list[str]:
    return [bet for bet in on.paytables if not on.game.side_bets[bet].after_deal]


def amount(on: Felt, bet: str) -> int:
    return max(on.game.side_bets[bet].lowest, on.minimum)


# -- what may be bet -----------------------------------------------------------------------------------------


@each_felt
def test_any_choice_of_bonus_wagers_may_be_made(on: Felt) -> None:
    """All five games: all, none and whatever lies between, but for those that need another (Top 3)."""
    alone = [bet for bet in early(on) if not on.game.side_bets[bet].only_beside]
    for many in range(len(alone) + 1):
        for chosen in combinations(alone, many):
            at = made(on)._replace(side={bet: amount(on, bet) for bet in chosen})
            assert list(bet_refusals(on, [at])) == [], chosen
    assert list(bet_refusals(on, [made(on)])) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_bonus_wager_needs_a_main_bet(name: str) -> None:
    """`lucky-ladies` and `double-action`, rule 1; the Ante of `brook`, `llj` and `bbb`."""
    on = felt(name)
    at = made(on)
    (refused,) = bet_refusals(on, [at._replace(main=(0,) * len(at.main))])
    assert f"{on.game.main.title} of $0.00 is not possible" in say(refused)


@pytest.mark.parametrize("name", BET_BIGGER)
def test_no_spot_takes_more_than_ten_dollars(name: str) -> None:
    """`brook`, part C; `llj` and `bbb`: whatever the spot, $11 are refused and $10 only where just $5 may be bet."""
    on = felt(name, minimum=10)
    ten = Seat(1, "Ada", (10 * DOLLAR,) * 4, {})
    assert list(bet_refusals(on, [ten])) == []
    assert list(bet_refusals(on, [ten._replace(main=(11 * DOLLAR,) * 4)]))
    for bet in on.paytables:
        assert list(bet_refusals(on, [ten._replace(side={bet: 11 * DOLLAR})])), bet
        refused = list(bet_refusals(on, [ten._replace(side={bet: 10 * DOLLAR})]))
        assert bool(refused) == (on.game.side_bets[bet].amounts == (5 * DOLLAR,)), bet


@each_felt
def test_only_bust_bonus_is_asked_for_after_the_deal(on: Felt) -> None:
    """`brook`, part F; `double-action`; `lucky-ladies` for Bust Bonus: every other wager is made before any card."""
    asked = []

    def answer(question: object) -> Answer:
        asked.append(question)
        return STAY if isinstance(question, Act) else 0

    answered(play_round(on, [made(on)], stacked("Tc 9d", "7d Ts")), answer)
    late = [question.bet.id for question in asked if isinstance(question, PlaceAfterDeal)]
    assert late == (["bust-bonus"] if on.game.id == "lucky-ladies" else [])


# -- what the cards count ------------------------------------------------------------------------------------


def test_what_a_card_counts() -> None:
    """`brook`, `llj`, `bbb`: an ace 1 or 11, a face 10, any other card what is printed on it."""
    tens = dict.fromkeys("TJQK", (10, False))
    printed = {"A": (11, True), **tens, **{str(number): (number, False) for number in range(2, 10)}}
    for each in CARDS:
        assert total([each]) == printed[each.name[0]]
    assert total(cards("Ac 9d")) == (20, True)
    assert total(cards("Ac 9d 5h")) == (15, False)
    assert total(cards("Ac Ad")) == (12, True)
    assert total(cards("Ac Kd Qh")) == (21, False)


# -- the main bets -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BET_BIGGER)
@pytest.mark.parametrize(
    ("players", "dealer", "then", "answers", "expected"),
    [
        ("Ac Kd", "7d Ts", "", [], (WON, 15, 10)),  # 3 to 2
        ("Ac Kd", "Ad Ts", "", [EVEN_MONEY], (WON, 10, 10)),
        ("Tc 9d", "7d Ts", "", [STAY], (WON, 10, 10)),
        ("Tc 2d", "6d Ts", "Kc", [STAY], (WON, 10, 10)),  # the dealer busts
        ("Tc 6d", "7d Ts", "", [SURRENDER], (SURRENDERED, 0, 5)),
        ("5c 6d", "7d Ts", "Kc", [DOUBLE], (WON, 20, 20)),
        ("5c 6d", "7d Ts", "Kc", [DoubleFor(4 * DOLLAR)], (WON, 14, 14)),
        ("Tc 6d", "7d Ts", "Kc", [HIT], (LOST, 0, 0)),
    ],
)
def test_every_spot_has_the_fate_of_its_hand(
    name: str, players: str, dealer: str, then: str, answers: list[Answer], expected: tuple[Outcome, int, int]
) -> None:
    """`brook`, `llj`, `bbb`: the Ante and each Bet Bigger spot of each game."""
    on = felt(name)
    done = deal(on, [seat(1, 10, 10, 10, 10)], stacked(players, dealer, then), *answers)
    for spot in (on.game.main.title, *on.game.main.bigger):
        found = done.wager(1, spot)
        assert (found.outcome, found.paid // DOLLAR, found.returned // DOLLAR) == expected, spot


@pytest.mark.parametrize("name", BET_BIGGER)
@pytest.mark.parametrize("dealer", ["Kd As", "Ad Ks"])
def test_a_dealers_blackjack_takes_every_hand_but_a_blackjack(name: str, dealer: str) -> None:
    """`brook`, `llj`, `bbb`: under a ten and under an ace, 21 of three cards being out of reach."""
    answers = [0, 0] if dealer[0] == "A" else []
    seats = [seat(1, 10, 10, 10, 10), seat(2, 10, 10, 10, 10)]
    done = deal(felt(name), seats, stacked("Tc Qd / Ac Kc", dealer), *answers)
    assert done.finished.turned
    taken = [each for each in done.settled if each.seat == 1]
    second = [each for each in done.settled if each.seat == 2]
    assert [(each.outcome, each.returned) for each in taken] == [(LOST, 0)] * 4
    assert [(each.outcome, each.returned) for each in second] == [(PUSHED, 10 * DOLLAR)] * 4


@pytest.mark.parametrize("name", ["lucky-ladies", "double-action"])
def test_standard_blackjack_offers_hit_stay_double_and_split(name: str) -> None:
    """`double-action`, rule 5; `lucky-ladies` by standard blackjack."""
    asked = deal(felt(name, offer={}), [seat(1, 10)], stacked("8c 8d", "7d Ts"), STAY).asked
    assert [each.allowed for each in asked if isinstance(each, Act)] == [(HIT, STAY, DOUBLE, SPLIT)]


# -- bonus wagers --------------------------------------------------------------------------------------------


@each_felt
def test_a_side_bet_that_wins_nothing_is_taken(on: Felt) -> None:
    """All five games: two low cards of two suits, and a dealer who stands."""
    done = deal(on, [made(on)], stacked("2c 5d", "8h Ts"), *[0] * ("bust-bonus" in on.paytables), STAY)
    side = [each for each in done.settled if each.wager in on.game.side_bets]
    assert sorted(each.wager for each in side) == sorted(early(on))
    assert [(each.outcome, each.paid, each.returned, each.share) for each in side] == [(LOST, 0, 0, 0)] * len(side)


@given(st.sampled_from(list(FELTS.values())), st.randoms(use_true_random=False))
def test_bonus_wagers_change_nothing_of_the_main_hand(on: Felt, random: Random) -> None:
    """`lucky-ladies` and `double-action`: the same cards and the same play with all of them and with none."""
    shoe = fresh_shoe(on.decks, random.randrange)
    late = {bet: on.game.side_bets[bet].highest for bet in on.paytables if bet not in early(on)}
    mains = []
    for side, after in ((made(on).side, late), ({}, {})):
        again = Shoe(shoe.cards, shoe.cut)
        finished = answered(play_round(on, [made(on)._replace(side=side)], again), answerer(STRATEGIES["basic"], after))
        mains.append([each for each in Settler(on).settle(finished) if each.wager not in on.game.side_bets])
    assert mains[0] == mains[1]


def test_nothing_of_an_earlier_round_changes_a_later_one() -> None:
    """`brook`, part I: no points; the same hands are worth the same in whatever order they come."""
    on = felt("brook")
    hands = ["Qh 7d Qh Ts", "Qh 8h 3d Ts", "2c 8h 5d Ts", "Ah 9h Ah 8s"]  # the player's first, up, second, hole

    def settled(order: list[str]) -> list[tuple[Settled, ...]]:
        settler = Settler(on)
        dealing = Dealing(on, lambda: Shoe(cards(" ".join(order)), 99))
        return [settler.settle(answered(dealing.begin([made(on)]), answerer(lambda act: STAY))) for _ in order]

    assert settled(hands) == settled(hands[::-1])[::-1]


@pytest.mark.parametrize(
    ("players", "times"), [("Jh Jh", 12), ("4c 4s", 10), ("Tc Ts", 10), ("Tc Tc", 12), ("Tc Kd", 0), ("Ac Kd", 0)]
)
def test_a_perfect_pair_is_of_one_rank(players: str, times: int) -> None:
    """`llj`: the first three are its examples."""
    done = deal(
        felt("llj"), [seat(1, 5, 0, 0, 0, side={"perfect-pair": 5})], stacked(players, "8d Ts"),
        *[STAY] * (players != "Ac Kd"),
    )  # fmt: skip
    found = done.wager(1, "perfect-pair")
    assert (found.outcome, found.paid) == ((WON, 5 * times * DOLLAR) if times else (LOST, 0))


@pytest.mark.parametrize(
    ("players", "classic", "xtreme", "top"),
    [
        ("7h 8h", 9, 30, 180),  # beside the nine of hearts
        ("9c 9d", 9, 20, 90),
        ("9h 9h", 9, 20, 270),
        ("7c 8h", 9, 10, None),
        ("2h 5h", 9, 5, None),
        ("2h 5c", None, None, None),
    ],
)
def test_twenty_one_plus_three_is_paid_by_its_table(players: str, classic: int, xtreme: int, top: int | None) -> None:
    """`lucky-ladies`, appendix C: the first two cards and the up card; Top 3 pays the same hands anew."""
    bets = {"21-plus-3-classic": 1, "21-plus-3-xtreme": 1, "top-3": 1}
    on = felt("lucky-ladies", offer={
        "21-plus-3-classic": "PT-FLT-213-03", "21-plus-3-xtreme": "PT-FLT-213XT-01", "top-3": "PT-FLT-TOP3-01"
    })  # fmt: skip
    done = deal(on, [seat(1, 10, side=bets)], stacked(players, "9h Ts"), STAY)
    for bet, times in zip(bets, (classic, xtreme, top), strict=True):
        found = done.wager(1, bet)
        paid = (WON, times * DOLLAR, DOLLAR) if times else (LOST, 0, 0)
        assert (found.outcome, found.paid, found.returned) == paid, bet


def test_match_madness_is_settled_from_right_to_left() -> None:
    """`double-action`, rule 9."""
    on = felt("double-action", offer={"match-madness": "MM6/1"})
    seats = [seat(number, 10, side={"match-madness": 5}) for number in (1, 2, 3)]
    done = deal(on, seats, stacked("Tc 9d / 9c 9h / Tc 8d", "8d Ts"), STAY, STAY, STAY)
    assert [each.seat for each in done.settled if each.wager == "match-madness"] == [3, 2, 1]
