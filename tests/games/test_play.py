"""Every rule of play of the five games, with stacked shoes; and players who answer anything."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.games.hands import GAMES, cards, deal, felt, game, seat, stacked, with_rules
from support.spoken import problem

from controller.games.bets import RefusedError, Seat, bet_refusals
from controller.games.game import Felt
from controller.games.hands import End, Finished
from controller.games.play import (
    Act,
    Answer,
    DoubleFor,
    Insure,
    Move,
    PlaceAfterDeal,
    Question,
    answered,
    play_round,
)
from controller.games.settle import Outcome, Settler
from controller.games.shoe import MisdealError, Shoe, fresh_shoe
from controller.table.money import DOLLAR

HIT, STAY, DOUBLE, SPLIT, SURRENDER, EVEN_MONEY = Move
BET_BIGGER = ("brook", "llj", "bbb")
TEN = seat(1, 10, 10, 0, 10)
BLACKJACK = seat(1, 10)  # where the main bet is alone


def ends(finished: Finished, at: int = 0) -> list[End]:
    return [hand.end for hand in finished.seats[at].hands]


# -- the deal ------------------------------------------------------------------------------------------------


def test_one_card_each_from_left_to_right_the_dealers_first_face_up() -> None:
    """`brook`, `llj`, `bbb`."""
    shoe = Shoe(cards("2c 3c 4c 7d 5c 6c 8c Td"), 8)
    seats = [seat(number, 5, 0, 0, 0) for number in (1, 3, 6)]
    done = deal(felt("brook"), seats, shoe, STAY, STAY, STAY)
    assert [done.hands(number) for number in (1, 3, 6)] == [["2c 5c"], ["3c 6c"], ["4c 8c"]]
    assert done.dealer == "7d Td"
    assert [(asked.seat, asked.up.name) for asked in done.asked if isinstance(asked, Act)] == [
        (1, "7d"), (3, "7d"), (6, "7d")
    ]  # fmt: skip


# -- the dealer's look, insurance, even money ----------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["Kd Ah", "Td Ah"])
def test_a_dealers_blackjack_under_a_ten_ends_the_round_before_anyone_acts(dealer: str) -> None:
    """`brook`, `llj`, `bbb`: no insurance under a ten, and nothing to decide."""
    done = deal(felt("brook"), [TEN, seat(2, 5, 0, 0, 0)], stacked("8c 8d / Ac Ks", dealer))
    assert done.asked == []
    assert done.finished.turned
    assert ends(done.finished, 1) == [End.BLACKJACK]


def test_insurance_is_asked_under_an_ace_of_every_seat_before_anyone_acts() -> None:
    """`brook`, `llj`, `bbb`."""
    seats = [TEN, seat(2, 5, 0, 0, 0)]
    done = deal(felt("brook"), seats, stacked("Tc 9d / 9c Ts", "Ad 7s"), 5 * DOLLAR, 0, STAY, STAY)
    assert [type(asked) for asked in done.asked] == [Insure, Insure, Act, Act]
    assert [asked.most for asked in done.asked if isinstance(asked, Insure)] == [5 * DOLLAR, 5 * DOLLAR // 2]


def test_insurance_is_closed_before_the_dealer_looks() -> None:
    """`brook`: who is asked cannot know; the round ends at once when the hole card is a ten."""
    done = deal(felt("brook"), [TEN], stacked("Tc 9d", "Ad Ks"), 0)
    assert done.dealer == "Ad Ks"
    assert ends(done.finished) == [End.STAYED]


def test_insurance_is_not_offered_under_a_ten_nor_by_a_game_without_it() -> None:
    assert not deal(felt("brook"), [TEN], stacked("Ac Kd", "Td 7s")).asked
    without = with_rules(felt("brook"), insurance=False)
    assert not deal(without, [TEN], stacked("Ac Kd", "Ad 7s")).asked


@pytest.mark.parametrize(
    "amount", [-1, 5 * DOLLAR + DOLLAR // 2, DOLLAR // 4, False, "5", None, 2.0, HIT, DoubleFor(5)]
)
def test_insurance_is_up_to_half_and_what_else_is_answered_changes_nothing(amount: Answer) -> None:
    """`brook`, `llj`, `bbb`."""
    with problem(RefusedError, r"^Insure each main bet for up to \$5\.00 in steps of \$0\.50, or for 0\.$"):
        deal(felt("brook"), [TEN], stacked("Tc 9d", "Ad 7s"), amount)


def test_even_money_is_for_a_blackjack_under_an_ace() -> None:
    """`brook`, `llj`, `bbb`: before the dealer looks, so it is paid beside a dealer's blackjack too."""
    for hole in ("Ks", "7s"):
        done = deal(felt("brook"), [TEN], stacked("Ac Kd", f"Ad {hole}"), EVEN_MONEY)
        assert ends(done.finished) == [End.EVEN_MONEY]
    with problem(RefusedError, "or for 0"):
        deal(felt("brook"), [TEN], stacked("9c Kd", "Ad 7s"), EVEN_MONEY)
    with problem(RefusedError, "or for 0"):  # `double-action` does not name it
        deal(felt("double-action"), [BLACKJACK], stacked("Ac Kd", "Ad 7s"), EVEN_MONEY)


