"""Whoever can change a table's files, or put one beside them, and can restart the service: no file gives anybody more
authority, money or time than two people have accepted by the rules in force (R011, E63; decision 16)."""

from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from support.config.files import Edit, faults
from support.processes.litbet import Daemon, until
from support.reports.papers import ENGLISH, history_of, text_of
from support.spoken import problem, say, todo_of
from support.table.claims import ACES
from support.table.story import Table, body_of, make_rules, to_do

from controller.config.resources import shipped
from controller.ledger.accepted_terms import rules_in_force
from controller.ledger.bookkeeping import to_rows
from controller.ledger.errors import LedgerCorrupt
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports.conduct import conduct_of
from controller.reports.exceptions import exceptions_paper
from controller.table import authority
from controller.table.codec import encode
from controller.table.events import Close, ConfirmClaim, Open, OpenClaim
from controller.table.meter_events import AcceptTerms, CorrectCount, HoldPost, RaiseMeter, ReadSign
from controller.table.money import DOLLAR
from controller.table.rules import Authority, Matter, Role, Rules, Thresholds
from controller.table.table_terms import WHOLE, rules_by, table_terms

DAY = "2026-11-18"
SEED = 1250 * DOLLAR
SHARED = ("may_rise", "may_fall", "zone", "signs", "jackpots")  # terms, in a form of their own
SET_UP = ("table", "training", "laboratory", "proposed", "partners")


def loose(rules: Rules) -> tuple[Authority, ...]:
    """One dealer decides everything."""
    return tuple(replace(each, roles=(Role.DEALER.value,), persons=1) for each in rules.authority)


def with_loose_authority() -> Table:
    """The file beside the table's says so, and the controller was started with it."""
    table = Table()
    table.with_file(replace(table.rules, authority=loose(table.rules)))
    return table


# -- what is a term, and what is set-up ----------------------------------------------------------------------


def test_every_field_of_the_rules_is_a_term_or_set_up() -> None:
    assert sorted((*WHOLE, *SHARED, *SET_UP)) == sorted(each.name for each in fields(Rules))
    assert table_terms(make_rules()).keys() == {*WHOLE, *SHARED}


def test_every_part_of_a_sign_policy_and_of_a_jackpot_is_decided_about() -> None:
    terms, rules = table_terms(make_rules()), make_rules()
    assert {each.name for each in fields(rules.signs)} == {"expected", *terms["signs"]}
    assert {each.name for each in fields(rules.jackpots["main"])} == {"id", "base", "terms", *terms["jackpots"]["main"]}


@pytest.mark.parametrize("name", ["table.toml", *(f"examples/{n}.toml" for n in ("wa-progressive", "two-jackpots"))])
def test_the_rules_in_force_are_those_that_were_accepted_whatever_the_file_says(name: str) -> None:
    from controller.config.load import load

    accepted = load(shipped("config") / name).rules
    file = replace(
        accepted, authority=loose(accepted), roll=1, zone=ZoneInfo("Asia/Tokyo"), decks=1, may_rise=frozenset()
    )
    found = rules_by(file, table_terms(accepted), accepted.zone)
    assert replace(found, proposed={}) == accepted
    assert found.proposed == table_terms(file)


# -- authority -----------------------------------------------------------------------------------------------


def test_a_loosened_profile_gives_nobody_more_authority() -> None:
    table = with_loose_authority()
    gift: dict[str, Any] = {
        "jackpot": "main", "amount": 100 * DOLLAR, "source": "house", "cause": "malfunction", "reason": "x"
    }  # fmt: skip
    for alone in ((), ("Ann",), ("manager",), ("Ann", "Bob")):
        assert table.do(RaiseMeter, by=alone, **gift) == "needs_people"
    assert table.do(HoldPost, reason="x", by=("Ann",)) == "needs_people"
    assert not table.do(Open, by=("floor",)), "it plays by the terms in force"
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    assert table.do(ConfirmClaim, claim=1, by=("Ann",)) == "no_right"
    assert (table.meter, table.state.book.claims[0].approved) == (SEED, ())
    table.audit()


def test_those_whom_the_new_file_names_do_not_accept_it() -> None:
    table = with_loose_authority()
    for by in ((), ("Ann",), ("Ann", "Bob"), ("manager",), ("manager", "manager")):
        assert table.do(AcceptTerms, by=by) == "needs_people"
    assert not table.do(AcceptTerms, by=("manager", "admin"))
    assert table.rules.authority == loose(make_rules())
    table.audit()


