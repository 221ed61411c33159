"""What may lie on the felt: limits, matching spots, bets that need or exclude each other, adjacent hands, flat bet."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from support.games.hands import GAMES, felt, game, paytable, seat
from support.spoken import say

from controller.games.bets import Seat, bet_refusals, offer_refusals
from controller.games.game import Felt, Options
from controller.table.money import DOLLAR


def refusal(on: Felt, *seats: Seat, held: Sequence[Seat] = ()) -> str:
    """The only one; empty: none."""
    found = list(bet_refusals(on, seats, held))
    assert len(found) <= 1, found
    return say(found[0]) if found else ""


def offered(on: Felt) -> list[str]:
    """Why a table may not offer it so."""
    return [*map(say, offer_refusals(on))]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("decks", range(1, 9))
def test_every_game_can_be_offered_with_its_decks_and_with_no_others(name: str, decks: int) -> None:
    """C13, C29: with all bets that have a pay table for so many decks."""
    found = offered(felt(name, decks))
    if decks in game(name).decks:
        assert found == []
    else:
        assert f"is not played with this number of decks: {decks}. Choose " in found[0]


@pytest.mark.parametrize("minimum", [1, 11])
def test_a_posted_minimum_is_two_to_ten_dollars(minimum: int) -> None:
    """`brook`, part G."""
    (found,) = offered(felt("brook", minimum=minimum))
    assert found == (
        f"A posted minimum of ${minimum}.00 is not possible; post one from $2.00 to $10.00 in steps of $1.00."
    )


def test_a_posted_minimum_rises_in_dollars() -> None:
    """`brook`, part G."""
    assert offered(replace(felt("brook"), minimum=5 * DOLLAR // 2))


def test_a_bet_that_the_game_does_not_have_is_not_offered() -> None:
    (found,) = offered(felt("brook", offer={"top-3": "PT-FLT-TOP3-01"}))
    assert found.endswith('has no side bet "top-3"; take it off the felt.')


def test_a_bet_is_offered_with_its_own_pay_tables_only() -> None:
    """R005, C14: Lucky Ladies of `brook` is not Lucky Ladies of `lucky-ladies`."""
    (found,) = offered(felt("brook", offer={"lucky-ladies": "PT-FLT-LL-01"}))
    assert found == "Lucky Ladies is not approved with PT-FLT-LL-01; use one of brook-lucky-ladies."


def test_a_pay_table_is_for_its_decks() -> None:
    """R006."""
    (found,) = offered(felt("double-action", 6, offer={"double-action": "DA4/3"}))
    assert found == "DA4/3 is for another number of decks: 4, not 6."


def test_match_madness_is_not_played_with_two_decks() -> None:
    """`double-action`."""
    found = offered(felt("double-action", 2, offer={"match-madness": "MM4/1"}))
    assert "Match Madness needs 4 decks or more; take it off the felt or add decks." in found


def test_second_action_and_match_madness_never_lie_on_one_felt() -> None:
    """`double-action`."""
    found = offered(felt("double-action", 6, offer={"2nd-action": "DA6/1", "match-madness": "MM6/1"}))
    assert "2nd Action is never offered beside Match Madness; take one off the felt." in found


def test_top_3_is_only_offered_beside_21_plus_3() -> None:
    """`lucky-ladies`, appendix C note 3."""
    (found,) = offered(felt("lucky-ladies", 6, offer={"top-3": "PT-FLT-TOP3-01"}))
    assert found == "Top 3 is only offered beside 21+3 Classic or 21+3 Xtreme; offer that too."
    with_xtreme = felt("lucky-ladies", 6, offer={"top-3": "PT-FLT-TOP3-01", "21-plus-3-xtreme": "PT-FLT-213XT-01"})
    assert offered(with_xtreme) == []


def test_a_layout_has_at_most_as_many_jackpot_bets_as_the_game_says() -> None:
    """R004, `lucky-ladies`: two."""
    on = felt("lucky-ladies")
    assert on.game.jackpots == 2
    assert offered(on) == []
    (found,) = offered(replace(on, game=replace(on.game, jackpots=1)))
    assert found == (
        "A layout has at most 1 of the jackpot bets Lucky Ladies Jackpot and 21+3 Jackpot; take the rest off the felt."
    )


@pytest.mark.parametrize("ante", [0, 4, 11])
def test_an_ante_is_from_the_posted_minimum_to_ten_dollars(ante: int) -> None:
    """`brook`."""
    assert refusal(felt("brook", minimum=5), seat(3, ante, 0, 0, 0)) == (
        f"Seat 3: an Ante of ${ante}.00 is not possible; bet $5.00 to $10.00 in steps of $1.00."
    )


def test_an_ante_is_whole_dollars() -> None:
    assert refusal(felt("brook"), seat(1, 5, 0, 0, 0)._replace(main=(5 * DOLLAR + 1, 0, 0, 0)))


@pytest.mark.parametrize("name", ["brook", "llj", "bbb"])
@pytest.mark.parametrize("spot", [1, 2, 3])
def test_bet_bigger_matches_the_ante_or_is_empty(name: str, spot: int) -> None:
    """`brook`, `llj`, `bbb`; any of the spots alone."""
    main = [5, 0, 0, 0]
    main[spot] = 5
    assert refusal(felt(name), seat(1, *main)) == ""
    main[spot] = 6
    title = game(name).main.bigger[spot - 1]
    assert refusal(felt(name), seat(1, *main)) == f"Seat 1: {title} must match the Ante of $5.00 or stay empty."


def test_a_seat_has_as_many_main_spots_as_the_felt() -> None:
    assert refusal(felt("double-action"), seat(1, 5, 5)) == (
        "Seat 1: name one bet for each main spot of the felt: 1, not 2."
    )


@pytest.mark.parametrize("bet", ["lucky-ladies", "suited-royals"])
def test_side_bets_of_two_to_ten_dollars(bet: str) -> None:
    """`brook`."""
    for amount in (2, 10):
        assert refusal(felt("brook"), seat(1, 5, 0, 0, 0, side={bet: amount})) == ""
    for amount in (0, 1, 11):
        title = game("brook").side_bets[bet].title
        assert refusal(felt("brook"), seat(1, 5, 0, 0, 0, side={bet: amount})) == (
            f"Seat 1: {title} is $2.00 to $10.00 in steps of $1.00, not ${amount}.00."
        )


def test_a_side_bet_is_whole_steps() -> None:
    half = seat(1, 5, 0, 0, 0)._replace(side={"lucky-ladies": 5 * DOLLAR // 2})
    assert "in steps of $1.00, not $2.50." in refusal(felt("brook"), half)


@pytest.mark.parametrize("name", ["llj", "bbb"])
def test_match_the_dealer_is_at_least_half_of_the_posted_minimum(name: str) -> None:
    """`llj`, `bbb`: of an odd minimum exactly half, though that is no whole dollar."""
    on = felt(name, minimum=5)
    for cents, allowed in ((200, False), (250, True), (275, False), (300, True), (350, False), (1000, True)):
        made = seat(1, 5, 0, 0, 0)._replace(side={"match-the-dealer": cents * DOLLAR // 100})
        assert (refusal(on, made) == "") == allowed, cents


def test_the_jackpot_bet_is_five_dollars() -> None:
    """`brook`."""
    found = refusal(felt("brook"), seat(1, 5, 0, 0, 0, side={"galaxy-bonus-jackpot": 10}))
    assert found == "Seat 1: Galaxy Bonus Jackpot is $5.00, not $10.00."


def test_lucky_ladies_of_llj_is_five_or_ten_dollars() -> None:
    """C11."""
    for amount in (5, 10):
        assert refusal(felt("llj"), seat(1, 5, 0, 0, 0, side={"lucky-ladies": amount})) == ""
    found = refusal(felt("llj"), seat(1, 5, 0, 0, 0, side={"lucky-ladies": 7}))
    assert found == "Seat 1: Lucky Ladies is $5.00 or $10.00, not $7.00."


def test_a_jackpots_wager_is_one_fixed_amount_at_a_table() -> None:
    """`lucky-ladies`, appendix D note 6 and E note 7."""
    on = felt("lucky-ladies")
    low = [seat(number, 5, side={"lucky-ladies-jackpot": 3}) for number in (1, 2)]
    high = seat(3, 5, side={"lucky-ladies-jackpot": 5})
    assert refusal(on, *low, seat(3, 5)) == ""
    assert refusal(on, high) == ""
    assert refusal(on, *low, high) == (
        "Lucky Ladies Jackpot is one fixed amount at a table, not $3.00 at seat 1, $3.00 at seat 2, $5.00 at seat 3;"
        " let all bet the same."
    )
    differing = [seat(number, 5, side={"lucky-ladies": number}) for number in (1, 2)]
    assert refusal(on, *differing) == "", "no jackpot"


def test_the_amounts_that_a_game_names_for_a_jackpot_may_differ() -> None:
    """`llj`, C11."""
    seats = [seat(number, 5, 0, 0, 0, side={"lucky-ladies": 5 * number}) for number in (1, 2)]
    assert refusal(felt("llj"), *seats) == ""


def test_a_bet_that_is_not_on_the_felt_is_refused() -> None:
    found = refusal(felt("bbb"), seat(1, 5, 0, 0, 0, side={"lucky-ladies": 5}))
    assert found == 'Seat 1: this table does not offer "lucky-ladies"; take the bet back.'


def test_top_3_needs_21_plus_3_of_the_same_seat() -> None:
    """`lucky-ladies`, appendix C note 4."""
    on = felt("lucky-ladies")
    alone = seat(2, 5, player="Ada", side={"top-3": 5})
    beside = seat(1, 5, player="Ada", side={"21-plus-3-xtreme": 5})
    sentence = "Seat 2: Top 3 is only for those who bet 21+3 Classic or 21+3 Xtreme too."
    assert refusal(on, alone) == sentence
    assert refusal(on, beside, alone) == sentence
    assert refusal(on, beside._replace(side={**beside.side, "top-3": 5 * DOLLAR})) == ""


def test_bust_bonus_waits_for_the_deal() -> None:
    """C16."""
    found = refusal(felt("lucky-ladies"), seat(1, 5, side={"bust-bonus": 5}))
    assert found == "Seat 1: Bust Bonus is placed after the deal, not before; take the bet back."


def five_places() -> Felt:
    """`double-action` with a place for a fifth wager, as the jackpot's may be (C28)."""
    on = felt("double-action")
    bets = {**on.game.side_bets}
    for extra in ("third", "fourth"):
        bets[extra] = replace(bets["double-action"], id=extra, title=extra.title())
    return replace(
        on,
        game=replace(on.game, side_bets=bets),
        paytables=dict.fromkeys(bets.keys() - {"match-madness"}, paytable("DA6/1")),
    )