def test_a_blackjack_may_be_insured_instead() -> None:
    done = deal(felt("brook"), [TEN], stacked("Ac Kd", "Ad 7s"), 5 * DOLLAR)
    assert done.finished.seats[0].insured == 5 * DOLLAR
    assert ends(done.finished) == [End.BLACKJACK]


# -- player action -------------------------------------------------------------------------------------------


def test_players_act_from_the_dealers_left() -> None:
    """`brook`; a player with two hands plays them one after the other."""
    seats = [seat(1, 5, 0, 0, 0, player="Ada"), seat(2, 5, 0, 0, 0, player="Ada"), seat(4, 5, 0, 0, 0)]
    done = deal(
        felt("brook"), seats, stacked("5c 6d / 5d 6c / 5h 6h", "7d Ts", "2c 3c 4c"), HIT, STAY, HIT, STAY, HIT, STAY
    )
    assert [done.hands(number) for number in (1, 2, 4)] == [["5c 6d 2c"], ["5d 6c 3c"], ["5h 6h 4c"]]


def test_a_blackjack_is_not_asked() -> None:
    done = deal(felt("brook"), [TEN], stacked("Ac Kd", "7d Ts"))
    assert done.asked == []
    assert ends(done.finished) == [End.BLACKJACK]


def test_a_hand_that_is_bust_is_asked_no_more() -> None:
    """`brook`, `llj`, `bbb`: it has lost at once; whoever has 21 may still go on."""
    done = deal(felt("brook"), [TEN], stacked("Tc 4d", "7d Ts", "7c Kd"), HIT, HIT)
    assert done.hands() == ["Tc 4d 7c Kd"]
    assert ends(done.finished) == [End.BUST]


def test_a_double_takes_one_card_and_no_more() -> None:
    """`brook`, `llj`, `bbb`."""
    done = deal(felt("brook"), [TEN], stacked("5c 6d", "7d Ts", "2c"), DOUBLE)
    (hand,) = done.finished.seats[0].hands
    assert (hand.doubled, hand.total, hand.end) == (10 * DOLLAR, 13, End.STAYED)


@pytest.mark.parametrize("name", BET_BIGGER)
def test_a_double_may_be_for_less(name: str) -> None:
    """`brook`, `llj`, `bbb`: "equal to or less than"."""
    done = deal(felt(name), [TEN], stacked("5c 6d", "7d Ts", "Kc"), DoubleFor(3 * DOLLAR))
    assert done.finished.seats[0].hands[0].doubled == 3 * DOLLAR


