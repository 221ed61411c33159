"""The shipped profiles, what the core and the signs get of them, and what a profile must not say."""

from pathlib import Path

import pytest
from support.config.files import Found, located
from support.signs.schemas import valid
from support.spoken import say

from controller.config.load import load
from controller.config.profile_file import read_profile
from controller.config.profiles import Profile
from controller.config.resources import shipped
from controller.config.source import Report, in_order
from controller.present import views
from controller.reports import jackpot_sheet
from controller.reports.layout.text import as_text
from controller.table.events import Moment
from controller.table.funding import DAILY_PERCENT, MANUAL_HOUSE, PER_WAGER
from controller.table.money import DOLLAR
from controller.table.rules import Matter, Role
from controller.table.runs import genesis
from controller.table.sensors import fresh
from controller.table.state import State
from controller.table.values import replace
from controller.table.winnings import POLICIES
from words.catalogue import catalogue
from words.message import as_json, typed

CONFIG = shipped("config")
PROFILES = sorted(path.stem for path in (CONFIG / "profiles").glob("*.toml"))
FIVE = {"award", "malfunction", "over_limit", "nondisplayed", "seed_recovery"}  # R140
THREE_SENTENCES = """
    Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest.
    Player wagers do not accrue to any guaranteed player fund.
    The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice.
"""
LIGHT = "No light, no bet: only a bet whose light is on when the dealer locks the bets plays."
FOUR_WAGERS = """
    On games where there are more than four wagering options for players; the players are limited to wagering on
    a maximum of four of the options. One of the four wagers must be limited to $5.00.
"""


def profile(name: str) -> Profile:
    report = Report()
    found = read_profile(CONFIG / "profiles" / f"{name}.toml", report)
    assert found
    assert in_order(report.errors + report.warnings) == ()
    return found


def joined(text: str) -> str:
    return " ".join(text.split())


# -- the words


def test_r121_the_three_sentences_of_washington_are_word_for_word() -> None:
    assert len(THREE_SENTENCES.split()) == 43
    assert profile("wa-house").disclosure.text == joined(THREE_SENTENCES)


@pytest.mark.parametrize("name", [name for name in PROFILES if name != "wa-house"])
def test_c32_no_other_state_has_washingtons_sentences(name: str) -> None:
    assert "guaranteed player fund" not in profile(name).disclosure.text


@pytest.mark.parametrize("name", ["wa-house", "wa-progressive"])
def test_r037_c28_the_four_wager_notice_is_posted_in_washington(name: str) -> None:
    assert joined(FOUR_WAGERS) in profile(name).disclosure.notices


def test_r122_a_house_jackpot_says_what_it_is() -> None:
    (notice,) = (text for text in profile("wa-house").disclosure.notices if "house jackpot" in text)
    for wanted in ("The amount shown is what it pays", "no money of players", "removed without notice"):
        assert wanted in notice


@pytest.mark.parametrize("name", PROFILES)
def test_c33_only_the_players_money_is_in_escrow(name: str) -> None:
    found = profile(name)
    texts = " ".join((found.disclosure.text, *found.disclosure.notices))
    assert ("escrow" in texts) == (name == "wa-progressive")
    if name == "wa-progressive":
        assert "as custodian of the funds for the benefit of the players" in found.disclosure.text


def test_each_has_words_of_its_own_name() -> None:
    """R201: two texts never have one id."""
    named = {profile(name).disclosure.id: name for name in PROFILES}
    assert len(named) == len(PROFILES)


# -- the rules


def test_c03_where_the_money_comes_from() -> None:
    assert {name: tuple(profile(name).meter.funding) for name in PROFILES} == {
        "generic-gli": (DAILY_PERCENT, MANUAL_HOUSE, PER_WAGER),
        "nh-brook": (DAILY_PERCENT,),
        "nh-mega-major-minor": (MANUAL_HOUSE,),
        "wa-house": (MANUAL_HOUSE,),
        "wa-progressive": (PER_WAGER,),
    }


def test_r002_c04_types_have_the_names_of_their_state() -> None:
    assert {name: (profile(name).names.bonus, profile(name).names.progressive) for name in PROFILES} == {
        "generic-gli": ("Bonus Jackpot", "Progressive Jackpot"),
        "nh-brook": ("Bonus Jackpot", None),
        "nh-mega-major-minor": ("House Jackpot", None),  # R242: no progression in New Hampshire
        "wa-house": ("House Jackpot", None),
        "wa-progressive": (None, "Progressive Jackpot"),
    }


def test_r095_c09_what_several_winners_get() -> None:
    permitted = {name: profile(name).meter.multiple_winners for name in PROFILES}
    assert permitted["nh-mega-major-minor"] == ("split",)
    assert permitted["wa-house"] == ("full_each",)
    assert "full_each" not in permitted["wa-progressive"]


def test_r140_a_progressive_of_washington_falls_for_five_reasons_and_no_other() -> None:
    found = profile("wa-progressive")
    assert set(found.meter.may_fall) == FIVE
    assert (found.removal.notice_days, found.removal.dispose_days) == (10, 60)  # R147
    assert set(found.removal.to) == {"transfer", "charity"}
    assert (found.thresholds.notify, found.thresholds.reading_days) == (50 * DOLLAR, 7)  # R145, R216


