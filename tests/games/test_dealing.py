"""From round to round: shuffles, flat bet until the shoe ends, closing after the shoe."""

import pytest
from support.games.hands import cards, felt, seat
from support.spoken import problem

from controller.games.bets import RefusedError, Seat
from controller.games.dealing import Dealing
from controller.games.play import Act, Move, answered
from controller.games.shoe import MisdealError, Shoe
from controller.games.strategy import STRATEGIES, answerer

ADA = seat(1, 5, 5, 0, 0, player="Ada")


def dealing(name: str = "brook", rounds: int = 2) -> Dealing:
    """Each shoe lasts so many rounds of one player, who has 20 against 17."""
    return Dealing(felt(name), lambda: Shoe(cards("Td 9c Tc 8c") * 30, 4 * (rounds - 1) + 1))


def play(on: Dealing, *seats: Seat) -> Shoe:
    answered(on.begin(seats), answerer(STRATEGIES["basic"]))
    return on.shoe


def test_the_cards_are_shuffled_when_the_cut_card_has_come() -> None:
    """`brook`, `llj`, `bbb`."""
    on = dealing()
    first = play(on, ADA)
    assert play(on, ADA) is first
    assert first.ended
    assert play(on, ADA) is not first


def test_closing_waits_for_the_end_of_the_shoe() -> None:
    """`brook`, `llj`, `bbb`: the house gives notice, the shoe is dealt out, then no more bets."""
    on = dealing()
    play(on, ADA)
    on.last_shoe = True
    play(on, ADA)
    assert on.closed
    with problem(RefusedError, "the table is closed"):
        on.begin([ADA])


def test_a_flat_bet_lasts_until_the_shoe_ends() -> None:
    """`brook`. What counts is the first hand of the shoe, not the one before the notice."""
    on = dealing(rounds=3)
    more = ADA._replace(main=ADA.main[:1] * 4)
    play(on, ADA)
    play(on, more)
    on.flat_bet("Ada")
    with problem(RefusedError, "Ada is flat bet"):
        on.begin([more])
    assert on.shoe.at == 8  # nothing was dealt
    play(on, ADA)
    play(on, more)  # the first hand of the next shoe
    play(on, ADA)
    on.flat_bet("Ada")
    with problem(RefusedError, "Ada is flat bet"):
        on.begin([ADA])
    play(on, more)


def test_hands_that_are_added_later_in_the_shoe_are_not_first_ones() -> None:
    """`brook`, `llj`: what the player had in the first round of the shoe counts, at whatever seat."""
    on = dealing("llj", rounds=20)
    second = ADA._replace(number=2)
    play(on, ADA)
    play(on, ADA, second)
    play(on, ADA, second)
    on.flat_bet("Ada")
    at = on.shoe.at
    with problem(RefusedError, "Seat 2: Ada is flat bet and may not add a hand"):
        on.begin([ADA, second])
    assert on.shoe.at == at
    play(on, second)


def test_a_player_who_is_flat_bet_may_change_seats_and_leave_a_hand_out() -> None:
    """`brook`, `llj`: the same bets at another seat are the same bets, if the hands are not more."""
    on = dealing(rounds=20)
    more = seat(2, 10, 10, 0, 0, player="Ada", side={"lucky-ladies": 5})
    bea = seat(6, 2, 0, 0, 0, player="Bea")
    play(on, ADA, more, bea)
    on.flat_bet("Ada")
    play(on, more._replace(number=3), ADA._replace(number=4))
    play(on, more._replace(number=5), bea._replace(main=ADA.main))
    with problem(RefusedError, "Seat 4: Ada is flat bet; repeat the bets of the first hand"):
        on.begin([ADA._replace(number=3), ADA._replace(number=4)])
    with problem(RefusedError, "Seat 3: Ada is flat bet and may not add a hand"):
        on.begin([ADA._replace(number=3, main=bea.main), ADA._replace(number=4), more._replace(number=5)])


def test_a_round_begins_when_the_one_before_has_ended() -> None:
    on = dealing(rounds=20)
    round_ = on.begin([ADA])
    with problem(RefusedError, "The round before has not ended"):  # no card is dealt yet
        on.begin([ADA])
    assert isinstance(next(round_), Act)
    with problem(RefusedError, "The round before has not ended"):
        on.begin([ADA])
    with pytest.raises(StopIteration):
        round_.send(Move.STAY)
    play(on, ADA)


def test_a_void_round_has_ended() -> None:
    on = Dealing(felt("brook"), lambda: Shoe(cards("Td 9c Tc"), 3))
    with pytest.raises(MisdealError):
        play(on, ADA)
    with pytest.raises(MisdealError):
        play(on, ADA)


def test_flat_bet_needs_a_first_hand_and_a_game_that_has_it() -> None:
    """`bbb` has no flat bet."""
    with problem(RefusedError, "has no flat bet"):
        dealing("bbb").flat_bet("Ada")
    on = dealing()
    with problem(RefusedError, "Ada has played no hand of this shoe"):
        on.flat_bet("Ada")
    play(on, ADA)
    on.flat_bet("Ada")


def test_bets_that_may_not_stand_are_refused_before_a_card_is_dealt() -> None:
    on = dealing()
    with problem(RefusedError, "Bet Bigger 2 must match the Ante"):
        on.begin([seat(1, 5, 6, 0, 0)])
    assert on.shoe.at == 0
