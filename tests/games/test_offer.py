"""The felt that a game offers by default, for every number of decks, and with pay tables that somebody chose."""

import re

import pytest
from support.spoken import problem
from support.testbed.rounds import paytables

from controller.config.catalogue import find_game
from controller.games.bets import RefusedError
from controller.games.offer import offer
from controller.table.money import DOLLAR


def laid(game: str, decks: int, *chosen: str) -> dict[str, str]:
    felt = offer(find_game(game), decks, paytables(game), chosen)
    return {bet: paytable.id for bet, paytable in felt.paytables.items()}


def test_the_brook_lays_its_three_bets_at_the_least_minimum() -> None:
    felt = offer(find_game("brook"), 6, paytables("brook"))
    assert list(felt.paytables) == ["lucky-ladies", "suited-royals", "galaxy-bonus-jackpot"]
    assert (felt.decks, felt.minimum) == (6, 2 * DOLLAR)


@pytest.mark.parametrize("game", ["brook", "llj", "bbb", "lucky-ladies", "double-action"])
def test_every_permitted_number_of_decks_has_a_felt(game: str) -> None:
    for decks in find_game(game).decks:
        assert laid(game, decks)


def test_what_needs_more_decks_is_left_out() -> None:
    """`lucky-ladies`: Top 3 needs four decks, the 21+3 jackpots three, suited twenties of one face two."""
    assert set(laid("lucky-ladies", 8)) - set(laid("lucky-ladies", 3)) == {"top-3"}
    assert set(laid("lucky-ladies", 3)) - set(laid("lucky-ladies", 2)) == {"21-plus-3-jackpot"}
    assert laid("lucky-ladies", 1)["lucky-ladies-jackpot"] == "LL/JP 1"


def test_of_two_bets_never_together_the_first_stays_or_the_chosen_one() -> None:
    """`double-action`: 2nd Action and Match Madness."""
    assert laid("double-action", 4) == {"double-action": "DA4/1", "2nd-action": "DA4/1"}
    assert laid("double-action", 4, "MM4/2") == {"double-action": "DA4/1", "match-madness": "MM4/2"}
    assert laid("double-action", 4, "MM4/2", "DA4/3") == {"double-action": "DA4/3", "match-madness": "MM4/2"}


def test_a_pay_table_of_two_bets_goes_to_both_and_two_go_one_to_each() -> None:
    """`double-action`: 2nd Action has the pay tables of Double Action."""
    assert laid("double-action", 4, "DA4/3") == {"double-action": "DA4/3", "2nd-action": "DA4/3"}
    assert laid("double-action", 4, "DA4/3", "DA4/2") == {"double-action": "DA4/3", "2nd-action": "DA4/2"}


@pytest.mark.parametrize(
    ("game", "decks", "chosen", "says"),
    [
        ("brook", 4, (), "is not played with this number of decks: 4. Choose 6."),
        ("double-action", 4, ("DA2/1",), "DA2/1 has no place in "),
        ("double-action", 4, ("MM4/1", "MM4/2"), "MM4/2 has no place"),
        ("brook", 6, ("DA4/1",), "choose among brook-lucky-ladies, brook-suited-royals, brook-galaxy-bonus-jackpot."),
    ],
)
def test_what_cannot_be_laid_is_refused(game: str, decks: int, chosen: tuple[str, ...], says: str) -> None:
    with problem(RefusedError, re.escape(says)):
        laid(game, decks, *chosen)