@pytest.mark.parametrize("amount", [0, -DOLLAR, 11 * DOLLAR, DOLLAR // 2, 3 * DOLLAR // 2, 2.0 * DOLLAR, None])
def test_a_double_is_never_for_more(amount: int) -> None:
    sentence = r"^Double each main bet by \$10\.00, or by less in steps of \$1\.00\.$"
    with problem(RefusedError, sentence):
        deal(felt("brook"), [TEN], stacked("5c 6d", "7d Ts"), DoubleFor(amount))


def test_a_game_may_know_no_double_for_less() -> None:
    """`lucky-ladies`, `double-action`."""
    on = felt("double-action")
    with problem(RefusedError, r"^Double each main bet by \$10\.00, not by less\.$"):
        deal(on, [BLACKJACK], stacked("5c 6d", "7d Ts"), DoubleFor(3 * DOLLAR))
    deal(on, [BLACKJACK], stacked("5c 6d", "7d Ts", "Kc"), DoubleFor(10 * DOLLAR))


@pytest.mark.parametrize("move", [DOUBLE, SPLIT, SURRENDER])
def test_after_a_third_card_one_may_hit_or_stay(move: Move) -> None:
    with problem(RefusedError, r"^With 2c 2d 2h \(6\) you may hit, stay; choose one of them\.$"):
        deal(felt("brook"), [TEN], stacked("2c 2d", "7d Ts", "2h"), HIT, move)


@pytest.mark.parametrize("pair", ["Tc Kd", "Qc Jd", "8c 9d"])
def test_what_is_printed_must_match_for_a_split(pair: str) -> None:
    """`brook`, `llj`, `bbb`: a ten is no king."""
    with problem(RefusedError, "you may hit, stay, double, surrender"):
        deal(felt("brook"), [TEN], stacked(pair, "7d Ts"), SPLIT)
    deal(felt("brook"), [TEN], stacked("Kc Kd", "7d Ts", "2c 3c"), SPLIT, STAY, STAY)


def test_the_left_hand_of_a_split_is_played_first() -> None:
    """`brook`. The other has its second card when its turn comes; each may be doubled."""
    done = deal(felt("brook"), [TEN], stacked("8c 8d", "7d Ts", "3c 9c 2h Kh"), SPLIT, DOUBLE, HIT, STAY)
    assert done.hands() == ["8c 3c 9c", "8d 2h Kh"]
    first, second = done.finished.seats[0].hands
    assert (first.doubled, second.doubled) == (10 * DOLLAR, 0)


@pytest.mark.parametrize(("name", "splits"), [("brook", 2), ("llj", 3), ("bbb", 3)])
def test_a_hand_is_split_as_often_as_its_game_allows(name: str, splits: int) -> None:
    """C29: `brook` twice, `llj` and `bbb` three times."""
    answers = [SPLIT] * splits + [STAY] * (splits + 1)
    drawn = "8h " * splits + "2c " * splits
    done = deal(felt(name), [TEN], stacked("8c 8d", "7d Ts", drawn), *answers)
    assert len(done.hands()) == splits + 1
    last_split = [asked for asked in done.asked if isinstance(asked, Act)][splits]
    assert last_split.hand.cards[0].rank == last_split.hand.cards[1].rank
    assert SPLIT not in last_split.allowed


def test_any_hand_of_a_split_may_be_split_again() -> None:
    done = deal(felt("brook"), [TEN], stacked("8c 8d", "7d Ts", "Kc 8h 2c 3c"), SPLIT, STAY, SPLIT, STAY, STAY)
    assert done.hands() == ["8c Kc", "8d 2c", "8h 3c"]


def test_split_aces_have_one_card_each() -> None:
    """`brook`, `llj`, `bbb`; an ace and a ten of a split are no blackjack."""
    done = deal(felt("brook"), [TEN], stacked("Ac Ad", "7d Ts", "5c Kc"), SPLIT)
    assert done.hands() == ["Ac 5c", "Ad Kc"]
    assert ends(done.finished) == [End.STAYED, End.STAYED]


@pytest.mark.parametrize("name", ["brook", "llj"])
def test_aces_are_not_split_again(name: str) -> None:
    """`brook`, `llj`."""
    done = deal(felt(name), [TEN], stacked("Ac Ad", "7d Ts", "Ah Kc"), SPLIT)
    assert done.hands() == ["Ac Ah", "Ad Kc"]


def test_a_third_ace_may_be_split_again_up_to_four_hands() -> None:
    """`bbb`."""
    shoe = stacked("Ac Ad", "7d Ts", "Ah As 5c Ac 6c 7c")
    done = deal(felt("bbb"), [TEN], shoe, SPLIT, SPLIT, SPLIT)
    assert done.hands() == ["Ac 5c", "As Ac", "Ah 6c", "Ad 7c"]


def test_a_player_may_keep_two_aces_of_a_split() -> None:
    """`bbb`: but no card is added."""
    done = deal(felt("bbb"), [TEN], stacked("Ac Ad", "7d Ts", "Ah 5c"), SPLIT, STAY)
    assert done.hands() == ["Ac Ah", "Ad 5c"]
    with problem(RefusedError, r"you may stay, split; choose"):
        deal(felt("bbb"), [TEN], stacked("Ac Ad", "7d Ts", "Ah 5c"), SPLIT, HIT)


def test_surrender_is_the_first_decision_or_none() -> None:
    """`brook`, `llj`, `bbb`: never of a hand that a split made, nor after a hit."""
    done = deal(felt("brook"), [TEN], stacked("Tc 6d", "9d Ts"), SURRENDER)
    assert ends(done.finished) == [End.SURRENDERED]
    for before in (HIT, SPLIT):
        with problem(RefusedError, "you may hit, stay"):
            deal(felt("brook"), [TEN], stacked("8c 8d", "9d Ts", "2c"), before, SURRENDER)


def test_surrender_is_no_way_out_of_a_dealers_blackjack() -> None:
    """After the dealer's look."""
    assert not deal(felt("brook"), [TEN], stacked("Tc 6d", "Td As")).asked


@pytest.mark.parametrize("name", ["lucky-ladies", "double-action"])
def test_games_that_name_no_surrender_have_none(name: str) -> None:
    on = replace(felt(name), paytables={})
    with problem(RefusedError, "you may hit, stay, double; choose"):
        deal(on, [BLACKJACK], stacked("Tc 6d", "9d Ts"), SURRENDER)


@pytest.mark.parametrize("answer", [0, None, "fold", ("hit",), DoubleFor, True])
def test_what_is_no_move_is_refused(answer: Answer) -> None:
    with problem(RefusedError, "you may hit, stay, double, surrender; choose one of them"):
        deal(felt("brook"), [TEN], stacked("Tc 6d", "9d Ts"), answer)


def test_a_refused_answer_changes_nothing_and_is_asked_again() -> None:
    round_ = play_round(felt("brook"), [TEN], shoe := stacked("8c 8d", "7d Ts", "2c"))
    question = next(round_)
    for wrong in (EVEN_MONEY, DoubleFor(11 * DOLLAR), 0):
        again = round_.send(wrong)
        assert again == question._replace(refused=again.refused)
        assert again.refused
    assert shoe.at == 4
    with pytest.raises(StopIteration):
        round_.send(STAY)


# -- the dealer's hand ---------------------------------------------------------------------------------------


def test_the_dealer_hits_soft_17_and_stands_on_soft_18() -> None:
    """`brook`, `llj`, `bbb`."""
    done = deal(felt("brook"), [TEN], stacked("Tc 9d", "6d As", "Tc 2c"), STAY)
    assert done.dealer == "6d As Tc"  # 17, hard now
    done = deal(felt("brook"), [TEN], stacked("Tc 9d", "6d As", "Ac"), STAY)
    assert done.dealer == "6d As Ac"  # soft 18


def test_a_dealer_may_stand_on_soft_17() -> None:
    """`lucky-ladies`, `double-action`."""
    done = deal(felt("double-action"), [BLACKJACK], stacked("Tc 9d", "6d As"), STAY)
    assert done.dealer == "6d As"


def test_the_dealer_stands_on_hard_17_and_draws_to_16() -> None:
    assert deal(felt("brook"), [TEN], stacked("Tc 9d", "7d Ts"), STAY).dealer == "7d Ts"
    assert deal(felt("brook"), [TEN], stacked("Tc 9d", "6d Ts", "Ac"), STAY).dealer == "6d Ts Ac"


@pytest.mark.parametrize(
    ("players", "answers"),
    [("Tc 4d", [HIT]), ("Ac Kd", []), ("Tc 6d", [SURRENDER])],
)
def test_the_dealer_draws_for_nobody(players: str, answers: list[Answer]) -> None:
    """All are paid or taken: the hole card stays unseen."""
    done = deal(felt("brook"), [TEN], stacked(players, "5d Ts", "Kc"), *answers)
    assert done.dealer == "5d Ts"
    assert not done.finished.turned


def test_the_dealer_draws_if_one_of_the_hands_is_left() -> None:
    done = deal(felt("brook"), [TEN], stacked("8c 8d", "5d Ts", "9c 6c Kc 2s"), SPLIT, STAY, HIT)
    assert ends(done.finished) == [End.STAYED, End.BUST]
    assert done.dealer == "5d Ts 2s"


def test_the_dealer_plays_out_the_hand_for_a_living_break_bonus() -> None:
    """`bbb`: though the player is bust."""
    bets = seat(1, 5, 0, 0, 0, side={"break-bonus": 5})
    done = deal(felt("bbb"), [bets], stacked("Tc 4d", "5d Ts", "Kc 9c"), HIT)
    assert done.dealer == "5d Ts 9c"
    assert done.wager(1, "break-bonus").outcome is Outcome.WON


BUST_BONUS = felt("lucky-ladies", offer={"bust-bonus": "PT-FLT-BB-01"})


def test_the_dealer_plays_out_the_hand_for_a_living_bust_bonus() -> None:
    """`lucky-ladies`, 3b: whatever became of the player's hand, but for a 30."""
    for hand, drawn, answers in (("Tc 6d", "Kc", [HIT]), ("Ac Kd", "", [])):
        done = deal(BUST_BONUS, [BLACKJACK], stacked(hand, "6d Ts", f"{drawn} Qc"), 5 * DOLLAR, *answers)
        assert done.dealer == "6d Ts Qc"
        assert done.wager(1, "bust-bonus").outcome is Outcome.WON


def test_nobody_waits_for_a_bust_bonus_lost_to_a_thirty() -> None:
    """`lucky-ladies`, appendix B note 4."""
    done = deal(BUST_BONUS, [BLACKJACK], stacked("Tc Jd", "6d Ts", "Kc Qc"), 5 * DOLLAR, HIT)
    assert done.dealer == "6d Ts"
    assert not done.finished.turned
    assert done.wager(1, "bust-bonus").outcome is Outcome.LOST


@pytest.mark.parametrize(("bet", "table"), [("2nd-action", "DA6/1"), ("match-madness", "MM6/1")])
def test_the_hole_card_is_turned_for_a_bet_on_it_and_nothing_drawn(bet: str, table: str) -> None:
    """`double-action`, 7 and 8: busted and natural hands keep two cards for it."""
    on = felt("double-action", offer={bet: table})
    for hand, answers in (("Tc 6d Kc", [HIT]), ("Ac Kd", [])):
        *first, last = hand.split()
        shoe = stacked(hand if not answers else " ".join(first), "5d Ts", last)
        done = deal(on, [seat(1, 10, side={bet: 5})], shoe, *answers)
        assert done.finished.turned
        assert done.dealer == "5d Ts"
        assert [card.name for card in done.finished.seats[0].first] == hand.split()[:2]


# -- the bet after the deal ----------------------------------------------------------------------------------


def test_bust_bonus_is_placed_when_all_have_two_cards_and_before_the_dealer_looks() -> None:
    """`lucky-ladies`, C16."""
    on = felt("lucky-ladies", offer={"bust-bonus": "PT-FLT-BB-01", "21-plus-3-classic": "PT-FLT-213-03"})
    seats = [seat(1, 10, side={"21-plus-3-classic": 5}), seat(2, 10)]
    done = deal(on, seats, stacked("Tc 6d / Tc 9d", "Ad Ts"), 5 * DOLLAR, 0, 0, 0)
    assert [type(asked) for asked in done.asked] == [PlaceAfterDeal, PlaceAfterDeal, Insure, Insure]
    assert done.finished.seats[0].side == {"21-plus-3-classic": 5 * DOLLAR, "bust-bonus": 5 * DOLLAR}
    assert seats[0].side == {"21-plus-3-classic": 5 * DOLLAR}
    assert done.finished.seats[1].side == {}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (101 * DOLLAR, r"Seat 1: Bust Bonus is \$1\.00 to \$100\.00 in steps of \$1\.00, not \$101\.00\."),
        (-DOLLAR, r"Seat 1: Bust Bonus is \$1\.00 to"),
        (True, r"Name an amount for Bust Bonus, or 0 for none\."),
        (STAY, r"Name an amount for Bust Bonus, or 0 for none\."),
    ],
)
def test_bust_bonus_has_its_limits(answer: Answer, sentence: str) -> None:
    with problem(RefusedError, sentence):
        deal(BUST_BONUS, [BLACKJACK], stacked("Tc 6d", "6d Ts"), answer)


