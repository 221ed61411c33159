"""A jackpot ends for good: announced, its last day, its end, and where its money goes (R147, E71)."""

from dataclasses import replace
from typing import Any

import pytest
from support.spoken import say
from support.table.story import Table, body_of, make_rules, to_do
from support.table.transfers import ask, give, with_partners

from controller.present import views
from controller.present.answers import answer_of
from controller.table import removal
from controller.table.continuity import continuity
from controller.table.counters import Parts
from controller.table.events import AddSpot, Close, ConfirmClaim, LateLock, OpenClaim, PayClaim
from controller.table.meter_events import (
    CorrectCount,
    Dispose,
    HoldPost,
    Keep,
    ReleasePost,
    Retire,
    TransferAsk,
    TransferIn,
)
from controller.table.money import DOLLAR
from controller.table.rules import Removal, Rules, Sensor

ACES = "three-aces-suited"
SEED = 1250 * DOLLAR
LAST = {"jackpot": "main", "last_day": "2026-11-20", "reason": "the game is replaced"}


def rules_of(sensor: Sensor = Sensor.BUTTON, **ways: Any) -> Rules:
    return replace(
        make_rules(sensor),
        removal=Removal(**{"notice_days": 2, "dispose_days": 60, "to": ("charity", "transfer"), **ways}),
    )


def retired(sensor: Sensor = Sensor.BUTTON, **ways: Any) -> Table:
    """On Wednesday the 18th it is announced that Friday is the last day."""
    table = Table(rules_of(sensor, **ways))
    assert not table.do(Retire, **LAST), table.refused
    return table


def over(**ways: Any) -> Table:
    """It is Saturday morning. On Thursday two wagers were played."""
    table = retired(**ways)
    table.until("2026-11-19 10:00")
    table.open()
    table.play(1, 2)
    table.do(Close)
    table.until("2026-11-21 10:00")
    return table


def notice(table: Table) -> str:
    """Beside the one that every meter in play has."""
    every = "No light, no bet: only a bet whose light is on when the dealer locks the bets plays."
    return say(meter(table)["notices"]).removeprefix(every).strip()


def meter(table: Table) -> dict[str, Any]:
    return views.meter(table.rules, table.state, table.rules.jackpots["main"], 1, table.utc)


def asked(table: Table) -> str:
    return " ".join(to_do(table))


def test_e71_from_the_announcement_to_the_last_micro_dollar() -> None:
    table = retired()
    assert notice(table) == "This jackpot ends on 2026-11-20."
    assert say(answer_of(table.rules, table.state.book, table.wrote)) == (
        "Announced: the last gaming day of Galaxy Bonus Jackpot is 2026-11-20. The signs show it."
    )
    table.until("2026-11-20 10:00")
    table.open()
    table.play(1, 2)
    table.do(Close)
    assert table.do(Dispose, jackpot="main", to="charity", reason="x") == "not_ended"
    table.until("2026-11-21 10:00")
    kinds = [row.kind for row in table.journal[-3:]]
    assert kinds == ["day_start", "jackpot_end", "post"], "the last day's wagers are posted"
    assert table.meter == SEED + DOLLAR
    assert (notice(table), meter(table)["state"]) == ("This jackpot has ended.", "closed")
    assert "Galaxy Bonus Jackpot has ended and still holds $1,251.00" in asked(table)
    assert "charity (litbet jackpot dispose) or another table (litbet jackpot transfer-out) within 59 days" in asked(
        table
    )
    assert table.do(Dispose, jackpot="main", to="charity", reason="x", by=("manager",)) == "needs_people"
    assert not table.do(Dispose, jackpot="main", to="charity", reason="by the board's decision")
    assert [(move.source, move.target, move.amount) for move in table.wrote[-1].transfers] == [
        ("jackpot/main", "charity", SEED + DOLLAR)
    ]
    assert "Galaxy Bonus Jackpot no longer exists: $1,251.00 displayed went to charity." in say(
        answer_of(table.rules, table.state.book, table.wrote)
    )
    assert table.state.book.parts("main") == Parts()
    assert "has ended" not in asked(table)
    assert table.do(Dispose, jackpot="main", to="charity", reason="again") == "has_left"
    table.until("2026-11-25 10:00")
    assert len(table.rows("jackpot_end")) == 1
    assert max(body_of(row)["for_day"] for row in table.rows("post")) == "2026-11-20"
    table.audit()