def test_of_five_places_a_player_uses_four_and_one_of_them_for_five_dollars_at_most() -> None:
    """`double-action`, C28."""
    on = five_places()
    three = {"double-action": 10, "2nd-action": 10}
    assert refusal(on, seat(1, 10, side=three)) == ""
    assert refusal(on, seat(1, 10, side={**three, "third": 5})) == ""
    assert refusal(on, seat(1, 5, side={**three, "third": 10})) == ""
    assert refusal(on, seat(1, 10, side={**three, "third": 6})) == (
        "Seat 1: one of 4 wagers is at most $5.00; lower one of them or leave one out."
    )
    assert refusal(on, seat(1, 10, side={**three, "third": 5, "fourth": 5})) == (
        "Seat 1: at this felt a player makes at most 4 wagers, not 5; leave some out."
    )


def test_a_felt_with_four_places_limits_nobody() -> None:
    """`double-action`: "more than four wagering options"."""
    on = five_places()
    on = replace(on, paytables={bet: each for bet, each in on.paytables.items() if bet != "fourth"})
    assert refusal(on, seat(1, 10, side={"double-action": 10, "2nd-action": 10, "third": 10})) == ""


def test_empty_spots_are_no_wagers() -> None:
    """`double-action`'s rule at a felt with Bet Bigger spots."""
    on = felt("brook")
    on = replace(on, game=replace(on.game, options=Options(most=4, one_at_most=5 * DOLLAR)))
    assert refusal(on, seat(1, 10, 0, 0, 10, side={"lucky-ladies": 10})) == ""
    assert refusal(on, seat(1, 10, 0, 10, 10, side={"lucky-ladies": 5})) == ""
    assert "one of 4 wagers" in refusal(on, seat(1, 10, 0, 10, 10, side={"lucky-ladies": 10}))