def test_the_change_is_a_row_and_something_to_do_and_stands_in_the_exception_report(tmp_path: Path) -> None:
    table = Table()
    floor = tuple(replace(each, persons=1) if each.decision == "post" else each for each in table.rules.authority)
    limits = replace(table.rules.thresholds, report=9_999 * DOLLAR)
    table.with_file(
        replace(table.rules, authority=(*floor[:-1], replace(floor[-1], roles=("cage",))), thresholds=limits)
    )
    pending = body_of(table.rows("terms_pending")[0])["table"]
    assert pending.keys() == {"authority", "thresholds"}
    assert (pending["thresholds"]["old"]["report"], pending["thresholds"]["new"]["report"]) == (
        100 * DOLLAR,
        9_999 * DOLLAR,
    )
    (ask,) = [each for each in to_do(table) if "ask for other terms" in each]
    assert "limits for differences (report: $100.00 becomes $9,999.00)" in ask
    assert 'take_over.roles.1: "manager" becomes "cage"' in ask
    table.restart()
    assert len(table.rows("terms_pending")) == 1, "said once"
    table.wait(1)
    assert not table.do(AcceptTerms)
    assert body_of(table.wrote[0])["table"]["thresholds"] == pending["thresholds"]
    with history_of(table, tmp_path) as history:
        conduct = conduct_of(history.day(DAY))
        text = text_of(exceptions_paper(ENGLISH, history, conduct, DAY, DAY))
    assert [deed.what for deed in conduct.deeds] == ["terms_pending", "terms_accepted"]
    assert "the table's files ask for other terms" in text
    assert text.count("report: $100.00 becomes $9,999.00") == 2


def test_terms_are_accepted_only_at_rest() -> None:
    table = with_loose_authority()
    table.open()
    assert table.do(AcceptTerms) == "accept_closed"
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    table.key("clear")
    assert not table.do(Close)
    assert table.do(AcceptTerms) == "accept_claim"
    assert table.rows("terms_accepted") == []


# -- the floor that no file undercuts ------------------------------------------------------------------------


@pytest.mark.parametrize("matter", sorted(matter for matter in Matter if matter.paired))
def test_a_file_below_the_floor_is_refused_with_what_to_write(tmp_path: Path, matter: str) -> None:
    text = (shipped("config") / "profiles/nh-brook.toml").read_text()
    rule = text[text.index(f'decision = "{matter}"') :].split("\n\n")[0]
    for old, new, said in (
        ("persons = 2", "persons = 1", f'write 2 or more: "{matter}" needs two people'),
        ('roles = ["', 'roles = ["dealer", "', f'leave out the role dealer: no dealer decides "{matter}"'),
    ):
        found = faults(tmp_path, Edit(rule, rule.replace(old, new), "profile"))
        assert [each.what.split(" (")[0] for each in found] == [said], found


@pytest.mark.parametrize("matter", sorted(matter for matter in Matter if matter.paired))
def test_the_rules_themselves_never_go_below_the_floor(matter: str) -> None:
    rules = make_rules()
    rule = authority.limit(replace(rules, authority=loose(rules)), matter)
    assert (rule.persons, rule.roles) == (2, ())


def test_a_share_takes_two_people_and_no_dealer_even_by_rules_below_the_floor() -> None:
    table = Table()
    table.with_rules(authority=loose(table.rules))
    table.open()
    table.lock(1)
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    assert table.do(ConfirmClaim, claim=1, by=("Ann",)) == "no_right"
    assert table.do(ConfirmClaim, claim=1, by=()) == "needs_people"
    assert table.meter == SEED


# -- time and money ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"zone": ZoneInfo("Asia/Tokyo")},
        {"zone": ZoneInfo("Pacific/Kiritimati"), "roll": 0},
        {"roll": 11 * 60},
        {"roll": 0},
    ],
)
def test_another_zone_or_roll_never_ends_the_gaming_day(change: dict[str, Any]) -> None:
    table = Table()
    table.open()
    table.play(1, 2)
    assert not table.do(Close)
    table.until(f"{DAY} 12:00")
    table.with_file(replace(table.rules, **change))
    table.wait(60)
    assert [table.state.book.today.day, table.rows("post")] == [DAY, []], "nobody has accepted it"  # type: ignore[union-attr]
    assert not table.do(AcceptTerms)
    table.wait(60)
    table.until("2026-11-19 05:59")
    assert (table.state.book.today.day, table.meter) == (DAY, SEED), "the day ends as it was to end"  # type: ignore[union-attr]
    table.until("2026-11-19 12:00")
    assert (table.state.book.today.day > DAY, table.meter) == (True, SEED + DOLLAR)  # type: ignore[union-attr]
    assert len([post for post in table.rows("post") if post.transfers]) == 1
    table.audit()


