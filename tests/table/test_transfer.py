"""A jackpot moves to another table: two rows in two ledgers, the same amounts, nothing lost (R146)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.spoken import say
from support.table.story import NEW_YORK, Table, body_of, make_rules
from support.table.transfers import FACTS, ask, ask_of, give, table_of, with_partners

from controller.daemon.arguments import LONGEST_NOTE
from controller.present.answers import answer_of
from controller.table.accounts import HOUSE, accounts_of, elsewhere_account
from controller.table.counters import Custody, Parts
from controller.table.events import (
    AddPerson,
    AddSpot,
    Close,
    ConfirmClaim,
    OpenClaim,
    PastRound,
    PayClaim,
    WithdrawClaim,
)
from controller.table.funding import PER_WAGER
from controller.table.meter_events import CorrectCount, Dispose, TransferAsk, TransferIn, TransferOut
from controller.table.money import DOLLAR
from controller.table.rules import Rules
from controller.table.state import State

ACES = "three-aces-suited"
SEED = 1250 * DOLLAR


def with_money(table: Table, **changes: Any) -> None:
    """A progressive's other accounts, and what the house has advanced, as they might have grown."""
    book = table.state.book
    balances = dict(book.balances)
    _, reserve, overflow = accounts_of("main")
    for account in (reserve, overflow):
        balances[account] = changes.pop(account.split("/")[0])
        balances[HOUSE] -= balances[account]
    held = Custody(reserve_in=balances[reserve], overflow_in=balances[overflow], **changes)
    count = replace(book.jackpots["main"], custody=held)
    table.state = State(replace(book, balances=balances, jackpots={"main": count}), table.state.live)


def send(here: Table, there: Table, **facts: Any) -> str:
    """Asked for and given: the note."""
    return give(here, ask(there, here.rules.table), **facts)


def out(table: Table, **facts: Any) -> str:
    """The refusal's code of a transfer that bj-8 has asked for."""
    asked = ask_of("bj-8", table.rules.table)
    return table.do(TransferOut, **{"jackpot": "main", "ask": asked, **FACTS, **facts})


def limited(rules: Rules, limit: int) -> Rules:
    jackpot = rules.jackpots["main"]
    return replace(rules, jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, limit=limit))})


def test_r146_two_legs_with_the_same_amounts() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    with_money(here, reserve=77_777_777, overflow=3, advanced=500 * DOLLAR, recovered=100 * DOLLAR)
    note = send(here, there)
    gave = here.wrote[-1]
    assert [(move.source, move.target, move.amount) for move in gave.transfers] == [
        ("jackpot/main", "elsewhere/bj-8", SEED),
        ("reserve/main", "elsewhere/bj-8", 77_777_777),
        ("overflow/main", "elsewhere/bj-8", 3),
    ]
    assert (body_of(gave)["cause"], body_of(gave)["reason"]) == ("replacement", "the felt is worn")
    assert here.state.book.parts("main") == Parts()
    assert not there.do(TransferIn, jackpot="main", note=note)
    assert [(move.source, move.target, move.amount) for move in there.wrote[-1].transfers] == [
        ("elsewhere/bj-7", "jackpot/main", SEED),
        ("elsewhere/bj-7", "reserve/main", 77_777_777),
        ("elsewhere/bj-7", "overflow/main", 3),
    ]
    assert there.state.book.parts("main") == Parts(2 * SEED, 77_777_777, 3, 400 * DOLLAR)
    sent, got = here.state.book.balances["elsewhere/bj-8"], there.state.book.balances["elsewhere/bj-7"]
    assert sent == -got == SEED + 77_777_780
    there.audit()


def test_r146_what_is_told_is_what_the_other_table_takes() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    table = there
    asked = ask(table, "bj-7")
    answer = say(answer_of(table.rules, table.state.book, table.wrote))
    assert answer == f"Table bj-7 answers this line with a transfer note: {asked}"
    note = give(here, asked)
    answer = say(answer_of(here.rules, here.state.book, here.wrote))
    assert "Transferred to bj-8: $1,250.00 displayed." in answer
    assert answer.endswith(note)
    assert not there.do(TransferIn, jackpot="main", note=answer.partition("note: ")[2])
    answer = say(answer_of(there.rules, there.state.book, there.wrote))
    assert answer == "Transferred from bj-7: $1,250.00 displayed; the meter is $2,500.00."


def test_r146_after_it_nobody_plays_for_the_jackpot_here() -> None:
    table = table_of("bj-7")
    assert not out(table)
    table.open()
    table.press(1)
    assert table.lamp(1) == "off"
    table.key("lock")
    assert table.locked == []
    assert table.do(AddSpot, spot="1/gbj", reason="unseen") == "wager_ended"
    table.key("clear")
    table.do(Close)
    assert out(table) == "has_left"
    assert table.do(Dispose, jackpot="main", to="house", reason="x") == "has_left"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=1, reason="x") in ("unknown_day", "wager_ended")
    table.until("2026-11-20 10:00")
    assert table.rows("post") == [], "nothing is posted to it any more"
    assert table.meter == 0
    table.audit()


