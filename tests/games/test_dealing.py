"""From round to round: shuffles, flat bet until the shoe ends, closing after the shoe."""

import pytest
from support_hands import cards, felt, seat

from controller.games.bets import RefusedError, Seat
from controller.games.dealing import Dealing
from controller.games.play import answered
from controller.games.shoe import Shoe
from controller.games.strategy import STRATEGIES, answerer

ADA = seat(1, 5, 5, 0, 0, player="Ada")


def dealing(name: str = "brook", rounds: int = 2) -> Dealing:
    """Each shoe lasts so many rounds of one player, who has 20 against 17."""
    return Dealing(felt(name), lambda: Shoe(cards("Td 9c Tc 8c") * 3, 4 * (rounds - 1) + 1))


def play(on: Dealing, *seats: Seat) -> Shoe:
    answered(on.begin(seats), answerer(STRATEGIES["basic"]))
    return on.shoe


def test_the_cards_are_shuffled_when_the_cut_card_has_come() -> None:
    """Seeds 000, 001, 002."""
    on = dealing()
    first = play(on, ADA)
    assert play(on, ADA) is first
    assert first.ended
    assert play(on, ADA) is not first


def test_closing_waits_for_the_end_of_the_shoe() -> None:
    """Seeds 000, 001, 002: the house gives notice, the shoe is dealt out, then no more bets."""
    on = dealing()
    play(on, ADA)
    on.last_shoe = True
    play(on, ADA)
    assert on.closed
    with pytest.raises(RefusedError, match="the table is closed"):
        on.begin([ADA])


def test_a_flat_bet_lasts_until_the_shoe_ends() -> None:
    """Seed 000. What counts is the first hand of the shoe, not the one before the notice."""
    on = dealing(rounds=3)
    more = ADA._replace(main=ADA.main[:1] * 4)
    play(on, ADA)
    play(on, more)
    on.flat_bet("Ada")
    with pytest.raises(RefusedError, match="Ada is flat bet"):
        on.begin([more])
    assert on.shoe.at == 8  # nothing was dealt
    play(on, ADA)
    play(on, more)  # the first hand of the next shoe
    play(on, ADA)
    on.flat_bet("Ada")
    with pytest.raises(RefusedError, match="Ada is flat bet"):
        on.begin([ADA])
    play(on, more)


def test_flat_bet_needs_a_first_hand_and_a_game_that_has_it() -> None:
    """Seed 002 has no flat bet."""
    with pytest.raises(RefusedError, match="has no flat bet"):
        dealing("bbb").flat_bet("Ada")
    on = dealing()
    with pytest.raises(RefusedError, match="Ada has played no hand of this shoe"):
        on.flat_bet("Ada")
    play(on, ADA)
    on.flat_bet("Ada")


def test_bets_that_may_not_stand_are_refused_before_a_card_is_dealt() -> None:
    on = dealing()
    with pytest.raises(RefusedError, match="Bet Bigger 2 must match the Ante"):
        on.begin([seat(1, 5, 6, 0, 0)])
    assert on.shoe.at == 0
