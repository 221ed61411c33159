"""Payout slips and the register of wins (R102, R104-R107, R233, E29)."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.reports.papers import CARDS, ENGLISH, SPANISH, changed, claim, history_of, lit, text_of
from support.spoken import say
from support.table.story import Table, make_rules

from controller.ledger.audit import audit
from controller.ledger.bookkeeping import invariants, to_rows
from controller.ledger.reader import Reader
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports.conduct import conduct_of
from controller.reports.errors import ReportError
from controller.reports.exceptions import exceptions_paper
from controller.reports.register import register, win_facts, wins_paper
from controller.reports.slips import slip_of, slip_paper, slips_in, slips_paper
from controller.table import events
from controller.table.codec import encode
from controller.table.money import DOLLAR
from controller.table.rules import TaxRule

DAY = "2026-11-18"


def won(table: Table, seat: int, award: str, *by: str) -> int:
    """A round of its own with one win."""
    table.press(seat)
    assert not table.key("lock")
    number = claim(table, seat, award, *by)
    table.key("clear")
    table.wait(20)
    return number


def printed(table: Table, folder: Path, number: int) -> str:
    with history_of(table, folder) as history:
        return text_of(slip_paper(ENGLISH, history, slip_of(history, number)))


def test_a_share_of_the_meter_on_its_slip(tmp_path: Path) -> None:
    table = Table()
    table.open()
    number = won(table, 3, "three-aces-suited", "floor", "manager")
    owed = printed(table, tmp_path, 1)
    assert "Table bj-7, to be paid" in owed
    assert "not yet: cash, check or chips" in owed
    table.do(events.PayClaim, claim=number, by=("cage",), method="check")
    text = printed(table, tmp_path, 1)
    for words in (
        "Payout slip 000001",
        "Table bj-7, paid",
        "Table, seat bj-7, seat 3",
        "Three-of-a-Kind Aces (Suited)",
        "Ah Ah Ah",
        "$5.00, paid for 1: the wager is not returned",
        "Meter at the lock $1,250.00",
        "Amount $1,250.00",
        "One thousand two hundred fifty dollars and 00/100",
        "check, 2026-11-18 10:00:21 EST",
        "Approved floor",
        "Approved manager",
        "Paid out cage",
        "no form by the rule of this day",
        "Hand sealed with this slip and kept for 7 days",
        "Prepared by ____",
        "Second signature ____",
        "Head of the chain",
    ):
        assert words in text, words


def test_r103_what_was_done_by_hand_stands_on_every_paper(tmp_path: Path) -> None:
    """What, by whom, and when in the hand: on the slip, in the register and in the exceptions."""
    table = Table()
    table.open()
    table.lock(1)
    table.key("settle")
    assert not table.do(events.AddSpot, spot="3/gbj", reason="dead sensor", by=("pit",))
    claim(table, 3, "three-of-a-kind-suited", "floor", "manager")
    text = printed(table, tmp_path, 1)
    assert "bet added by hand after SETTLE pit" in text
    with history_of(table, tmp_path) as history:
        wins = register(history, DAY, DAY)
        assert win_facts(history, wins[0])["by_hand"] == "bet settled pit"
        assert "By hand: bet added by hand after SETTLE by pit." in text_of(
            wins_paper(ENGLISH, history, wins, DAY, DAY)
        )
        conduct = conduct_of(table.journal)
        assert "after SETTLE" in text_of(exceptions_paper(ENGLISH, history, conduct, DAY, DAY))


def test_a_small_award_has_a_short_slip(tmp_path: Path) -> None:
    table = Table()
    table.open()
    won(table, 1, "straight", "floor")
    text = printed(table, tmp_path, 1)
    assert "Fifteen dollars and 00/100" in text
    assert "sealed" not in text
    assert "Jackpot" not in text


def test_the_form_is_flagged_and_nobody_is_named(tmp_path: Path) -> None:
    """R230-R233: 2,000.00 in 2026, by the day of the payment."""
    table = Table()
    table.open()
    lit(table, 1500)  # +750.00
    table.until("2026-11-19 10:00")
    number = won(table, 3, "three-aces-suited", "floor", "manager")
    table.do(events.PayClaim, claim=number, by=("cage",), method="check")
    text = printed(table, tmp_path, 1)
    assert "Amount $2,000.00" in text
    assert "Tax form needed: W-2G. Two forms of identification" in text
    assert "This system stores none of them" in text
    with history_of(table, tmp_path) as history:
        (found,) = register(history, "2026-11-19", "2026-11-19")
        facts = win_facts(history, found)
        assert (facts["tax_form"], facts["withheld"], facts["withheld_without_number"]) == ("W-2G", "0.00", "478.80")


def test_r232_the_slip_and_the_register_say_what_is_withheld_and_handed_over(tmp_path: Path) -> None:
    """A rule with lower amounts; the wager of $5 is not returned, so it is a part of the $1,250."""
    lower = TaxRule("2026-01-01", 1000 * DOLLAR, 200, "W-2G", "5754", 1000 * DOLLAR, 2400, 2800)
    table = Table(replace(make_rules(), tax=(lower,)))
    table.open()
    number = won(table, 3, "three-aces-suited", "floor", "manager")
    table.do(events.PayClaim, claim=number, by=("cage",), method="check")
    text = printed(table, tmp_path, 1)
    assert "of the win without its wager ($1,245.00): 24 %; without a taxpayer number 28 %." in text
    assert "gives a taxpayer number $298.80 $951.20" in text
    assert "gives none $348.60 $901.40" in text
    assert "on form 5754 first" in text
    with history_of(table, tmp_path) as history:
        paper = text_of(wins_paper(ENGLISH, history, register(history, DAY, DAY), DAY, DAY))
    assert "Form W-2G; withheld $298.80, without a taxpayer number $348.60." in paper


def test_the_day_of_the_payment_decides_the_form(tmp_path: Path) -> None:
    """Won in 2025, paid in 2026: 1,750.00 needs none any more."""
    table = Table(start="2025-12-30 10:00")
    table.open()
    lit(table, 1000)
    table.until("2025-12-31 10:00")
    number = won(table, 3, "three-aces-suited", "floor", "manager")
    assert "Tax form needed: W-2G" in printed(table, tmp_path, 1)
    table.until("2026-01-01 00:30")
    table.do(events.PayClaim, claim=number, by=("cage",), method="check")
    assert "no form" in printed(table, tmp_path, 1)


def test_a_slip_of_a_denied_claim_is_void_and_kept(tmp_path: Path) -> None:
    """R107, E28: the next slip has the next number."""
    table = Table()
    table.open()
    number = won(table, 3, "three-aces-suited", "floor", "manager")
    table.do(events.DenyClaim, claim=number, reason="a marked card", by=("floor", "manager"))
    won(table, 1, "three-of-a-kind-off-suit", "floor")
    text = printed(table, tmp_path, 1)
    assert "VOID. Claim 1 was denied" in text
    assert "by floor and manager: a marked card. Nothing is paid on this slip; keep it." in text
    assert "Tax" not in text
    assert "Received by the winner" not in text
    with history_of(table, tmp_path) as history:
        listed = slips_in(history, DAY, DAY)
        assert [(slip.number, slip.status, slip.amount) for slip in listed] == [
            (1, "void", 1250 * DOLLAR),
            (2, "paid", 50 * DOLLAR),
        ]
        assert "Slips 000001 to 000002, without a gap" in text_of(slips_paper(ENGLISH, history, listed, DAY, DAY))
        register_text = text_of(wins_paper(ENGLISH, history, register(history, DAY, DAY), DAY, DAY))
    assert "denied by floor and manager: a marked card. Void slips: 000001." in register_text


def test_winners_who_share_anew_get_new_slips(tmp_path: Path) -> None:
    """E24, E28: of two, one is denied; the other has it all, and his first slip says which one replaces it."""
    table = Table()
    table.open()
    table.press(2, 5)
    table.key("lock")
    one, two = claim(table, 2, "three-aces-suited"), claim(table, 5, "three-aces-suited")
    for number in (one, two):
        for name in ("floor", "manager"):
            table.do(events.ConfirmClaim, claim=number, by=(name,))
    table.key("clear")
    table.do(events.DenyClaim, claim=two, reason="a marked card", by=("floor", "manager"))
    table.do(events.PayClaim, claim=one, by=("cage",), method="cash")
    with history_of(table, tmp_path) as history:
        slips = [slip_of(history, number) for number in range(1, history.book.slips + 1)]
        assert slips == slips_in(history, DAY, DAY)
        found = [(slip.number, slip.win.claim, slip.status, slip.amount // DOLLAR) for slip in slips]
        assert [win_facts(history, slip.win)["void_slips"] for slip in slips] == ["1", "2", "1"]
    assert found == [(1, one, "void", 625), (2, two, "void", 625), (3, one, "paid", 1250)]
    assert "slip 000003 replaces this one" in printed(table, tmp_path, 1)


def test_a_corrected_win_has_a_slip_of_its_own(tmp_path: Path) -> None:
    """E22: the first slip stays as it was."""
    table = Table()
    table.open()
    number = won(table, 1, "three-of-a-kind-off-suit", "floor")
    first = slip_lines(table, tmp_path, 1)
    facts = {"claim": number, "amount": -35 * DOLLAR, "reason": "it was a straight", "by": ("manager", "accounting")}
    table.do(events.CorrectWin, **facts)
    assert not table.refused
    assert slip_lines(table, tmp_path, 1) == first
    text = printed(table, tmp_path, 2)
    assert "Correction of a payout slip 000002" in text
    assert "$50.00 on slip 000001" in text
    assert "the player gives back" in text
    assert "Thirty-five dollars and 00/100" in text
    assert "it was a straight" in text


def slip_lines(table: Table, folder: Path, number: int) -> object:
    with history_of(table, folder) as history:
        slip = slip_of(history, number)
        return slip.number, slip.row, slip.amount, slip.win.amount, slip.win.paid


@pytest.mark.parametrize("number", [0, -1, 2])
def test_there_is_no_other_slip(tmp_path: Path, number: int) -> None:
    table = Table()
    table.open()
    won(table, 1, "three-of-a-kind-off-suit", "floor")
    with pytest.raises(ReportError) as error:
        printed(table, tmp_path, number)
    assert "has issued 1" in ENGLISH.say(error.value.message)


def test_slips_have_no_gaps_and_each_is_found(tmp_path: Path) -> None:
    """Whatever was denied, withdrawn or void between them."""
    table = Table()
    table.open()
    for turn in range(12):
        table.press(1, 2)
        table.key("lock")
        number = claim(table, 1, "straight")
        match turn % 4:
            case 0:
                table.do(events.WithdrawClaim, claim=number, by=("dealer",))
            case 1:
                table.do(events.DenyClaim, claim=number, reason="no", by=("floor",))
            case 2:
                table.do(events.ConfirmClaim, claim=number, by=("floor",))
            case 3:
                table.do(events.Void, reason="misdeal", by=("floor",))
        if table.locked:
            table.key("clear")
        table.wait(20)
    with history_of(table, tmp_path) as history:
        slips = slips_in(history, DAY, DAY)
        assert [slip.number for slip in slips] == list(range(1, history.book.slips + 1)) == [1, 2, 3]
        assert slips == [slip_of(history, slip.number) for slip in slips]
        wins = register(history, DAY, DAY)
        english, spanish = (text_of(wins_paper(words, history, wins, DAY, DAY)) for words in (ENGLISH, SPANISH))
    assert [win.stage for win in wins] == ["withdrawn", "denied", "paid", "void"] * 3
    for text in ("withdrawn by dealer.", "denied by floor: no.", "void by floor: round void."):
        assert english.count(text) == 3
    assert spanish.count("anulado por floor: ronda anulada.") == 3


def test_the_register_has_the_unpaid_first_however_old(tmp_path: Path) -> None:
    """E29, R104: a winner who has left is still owed."""
    table = Table()
    table.open()
    won(table, 3, "three-aces-suited", "floor", "manager")
    table.until("2026-11-25 10:00")
    number = won(table, 1, "three-of-a-kind-suited", "manager")
    with history_of(table, tmp_path) as history:
        found = register(history, "2026-11-25", "2026-11-25")
        assert [(win.claim, win.stage) for win in found] == [(1, "owed"), (number, "paid")]
        text = text_of(wins_paper(ENGLISH, history, found, "2026-11-25", "2026-11-25"))
        facts = win_facts(history, found[0])
    assert "1 unpaid, together $1,250.00" in text
    assert facts["seat"] == "3"
    assert facts["cards"] == CARDS["three-aces-suited"]
    assert (facts["meter_before"], facts["meter_after"], facts["amount"]) == ("1250.00", "1250.00", "1250.00")
    assert facts["approved_by"] == "floor, manager"
    assert facts["paid"] == ""


def test_a_claim_named_later_is_told_from_its_beginning(tmp_path: Path) -> None:
    """WIN and a touch, then the cards, then the next day the confirmation: one story in both days."""
    table = Table()
    table.open()
    table.press(4)
    table.key("lock")
    table.key("win")
    table.press(4)
    table.do(events.OpenClaim, spot="4/gbj", award="three-of-a-kind-suited", by=("floor",))
    table.key("clear")
    table.until("2026-11-19 10:00")
    table.do(events.ConfirmClaim, claim=1, by=("manager",))
    assert not table.refused
    with history_of(table, tmp_path) as history:
        (here,), (there,) = (register(history, day, day) for day in (DAY, "2026-11-19"))
    assert here == there
    assert (here.day, here.claimant, here.award, here.stage) == (DAY, ("floor",), "three-of-a-kind-suited", "paid")


@pytest.mark.parametrize("number", [1, 3])
def test_the_audit_finds_a_gap_and_a_repeat(tmp_path: Path, number: int) -> None:
    """R107: rows chained soundly by a program that numbers its slips wrong."""
    table = Table()
    table.open()
    won(table, 1, "straight", "floor")
    won(table, 2, "straight", "floor")
    last = next(entry for entry in reversed(table.journal) if entry.kind == "fixed_award")
    changed(table, last, slip=number)
    book = replace(table.state.book, slips=number)
    url = f"sqlite:///{tmp_path / 'wrong.db'}"
    Store.create(url, to_rows(table.journal, GENESIS), encode(book)).close()
    reader = Reader(url)
    found = {finding.name: say(finding.message) for finding in audit(reader, invariants())}
    reader.close()
    assert found["slips"] == f"row {last.seq} has the slips [{number}], expected were [2]"
