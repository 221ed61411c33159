"""Each sentence for a game's file that is wrong."""

import re
from pathlib import Path

import pytest
from support.config.catalogue import read
from support.config.files import located

from controller.config.games import read_game
from controller.config.resources import shipped
from controller.config.source import Report, in_order
from kinds.settings import ID
from testbed.rounds.tally import MAIN

BROOK_GAME = "games/brook.toml"
DOUBLE = "games/double-action.toml"
LADIES = "games/lucky-ladies.toml"
GAME_FAULTS: dict[str, tuple[str, str, str, str, str, str]] = {
    "two side bets of one name": (
        DOUBLE, 'id = "double-action"', 'id = "2nd-action"', "id", "id =", "taken by a side bet above",
    ),
    "never with nobody": (
        DOUBLE, '["match-madness"]', '["match-madnes"]', "never_with", "never_with", 'no other side bet "match-madnes"',
    ),
    "beside itself": (
        "games/lucky-ladies.toml", '"21-plus-3-classic", "21', '"top-3", "21', "only_beside", "only_beside", '"top-3"',
    ),
    "R036 no limit": (
        BROOK_GAME, 'amounts = ["5.00"]', "", "lowest", "[[side_bet]]", "write amounts alone, or highest with",
    ),
    "R036 two limits": (
        "games/llj.toml", 'lowest_of_minimum = "50.00 %"', 'lowest = "1.00"\nlowest_of_minimum = "50.00 %"',
        "lowest_of_minimum", "lowest_of_minimum", "either lowest or lowest_of_minimum",
    ),
    "R036 amounts and a highest": (
        BROOK_GAME, 'amounts = ["5.00"]', 'amounts = ["5.00"]\nhighest = "10.00"', "amounts", "amounts", "alone",
    ),
    "limits upside down": (
        BROOK_GAME, 'lowest = "2.00"\nhighest = "10.00"\nmax', 'lowest = "2.00"\nhighest = "1.00"\nmax',
        "highest", "highest", 'write "2.00", which is lowest, or more',
    ),
    "an Ante between two steps": (BROOK_GAME, 'step = "1.00"', 'step = "1.50"', "highest", "highest", "multiples"),
    "cards that no bet looks at": (
        DOUBLE, '"first two cards and hole card"', '"hole card"', "looks_at", "looks_at", 'hand", not "hole card"',
    ),
    "odds that are none": (DOUBLE, '"3 to 2"', '"3:2"', "blackjack_pays", "blackjack_pays", 'as "3 to 2", not "3:2"'),
    "nine decks": (DOUBLE, "6, 8]", "6, 9]", "decks", "decks", "a list of the permitted numbers"),
    "decks that do not rise": (DOUBLE, "6, 8]", "6, 6]", "decks", "decks", "rising, as [2, 6, 8]"),
    "an amount twice": (
        "games/llj.toml", 'amounts = ["5.00", "10.00"]', 'amounts = ["5.00", "5.00"]',
        "amounts", "amounts", "the only amounts, rising",
    ),
    "two spots of one title": (
        BROOK_GAME, '"Bet Bigger 3"', '"Bet Bigger 2"', "bigger", "bigger", '"Bet Bigger 2" is already a wager',
    ),
    "a spot without words": (BROOK_GAME, '"Bet Bigger 3"', '""', "bigger", "bigger", "a list of the spots"),
    "two bets of one title": (
        BROOK_GAME, 'title = "Suited Royals"', 'title = "LUCKY Ladies"', "title", 'title = "LUCKY', "already a wager",
    ),
    "a bet with the words of the main spot": (
        BROOK_GAME, 'title = "Suited Royals"', 'title = "Ante"', "title", 'title = "Ante"', "already a wager",
    ),
    "a bet called insurance": (
        BROOK_GAME, 'title = "Suited Royals"', 'title = "Insurance"', "title", "title", '"Insurance" is already',
    ),
    "a main spot called insurance": (
        BROOK_GAME, 'title = "Ante"', 'title = "Insurance"', "title", "title", '"Insurance" is already',
    ),
    "a bet without words": (BROOK_GAME, 'title = "Suited Royals"', 'title = ""', "title", "title", "one line of up"),
    "a bet by the name of a spot": (
        DOUBLE, 'title = "Blackjack"', 'title = "match-madness"', "id", 'id = "match-madness"', "is a main bet of this",
    ),
    "beside and never with": (
        LADIES, "min_decks = 4", 'min_decks = 4\nnever_with = ["21-plus-3-xtreme"]',
        "never_with", "never_with", 'remove "21-plus-3-xtreme": this bet is made only_beside it',
    ),
    "a bet for more decks than the game has": (
        BROOK_GAME, 'amounts = ["5.00"]', 'amounts = ["5.00"]\nmin_decks = 7', "min_decks", "min_decks", "6 or less",
    ),
    "a player's total before the hand is played": (
        LADIES, "looks_at = \"dealer's hand\"", 'looks_at = "first two cards and hole card"',
        "loses_on_player_total", "loses_on_player_total", 'write looks_at = "dealer\'s hand"',
    ),
    "a key too many in options": (DOUBLE, "most = 4", "most = 4\nleast = 1", "least", "least", "is not known here"),
}  # fmt: skip


@pytest.mark.parametrize("name", GAME_FAULTS)
def test_a_game_is_refused(tmp_path: Path, name: str) -> None:
    file, old, new, key, line, words = GAME_FAULTS[name]
    found, game = read(tmp_path, file, old, new)
    assert game is None
    assert [fault.key for fault in found] == [key], found
    assert found[0].line.startswith(line), found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


@pytest.mark.parametrize("through", [False, True], ids=["two", "three"])
def test_bets_that_are_only_beside_each_other(tmp_path: Path, through: bool) -> None:
    """Each bet of a circle is an error, however long it is; a bet that only leads to it is not."""
    source = (shipped("config") / LADIES).read_text()
    xtreme = source.replace('XT-02"]', f'XT-02"]\nonly_beside = ["{"bust-bonus" if through else "top-3"}"]')
    (tmp_path / "game.toml").write_text(xtreme.replace("after_deal = true", 'only_beside = ["top-3"]'))
    report = Report()
    assert read_game(tmp_path / "game.toml", report) is None
    found = [fault.what for fault in located(in_order(report.errors))]
    circle = ["bust-bonus"] * through + ["21-plus-3-xtreme", "top-3"]
    assert found == [f'remove it: through the bets named here "{bet}" would be needed for itself' for bet in circle]


def test_the_tally_of_the_main_bets_is_no_side_bet() -> None:
    assert re.fullmatch(ID, "main")
    assert not re.fullmatch(ID, MAIN)