def test_a_player_may_have_hands_that_lie_side_by_side() -> None:
    """`brook`, `llj`, `bbb`."""
    mine = [seat(number, 5, 0, 0, 0, player="Ada") for number in (2, 3, 5)]
    assert refusal(felt("brook"), *mine[:2], seat(4, 5, 0, 0, 0)) == ""
    found = refusal(felt("brook"), *mine[1:], seat(6, 5, 0, 0, 0))
    assert found == "Ada plays seats that are not adjacent; seat a player's hands side by side."


@pytest.mark.parametrize("numbers", [(0,), (7,), (2, 1), (1, 1)])
def test_seats_are_those_of_the_table_in_their_order(numbers: tuple[int, ...]) -> None:
    seats = [seat(number, 5, 0, 0, 0, player=str(place)) for place, number in enumerate(numbers)]
    assert refusal(felt("brook"), *seats) == ("Write the seats by their numbers from 1 to 6, each once, in this order.")


def test_a_round_needs_a_bet() -> None:
    assert refusal(felt("brook")) == "Nobody has bet; at least one Ante is needed for a round."


FIRST = seat(2, 10, 10, 10, 0, player="Ada", side={"lucky-ladies": 5})


@pytest.mark.parametrize(
    "changed",
    [
        seat(2, 10, 10, 10, 10, player="Ada", side={"lucky-ladies": 5}),  # the example of the document
        seat(2, 10, 10, 0, 0, player="Ada", side={"lucky-ladies": 5}),
        seat(2, 9, 9, 9, 0, player="Ada", side={"lucky-ladies": 5}),
        seat(2, 10, 10, 10, 0, player="Ada", side={"lucky-ladies": 6}),
        seat(2, 10, 10, 10, 0, player="Ada"),
        seat(2, 10, 10, 10, 0, player="Ada", side={"lucky-ladies": 5, "suited-royals": 5}),
    ],
)
def test_a_flat_bet_player_repeats_the_first_bets_of_the_shoe(changed: Seat) -> None:
    """`brook`, `llj`."""
    assert refusal(felt("brook"), FIRST, held=[FIRST]) == ""
    assert refusal(felt("brook"), changed) == ""
    found = refusal(felt("brook"), changed, held=[FIRST])
    assert found == "Seat 2: Ada is flat bet; repeat the bets of the first hand of the shoe, each and no other."


def test_a_flat_bet_player_adds_no_hand_and_holds_nobody_else() -> None:
    """`brook`, `llj`."""
    other = seat(2, 5, 0, 0, 0, player="Bea")
    assert refusal(felt("brook"), other, held=[FIRST]) == ""
    found = refusal(felt("brook"), FIRST, FIRST._replace(number=3), held=[FIRST])
    assert found == "Seat 3: Ada is flat bet and may not add a hand until the shoe ends."
