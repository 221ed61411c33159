"""Signs that nobody hears of: the grace, no new bets, posted by hand (R181, R203, R206; E55, E56, R091)."""

import pytest
from support.table.story import Table, make_rules, to_do

from controller.present import sign_events, views
from controller.table import records
from controller.table.events import (
    Clear,
    Close,
    DenyClaim,
    Lock,
    OpenClaim,
    OverrideSigns,
    ShoeEnded,
    SignsBack,
    SignsSilent,
    Unlock,
)
from controller.table.money import DOLLAR
from controller.table.rules import Sensor
from controller.table.values import replace
from words.message import as_json, typed

WHY = "No sign has acknowledged the amount for 60 s."


def silence(table: Table) -> None:
    table.tell(SignsSilent(table.at, typed(WHY)))


def hear(table: Table) -> None:
    table.tell(SignsBack(table.at))


def bets_taken(table: Table) -> bool:
    table.press(1)
    lit = table.lamp(1) == "lit"
    if lit:
        table.press(1)
    return lit


def meter(table: Table) -> views.View:
    return views.meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)


def test_r206_a_round_that_has_begun_is_played_to_its_end() -> None:
    """E55: neither lit bets nor a locked round are touched; the next round takes no bets."""
    table = Table()
    table.open()
    table.press(1, 2)
    silence(table)
    table.press(3)  # the betting of this round goes on
    assert not table.key("lock")
    assert table.locked == [1, 2, 3]
    assert (table.phase, meter(table)["state"]) == ("locked", "locked")
    assert not table.key("settle")
    assert not table.key("clear")
    assert table.lamp(1) == "disabled"
    assert not bets_taken(table)
    assert table.do(Lock) == "fault"
    status, why = views.status(table.rules, table.state, table.mono, table.utc), as_json(typed(WHY))
    assert (status["phase"], status["fault"], status["faults"]) == ("fault", why, {"signs": why})
    assert meter(table)["state"] == "suspended"
    hear(table)
    assert bets_taken(table)
    assert meter(table)["state"] == "open"


def test_where_no_bet_is_lit_the_round_has_not_begun() -> None:
    table = Table()
    table.open()
    silence(table)
    assert not bets_taken(table)


def test_a_lock_taken_back_is_no_boundary() -> None:
    table = Table()
    table.open()
    table.press(4)
    table.key("lock")
    silence(table)
    assert not table.do(Unlock)
    assert table.lamp(4) == "lit"
    assert not table.key("lock")
    assert table.locked == [4]


def with_a_chip_for_the_next_round() -> Table:
    """A presence table, which carries bets over at CLEAR."""
    table = Table(make_rules(Sensor.PRESENCE))
    table.open()
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.key("settle")
    table.lift(1)
    table.wait(1)
    table.place(1)
    return table


def test_chips_laid_for_the_next_round_are_not_taken() -> None:
    """What is carried over is a new bet all the same."""
    table = with_a_chip_for_the_next_round()
    table.wait(1)
    silence(table)
    table.key("clear")
    assert table.lamp(1) == "disabled"
    assert table.key("lock") == "fault"
    hear(table)
    assert table.lamp(1) == "lit"


def test_a_lock_that_stands_for_clear_too_passes_the_boundary() -> None:
    table = with_a_chip_for_the_next_round()
    table.wait(10)
    silence(table)
    assert table.key("lock") == "fault"
    assert (table.locked, table.phase) == ([1], "settled")
    hear(table)
    assert not table.key("lock")


def test_the_profile_may_only_note_it() -> None:
    table = Table(make_rules(close_betting=False))
    table.open()
    silence(table)
    silence(table)
    assert table.notes().count("signs_silent") == 1
    assert bets_taken(table)
    assert any("sign override" in ask for ask in to_do(table))


def test_r205_what_comes_from_signs_writes_nothing() -> None:
    """An acknowledgement may give bets back; no row and no word of a row comes of it."""
    table = Table()
    table.open()
    silence(table)
    book, notes = table.state.book, table.notes()
    hear(table)
    assert not table.wrote
    assert (table.state.book, table.notes()) == (book, notes)


def test_a_table_opens_without_signs_but_takes_no_bets() -> None:
    table = Table()
    silence(table)
    table.open()
    assert table.lamp(1) == "disabled"
    table.do(Close)
    assert meter(table)["state"] == "closed"


def test_posted_by_hand_until_the_shoe_ends() -> None:
    table = Table()
    table.open()
    assert table.do(OverrideSigns) == "signs_shown"
    silence(table)
    assert table.do(OverrideSigns, by=()) == "needs_people"
    assert not table.do(OverrideSigns, by=("floor",))
    (row,) = table.wrote
    assert (row.record, row.by) == (records.SignOverride(reason=typed(WHY)), ("floor",))
    assert table.do(OverrideSigns) == "by_hand_already"
    table.play(1)
    table.restart()
    assert table.state.book.by_hand  # a power cut takes nothing back
    table.key("clear")
    silence(table)
    assert bets_taken(table)
    table.do(ShoeEnded)
    assert not bets_taken(table)


def test_silence_ends_with_the_power() -> None:
    """After a start the grace begins anew."""
    table = Table()
    table.open()
    silence(table)
    table.restart()
    table.do(Clear)
    assert bets_taken(table)


def test_r091_while_a_claim_is_undecided_the_sign_shows_what_stood_at_its_lock() -> None:
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj")
    claim = table.state.book.claims[0]
    assert (meter(table)["state"], meter(table)["cents"]) == ("verifying", 125_000)
    book = table.state.book  # a meter that rises with play
    moved = {**book.balances, "house": book.balances["house"] - 50 * DOLLAR, "jackpot/main": 1300 * DOLLAR}
    risen = {"main": replace(book.jackpots["main"], raised=50 * DOLLAR)}
    table.state = replace(table.state, book=replace(book, balances=moved, jackpots=risen))
    assert meter(table)["cents"] == 125_000
    table.do(DenyClaim, claim=claim.number, reason="no aces", by=("floor", "manager"))
    assert meter(table)["cents"] == 130_000


@pytest.mark.parametrize("key", ["reason", "by", "cards"])
def test_news_carries_no_names_and_no_reasons(key: str) -> None:
    table = Table()
    table.open()
    table.press(1, 2)
    table.key("lock")
    assert sign_events.events_of(table.wrote) == [{"what": "lock", "round": 1, "spots": ["1/gbj", "2/gbj"]}]
    table.do(OpenClaim, spot="1/gbj", cards="Ah Ah Ah", by=("floor",))
    news = sign_events.events_of(table.wrote)
    assert news == [{"what": "claim", "round": 1, "claim": 1, "spots": ["1/gbj"]}]
    table.do(DenyClaim, claim=1, reason="a mistake", by=("floor",))
    assert sign_events.events_of(table.journal)
    assert not [each for each in sign_events.events_of(table.journal) if key in each]
