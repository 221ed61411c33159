"""Funding types (C03): each is one object, and a new one needs nothing but its object and its line in the registry."""

import pickle
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from support.config.files import Edit, faults, write
from support.table.story import Table, body_of, make_rules

from controller.cli.speech import words
from controller.config.load import load
from controller.reports.jackpot_sheet import _jackpot_lines, facts
from controller.table.events import Close
from controller.table.funding import FUNDINGS, PER_WAGER
from controller.table.funding.base import Cause, Funding, Nondisplayed, Term, Terms
from controller.table.funding.ownership import Bonus
from controller.table.meter_events import SetMeter
from controller.table.money import DOLLAR, percentage
from controller.table.terms import changes
from words.catalogue import catalogue
from words.message import Message, typed

SEED = 1000 * DOLLAR
DAILY = 25 * DOLLAR
ADDITION = Term("addition", "R060", "amount")
EXTRA = Term("extra", "R060", "rate")


@dataclass(frozen=True)
class DailyFixed(Bonus):
    """Rises each morning by an amount, and a part of the reset amount on top, however much was wagered: a type that is
    not shipped, with terms that no other type has."""

    name = "daily_fixed"
    requires = frozenset({ADDITION})
    permits = frozenset({EXTRA})
    causes = (Cause("may_rise", "post", "R060"),)
    posts = True

    def faults(self, terms: Terms, base: int) -> Iterator[tuple[Term, Message]]:
        if ADDITION.of(terms) > base:
            yield ADDITION, typed("write no more than the opening amount")

    def day_accrual(self, terms: Terms) -> int:
        return ADDITION.of(terms) + percentage(terms.reset, EXTRA.of(terms))


DAILY_FIXED = DailyFixed()


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Funding:
    monkeypatch.setitem(FUNDINGS, DAILY_FIXED.name, DAILY_FIXED)
    return DAILY_FIXED


def table_of_fixed() -> Table:
    table = Table(make_rules(funding=DAILY_FIXED, base=SEED, own={"addition": 15 * DOLLAR, "extra": 100}))
    table.open()
    return table


def posts(table: Table) -> list[tuple[str, int, int]]:
    return [(body["for_day"], body["base"], body["amount"]) for body in map(body_of, table.rows("post"))]


def test_c03_an_added_type_plays_a_round_a_post_and_a_win() -> None:
    table = table_of_fixed()
    table.play(1, 2)
    assert table.meter == SEED, "a wager adds nothing"
    table.until("2026-11-19 07:00")
    assert posts(table) == [("2026-11-18", 10 * DOLLAR, DAILY)]
    assert table.meter == SEED + DAILY
    table.lock(3)
    table.win(3)
    assert table.state.book.claims[0].amount == SEED + DAILY
    assert table.meter == SEED
    assert [(move.source, move.target, move.amount, move.code) for move in table.wrote[-1].transfers] == [
        ("jackpot/main", "owed/1", SEED + DAILY, "award"),
        ("house", "jackpot/main", SEED, "reseed"),
    ]
    assert table.do(SetMeter, jackpot="main", amount=2 * SEED, reason="x", by=("manager", "accounting")) == (
        "not_set_by_hand"
    )


def test_c03_an_added_type_rises_on_days_without_play() -> None:
    table = table_of_fixed()
    assert not table.do(Close)
    table.until("2026-11-21 07:00")
    assert posts(table) == [(f"2026-11-{day}", 0, DAILY) for day in (18, 19, 20)]
    assert table.meter == SEED + 3 * DAILY


def test_c03_an_added_type_rises_for_days_on_which_the_power_was_off() -> None:
    table = table_of_fixed()
    assert not table.do(Close)
    table.mono, table.utc = table.mono + 3 * 86_400_000, table.utc + 3 * 86_400_000
    table.restart("boot-2")
    table.wait(60)
    assert posts(table) == [(f"2026-11-{day}", 0, DAILY) for day in (18, 19, 20)]
    (skipped,) = [row for row in map(body_of, table.rows("day_start")) if row["idle"]]
    assert skipped["fixed"] == {"main": DAILY}


PERCENT = 'rate = "10.00 %"'
PERMITTED = Edit('funding = ["daily_percent"]', 'funding = ["daily_fixed"]', "profile")
NAMED = Edit('funding = "daily_percent"', 'funding = "daily_fixed"')
FIXED = (NAMED, PERMITTED, Edit(PERCENT, 'addition = "25.00"'))


