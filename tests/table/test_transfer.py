"""A jackpot moves to another table: two rows in two ledgers, the same amounts, nothing lost (R146)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.spoken import say
from support.table.story import NEW_YORK, Table, body_of, make_rules

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
from controller.table.meter_events import CorrectCount, Dispose, TransferIn, TransferOut
from controller.table.money import DOLLAR
from controller.table.rules import Rules
from controller.table.state import State
from controller.table.transfers import Note, read_note

ACES = "three-aces-suited"
SEED = 1250 * DOLLAR
FACTS = {"to": "bj-8", "cause": "replacement", "reason": "the felt is worn"}


def table_of(name: str, **rules: Any) -> Table:
    return Table(replace(make_rules(), table=name, **rules))


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


def send(table: Table, **facts: Any) -> str:
    assert not table.do(TransferOut, jackpot="main", **{**FACTS, **facts}), table.refused
    return str(body_of(table.wrote[-1])["note"])


def limited(rules: Rules, limit: int) -> Rules:
    jackpot = rules.jackpots["main"]
    return replace(rules, jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, limit=limit))})


def test_r146_two_legs_with_the_same_amounts() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    with_money(here, reserve=77_777_777, overflow=3, advanced=500 * DOLLAR, recovered=100 * DOLLAR)
    note = send(here)
    out = here.wrote[-1]
    assert [(move.source, move.target, move.amount) for move in out.transfers] == [
        ("jackpot/main", "elsewhere/bj-8", SEED),
        ("reserve/main", "elsewhere/bj-8", 77_777_777),
        ("overflow/main", "elsewhere/bj-8", 3),
    ]
    assert (body_of(out)["cause"], body_of(out)["reason"]) == ("replacement", "the felt is worn")
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
    note = send(here)
    answer = say(answer_of(here.rules, here.state.book, here.wrote))
    assert "Transferred to bj-8: $1,250.00 displayed." in answer
    assert answer.endswith(note)
    assert not there.do(TransferIn, jackpot="main", note=answer.partition("note: ")[2])
    answer = say(answer_of(there.rules, there.state.book, there.wrote))
    assert answer == "Transferred from bj-7: $1,250.00 displayed; the meter is $2,500.00."


def test_r146_after_it_nobody_plays_for_the_jackpot_here() -> None:
    table = table_of("bj-7")
    send(table)
    table.open()
    table.press(1)
    assert table.lamp(1) == "off"
    table.key("lock")
    assert table.locked == []
    assert table.do(AddSpot, spot="1/gbj", reason="unseen") == "wager_ended"
    table.key("clear")
    table.do(Close)
    assert table.do(TransferOut, jackpot="main", **FACTS) == "has_left"
    assert table.do(Dispose, jackpot="main", to="house", reason="x") == "has_left"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=1, reason="x") in ("unknown_day", "wager_ended")
    table.until("2026-11-20 10:00")
    assert table.rows("post") == [], "nothing is posted to it any more"
    assert table.meter == 0
    table.audit()


def test_r146_a_table_that_was_mended_gets_its_meter_back() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    assert not there.do(TransferIn, jackpot="main", note=send(here, cause="malfunction"))
    assert not here.do(TransferIn, jackpot="main", note=send(there, to="bj-7"))
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
    send(table)
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
        ({"to": "bj-7"}, "other_table"),
        ({"to": " "}, "other_table"),
        ({"to": "bj 8"}, "other_table"),
        ({"cause": "whim"}, "unknown_cause"),
        ({"reason": " "}, "say_why"),
        ({"by": ("manager",)}, "needs_people"),
    ],
)
def test_r146_only_for_a_lawful_cause_by_two_people(changed: dict[str, Any], code: str) -> None:
    table = table_of("bj-7")
    assert table.do(TransferOut, **{"jackpot": "main", **FACTS, **changed}) == code


def test_r146_only_where_the_profile_lets_it() -> None:
    rules = make_rules()
    table = table_of("bj-7", removal=replace(rules.removal, to=("charity",)))
    assert table.do(TransferOut, jackpot="main", **FACTS) == "no_transfer"
    note = send(table_of("bj-8"), to="bj-7")
    assert table.do(TransferIn, jackpot="main", note=note) == "no_transfer"
    table.with_rules(may_rise=rules.may_rise | {"transfer"})
    assert not table.do(TransferIn, jackpot="main", note=note)


def test_r146_not_while_the_table_is_open_a_claim_waits_or_a_post_is_due() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    note = send(there, to="bj-7")
    here.open()
    for command, facts in ((TransferOut, FACTS), (TransferIn, {"note": note})):
        assert here.do(command, jackpot="main", **facts) == "close_first"
    here.press(1)
    here.key("lock")
    here.do(OpenClaim, spot="1/gbj", award=ACES)
    here.key("clear")
    here.do(Close)
    for command, facts in ((TransferOut, FACTS), (TransferIn, {"note": note})):
        assert here.do(command, jackpot="main", **facts) == "claim_first"
    here.do(WithdrawClaim, claim=1)
    assert here.do(TransferOut, jackpot="main", **FACTS) == "post_first"
    here.until("2026-11-19 10:00")
    assert here.meter == SEED + DOLLAR // 2
    assert not here.do(TransferOut, jackpot="main", **FACTS)
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
    assert table.do(TransferOut, jackpot="main", **FACTS) == "claim_first"
    table.do(PayClaim, claim=1)
    assert not table.do(TransferOut, jackpot="main", **FACTS)


def test_r146_no_note_is_taken_twice_nor_by_another_table() -> None:
    here, there, third = table_of("bj-7"), table_of("bj-8"), table_of("bj-9")
    note = send(here)
    assert third.do(TransferIn, jackpot="main", note=note) == "note_elsewhere"
    assert there.do(TransferIn, jackpot="mega", note=note) == "unknown_jackpot"
    assert there.do(TransferIn, jackpot="main", note=note, by=("manager",)) == "needs_people"
    assert not there.do(TransferIn, jackpot="main", note=note)
    assert there.do(TransferIn, jackpot="main", note=note) == "note_taken"
    there.restart()
    assert there.do(TransferIn, jackpot="main", note=note) == "note_taken"


def test_r146_bonus_and_progressive_money_do_not_mix() -> None:
    jackpot = make_rules().jackpots["main"]
    here = table_of("bj-7", jackpots={"main": replace(jackpot, funding=PER_WAGER)})
    assert table_of("bj-8").do(TransferIn, jackpot="main", note=send(here)) == "note_other_type"


@given(st.data())
def test_r146_a_slip_of_the_pen_in_a_note_is_found(data: st.DataObject) -> None:
    parts = st.builds(Parts, *[st.integers(0, 10**12)] * 4)
    name = st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,31}\Z")
    note = data.draw(st.builds(Note, name, st.integers(0), st.integers(1), name, name, st.just("progressive"), parts))
    text = note.text()
    assert read_note(f"  {text} ") == note
    assert len(text) <= 400
    place = data.draw(st.integers(0, len(text) - 1))
    wrong = text[:place] + data.draw(st.sampled_from("0123456789abcdefz- ")) + text[place + 1 :]
    if " ".join(wrong.split()) != text:
        table = table_of(note.to)
        assert table.do(TransferIn, jackpot="main", note=wrong) == "note_wrong"


@pytest.mark.parametrize("text", ["", " ", "litbet-transfer-1", "a b c d e f g h i j k"])
def test_r146_what_is_no_note_is_refused(text: str) -> None:
    assert table_of("bj-8").do(TransferIn, jackpot="main", note=text) == "note_wrong"


def test_r075_what_would_rise_above_the_limit_is_the_overflow() -> None:
    here, there = table_of("bj-7"), Table(limited(replace(make_rules(), table="bj-8"), 2000 * DOLLAR))
    assert not there.do(TransferIn, jackpot="main", note=send(here))
    assert there.state.book.parts("main") == Parts(2000 * DOLLAR, 0, 500 * DOLLAR)
    there.audit()


def test_r075_nothing_is_taken_from_a_meter_that_stands_above_its_limit() -> None:
    here, there = table_of("bj-7"), table_of("bj-8")
    there.with_terms(limit=1000 * DOLLAR)
    assert not there.do(TransferIn, jackpot="main", note=send(here))
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
    tables = [Table(limited(replace(make_rules(rate_bp=333), table=name), limit * DOLLAR)) for name in names]
    notes: list[list[str]] = [[], []]  # for each table
    for which, what, number in story:
        table, other = tables[which], names[1 - which]
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
            if not table.do(TransferOut, jackpot="main", **{**FACTS, "to": other}):
                notes[1 - which].append(str(body_of(table.wrote[-1])["note"]))
        else:
            for note in notes[which]:
                table.do(TransferIn, jackpot="main", note=note)
                assert table.refused in ("", "note_taken")
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
    under_way = [read_note(note).parts for each in notes for note in set(each) - taken]
    away = sum(parts.meter + parts.reserve + parts.overflow for parts in under_way)
    assert held + moved == brought
    assert moved == away