def test_r146_a_table_that_was_mended_gets_its_meter_back() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    assert not there.do(TransferIn, jackpot="main", note=send(here, there, cause="malfunction"))
    assert not here.do(TransferIn, jackpot="main", note=send(there, here))
    assert here.meter == 2 * SEED
    here.open()
    here.play(1)
    here.do(Close)
    here.until("2026-11-19 10:00")
    assert here.meter == 2 * SEED + DOLLAR // 2
    here.audit()
    there.audit()


def test_r146_a_winner_of_an_earlier_hand_is_paid_by_the_house() -> None:
    table = table_of("bj-7")
    table.open()
    table.press(1)
    table.key("lock")
    table.key("clear")
    table.do(Close)
    table.until("2026-11-19 10:00")
    row = table.rows("lock")[0]
    assert not out(table)
    past = PastRound(row.round, row.at.utc, tuple(body_of(row)["spots"]), dict(body_of(row)["meters"]))
    table.do(AddPerson, name="second", roles=("floor",), by=("admin", "manager"))
    assert not table.do(OpenClaim, by=("second",), spot="1/gbj", award=ACES, past=past, reference="camera 3")
    assert not table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    assert [(move.source, move.target, move.amount) for move in table.wrote[-1].transfers] == [(HOUSE, "owed/1", SEED)]
    assert table.state.book.parts("main") == Parts(), "and what has ended is not filled again"
    table.audit()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"jackpot": "mega"}, "unknown_jackpot"),
        ({"ask": ask_of("bj-8", "bj-9")}, "seal_wrong"),
        ({"ask": ask_of("bj-1", "bj-7")}, "no_partner"),
        ({"ask": ask_of("bj-8", "bj-7", type_="progressive")}, "note_other_type"),
        ({"ask": " "}, "no_such_line"),
        ({"cause": "whim"}, "unknown_cause"),
        ({"reason": " "}, "say_why"),
        ({"by": ("manager",)}, "needs_people"),
    ],
)
def test_r146_only_for_a_lawful_cause_by_two_people(changed: dict[str, Any], code: str) -> None:
    assert out(table_of("bj-7"), **changed) == code


def test_r146_only_where_the_profile_lets_it() -> None:
    rules = make_rules()
    table = table_of("bj-7", removal=replace(rules.removal, to=("charity",)))
    assert out(table) == "no_transfer"
    assert table.do(TransferAsk, jackpot="main", giver="bj-8") == "no_transfer"
    table.with_rules(may_rise=rules.may_rise | {"transfer"})
    note = send(table_of("bj-8"), table)
    table.with_rules(may_rise=rules.may_rise)
    assert table.do(TransferIn, jackpot="main", note=note) == "no_transfer"
    table.with_rules(may_rise=rules.may_rise | {"transfer"})
    assert not table.do(TransferIn, jackpot="main", note=note)


def test_r146_not_while_the_table_is_open_a_claim_waits_or_a_post_is_due() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    note = send(there, here)
    here.open()
    for command, facts in ((TransferOut, {"ask": ask_of("bj-8", "bj-7"), **FACTS}), (TransferIn, {"note": note})):
        assert here.do(command, jackpot="main", **facts) == "close_first"
    here.press(1)
    here.key("lock")
    here.do(OpenClaim, spot="1/gbj", award=ACES)
    here.key("clear")
    here.do(Close)
    for command, facts in ((TransferOut, {"ask": ask_of("bj-8", "bj-7"), **FACTS}), (TransferIn, {"note": note})):
        assert here.do(command, jackpot="main", **facts) == "claim_first"
    here.do(WithdrawClaim, claim=1)
    assert out(here) == "post_first"
    here.until("2026-11-19 10:00")
    assert here.meter == SEED + DOLLAR // 2
    assert not out(here)
    assert here.do(TransferIn, jackpot="main", note=note) == "", "it may be filled again"


def test_r146_an_owed_award_is_paid_first() -> None:
    table = table_of("bj-7")
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    table.key("clear")
    table.do(Close)
    table.until("2026-11-19 10:00")
    assert out(table) == "claim_first"
    table.do(PayClaim, claim=1)
    assert not out(table)


def test_r146_no_note_is_taken_twice_nor_by_another_table() -> None:
    here, there, third = table_of("bj-7"), table_of("bj-8"), table_of("bj-9")
    note = send(here, there)
    assert third.do(TransferIn, jackpot="main", note=note) == "seal_wrong", "it lacks the key of that pair"
    assert there.do(TransferIn, jackpot="mega", note=note) == "unknown_jackpot"
    assert there.do(TransferIn, jackpot="main", note=note, by=("manager",)) == "needs_people"
    assert not there.do(TransferIn, jackpot="main", note=note)
    assert there.do(TransferIn, jackpot="main", note=note) == "note_not_asked"
    there.restart()
    assert there.do(TransferIn, jackpot="main", note=note) == "note_not_asked"


