"""What the papers say of a table with $5 and $10, and of amounts that management sets."""

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from support.reports.papers import ENGLISH, history_of, sheet_of, text_of
from support.table.story import Table
from support.table.three_meters import FIVE, MEGA, MINOR, TEN, Felt, tiered

from controller.history.past_rounds import past_day, past_round
from controller.ledger.bookkeeping import to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports.day import day_of
from controller.reports.sheet import daily_sheet
from controller.reports.wins import tax, wager_of, wins_in
from controller.table import events, meter_events
from controller.table.codec import encode
from controller.table.money import DOLLAR

DAY = "2026-11-18"


def played() -> Felt:
    """$5, $10 and $5 that a person makes $10; a round taken back, a seat given back, an amount set."""
    felt = Felt(tiered())
    felt.lock_with("1/ll 3/ll", "2/ll")
    felt.do(events.SetTier, spot="3/ll", amount=TEN, by=("floor",), reason="camera 3")
    felt.do(events.VoidSpot, spot="2/ll", reason="no hand")
    felt.clear()
    felt.lock_with("1/ll", "2/ll")
    felt.do(events.Void, reason="misdeal")
    felt.wait(9)
    felt.lock_with("", "1/ll")
    felt.clear()
    assert not felt.set("major", 5_000), felt.refused
    felt.do(events.Close)
    return felt


def test_the_daily_sheet_counts_each_seats_money_by_its_stakes(tmp_path: Path) -> None:
    felt = played()
    day = sheet_of(felt, tmp_path, DAY)
    assert day.wagered == FIVE + TEN + TEN
    assert all(jackpot.base == FIVE + TEN + TEN for jackpot in day.jackpots.values())
    assert [jackpot.breaches for jackpot in day.jackpots.values()] == [[], [], []]
    with history_of(felt, tmp_path) as history:
        text = text_of(daily_sheet(ENGLISH, history, day_of(history, DAY)))
    assert dict(re.findall(r"seat ([1-3]) \d+ [0-9.]+ % (\$[0-9.]+)", text)) == {
        "1": "$15.00",
        "2": "$0.00",
        "3": "$10.00",
    }
    assert "Set by management, up" in text


def test_r231_a_slip_and_its_tax_form_go_by_the_stake_of_the_round(tmp_path: Path) -> None:
    """$2,400 is 480 times $5, and only 240 times $10."""
    felt = Felt(tiered())
    felt.set("mega", 4_800)
    felt.set("minor", 2_400)
    for number, (fives, tens, award) in enumerate((("1/ll", "", MEGA), ("", "1/ll", MINOR)), 1):
        felt.lock_with(fives, tens)
        felt.wins(**{"1/ll": award})
        felt.pay()
        assert felt.state.book.claims[-1].amount == 2_400 * DOLLAR, number
        felt.clear()
    with history_of(felt, tmp_path) as history:
        five, ten = wins_in(history, felt.journal)
        assert [wager_of(history.rules, win) for win in (five, ten)] == [FIVE, TEN]
        assert [bool(tax(history.rules, win, felt.utc)) for win in (five, ten)] == [True, False]


def test_r231_a_stake_that_was_corrected_under_an_open_claim(tmp_path: Path) -> None:
    felt = Felt(tiered())
    felt.lock_with("1/ll")
    felt.do(events.OpenClaim, spot="1/ll", award=MEGA)
    felt.do(events.SetTier, spot="1/ll", amount=TEN, by=("pit", "shift"), reason="camera 3")
    assert not felt.do(events.AddPerson, name="second", roles=("manager",), by=("admin", "manager"))
    felt.confirm("floor", "manager", "second")
    with history_of(felt, tmp_path) as history:
        (win,) = wins_in(history, felt.journal)
        assert (wager_of(history.rules, win), win.amount) == (TEN, 10_000 * DOLLAR)


def test_a_late_claim_finds_the_stake_in_the_journal(tmp_path: Path) -> None:
    felt = Felt(tiered())
    felt.lock_with("1/ll", "2/ll")
    felt.do(events.SetTier, spot="1/ll", amount=TEN, by=("floor",), reason="camera 3")
    felt.clear()
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    Store.create(url, to_rows(felt.journal, GENESIS), encode(felt.state.book)).close()
    with closing(Reader(url)) as reader:
        found = past_round(reader, felt.rules, 1)
    assert found
    assert found.tiers == {"1/ll": TEN, "2/ll": TEN}


def test_r011_e63_a_day_stays_as_it_was_when_the_wager_has_another_amount(tmp_path: Path) -> None:
    """Two rounds at $5, and from the next morning on the bet is $10."""
    table = Table()
    table.open()
    table.play(1, 2)
    table.play(1)
    table.do(events.Close)
    day = "2026-11-18"
    table.until("2026-11-19 10:00")
    gbj = table.rules.wagers["gbj"]
    table.with_file(replace(table.rules, wagers={"gbj": replace(gbj, amounts=(10 * DOLLAR,))}))
    assert not table.do(meter_events.AcceptTerms)
    table.open()
    table.play(1)
    with history_of(table, tmp_path) as history:
        sheet = text_of(daily_sheet(ENGLISH, history, day_of(history, day)))
        assert "seat 1 2 100.0 % $10.00 seat 2 1 50.0 % $5.00" in sheet
        assert "Wagered (drop of the bet) $15.00" in sheet
        assert "Result of the bet for the house $15.00" in sheet
    (file,) = tmp_path.glob("*.db")
    with closing(Reader(f"sqlite:///{file}")) as reader:
        assert past_day(reader, table.rules, day, "gbj") == 15 * DOLLAR
        past = past_round(reader, table.rules, 1)
    assert past
    assert past.tiers == {"1/gbj": 5 * DOLLAR, "2/gbj": 5 * DOLLAR}
    facts = {"spot": "1/gbj", "award": "straight", "past": past, "reference": "tape 7", "by": ("floor",)}
    assert not table.do(events.OpenClaim, **facts), table.refused
    assert table.state.book.claims[-1].stake == 5 * DOLLAR, "a late winner is paid for what he had bet"
