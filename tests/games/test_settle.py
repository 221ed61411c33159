"""What every wager comes to, and in which order; rounds with stacked shoes."""

from dataclasses import replace

import pytest
from support.games.hands import deal, felt, seat, stacked, with_rules

from controller.games.bets import Seat
from controller.games.cards import Suit
from controller.games.play import Answer, DoubleFor, Move
from controller.games.settle import INSURANCE, Outcome
from controller.table.money import DOLLAR

HIT, STAY, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY = Move
WON, LOST, PUSHED, SURRENDERED = Outcome
TEN = seat(1, 10, 10, 0, 10)
FIVE = seat(1, 5, 0, 0, 0)

Money = tuple[Outcome, int, int, int]  # outcome, staked, paid, returned; in dollars


@pytest.mark.parametrize(
    ("players", "dealer", "then", "answers", "expected"),
    [
        ("Tc 9d", "7d Ts", "", [STAY], (WON, 10, 10, 10)),
        ("Tc 7c", "7d Ts", "", [STAY], (PUSHED, 10, 0, 10)),
        ("Tc 6c", "7d Ts", "", [STAY], (LOST, 10, 0, 0)),
        ("Tc 2c", "6d Ts", "Kc", [STAY], (WON, 10, 10, 10)),  # the dealer is bust
        ("Tc 6c", "6d Ts", "Kc", [HIT], (LOST, 10, 0, 0)),  # and so the player before him
        ("Tc 6c", "7d Ts", "", [SURRENDER], (SURRENDERED, 10, 0, 5)),
        ("5c 6c", "7d Ts", "Kc", [DOUBLE], (WON, 20, 20, 20)),
        ("5c 6c", "7d Ts", "2c", [DOUBLE], (LOST, 20, 0, 0)),
        ("5c 6c", "7d Ts", "6d", [DoubleFor(3 * DOLLAR)], (PUSHED, 13, 0, 13)),
        ("Ac Kd", "7d Ts", "", [], (WON, 10, 15, 10)),
        ("Ac Kd", "Td 7s", "", [], (WON, 10, 15, 10)),  # after a clean look, too
        ("Ac Kd", "Ad 7s", "", [0], (WON, 10, 15, 10)),
        ("Ac Kd", "Td As", "", [], (PUSHED, 10, 0, 10)),
        ("Ac Kd", "Ad Ts", "", [0], (PUSHED, 10, 0, 10)),
        ("Ac Kd", "Ad Ts", "", [EVEN_MONEY], (WON, 10, 10, 10)),
        ("Ac Kd", "Ad 7s", "", [EVEN_MONEY], (WON, 10, 10, 10)),
        ("Tc Jd", "Ad Ts", "", [0], (LOST, 10, 0, 0)),
        ("7c 7d 7h", "5d Ts", "6h", [HIT, STAY], (PUSHED, 10, 0, 10)),
    ],
)
def test_each_main_bet_has_the_fate_of_its_hand(
    players: str, dealer: str, then: str, answers: list[Answer], expected: Money
) -> None:
    """`brook`, `llj`, `bbb`. The third Bet Bigger spot as the Ante; an empty one is no wager."""
    first, second, *drawn = players.split()
    done = deal(felt("brook"), [TEN], stacked(f"{first} {second}", dealer, " ".join([*drawn, then])), *answers)
    for spot in ("Ante", "Bet Bigger 2", "Bet Bigger 4"):
        found = done.wager(1, spot)
        assert (found.outcome, *(each // DOLLAR for each in (found.staked, found.paid, found.returned))) == expected
    assert not [each for each in done.settled if each.wager == "Bet Bigger 3"]


def test_odd_amounts_are_paid_to_the_half_dollar() -> None:
    blackjack = deal(felt("brook"), [FIVE], stacked("Ac Kd", "7d Ts")).wager(1, "Ante")
    assert blackjack.paid == 15 * DOLLAR // 2
    surrendered = deal(felt("brook"), [FIVE], stacked("Tc 6d", "9d Ts"), SURRENDER).wager(1, "Ante")
    assert surrendered.returned == 5 * DOLLAR // 2


def test_blackjack_pays_what_the_game_says() -> None:
    on = with_rules(felt("brook"), blackjack_pays=(6, 5))
    assert deal(on, [FIVE], stacked("Ac Kd", "7d Ts")).wager(1, "Ante").paid == 6 * DOLLAR


def test_every_hand_of_a_split_is_settled_on_its_own() -> None:
    """`brook`; 21 of a split is no blackjack: 1 to 1, and it loses no more than it was."""
    done = deal(felt("brook"), [TEN], stacked("Ac Ad", "7d Ts", "Kc 5d"), SPLIT)
    assert [done.wager(1, "Ante", hand).outcome for hand in (0, 1)] == [WON, LOST]
    assert done.wager(1, "Ante", 0).paid == 10 * DOLLAR
    done = deal(felt("brook"), [TEN], stacked("8c 8d", "7d Ts", "3c Kc 9d"), SPLIT, DOUBLE, STAY)
    assert [done.wager(1, "Bet Bigger 4", hand).staked for hand in (0, 1)] == [20 * DOLLAR, 10 * DOLLAR]
    assert [done.wager(1, "Ante", hand).outcome for hand in (0, 1)] == [WON, PUSHED]


@pytest.mark.parametrize(("hole", "expected"), [("Ts", (WON, 30, 15)), ("7s", (LOST, 0, 0))])
def test_insurance_pays_two_to_one_for_each_main_bet(hole: str, expected: tuple[Outcome, int, int]) -> None:
    """`brook`, `llj`, `bbb`: three bets of $10, each insured for half."""
    answers = [5 * DOLLAR] if hole == "Ts" else [5 * DOLLAR, STAY]
    done = deal(felt("brook"), [TEN], stacked("Tc 9d", f"Ad {hole}"), *answers)
    found = done.wager(1, INSURANCE)
    assert found.staked == 15 * DOLLAR
    assert (found.outcome, found.paid // DOLLAR, found.returned // DOLLAR) == expected
    assert (done.wager(1, "Ante").outcome is LOST) == (hole == "Ts")


def test_insured_blackjack_is_worth_even_money() -> None:
    for hole in ("Ts", "7s"):
        done = deal(felt("brook"), [TEN], stacked("Ac Kd", f"Ad {hole}"), 5 * DOLLAR)
        assert sum(each.paid + each.returned - each.staked for each in done.settled) == 30 * DOLLAR


# -- side bets -----------------------------------------------------------------------------------------------

ALL_OF_BROOK = {"lucky-ladies": 10, "suited-royals": 10, "galaxy-bonus-jackpot": 5}


@pytest.mark.parametrize(
    ("players", "lucky", "royals"),
    [
        ("Qh Qh", 100, 5),
        ("Kc Kc", 19, 5),
        ("Ac 9c", 9, 2),
        ("Td Jc", 4, None),
        ("Kd Qd", 9, 100),
        ("Kc Qc", 9, 25),
        ("2c 3d", None, None),
    ],
)
def test_the_side_bets_of_the_brook(players: str, lucky: int | None, royals: int | None) -> None:
    """`brook`: to 1, the first two cards, highest only."""
    done = deal(felt("brook"), [seat(1, 5, 0, 0, 0, side=ALL_OF_BROOK)], stacked(players, "8d Ts", "9c"), STAY)
    for bet, times in (("lucky-ladies", lucky), ("suited-royals", royals)):
        found = done.wager(1, bet)
        if times is None:
            assert (found.outcome, found.paid, found.returned, found.line) == (LOST, 0, 0, None)
        else:
            assert (found.outcome, found.paid, found.returned) == (WON, 10 * times * DOLLAR, 10 * DOLLAR)
            assert found.line is not None
            assert found.line.times == times


@pytest.mark.parametrize(
    ("players", "up", "paid", "share"),
    [
        ("Ah Ah", "Ah", 0, 10_000),
        ("7h 7h", "7h", 625, 0),
        ("7h 8h", "9h", 125, 0),
        ("7h 7d", "7c", 50, 0),
        ("Ah 2d", "3c", 15, 0),
        ("Qh Kd", "Ac", 15, 0),
    ],
)
def test_the_jackpot_bet_is_not_returned_and_one_award_takes_from_the_meter(
    players: str, up: str, paid: int, share: int
) -> None:
    """`brook`, R008, R009, C18, C20: "for 1"."""
    side = {"galaxy-bonus-jackpot": 5}
    answers = [0] if up[0] == "A" else []
    done = deal(felt("brook"), [seat(1, 5, 0, 0, 0, side=side)], stacked(players, f"{up} 8s", "9c"), *answers, STAY)
    found = done.wager(1, "galaxy-bonus-jackpot")
    assert (found.outcome, found.paid, found.returned, found.share) == (WON, paid * DOLLAR, 0, share)


def test_what_becomes_of_the_hand_does_not_matter_to_a_bonus() -> None:
    """`brook`: first two cards and first up card, though the player splits and busts."""
    done = deal(
        felt("brook"), [seat(1, 5, 0, 0, 0, side=ALL_OF_BROOK)], stacked("Kc Kc", "Kd 8s", "5c 9c 6c Jc"),
        SPLIT, HIT, HIT,
    )  # fmt: skip
    assert [done.wager(1, "Ante", hand).outcome for hand in (0, 1)] == [LOST, LOST]
    assert done.wager(1, "lucky-ladies").paid == 190 * DOLLAR
    assert done.wager(1, "galaxy-bonus-jackpot").paid == 50 * DOLLAR


def test_the_most_that_a_hand_pays_caps_fixed_awards_and_no_jackpot() -> None:
    """`brook`: $1,000 for Lucky Ladies and Suited Royals."""
    on = felt("brook")
    capped = {bet: replace(each, max_payout=120 * DOLLAR) for bet, each in on.game.side_bets.items()}
    on = replace(on, game=replace(on.game, side_bets=capped))
    bets = [seat(1, 5, 0, 0, 0, side=ALL_OF_BROOK)]
    assert deal(on, bets, stacked("Qh Qh", "8d Ts"), STAY).wager(1, "lucky-ladies").paid == 120 * DOLLAR
    assert deal(on, bets, stacked("Ac 9c", "8d Ts"), STAY).wager(1, "lucky-ladies").paid == 90 * DOLLAR
    assert deal(on, bets, stacked("Ah Ah", "Ah Ts"), 0).wager(1, "galaxy-bonus-jackpot").share == 10_000


@pytest.mark.parametrize(("amount", "share", "paid"), [(5, 5_000, 20), (10, 10_000, 40)])
def test_lucky_ladies_of_llj_pays_by_its_wager(amount: int, share: int, paid: int) -> None:
    """Half of a meter for $5, all of it for $10; which meter, the line says."""
    bets = [seat(1, 5, 0, 0, 0, side={"lucky-ladies": amount})]
    for players, up, meter in (("Qh Qh", "Qh", "mega"), ("Qc Qc", "Qc", "major"), ("Qh Qd", "Qh", "minor")):
        found = deal(felt("llj"), bets, stacked(players, f"{up} 8s"), STAY).wager(1, "lucky-ladies")
        assert (found.share, found.paid, found.line and found.line.meter) == (share, 0, meter)
    found = deal(felt("llj"), bets, stacked("Qh Kd", "2h 8s", "7c"), STAY).wager(1, "lucky-ladies")
    assert (found.share, found.paid, found.line and found.line.meter) == (0, paid * DOLLAR, None)


def test_dollar_awards_grow_with_the_wager() -> None:
    """`lucky-ladies`, notes 6 and 7; R007."""
    on = felt("lucky-ladies", offer={"21-plus-3-jackpot": "PT-BJS-213-01"})
    for amount in (1, 5):
        done = deal(on, [seat(1, 10, side={"21-plus-3-jackpot": amount})], stacked("7h 8h", "9h Ts"), STAY)
        assert done.wager(1, "21-plus-3-jackpot").paid == 25 * amount * DOLLAR


@pytest.mark.parametrize("suit", list(Suit))
def test_a_suit_specific_award_is_for_the_suit_that_the_table_has_chosen(suit: Suit) -> None:
    """`lucky-ladies`, appendix E note 4."""
    on = replace(felt("lucky-ladies", offer={"21-plus-3-jackpot": "PT-BJS-213-07"}), suit=suit)
    done = deal(on, [seat(1, 10, side={"21-plus-3-jackpot": 1})], stacked("Kd Kd", "Kd 9s"), STAY)
    found = done.wager(1, "21-plus-3-jackpot")
    assert (found.share, found.paid) == ((10_000, 0) if suit is Suit.DIAMONDS else (0, 2000 * DOLLAR))


def test_lucky_ladies_of_washington_looks_at_the_dealers_two_cards() -> None:
    """A pair of queens of hearts beside a dealer's blackjack; without one it is worth less."""
    on = felt("lucky-ladies", offer={"lucky-ladies": "PT-FLT-LL-01"})
    bets = [seat(1, 10, side={"lucky-ladies": 1})]
    assert deal(on, bets, stacked("Qh Qh", "Td As")).wager(1, "lucky-ladies").paid == 1000 * DOLLAR
    assert deal(on, bets, stacked("Qh Qh", "Td 9s"), STAY).wager(1, "lucky-ladies").paid == 200 * DOLLAR


def test_a_line_may_say_that_it_loses() -> None:
    """`lucky-ladies`, appendix A: the line is named, and nothing is paid."""
    on = felt("lucky-ladies", offer={"lucky-ladies": "PT-FLT-LL-01"})
    found = deal(on, [seat(1, 10, side={"lucky-ladies": 1})], stacked("Qh 5c", "7d Ts"), STAY).wager(1, "lucky-ladies")
    assert (found.outcome, found.paid, found.returned) == (LOST, 0, 0)
    assert found.line is not None
    assert found.line.event == "queen-of-hearts"


@pytest.mark.parametrize(
    ("dealer", "then", "times"),
    [
        ("6d Ts", "Kc", 1),
        ("6d Td", "Kd", 3),
        ("8d 8s", "8c", 25),
        ("8d 8d", "8d", 75),
        ("Td 6s", "Kc", 2),
        ("6d Ts", "2c", None),
    ],
)
def test_bust_bonus_pays_by_the_up_card(dealer: str, then: str, times: int | None) -> None:
    """`lucky-ladies`, appendix B."""
    on = felt("lucky-ladies", offer={"bust-bonus": "PT-FLT-BB-01"})
    found = deal(on, [seat(1, 10)], stacked("Tc 9d", dealer, then), 5 * DOLLAR, STAY).wager(1, "bust-bonus")
    assert (found.outcome, found.paid) == ((LOST, 0) if times is None else (WON, 5 * times * DOLLAR))


@pytest.mark.parametrize(
    ("drawn", "answers", "outcome"),
    [
        ("Kc", [HIT], LOST),
        ("9c", [HIT], WON),  # 29: the bust of the player does not matter
        ("Kd Kc 9s", [SPLIT, HIT, STAY], LOST),  # the left hand has it, the right one stays
        ("9s Kd Kc", [SPLIT, STAY, HIT], WON),
    ],
)
def test_bust_bonus_loses_to_a_thirty_of_the_hand_it_was_placed_on(
    drawn: str, answers: list[Answer], outcome: Outcome
) -> None:
    """`lucky-ladies`, appendix B note 4. After a split it stays with the left hand."""
    on = felt("lucky-ladies", offer={"bust-bonus": "PT-FLT-BB-01"})
    players = stacked("Tc Th / Tc 9d", "6d Ts", f"{drawn} Qd")
    done = deal(on, [seat(1, 10), seat(2, 10)], players, 5 * DOLLAR, 0, *answers, STAY)
    assert done.wager(1, "bust-bonus").outcome is outcome


@pytest.mark.parametrize(
    ("dealer", "times"),
    [
        ("6d Ts Kc", 1),
        ("2d Ts 2c Kc", 3),
        ("2d Ts 2c 2d Kc", 4),
        ("2d 3s 2c 2d 6c Kc", 15),
        ("2d 2s 2c 2d 3c 4c Kc", 50),
        ("2d 2s 2c 2d 2c 3c 3d Kc", 200),
        ("2d 2s 2c 2d 2c 2h 2s 2h Kc", 200),
        ("6d Ts 5c", None),
        ("Td As", None),
    ],
)
def test_break_bonus_pays_by_the_number_of_the_dealers_cards(dealer: str, times: int | None) -> None:
    """`bbb`."""
    bets = [seat(1, 5, 0, 0, 0, side={"break-bonus": 2})]
    shown, then = dealer[:5], dealer[5:]
    found = deal(felt("bbb"), bets, stacked("Tc 9d", shown, then), *[STAY] * bool(then)).wager(1, "break-bonus")
    assert (found.outcome, found.paid) == ((LOST, 0) if times is None else (WON, 2 * times * DOLLAR))


def test_match_the_dealer_pays_differently_in_two_games() -> None:
    """C29: `llj` and `bbb`."""
    bets = [seat(1, 5, 0, 0, 0, side={"match-the-dealer": 2})]
    for name, paid in (("llj", 22), ("bbb", 25)):
        done = deal(felt(name), bets, stacked("9d 9d", "9d Ts"), STAY)
        assert done.wager(1, "match-the-dealer").paid == 2 * paid * DOLLAR


def test_second_action_looks_at_the_hole_card() -> None:
    """`double-action`: and Double Action at the up card."""
    on = felt("double-action", offer={"double-action": "DA6/1", "2nd-action": "DA6/1"})
    done = deal(on, [seat(1, 10, side={"double-action": 5, "2nd-action": 5})], stacked("9c Td", "7h Jh"), STAY)
    assert done.wager(1, "double-action").outcome is LOST
    assert done.wager(1, "2nd-action").paid == 30 * DOLLAR


def test_match_madness_counts_three_cards_against_the_hole_card() -> None:
    """`double-action`."""
    on = felt("double-action", offer={"match-madness": "MM6/1"})
    done = deal(on, [seat(1, 10, side={"match-madness": 5})], stacked("9c 9d", "9h 9s"), STAY)
    assert done.wager(1, "match-madness").paid == 500 * DOLLAR


# -- the order -----------------------------------------------------------------------------------------------


def order(seats: list[Seat], name: str, players: str, dealer: str, then: str, *answers: Answer) -> list[str]:
    done = deal(felt(name), seats, stacked(players, dealer, then), *answers)
    return [f"{each.seat} {each.wager}" for each in done.settled]


def test_bonuses_after_the_deal_then_insurance_then_hands_as_they_end() -> None:
    """`brook`: busted and paid at once before those who wait for the dealer."""
    seats = [seat(number, 5, 0, 0, 0, side=ALL_OF_BROOK) for number in (1, 2, 3)]
    answers: list[Answer] = [DOLLAR, 0, EVEN_MONEY, STAY, HIT]
    assert order(seats, "brook", "Tc 9d / Tc 6d / Ac Kc", "Ad 7s", "Kc", *answers) == [
        "1 lucky-ladies", "2 lucky-ladies", "3 lucky-ladies",
        "1 suited-royals", "2 suited-royals", "3 suited-royals",
        "1 galaxy-bonus-jackpot", "2 galaxy-bonus-jackpot", "3 galaxy-bonus-jackpot",
        "3 Ante", "1 Insurance", "2 Ante", "1 Ante",
    ]  # fmt: skip


def test_the_bonuses_of_double_action_are_settled_from_right_to_left() -> None:
    """`double-action`, 4 to 10: Double Action at once; busted and natural hands; the hole card's bet; the rest."""
    seats = [seat(number, 10, side={"double-action": 5, "2nd-action": 5}) for number in (1, 2, 3)]
    assert order(seats, "double-action", "Tc 6d / Ac Kc / Tc 9d", "8d Ts", "Kc", HIT, STAY) == [
        "3 double-action", "2 double-action", "1 double-action",
        "1 Blackjack", "2 Blackjack",
        "3 2nd-action", "2 2nd-action", "1 2nd-action",
        "3 Blackjack",
    ]  # fmt: skip


def test_a_bonus_on_the_dealers_hand_comes_last() -> None:
    """`bbb`."""
    seats = [seat(1, 5, 0, 0, 0, side={"break-bonus": 5, "match-the-dealer": 5})]
    assert order(seats, "bbb", "Tc 9d", "6d Ts", "Kc", STAY) == ["1 match-the-dealer", "1 Ante", "1 break-bonus"]


def test_under_a_dealers_blackjack_the_hole_cards_bets_go_before_the_hands() -> None:
    """`double-action`: the hole card is turned, its bets are settled, then the game is finished."""
    seats = [seat(number, 10, side={"2nd-action": 5}) for number in (1, 2)]
    assert order(seats, "double-action", "Tc 6d / Ac Kc", "Td As", "") == [
        "2 2nd-action", "1 2nd-action", "1 Blackjack", "2 Blackjack"
    ]  # fmt: skip
