"""A table against its game and its pay tables: what it plays for, and each sentence where they do not go together."""

import re
from pathlib import Path

import pytest
from support.config.files import Edit, faults, warnings, write

from controller.config.load import load
from controller.config.resources import shipped
from controller.games.cards import Suit

CONFIG = shipped("config")

PAYTABLE = 'paytable = "brook-galaxy-bonus-jackpot"'


def ladies(paytable: str) -> list[Edit]:
    """The shipped table with a jackpot of `lucky-ladies`: $5 where the pay tables are printed for $1."""
    return [Edit('game = "brook"', 'game = "lucky-ladies"'), Edit(PAYTABLE, f'paytable = "{paytable}"')]


def meters() -> list[Edit]:
    """The shipped table as one of `llj`, with its three meters."""
    jackpot = re.findall(r"\[\[jackpot\]\]\n.*?\n\n", (CONFIG / "table.toml").read_text(), re.DOTALL)[0]
    others = "\n".join(jackpot.replace('id = "bonus"', f'id = "{name}"') for name in ("major", "minor"))
    return [
        Edit('game = "brook"', 'game = "llj"'),
        Edit('id = "bonus"', 'id = "mega"'),
        Edit('jackpots = ["bonus"]', 'jackpots = ["mega", "major", "minor"]'),
        Edit(PAYTABLE, 'paytable = "llj-lucky-ladies-jackpot"'),
        Edit("", f"\n{others}"),
    ]


def awards(path: Path) -> dict[str, list[str]]:
    return {name: [award["pays"] for award in jackpot.awards] for name, jackpot in load(path).rules.jackpots.items()}


def test_r007_amounts_for_one_dollar_grow_with_the_wager(tmp_path: Path) -> None:
    """`lucky-ladies`, note 6 of appendix D."""
    assert awards(write(tmp_path, ladies("LL/JP 13"))) == {
        "bonus": ["100 %", "$1000.00", "$625.00", "$125.00", "$95.00", "$45.00"]
    }


def test_a_line_that_is_printed_as_lost_is_no_award(tmp_path: Path) -> None:
    assert awards(write(tmp_path, ladies("PT-BJS-LL-37")))["bonus"] == [
        "100 %",
        "10 %",
        "$1250.00",
        "$200.00",
        "$50.00",
    ]


@pytest.mark.parametrize(("amount", "share", "fixed"), [("5.00", "50 %", "$250.00"), ("10.00", "100 %", "$500.00")])
def test_shares_by_the_wager(tmp_path: Path, amount: str, share: str, fixed: str) -> None:
    """`llj`: half of the meter for $5, all of it for $10."""
    path = write(tmp_path, [*meters(), Edit('amount = "5.00"', f'amount = "{amount}"')])
    shown = awards(path)
    assert {name: pays[:2] for name, pays in shown.items()} == {
        name: [share, fixed] for name in ("mega", "major", "minor")
    }


def test_c13_two_decks_cannot_win_mega_and_major(tmp_path: Path) -> None:
    found = faults(tmp_path, *meters(), Edit("decks = 6", "decks = 2"))
    assert [(fault.key, fault.what.split()[0]) for fault in found] == [
        ("decks", "three-queens-of-hearts"),
        ("decks", "three-queens-same-suit"),
    ]


def test_r009_a_share_may_be_less_than_a_line_below_it(tmp_path: Path) -> None:
    """Highest is rank of hand: 10 % of $1,250 are less than five times the $125 of other queens."""
    (found,) = warnings(tmp_path, *ladies("LL/JP 12"))
    assert (found.key, found.what.split()[0]) == ("paytable", "queen-of-hearts-pair-and-dealer-blackjack")
    rich = Edit('reset = "1250.00"', 'reset = "10000.00"')
    assert warnings(tmp_path, *ladies("LL/JP 12"), rich, Edit('base = "1250.00"', 'base = "10000.00"')) == []