def test_who_bets_nothing_after_the_deal_is_not_asked_where_the_bet_is_not_offered() -> None:
    on = felt("lucky-ladies", offer={"lucky-ladies": "PT-FLT-LL-01"})
    assert [type(asked) for asked in deal(on, [BLACKJACK], stacked("Tc 9d", "7d Ts"), STAY).asked] == [Act]


# -- players who answer anything -----------------------------------------------------------------------------


def everything(on: Felt, number: int, spots: int, random: Random) -> Seat:
    """A seat with main bets and any of the side bets that are made before the deal."""
    main = (2 * DOLLAR,) * spots + (0,) * (1 + len(on.game.main.bigger) - spots)
    offered = [on.game.side_bets[bet] for bet in on.paytables if not on.game.side_bets[bet].after_deal]
    beside = any(bet.only_beside for bet in offered)
    side = {bet.id: bet.highest for bet in offered if beside or random.random() < 0.7}
    return Seat(number, f"player {number}", main, side)


def anything(random: Random) -> Answer:
    amounts = [-1, 0, 1, DOLLAR, 2 * DOLLAR, 10**9]
    answers: list[Answer] = [*Move, *map(DoubleFor, amounts), *amounts]
    return random.choice(answers)


@given(st.sampled_from(GAMES), st.integers(1, 6), st.randoms(use_true_random=False))
def test_whatever_players_answer_the_rules_hold(name: str, seats: int, random: Random) -> None:
    """All games, decks and numbers of seats; a card dealt twice or lost, or money made of nothing, shows here."""
    on = felt(name, random.choice(game(name).decks))
    spots = random.randint(1, 1 + len(on.game.main.bigger))
    bets = [everything(on, number, spots, random) for number in range(1, seats + 1)]
    assert list(bet_refusals(on, bets)) == []
    shoe = fresh_shoe(on.decks, random.randrange)
    round_ = play_round(on, bets, shoe)
    try:
        question = next(round_)
        while True:
            dealt = shoe.at
            again = round_.send(anything(random))
            if again.refused:
                assert again == question._replace(refused=again.refused)
                assert shoe.at == dealt
            question = again
    except MisdealError:  # a single deck may run out
        assert shoe.at == len(shoe.cards)
        return
    except StopIteration as end:
        finished: Finished = end.value
    held = [card for at in finished.seats for hand in at.hands for card in hand.cards] + finished.dealer.cards
    assert Counter(held) == Counter(shoe.cards[: shoe.at])  # every card dealt lies in one place
    check(on, finished)


