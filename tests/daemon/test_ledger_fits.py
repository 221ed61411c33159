"""Which ledger a table starts with, and with which configuration (E63)."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.spoken import problem
from support.table.progressive import progressive
from support.table.story import Table, make_rules
from support.table.transfers import ask_of, give, with_partners

from controller.daemon.fitting import fit, playable
from controller.daemon.loop import Loop
from controller.daemon.wiring import Wiring
from controller.ledger.bookkeeping import to_rows
from controller.ledger.errors import ForeignLedger
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.ledger.writer import Writer
from controller.table import events, records
from controller.table.codec import encode
from controller.table.rules import Rules
from controller.table.table_terms import rules_by
from testbed.bench.clock import BenchClock

ACES = "three-aces-suited"


def loop_of(table: Table, folder: Path, config: str) -> Loop:
    url = f"sqlite:///{folder / 'ledger.db'}"
    Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    return Loop(
        table.rules, config, Writer(Store.open(url)), Reader(url), {}, Wiring(table.rules, {}, {}, {}), BenchClock(0)
    )


def fits(table: Table, file: Rules, config: str) -> None:
    """As a start of the controller with this file looks at the ledger."""
    fit(file, config, table.state.book)
    accepted = table.journal[0].record
    assert isinstance(accepted, records.Init)
    playable(rules_by(file, accepted.table_terms, file.zone), table.state.book)


def with_claim(*, paid: bool) -> Table:
    table = Table(make_rules())
    table.open()
    table.press(1)
    table.key("lock")
    table.do(events.OpenClaim, spot="1/gbj", award=ACES)
    table.do(events.ConfirmClaim, claim=1, by=("floor", "manager"))
    if paid:
        table.do(events.PayClaim, claim=1)
    table.key("clear")
    table.do(events.Close)
    assert not table.refused
    return table


@pytest.mark.parametrize(
    ("paid", "config", "refused"),
    [(False, "config", False), (False, "another", True), (True, "config", False), (True, "another", False)],
)
def test_e63_another_configuration_waits_until_every_claim_is_paid(paid: bool, config: str, refused: bool) -> None:
    table = with_claim(paid=paid)
    if refused:
        with problem(ForeignLedger, "claim 1 is open .to be paid."):
            fits(table, table.rules, config)
    else:
        fits(table, table.rules, config)


@pytest.mark.parametrize("phase", ["open", "not offered", "closed"])
def test_r011_the_game_on_offer_is_changed_only_at_a_closed_table(phase: str) -> None:
    table = Table()
    table.open()
    if phase == "not offered":
        table.do(events.StopOffering, reason="hand shuffled", by=("floor",))
    elif phase == "closed":
        table.do(events.Close)
    file = replace(table.rules, decks=2)
    if phase == "closed":
        fits(table, file, "another")
    else:
        with problem(ForeignLedger, r"game on offer .* close the table, then change it"):
            fits(table, file, "another")


def test_r011_other_terms_and_more_seats_are_no_other_game() -> None:
    table = Table(make_rules(seats=5))
    table.open()
    jackpot = table.rules.jackpots["main"]
    changed = replace(jackpot, base=1, terms=replace(jackpot.terms, rate_bp=1))
    fits(table, replace(table.rules, jackpots={"main": changed}, spots=make_rules(seats=6).spots), "another")


@pytest.mark.parametrize(("before", "after"), [(progressive(), make_rules()), (make_rules(), progressive())])
def test_r072_a_file_does_not_make_players_money_the_houses_nor_the_reverse(before: Rules, after: Rules) -> None:
    with problem(ForeignLedger, "R072"):
        fits(Table(before), after, "another")


def test_e71_r202_nothing_is_retained_of_a_jackpot_that_is_no_more(tmp_path: Path) -> None:
    table = Table()
    publications = {each.topic: each for each in loop_of(table, tmp_path, "config").snapshot(1)}
    assert publications["jackpot/main/value"].payload == b"1250.00"
    assert not any(each.once for each in publications.values())
    table.rules = with_partners(table.rules)
    give(table, ask_of("bj-8", table.rules.table), cause="approved")
    (tmp_path / "later").mkdir()
    publications = {each.topic: each for each in loop_of(table, tmp_path / "later", "config").snapshot(2)}
    for topic in ("jackpot/main/meter", "jackpot/main/value"):
        removal = publications[topic]
        assert (removal.payload, removal.retained, removal.once) == (b"", True, True)
    assert publications["status"].payload