def test_c03_an_added_type_is_configured_by_its_name(tmp_path: Path, registered: Funding) -> None:
    jackpot = load(write(tmp_path, FIXED)).rules.jackpots["bonus"]
    assert (jackpot.funding, jackpot.type) == (registered, "bonus")
    assert jackpot.terms.own == {"addition": DAILY}
    assert registered.facts(jackpot.terms) == {"addition": DAILY, "extra": 0}


def test_c03_terms_of_an_added_type_stand_on_the_jackpot_sheet(tmp_path: Path, registered: Funding) -> None:
    config = load(write(tmp_path, [*FIXED, Edit("unreasonable =", 'extra = "1.00 %"\nunreasonable =')]))
    (jackpot,) = facts(config)["jackpots"]
    lines = list(_jackpot_lines(catalogue("en"), jackpot))
    assert {"Term addition: $25.00.", "Term extra: 1 %."} <= set(lines)


def test_c03_a_changed_term_of_an_added_type_waits_and_says_so() -> None:
    table = table_of_fixed()
    assert not table.do(Close)
    jackpot = table.rules.jackpots["main"]
    own = {"addition": 2 * DAILY}
    table.rules = replace(table.rules, jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, own=own))})
    table.restart("boot-2")
    assert [catalogue("en").say(each) for each in changes(table.state.book, table.rules.jackpots["main"])] == [
        "The term addition of Galaxy Bonus Jackpot changes from $15.00 to $50.00",
        "The term extra of Galaxy Bonus Jackpot changes from 1 % to 0 %",
    ]
    assert table.state.book.terms(jackpot).own == {"addition": 15 * DOLLAR, "extra": 100}, "until two people accept it"


def test_c03_an_added_type_says_what_it_requires_and_why_it_moves(tmp_path: Path, registered: Funding) -> None:
    wrong = (NAMED, PERMITTED, Edit(PERCENT, 'limit = "9000.00"'))
    assert [(each.key, each.what) for each in faults(tmp_path, *wrong)] == [
        ("addition", 'is missing; write an amount in quotes with two decimals, as "50000.00" (R060)'),
        ("limit", 'remove it: a jackpot with funding = "daily_fixed" has no limit (R075)'),
    ]
    (large,) = faults(tmp_path, NAMED, PERMITTED, Edit(PERCENT, 'addition = "2000.00"'))
    assert (large.key, large.what) == ("addition", "write no more than the opening amount")
    (empty,) = faults(tmp_path, NAMED, PERMITTED, Edit(PERCENT, 'addition = "0.00"'))
    assert (empty.key, empty.what.split(",")[0]) == ("addition", "write an amount in quotes with two decimals")
    unlisted = (*FIXED, Edit('may_rise = ["post", ', "may_rise = [", "profile"))
    assert [each.what.split(":")[0] for each in faults(tmp_path, *unlisted)] == ['add "post"']


def test_c03_an_unknown_type_is_a_fault_that_names_the_known(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, FIXED[0])
    assert (found.key, found.what) == (
        "funding", 'write "daily_percent", "manual_house" or "per_wager", not "daily_fixed"',
    )  # fmt: skip


@pytest.mark.parametrize("funding", FUNDINGS.values(), ids=FUNDINGS)
def test_every_type_is_a_value_with_its_name_its_money_and_its_words(funding: Funding) -> None:
    copy = pickle.loads(pickle.dumps(funding))  # noqa: S301 (another process reads the files)
    assert FUNDINGS[funding.name] == funding == copy
    assert funding.custodial == (funding.type == "progressive")
    assert funding.causes
    assert f"funding.{funding.name}" in words()
    assert f"funding_names.{funding.name}" in words()
    assert f"rounds.{funding.name}" in words()


def test_r077_a_reset_takes_the_reserve_then_the_overflow_and_gives_back_the_same_way() -> None:
    held = Nondisplayed(reserve=30, overflow=50)
    used = PER_WAGER.reset_sources(100, Nondisplayed(0, 0), held, advance=0)
    assert used == Nondisplayed(30, 50), "the house pays 20"
    back = PER_WAGER.reset_sources(-100, used, Nondisplayed(0, 0), advance=20)
    assert back == Nondisplayed(0, 0)
    recovered = PER_WAGER.reset_sources(-100, used, Nondisplayed(0, 0), advance=5)
    assert recovered == Nondisplayed(-15, 0), "the house has 15 of its 20 back: they stay with the players"