def test_e71_what_is_on_a_spot_when_the_day_ends_is_no_bet() -> None:
    """R028: no light, no bet; and no light that waits for one."""
    table = retired()
    table.until("2026-11-20 23:00")
    table.open()
    table.until("2026-11-21 05:59")
    table.press(1)
    assert table.lamp(1) == "lit"
    before = table.utc
    table.until("2026-11-21 06:01")
    assert [table.lamp(seat) for seat in (1, 2)] == ["off", "off"]
    assert table.do(LateLock, moment=before) == ""
    assert table.locked == []
    assert table.do(AddSpot, spot="2/gbj", reason="unseen") == "wager_ended"
    table.key("clear")
    table.press(2)
    table.key("lock")
    assert table.locked == []
    assert all(body_of(row)["accruals"] == {} for row in table.rows("lock") + table.rows("late_lock"))


def test_e71_a_round_that_is_locked_when_the_day_ends_is_played_to_its_end() -> None:
    table = retired()
    table.until("2026-11-21 05:59")
    table.open()
    table.press(1)
    table.key("lock")
    table.until("2026-11-21 06:01")
    assert table.rows("jackpot_end") == []
    assert table.lamp(1) == "locked"
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    assert not table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    assert table.meter == SEED, "it is reset as ever: it has not ended"
    table.key("clear")
    assert [row.kind for row in table.wrote] == ["clear", "day_start", "jackpot_end", "post"]
    assert table.lamp(1) == "off"


def test_e71_chips_and_coins_of_an_ended_jackpot_are_no_bets() -> None:
    chips = retired(Sensor.PRESENCE)
    chips.until("2026-11-21 05:59")
    chips.open()
    chips.until("2026-11-21 07:00")
    chips.place(1)
    chips.wait(5)
    assert chips.lamp(1) == "off"
    coins = retired(Sensor.COIN)
    coins.until("2026-11-21 07:00")
    coins.open()
    coins.drop(1, 5)
    assert coins.lamp(1) == "off"
    assert "Spot 1/gbj holds coins for a jackpot that has ended: refund them" in asked(coins)


def test_r147_three_meters_of_one_sensor_end_together() -> None:
    rules = rules_of()
    jackpot, wager = rules.jackpots["main"], rules.wagers["gbj"]
    names = ("main", "major", "minor")
    jackpots = {name: replace(jackpot, id=name) for name in (*names, "other")}
    wagers = {"gbj": replace(wager, jackpots=names), "lone": replace(wager, id="lone", jackpots=("other",))}
    table = Table(replace(rules, jackpots=jackpots, wagers=wagers))
    assert removal.together(table.rules, "other") == ["other"]
    assert not table.do(Retire, **{**LAST, "jackpot": "minor"})
    assert body_of(table.wrote[-1])["jackpots"] == list(names)
    assert [bool(table.state.book.jackpots[name].last_day) for name in jackpots] == [True, True, True, False]
    table.until("2026-11-21 07:00")
    assert [bool(table.state.book.jackpots[name].ended) for name in jackpots] == [True, True, True, False]
    assert not table.do(Dispose, jackpot="major", to="charity", reason="x")
    assert table.meter == SEED


def test_r147_an_announced_end_is_taken_back() -> None:
    table = retired()
    assert table.do(Retire, **LAST) == "retired_already"
    assert table.do(Keep, jackpot="main", reason="x", by=("manager",)) == "needs_people"
    assert not table.do(Keep, jackpot="main", reason="the players like it")
    assert notice(table) == ""
    assert table.do(Keep, jackpot="main", reason="x") == "not_retired"
    table.until("2026-11-21 10:00")
    assert table.rows("jackpot_end") == []
    table.open()
    table.press(1)
    assert table.lamp(1) == "lit"
    table.audit()


