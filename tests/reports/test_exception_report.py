"""Exceptions by person and by the dealer's keys, with rates, and who always approves with whom (E66, E67)."""

from dataclasses import replace
from pathlib import Path

from support.reports.papers import ENGLISH, claim, history_of, lit, text_of
from support.table.story import Table, make_rules

from controller.reports.conduct import Conduct, conduct_of
from controller.reports.exceptions import exceptions_paper
from controller.table import events
from controller.table.funding import MANUAL_HOUSE
from controller.table.meter_events import SetMeter
from controller.table.money import DOLLAR

DAY = "2026-11-18"


def conduct(table: Table, folder: Path) -> Conduct:
    with history_of(table, folder) as history:
        return conduct_of(history.day(DAY))


def test_every_departure_counts_for_who_did_it(tmp_path: Path) -> None:
    table = Table()
    table.open()
    lit(table, 60)  # ten rounds
    for name in ("floor", "floor", "manager"):
        table.press(1, 2)
        table.key("lock")
        table.do(events.VoidSpot, spot="2/gbj", reason="no hand", by=(name,))
        table.key("clear")
        table.wait(20)
    table.press(1)
    table.key("lock")
    table.do(events.Unlock)
    table.key("lock")
    number = claim(table, 1, "straight")
    table.do(events.DenyClaim, claim=number, reason="not these cards", by=("floor",))
    table.key("clear")
    table.wait(20)
    late = table.state.book.round
    past = events.PastRound(late - 1, table.utc, ("1/gbj",), {"main": table.meter})
    table.press(1)
    table.key("lock")
    table.do(events.OpenClaim, spot="1/gbj", award="straight", past=past, reference="camera 4", by=("manager",))
    assert not table.refused
    found = conduct(table, tmp_path)
    assert found.rounds == 15
    assert found.by_person() == {
        "floor": {"void_spot": 2, "claim_denied": 1},
        "manager": {"void_spot": 1, "late_claim": 1},
        "": {"unlock": 1},
    }
    with history_of(table, tmp_path) as history:
        text = text_of(exceptions_paper(ENGLISH, history, found, DAY, DAY))
    assert "floor bet void 2 13.3" in text  # of fifteen
    assert "nobody named lock taken back 1 6.6" in text
    assert "claim 2) by manager: camera 4." in text


def test_bets_that_were_lit_after_a_lock_are_told_with_who_took_it_back(tmp_path: Path) -> None:
    """Decision 23; with a restart between, because only the row of the lock knows."""
    table = Table()
    table.open()
    table.lock(1)
    table.do(events.Unlock, by=("floor",))
    table.restart()
    table.do(events.Resume)
    table.lock(1, 2, 3)
    table.do(events.Unlock)
    table.wait(1)
    table.lock()
    found = conduct(table, tmp_path)
    assert [(each.what, each.by, each.where) for each in found.deeds] == [
        ("unlock", ("floor",), ()),
        ("bet_after_unlock", ("floor",), ("2/gbj", "3/gbj")),
        ("unlock", (), ()),
        ("bet_after_unlock", ("floor",), ("2/gbj", "3/gbj")),
    ]
    with history_of(table, tmp_path) as history:
        text = text_of(exceptions_paper(ENGLISH, history, found, DAY, DAY))
    assert "bet lit or changed after a lock was taken back (round 1, 2/gbj, 3/gbj) by floor." in text


def test_a_void_hand_says_when_it_was_and_a_set_meter_who_set_it(tmp_path: Path) -> None:
    """Decision 23: who takes a bet back once the cards may be known, or moves a meter, stands there by name."""
    rules = make_rules(funding=MANUAL_HOUSE)
    table = Table(replace(rules, may_rise=rules.may_rise | {"management"}))
    table.open()
    facts = {"jackpot": "main", "amount": 1300 * DOLLAR, "reason": "the new year"}
    assert not table.do(SetMeter, by=("manager", "accounting"), **facts)
    table.press(1)
    table.key("lock")
    table.key("settle")
    assert not table.do(events.Void, by=("floor", "manager"), reason="misdeal")
    found = conduct(table, tmp_path)
    assert [(each.what, each.by) for each in found.deeds] == [
        ("meter_set", ("manager", "accounting")),
        ("void", ("floor", "manager")),
    ]
    with history_of(table, tmp_path) as history:
        text = text_of(exceptions_paper(ENGLISH, history, found, DAY, DAY))
    assert "jackpot set by management" in text
    assert "after SETTLE" in text


def test_the_same_two_people_stand_out(tmp_path: Path) -> None:
    """E66."""
    table = Table()
    table.open()
    for pair in (("floor", "manager"), ("manager", "floor"), ("floor", "boss")):
        if "boss" in pair:
            table.do(events.AddPerson, name="boss", roles=("manager",), by=("admin", "manager"))
        table.press(1)
        table.key("lock")
        number = claim(table, 1, "three-aces-suited", *pair)
        table.key("clear")
        table.do(events.PayClaim, claim=number, by=("cage",), method="cash")
        table.wait(20)
    found = conduct(table, tmp_path)
    assert found.pairs == {("floor", "manager"): 2, ("boss", "floor"): 1}
    assert found.approvals == {"floor": 3, "manager": 2, "boss": 1}
    with history_of(table, tmp_path) as history:
        assert "floor and manager 2 3, 2" in text_of(exceptions_paper(ENGLISH, history, found, DAY, DAY))


def test_approvals_of_what_was_renamed_are_none(tmp_path: Path) -> None:
    """They were of something else."""
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    number = claim(table, 1, "three-aces-suited", "floor")
    table.do(events.OpenClaim, spot="1/gbj", award="three-of-a-kind-suited", by=("floor",))
    table.do(events.ConfirmClaim, claim=number, by=("manager",))
    assert not table.refused
    assert conduct(table, tmp_path).pairs == {}


def test_wrong_pins_and_what_the_table_saw(tmp_path: Path) -> None:
    """R153; what nobody did by name is nobody's."""
    table = Table()
    table.open()
    table.tell(events.WrongPins(table.at, "floor", "dealer", 5))
    for name, screen in (("floor", "dealer"), ("floor", ""), ("", "dealer")):
        table.tell(events.LockedOut(table.at, name, screen))
    table.press(1)
    table.wait(5)
    table.do(events.DropSpot, spot="1/gbj")
    table.play(2)
    found = conduct(table, tmp_path)
    assert found.by_person() == {"floor": {"wrong_pins": 1, "lock_out": 2}}
    assert found.noted == {"dropped": 1}
    with history_of(table, tmp_path) as history:
        told = text_of(exceptions_paper(ENGLISH, history, found, DAY, DAY))
    for sentence in (
        "wrong PINs: floor (at the screen dealer, number: 5).",
        "wrong PINs, locked out: floor (at the screen dealer).",
        "wrong PINs, locked out: floor (at the other screens).",
        "wrong PINs, screen locked out (at the screen dealer).",
    ):
        assert sentence in told


def test_a_quiet_day(tmp_path: Path) -> None:
    table = Table()
    table.open()
    with history_of(table, tmp_path) as history:
        assert "No exception in 0 rounds." in text_of(
            exceptions_paper(ENGLISH, history, conduct(table, tmp_path), DAY, DAY)
        )