def test_other_thresholds_hide_no_difference() -> None:
    table = Table()
    table.with_file(
        replace(table.rules, thresholds=Thresholds(1000, 100_000 * DOLLAR, 100_000 * DOLLAR, 100_000 * DOLLAR, 0))
    )
    table.wait(1)
    assert not table.do(ReadSign, jackpot="main", shown=SEED - 500 * DOLLAR)
    assert table.state.book.variances[0].grade == "notify"


def test_another_amount_of_a_wager_counts_nothing() -> None:
    """A count that is corrected while the file says $500: each wager is still $5."""
    table = Table()
    table.open()
    table.play(1, 2)
    assert not table.do(Close)
    wager = table.rules.wagers["gbj"]
    table.with_file(replace(table.rules, wagers={"gbj": replace(wager, amounts=(500 * DOLLAR,))}))
    table.wait(1)
    assert not table.do(CorrectCount, day=DAY, wager="gbj", wagers=1, reason="recount")
    assert table.state.book.today.base == {"main": 15 * DOLLAR}  # type: ignore[union-attr]


def test_another_pay_table_stays_closed_until_two_people_accept_it() -> None:
    table = Table()
    wager = table.rules.wagers["gbj"]
    lines = tuple(replace(line, amount=line.amount * 100) for line in wager.paytable.lines)
    table.with_file(replace(table.rules, wagers={"gbj": replace(wager, paytable=replace(wager.paytable, lines=lines))}))
    assert table.do(Open, by=("floor",)) == "unaccepted"
    assert table.rules.wagers["gbj"] == wager
    assert not table.do(AcceptTerms)
    assert table.rules.wagers["gbj"].paytable.lines == lines
    assert not table.do(Open, by=("floor",))


def test_a_table_that_was_not_started_anew_does_not_open_by_the_old_terms() -> None:
    table = with_loose_authority()
    rules = table.rules
    assert not table.do(AcceptTerms)
    table.rules = rules
    assert table.do(Open, by=("floor",)) == "new_terms_start"
    assert any("start the controller again" in each for each in to_do(table))


# -- the disk, and the installed program ---------------------------------------------------------------------


@pytest.mark.parametrize("row", [1, 2, 1000])
def test_a_row_with_other_terms_than_the_checkpoint_knows_is_no_authority(tmp_path: Path, row: int) -> None:
    table = Table()
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    forged = replace(table.state.book, table_terms="0" * 64, table_terms_row=row)
    Store.create(url, to_rows(table.journal, GENESIS), encode(forged)).close()
    reader = Reader(url)
    try:
        with problem(LedgerCorrupt, f"row {row} does not have the table's accepted terms"):
            rules_in_force(table.rules, reader)
    finally:
        reader.close()


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    files = tmp_path / "etc"
    files.mkdir()
    (files / "table.toml").write_text((shipped("config") / "table.toml").read_text())
    (tmp_path / "state").mkdir()
    found = Daemon(tmp_path / "state", files / "table.toml")
    try:
        found.broker.start()
        found.start_board()
        found.init()
        found.start()
        yield found
    finally:
        found.end()


def test_a_profile_beside_the_tables_file_decides_nothing_until_it_is_accepted(daemon: Daemon) -> None:
    """The attack as it was made on the installed program: a loosened copy of the profile, and a restart."""
    daemon.who("manager", "floor", "accounting")
    beside = daemon.config.parent / "profiles/nh-brook.toml"
    beside.parent.mkdir()
    text = (shipped("config") / "profiles/nh-brook.toml").read_text()
    alone = 'roles = ["manager", "accounting"]\npersons = 1'  # who holds the morning post
    assert text.count(alone) == 1
    beside.write_text(text.replace(alone, 'roles = ["floor"]\npersons = 1'))
    daemon.stop()
    daemon.start()
    hold = {"reason": "x"}
    assert daemon.ask("jackpot hold-post", by=["floor"], **hold)["code"] == "refusals.needs_people"
    assert "who approves what" in todo_of(daemon.status())
    refused = daemon.ask("jackpot accept", by=["floor"])
    assert refused["code"] == "refusals.needs_people"
    accepted = daemon.ask("jackpot accept", by=["admin", "manager"])
    assert accepted["ok"], accepted
    assert "who approves what" in say(accepted["say"])
    until(lambda: daemon.up() and "terms" not in todo_of(daemon.status()), "the new terms in force")
    assert daemon.ask("jackpot hold-post", by=["floor"], **hold)["ok"]