def test_r063_llj_changes_once_in_24_hours_and_after_a_paid_win() -> None:
    found = profile("nh-mega-major-minor")
    assert (found.posting.min_interval_hours, found.posting.again_after_win) == (24, True)
    assert found.meter.reseed == "paid"
    assert not found.meter.winnable  # C13: two decks are permitted, and warned of


def test_c13_two_decks_are_a_loud_warning_under_llj(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text((CONFIG / "examples/nh-mega-major-minor.toml").read_text().replace("decks = 6", "decks = 2"))
    warned = [fault.what for fault in located(load(table).warnings) if fault.key != "state"]
    assert [what.partition(" cannot occur with decks = 2, only with 3 or more")[0] for what in warned] == [
        "three-queens-of-hearts",
        "three-queens-same-suit",
    ]


def test_r129_c01_in_washington_signs_have_no_network_and_words_hang_at_the_table() -> None:
    for name in PROFILES:
        found, washington = profile(name), name.startswith("wa-")
        assert (found.signs.networked, found.disclosure.placard) == (not washington, washington)


@pytest.mark.parametrize("name", PROFILES)
def test_r143_two_people_decide_on_the_meter_by_hand(name: str) -> None:
    paired = [rule for rule in profile(name).authority if rule.decision.paired]
    assert {rule.decision for rule in paired} == {decision for decision in Matter if decision.paired}
    assert all(rule.persons >= 2 and Role.DEALER not in rule.roles for rule in paired)


# -- what the core gets of it


def test_r003_r140_a_table_has_of_a_profile_what_its_type_may_have(tmp_path: Path) -> None:
    """The broad profile lists the reasons of both types."""
    table = tmp_path / "table.toml"
    table.write_text((CONFIG / "examples/generic-gli.toml").read_text())
    progressive = load(table).rules
    assert progressive.may_fall == FIVE
    assert progressive.may_rise == {"wager", "reset", "variance", "malfunction", "transfer", "take_over"}
    assert "house" not in progressive.removal.to
    table.write_text((CONFIG / "table.toml").read_text().replace('"nh-brook"', '"generic-gli"'))
    bonus = load(table).rules
    assert bonus.may_fall == {"award", "malfunction", "management", "discontinued"}
    assert "wager" not in bonus.may_rise  # R069
    assert "house" in bonus.removal.to


def payloads(name: str) -> dict[str, views.View]:
    rules = load(CONFIG / f"examples/{name}.toml").rules
    book, _ = genesis(rules, Moment(1, 1), epoch=1, config="", version="", by=("A", "B"))
    state = State(book, fresh(rules))
    return {jackpot.id: views.meter(rules, state, jackpot, 7, 1) for jackpot in rules.jackpots.values()}


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONFIG / "examples").glob("*.toml")))
def test_r096_every_sign_is_told_all_it_has_to_post(name: str) -> None:
    rules = load(CONFIG / f"examples/{name}.toml").rules
    for jackpot, payload in payloads(name).items():
        valid("meter", payload)
        assert payload["rules"] == {"code": f"notices.{rules.jackpots[jackpot].terms.multiple_winners}", "facts": {}}
        assert payload["disclosure"]


def test_r011_the_sign_says_the_rule_and_the_limit_that_are_in_force() -> None:
    """Those of the book: the file's own wait for a win or an opening."""
    rules = load(CONFIG / "examples/wa-progressive.toml").rules
    (jackpot,) = rules.jackpots.values()
    book, _ = genesis(rules, Moment(1, 1), epoch=1, config="", version="", by=("A", "B"))
    terms = replace(jackpot.terms, multiple_winners="ordered", limit=75_000 * DOLLAR)
    book = replace(book, jackpots={jackpot.id: replace(book.jackpots[jackpot.id], terms=terms)})
    meter = views.meter(rules, State(book, fresh(rules)), jackpot, 7, 1)
    assert meter["rules"] == {"code": "notices.ordered", "facts": {}}
    assert say(meter["notices"][-1]) == "It rises to $75,000.00 and no higher, until it is won."


def test_r123_the_chosen_suit_is_told_where_an_award_asks_for_it() -> None:
    assert [payload["suit"] for payload in payloads("wa-house").values()] == ["hearts"]
    assert [payload["suit"] for payload in payloads("two-jackpots").values()] == ["", ""]


def test_r037_r075_r130_notices_are_the_profiles_and_the_limit() -> None:
    meters = payloads("two-jackpots").items()
    notices = {jackpot: [say(each) for each in meter["notices"]] for jackpot, meter in meters}
    four = joined(FOUR_WAGERS)
    assert notices["cards"] == [LIGHT, four, "It rises to $50,000.00 and no higher, until it is won."]
    assert notices["queens"] == [LIGHT, four, "It rises to $100,000.00 and no higher, until it is won."]
    (house,) = payloads("wa-house").values()
    assert as_json(typed(four)) in house["notices"]
    assert not [each for each in house["notices"] if each["code"] == "notices.limit"]