PAIR, BOTH = 'looks_at = "first two cards"', 'looks_at = "first two cards and dealer\'s two"'
TABLE_FAULTS: dict[str, tuple[list[Edit], str, str, str]] = {
    "R005 no chosen suit": (ladies("PT-BJS-213-07"), "suit", "[table]", 'as "hearts"'),
    "a suit that is none": (
        [*ladies("PT-BJS-213-07"), Edit('#suit = "hearts"', 'suit = "stars"')], "suit", "suit =", 'not "stars"',
    ),
    "R006 decks of another column": (ladies("PT-BJS-LL-28"), "decks", "decks = 6", "write 2, for which pay table"),
    "R007 a wager for which no share is printed": (
        [*meters(), Edit('amount = "5.00"', 'amount = "15.00"'), Edit('"10.00"]', '"15.00"]', "games/llj.toml")],
        "amount", "amount =", '"5.00" or "10.00", for which',
    ),
    "R036 a wager that the game does not name": (
        [*meters(), Edit('amount = "5.00"', 'amount = "10.00"'), Edit('"10.00"]', '"15.00"]', "games/llj.toml")],
        "amount", "amount =", 'permits: "5.00" or "15.00"',
    ),
    "R005 a file's name for the printed one": (ladies("LL-JP-12"), "paytable", "paytable =", "write one of LL/JP 12"),
    "no such pay table": (ladies("LL/JP 6"), "paytable", "paytable =", 'no pay table "LL/JP 6"; write one of LL/JP'),
    "a way out of the folder": (ladies("../table"), "paytable", "paytable =", 'as "LL/JP 7"'),
    "no such pay table in the game": (
        [Edit('"brook-suited-royals"', '"brook-suited-royal"', "game")],
        "paytables", "paytables =", 'no pay table "brook-suited-royal"; write one of brook-suited-royals, ',
    ),
    "a file's name in the game": (
        [Edit('"brook-suited-royals"', '"LL-JP-12"', "game")], "paytables", "paytables =", "write one of LL/JP 12",
    ),
    "R006 a pay table of the game for other decks": (
        [Edit('"brook-suited-royals"', '"PT-BJS-LL-28"', "game"), Edit(PAIR, BOTH, "game"), Edit(PAIR, BOTH, "game")],
        "paytables", "paytables =", "Suited Royals is not played with the decks that it is printed for: 2",
    ),
    "a pay table of the game with a fault": (
        [Edit("times = 5", "times = 0", "paytables/brook-suited-royals.toml")], "times", "times = 0", "a whole number",
    ),
    "R005 hands that the bet does not look at": (
        [Edit('looks_at = "first two cards and up card"', 'looks_at = "dealer\'s hand"', "game")],
        "paytables", "paytables =",
        "dealer's hand\" does not show the cards that decide three-aces",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE_FAULTS)
def test_a_table_is_refused(tmp_path: Path, name: str) -> None:
    edits, key, line, words = TABLE_FAULTS[name]
    found = faults(tmp_path, *edits)
    assert {fault.key for fault in found} == {key}, found
    assert found[0].line.startswith(line), found
    assert words in found[0].what
    row = re.match(r"[RC][0-9]+", name)
    assert row is None or row[0] in found[0].what


def test_pay_tables_that_the_table_does_not_use_are_no_part_of_it(tmp_path: Path) -> None:
    """R246: they are checked, but another price for another bet is not another configuration."""
    whole = write(tmp_path)
    digest = load(whole).digest
    assert (
        load(write(tmp_path, [Edit("times = 5", "times = 4", "paytables/brook-suited-royals.toml")])).digest == digest
    )
    assert load(write(tmp_path, [Edit('"50.00"', '"51.00"', "paytable")])).digest != digest


def test_the_chosen_suit(tmp_path: Path) -> None:
    """`lucky-ladies`: the operator chooses it; a pay table without such lines needs none."""
    chosen = load(write(tmp_path, [*ladies("PT-BJS-213-07"), Edit('#suit = "hearts"', 'suit = "clubs"')]))
    assert chosen.suit is Suit.CLUBS
    assert load(CONFIG / "table.toml").suit is None


def test_a_pay_table_beside_the_table_s_file_goes_before_the_shipped_one(tmp_path: Path) -> None:
    path = write(tmp_path, [*ladies("LL/JP 13"), Edit('"19.00"', '"18.00"', "paytables/LL-JP-13.toml")])
    assert "$90.00" in awards(path)["bonus"]
    assert load(path).paytables["LL/JP 13"].id == "LL/JP 13"