def test_r147_what_has_ended_is_not_taken_back() -> None:
    table = over()
    assert table.do(Keep, jackpot="main", reason="x") == "has_ended"
    assert table.do(Retire, **LAST) == "has_ended"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"last_day": "2026-11-19"}, "too_soon"),
        ({"last_day": "2026-11-01"}, "too_soon"),
        ({"last_day": "tomorrow"}, "no_date"),
        ({"last_day": "20261120"}, "no_date"),
        ({"last_day": ""}, "no_date"),
        ({"jackpot": "mega"}, "unknown_jackpot"),
        ({"reason": ""}, "say_why"),
        ({"by": ("manager",)}, "needs_people"),
    ],
)
def test_r147_an_announcement_names_a_day_that_is_far_enough(changed: dict[str, Any], code: str) -> None:
    assert Table(rules_of()).do(Retire, **{**LAST, **changed}) == code


@pytest.mark.parametrize("to", ["house", "transfer", "somebody", ""])
def test_r147_money_goes_only_where_the_profile_lets_it(to: str) -> None:
    table = over()
    assert table.do(Dispose, jackpot="main", to=to, reason="x") == "not_there"
    table = over(to=("house",))
    assert (table.do(Dispose, jackpot="main", to=to, reason="x") == "") == (to == "house")


def test_r147_the_days_that_are_left() -> None:
    table = over(dispose_days=3)
    assert "within 2 days." in asked(table)
    table.until("2026-11-22 10:00")
    assert "within 1 day." in asked(table)
    table.until("2026-11-24 10:00")
    assert "transfer-out) now." in asked(table)


def test_r147_not_while_a_winner_is_unpaid_or_a_count_is_disputed() -> None:
    table = retired()
    table.until("2026-11-20 10:00")
    table.open()
    table.press(1, 2)
    table.key("lock")
    table.do(OpenClaim, spot="1/gbj", award=ACES)
    table.key("clear")
    table.do(Close)
    table.do(HoldPost, reason="disputed")
    table.until("2026-11-21 10:00")
    facts = {"jackpot": "main", "to": "charity", "reason": "x"}
    assert table.do(Dispose, **facts) == "claim_first"
    table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    assert table.meter == 0, "what has ended is not filled again"
    assert table.do(Dispose, **facts) == "claim_first"
    table.do(PayClaim, claim=1)
    assert table.do(Dispose, **facts) == "post_first"
    assert not table.do(ReleasePost)
    assert table.meter == DOLLAR
    assert not table.do(CorrectCount, day="2026-11-20", wager="gbj", wagers=1, reason="one more")
    assert table.do(Dispose, **facts) == "post_first", "the correction is due the next morning"
    table.until("2026-11-22 10:00")
    assert table.meter == DOLLAR + DOLLAR // 2
    assert not table.do(Dispose, **facts)
    assert table.do(CorrectCount, day="2026-11-20", wager="gbj", wagers=1, reason="late") == "wager_ended"
    table.audit()


def test_r147_to_another_table() -> None:
    table = over()
    table.rules = with_partners(table.rules)
    there = Table(with_partners(rules_of(), "bj-9"))
    note = give(table, ask(there, "bj-7"), cause="approved", reason="removed for good")
    assert "has ended" not in asked(table)
    assert not there.do(TransferIn, jackpot="main", note=note)
    assert table.do(TransferAsk, jackpot="main", giver="bj-9") == "has_ended"
    table.audit()


def test_nothing_is_accepted_for_a_jackpot_that_is_no_more() -> None:
    table = over()
    table.do(Dispose, jackpot="main", to="charity", reason="x")
    jackpot = table.rules.jackpots["main"]
    table.with_rules(jackpots={"main": replace(jackpot, terms=replace(jackpot.terms, reset=1))})
    before = len(table.journal)
    table.restart()
    assert [row.kind for row in table.journal[before:]] == ["start"]


def test_r147_a_win_that_is_paid_after_the_end_fills_nothing_again() -> None:
    """Where the meter is reset with the payment: by then nobody plays for it."""
    table = retired()
    table.with_rules(reseed="paid")
    table.until("2026-11-20 10:00")
    table.open()
    table.press(1)
    table.wait(5)
    assert not table.key("lock")
    assert not table.do(OpenClaim, spot="1/gbj", award=ACES)
    assert not table.do(ConfirmClaim, claim=1, by=("floor", "manager"))
    table.key("clear")
    table.do(Close)
    table.until("2026-11-21 10:00")
    assert table.state.book.jackpots["main"].ended
    assert not table.do(PayClaim, claim=1, method="cash")
    assert (table.meter, meter(table)["cents"]) == (DOLLAR // 2, 50), "only what its last day adds"
    assert not continuity(table.state.book)