@pytest.mark.parametrize("name", sorted(path.stem for path in (CONFIG / "examples").glob("*.toml")))
def test_r028_no_light_no_bet_is_posted_where_players_see_it(name: str) -> None:
    """On every sign, and on the sheet from which a placard is made."""
    assert [say(meter["notices"][0]) for meter in payloads(name).values()] == [LIGHT] * len(payloads(name))
    sheet = as_text(jackpot_sheet.sheet(catalogue("en"), load(CONFIG / f"examples/{name}.toml")))
    assert LIGHT in joined(sheet)


def test_r096_each_policy_has_a_sentence() -> None:
    assert all(f"notices.{policy}" in catalogue("en") for policy in POLICIES)


# -- what a profile must not say


WRONG = {  # profile; the change; key and words of the only fault
    "R002 a type without money": (
        "nh-brook", 'bonus = "B', 'progressive = "P"\nbonus = "B', "progressive", "no funding",
    ),
    "R002 money without a type": ("wa-house", "bonus = ", "#", "bonus", "is missing"),
    "R060 no post for a percentage": ("nh-brook", 'may_rise = ["post", ', "may_rise = [", "may_rise", 'add "post"'),
    "R068 no management for its amount": (
        "wa-house", 'may_rise = ["management", ', "may_rise = [", "may_rise", 'add "management"',
    ),
    "R144 an amount that management only raises": (
        "nh-mega-major-minor", ', "management"]', "]", "may_fall", 'add "management"',
    ),
    "R070 a progressive that does not rise": (
        "wa-progressive", 'may_rise = ["wager", ', "may_rise = [", "may_rise", 'add "wager"',
    ),
    "R099 no reset after a win": ("wa-progressive", '"reset", ', "", "may_rise", 'add "reset"'),
    "R140 an award that lowers nothing": ("wa-progressive", '["award", ', "[", "may_fall", 'add "award"'),
    "R140 a progressive that management lowers": (
        "wa-progressive", '"seed_recovery"]', '"seed_recovery", "management"]', "may_fall", 'remove "management"',
    ),
    "R140 a progressive that ends": (
        "wa-progressive", '"seed_recovery"]', '"seed_recovery", "discontinued"]', "may_fall", 'remove "discontinued"',
    ),
    "R069 a bonus that rises with each wager": (
        "nh-brook", 'may_rise = ["post"', 'may_rise = ["wager", "post"', "may_rise", 'remove "wager"',
    ),
    "R069 says that it rises": (
        "wa-house", "rises_per_wager = false", "rises_per_wager = true", "rises_per_wager", "write false, or add",
    ),
    "R140 a bonus with a reserve": (
        "wa-house", '["award", ', '["award", "nondisplayed", ', "may_fall", 'remove "nondisplayed"',
    ),
    "R140 a bonus with a limit": (
        "wa-house", '["award", ', '["award", "over_limit", ', "may_fall", "only a progressive",
    ),
    "R140 a bonus that recovers its seed": (
        "wa-house", '["award", ', '["award", "seed_recovery", ', "may_fall", "only a progressive",
    ),
    "R068 a post of what past wagers do not fund": (
        "wa-house", '["management", "reset"', '["management", "post", "reset"', "may_rise", 'add "daily_percent"',
    ),
    "R143 parameters by one person": (
        "wa-house", 'roles = ["manager", "administrator"]\npersons = 2', 'roles = ["manager"]\npersons = 1',
        "persons", "needs two people",
    ),
    "R147 players' money to the house": (
        "wa-progressive", '["transfer", "charity"]', '["transfer", "house"]', "to", 'remove "house"',
    ),
    "R147 both types, and all to the house": (
        "generic-gli", '["transfer", "charity", "house"]', '["house"]', "to", 'write "transfer" or "charity"',
    ),
    "R214 a report after the regulator": (
        "nh-brook", 'report = "100.00"', 'report = "300.00"', "notify", "do not fall",
    ),
    "R129 digits without a placard": ("wa-house", "placard = true", "placard = false", "placard", "write true"),
    "C33 escrow of the house": (
        "nh-brook", 'text = "', 'text = "Held in Escrow. ', "text", 'without "escrow"',
    ),
    "C33 escrow in a notice": ("nh-brook", "notices = []", 'notices = ["In escrow."]', "notices", 'without "escrow"'),
}  # fmt: skip


def faults(folder: Path, name: str, old: str, new: str) -> list[Found]:
    text = (CONFIG / "profiles" / f"{name}.toml").read_text()
    assert old in text
    path = folder / f"{name}.toml"
    path.write_text(text.replace(old, new, 1))
    report = Report()
    read_profile(path, report)
    return located(in_order(report.errors))


@pytest.mark.parametrize("case", WRONG)
def test_a_profile_is_refused(tmp_path: Path, case: str) -> None:
    name, old, new, key, words = WRONG[case]
    found = faults(tmp_path, name, old, new)
    assert [fault.key for fault in found] == [key], found
    assert words in found[0].what
    assert case.split()[0] in found[0].what, found
