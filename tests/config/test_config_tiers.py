"""Wagers of several amounts in a table's file (R034, C11): what is refused, what is warned of, what the sign lists."""

from pathlib import Path

import pytest
from support.config.files import Edit, faults, warnings, write

from controller.config.load import load
from controller.table.money import DOLLAR

JACKPOT = """
[[jackpot]]
id = "{}"
title = "{}"
type = "bonus"
funding = "daily_percent"
base = "1000.00"
reset = "1000.00"
rate = "5.00 %"
unreasonable = "6000.00"
multiple_winners = "split"
"""
LADIES = [
    Edit('game = "brook"', 'game = "llj"'),
    Edit('paytable = "brook-galaxy-bonus-jackpot"', 'paytable = "llj-lucky-ladies-jackpot"'),
    Edit('id = "bonus"', 'id = "mega"'),
    Edit('jackpots = ["bonus"]', 'jackpots = ["mega", "major", "minor"]'),
    Edit("", JACKPOT.format("major", "MAJOR") + JACKPOT.format("minor", "MINOR")),
]
TEN = """
[[wager]]
id = "ten"
amount = "{}"
jackpots = ["mega", "major", "minor"]
paytable = "llj-lucky-ladies-jackpot"
collect = "settlement"

[[spot]]
seat = 1
wager = "ten"
sensor = "button"
input = "board:seat7"
lamp = "board:lamp7"
"""
KEY = Edit('#tier = "board:tier"', 'tier = "board:tier"')
WIRE = [Edit('"win", ', '"win", "tier", ')]
LAMP = [Edit('"lamp6"]', '"lamp6", "lamp7"]'), Edit('"seat6",', '"seat6", "seat7",')]


def tiers(text: str) -> Edit:
    return Edit('#tiers = ["5.00", "10.00"] ', f"tiers = [{text}] ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('"10.00"', 'write "5.00", the wager\'s amount, first'),
        ('"5.00", "5.00"', "write each amount once"),
        ('"5.00", "7.00"', 'write "5.00" or "10.00", for which pay table'),
    ],
)
def test_c11_tiers_that_make_no_sense_are_refused(tmp_path: Path, text: str, words: str) -> None:
    found = faults(tmp_path, *LADIES, tiers(text), KEY, *WIRE)
    assert found
    assert any(words in fault.what for fault in found), found


def test_r241_no_tier_is_above_the_profiles_cap(tmp_path: Path) -> None:
    found = faults(
        tmp_path, *LADIES, tiers('"5.00", "10.00"'), KEY, *WIRE, Edit('cap = "50.00"', 'cap = "5.00"', "profile")
    )
    assert any("R241" in fault.what for fault in found), found


def test_a_tier_that_only_a_command_can_name_is_warned_of(tmp_path: Path) -> None:
    found = warnings(tmp_path, *LADIES, tiers('"5.00", "10.00"'))
    assert [fault.key for fault in found] == ["tiers"], found
    assert "litbet spot tier" in found[0].what


def test_the_sign_lists_what_each_amount_pays(tmp_path: Path) -> None:
    rules = load(write(tmp_path, [*LADIES, tiers('"5.00", "10.00"'), KEY, *WIRE])).rules
    assert rules.wagers["galaxy"].amounts == (5 * DOLLAR, 10 * DOLLAR)
    pays = {award["event"]: award["pays"] for award in rules.jackpots["mega"].awards}
    assert pays["Three Queens of Hearts"] == "50 % / 100 %"
    assert pays["Any Three Queens"] == "$250.00 / $500.00"
    assert "Three Queens Same Color" not in pays, "that is of another meter"


def test_c11_two_sensors_of_a_seat_for_one_bet_are_rivals(tmp_path: Path) -> None:
    rules = load(write(tmp_path, [*LADIES, *LAMP, Edit("", TEN.format("10.00"))])).rules
    assert rules.spots["1/galaxy"].rivals == ("1/ten",)
    assert rules.spots["1/ten"].rivals == ("1/galaxy",)
    assert rules.spots["2/galaxy"].rivals == ()
    pays = {award["event"]: award["pays"] for award in rules.jackpots["mega"].awards}
    assert pays["Three Queens of Hearts"] == "50 % / 100 %"


def test_c11_two_sensors_of_a_seat_for_one_bet_have_two_amounts(tmp_path: Path) -> None:
    found = faults(tmp_path, *LADIES, *LAMP, Edit("", TEN.format("5.00")))
    assert any("amounts other than" in fault.what and "C11" in fault.what for fault in found), found