def check(on: Felt, finished: Finished) -> None:
    rules = on.game.play
    for at in finished.seats:
        assert len(at.hands) <= rules.splits + 1
        assert at.hands[0].cards[0] is at.first[0]
        for hand in at.hands:
            assert (hand.total > 21) == (hand.end is End.BUST)
            assert 0 <= hand.doubled <= at.seat.ante
            assert not hand.doubled or len(hand.cards) == 3
            assert len(hand.cards) >= 2
    settled = Settler(on).settle(finished)
    hands = sum(len(at.hands) * at.seat.spots for at in finished.seats)
    assert len(settled) == hands + sum(len(at.side) + bool(at.insured) for at in finished.seats)
    assert len({(each.seat, each.wager, each.hand) for each in settled}) == len(settled)  # each wager once
    for each in settled:
        assert each.staked > 0
        assert 0 <= each.returned <= each.staked
        assert (each.outcome is Outcome.WON) == (each.paid > 0 or each.share > 0)
        assert each.outcome is not Outcome.LOST or each.returned == 0
        assert each.outcome is not Outcome.PUSHED or each.returned == each.staked
    stakes = sum(each.staked for each in settled)
    assert stakes == sum(
        sum(at.side.values())
        + at.insured * at.seat.spots
        + sum((at.seat.ante + hand.doubled) * at.seat.spots for hand in at.hands)
        for at in finished.seats
    )


def test_a_round_may_be_answered_by_a_function() -> None:
    def answer(question: Question) -> Answer:
        return STAY if isinstance(question, Act) else 0

    assert ends(answered(play_round(felt("brook"), [TEN], stacked("Tc 9d", "7d Ts")), answer)) == [End.STAYED]
    with problem(RefusedError, "choose one of them"):
        answered(play_round(felt("brook"), [TEN], stacked("Tc 9d", "7d Ts")), lambda question: SPLIT)