def test_r146_an_ask_may_be_printed_again_and_is_answered_once() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    asked = ask(there, "bj-7")
    note = give(here, asked)
    assert ask(there, "bj-7") == asked, "so a note that is under way stays good"
    assert not there.do(TransferIn, jackpot="main", note=note)
    assert not here.do(TransferIn, jackpot="main", note=send(there, here))
    assert here.do(TransferOut, jackpot="main", ask=asked, **FACTS) == "answered_before"
    assert ask(there, "bj-7") != asked


def test_r146_bonus_and_progressive_money_do_not_mix() -> None:
    jackpot = make_rules().jackpots["main"]
    here = table_of("bj-7", jackpots={"main": replace(jackpot, funding=PER_WAGER)})
    asked = ask(table_of("bj-8"), "bj-7")
    assert here.do(TransferOut, jackpot="main", ask=asked, **FACTS) == "note_other_type", "before money leaves"


@given(st.data())
def test_r146_a_slip_of_the_pen_in_a_note_is_found(data: st.DataObject) -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    text = send(here, there)
    assert len(text) <= LONGEST_NOTE
    place = data.draw(st.integers(0, len(text) - 1))
    wrong = text[:place] + data.draw(st.sampled_from("0123456789abcdefz- ")) + text[place + 1 :]
    if " ".join(wrong.split()) != text:
        assert there.do(TransferIn, jackpot="main", note=wrong) in ("no_such_line", "seal_wrong", "no_partner")
    assert not there.do(TransferIn, jackpot="main", note=f"  {text} ")


@pytest.mark.parametrize("text", ["", " ", "litbet-note-1", "a b c d e f g h i j k"])
def test_r146_what_is_no_note_is_refused(text: str) -> None:
    assert table_of("bj-8").do(TransferIn, jackpot="main", note=text) == "no_such_line"


def test_r075_what_would_rise_above_the_limit_is_the_overflow() -> None:
    here, there = table_of("bj-7"), Table(limited(with_partners(make_rules(), "bj-8"), 2000 * DOLLAR))
    assert not there.do(TransferIn, jackpot="main", note=send(here, there))
    assert there.state.book.parts("main") == Parts(2000 * DOLLAR, 0, 500 * DOLLAR)
    there.audit()


def test_r075_nothing_is_taken_from_a_meter_that_stands_above_its_limit() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    there.with_terms(limit=1000 * DOLLAR)
    assert not there.do(TransferIn, jackpot="main", note=send(here, there))
    assert there.state.book.parts("main") == Parts(SEED, 0, SEED)


STORY = st.lists(
    st.tuples(
        st.sampled_from([0, 1]), st.sampled_from(["play", "night", "send", "take", "restart"]), st.integers(1, 3)
    ),
    max_size=14,
)


@given(STORY, st.sampled_from([0, 1400, 2600]))
def test_r146_whatever_two_tables_do_no_micro_dollar_is_lost(story: list[tuple[int, str, int]], limit: int) -> None:
    """The sum over both ledgers is what seeds and posts brought; what is on its way is on notes."""
    names = ("bj-7", "bj-8")
    tables = [Table(limited(with_partners(make_rules(rate_bp=333), name), limit * DOLLAR)) for name in names]
    notes: list[list[str]] = [[], []]  # for each table
    for which, what, number in story:
        table = tables[which]
        if what == "play":
            table.open()
            table.play(*range(1, number + 1))
            assert not table.do(Close)
        elif what == "night":
            for each in tables:
                day = datetime.fromtimestamp(each.utc / 1000, UTC).astimezone(NEW_YORK).date() + timedelta(days=1)
                each.until(f"{day} 10:00")
        elif what == "restart":
            table.restart()
        elif what == "send":
            asked = ask(tables[1 - which], names[which])
            if not table.do(TransferOut, jackpot="main", ask=asked, **FACTS):
                notes[1 - which].append(str(body_of(table.wrote[-1])["note"]))
        else:
            for note in notes[which]:
                table.do(TransferIn, jackpot="main", note=note)
                assert table.refused in ("", "note_not_asked")
        _nothing_lost(tables, notes)
    for table in tables:
        table.audit()


def _nothing_lost(tables: list[Table], notes: list[list[str]]) -> None:
    held, brought, moved = 0, 0, 0
    for which, table in enumerate(tables):
        book = table.state.book
        held += sum(book.balances.get(account, 0) for account in accounts_of("main"))
        moved += book.balances.get(elsewhere_account(("bj-8", "bj-7")[which]), 0)
        brought += SEED + sum(body_of(row)["amount"] for row in table.rows("post"))
        limit = table.rules.jackpots["main"].terms.limit
        for row in table.rows("transfer_in") if limit else ():
            assert body_of(row)["before"] + body_of(row)["parts"]["meter"] <= max(limit, body_of(row)["before"])
    taken = {body_of(row)["note"] for table in tables for row in table.rows("transfer_in")}
    under_way = [_money_in(note) for each in notes for note in set(each) - taken]
    away = sum(under_way)
    assert held + moved == brought
    assert moved == away


def _money_in(note: str) -> int:
    """Meter, reserve and overflow."""
    return sum(map(int, note.split()[6:9]))
