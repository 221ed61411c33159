"""What stands in for what nobody asked: the table's wager, meters and suit, and whose game a pay table is of."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.config.own_table import own_table

from controller.config.catalogue import find_game, find_paytable, game_names, paytable_names
from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import Config
from controller.games.cards import Suit
from controller.games.game import Game
from controller.reports.odds_report import Asked, Quote, permitted_decks, quote
from controller.table.money import DOLLAR
from words.message import UsageError, message

GAMES = [find_game(name) for name in game_names()]
TABLE = load(shipped("config") / "table.toml")


def quoted(name: str, asked: Asked, config: Config = TABLE) -> Quote:
    return quote(find_paytable(name), config, GAMES, asked)


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        ("llj-lucky-ladies-jackpot", [2, 6, 8]),  # `llj`: the pay table says 2 to 8
        ("brook-suited-royals", [6]),  # `brook`
        ("DA4/3", [4]),  # `double-action`
        ("LL/JP 7", [4, 5]),  # `lucky-ladies`
        ("PT-FLT-TOP3-01", [4, 5, 6, 7, 8]),  # its bet needs four
    ],
)
def test_the_decks_are_those_of_the_pay_table_that_its_game_is_played_with(name: str, decks: list[int]) -> None:
    assert permitted_decks(find_paytable(name), GAMES) == decks


def test_every_shipped_pay_table_has_decks() -> None:
    assert all(permitted_decks(find_paytable(name), GAMES) for name in paytable_names())


def test_a_pay_table_that_no_game_has_is_told_so() -> None:
    with pytest.raises(UsageError, match="no_game paytable=house"):
        quote(replace(find_paytable("DA4/3"), id="house"), TABLE, GAMES, Asked())


def test_a_game_that_is_never_played_with_its_decks_is_told_so() -> None:
    paytable = replace(find_paytable("brook-suited-royals"), min_decks=7, max_decks=8)
    with pytest.raises(UsageError, match="no_decks paytable=brook-suited-royals"):
        quote(paytable, TABLE, GAMES, Asked())


def test_the_table_that_plays_it_says_what_is_not_asked_for() -> None:
    """`brook`: $5.00, six decks, $1,250.00 on the meter."""
    found = quoted("brook-galaxy-bonus-jackpot", Asked())
    assert (found.odds.decks, found.wager, found.meters) == (6, 5 * DOLLAR, {None: 1250 * DOLLAR})
    assert None in found.means
    asked = quoted("brook-galaxy-bonus-jackpot", Asked(meters=["2000.00"]))
    assert asked.meters == {None: 2000 * DOLLAR}
    assert quoted("LL/JP 1", Asked()).meters == {None: 0}, "which it does not play"


def test_its_decks_do_not_count_where_no_game_permits_them() -> None:
    config = replace(TABLE, decks=2)
    assert quoted("brook-galaxy-bonus-jackpot", Asked(), config).odds.decks == 6


def test_the_first_game_says_how_it_is_played() -> None:
    """`bbb` in a house whose dealer stands on soft 17: Break Bonus comes less often."""
    bbb = find_game("bbb")
    standing: Game = replace(bbb, play=replace(bbb.play, dealer_hits_soft_17=False))
    paytable = find_paytable("bbb-break-bonus")
    hits, stands = (quote(paytable, TABLE, games, Asked(6)) for games in ([bbb, standing], [standing, bbb]))
    assert hits.circumstances == (message("odds.hits_soft_17"),)
    assert stands.circumstances == (message("odds.stands_on_soft_17"),)
    assert stands.odds.hit_frequency < hits.odds.hit_frequency


def test_a_suit_that_nobody_named_is_hearts_and_says_so() -> None:
    """`lucky-ladies`. A pair of queens of hearts leaves fewer hearts for the dealer's blackjack than spades."""
    unasked, hearts, spades = (quoted("LL/JP 7", Asked(4, suit=suit)) for suit in (None, Suit.HEARTS, Suit.SPADES))
    assert unasked.circumstances == (message("odds.suit_open", suit="hearts"),)
    assert (unasked.odds.combinations, unasked.suit) == (hearts.odds.combinations, Suit.HEARTS)
    assert hearts.circumstances == (message("odds.suit", suit="hearts"),)
    top = spades.odds.paytable.lines[0]
    assert spades.odds.probability(top) > hearts.odds.probability(top)
    assert quoted("LL/JP 13", Asked(6)).suit is None, "it has no award of a chosen suit"


def test_the_tables_own_suit_counts_where_it_plays_the_pay_table(tmp_path: Path) -> None:
    config = load(own_table(tmp_path))
    own = quote(find_paytable("house-jackpot", tmp_path), config, [config.game], Asked())
    assert (own.suit, own.circumstances) == (Suit.SPADES, (message("odds.suit", suit="spades"),))
    asked = quote(find_paytable("house-jackpot", tmp_path), config, [config.game], Asked(suit=Suit.CLUBS))
    assert asked.suit == Suit.CLUBS
    assert quoted("LL/JP 7", Asked(4), config).suit == Suit.HEARTS, "which it does not play"


@pytest.mark.parametrize(
    ("name", "wager"), [("brook-suited-royals", "2.00"), ("brook-suited-royals", "10.00"), ("bbb-break-bonus", "1.00")]
)
def test_the_limits_themselves_are_permitted(name: str, wager: str) -> None:
    assert quoted(name, Asked(6, wager)).wager == int(wager.split(".")[0]) * DOLLAR


def test_a_bet_may_need_more_decks_than_its_pay_table() -> None:
    """`lucky-ladies`: Top 3 needs four decks or more."""
    paytable = replace(find_paytable("PT-FLT-TOP3-01"), min_decks=1)
    assert permitted_decks(paytable, GAMES) == [4, 5, 6, 7, 8]
