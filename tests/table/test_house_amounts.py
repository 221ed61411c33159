"""Amounts that management sets (R063, R068, R144, E40): at most once in 24 elapsed hours, and again after a win."""

import pytest
from support.signs.schemas import valid
from support.spoken import say
from support.table.story import body_of, make_rules
from support.table.three_meters import BASES, MAJOR, MEGA, Felt, tiered

from controller.present.sign_events import events_of
from controller.present.views import meter
from controller.table import events, meter_events
from controller.table.money import CENT, DOLLAR
from controller.table.refusals import Refused
from controller.table.rules import Sensor


@pytest.fixture
def felt() -> Felt:
    return Felt(tiered())


def refusal(felt: Felt, jackpot: str, dollars: int) -> str:
    command = meter_events.SetMeter(felt.at, ("manager", "accounting"), jackpot, dollars * DOLLAR, "promotion")
    refused = felt.tell(command).refused
    assert isinstance(refused, Refused)
    return say(refused.message)


def test_r068_two_people_set_an_amount_with_a_reason(felt: Felt) -> None:
    assert felt.set("mega", 12_000, by=("manager",)) == "needs_people"
    assert felt.set("mega", 12_000, by=("floor", "cage")) == "needs_people"
    assert felt.set("mega", 12_000, reason=" ") == "say_why"
    assert not felt.set("mega", 12_000)
    (row,) = felt.rows("meter_set")
    assert {name: body_of(row)[name] for name in ("jackpot", "before", "after", "reason", "by")} == {
        "jackpot": "mega",
        "before": 10_000 * DOLLAR,
        "after": 12_000 * DOLLAR,
        "reason": "promotion",
        "by": ["accounting", "auditor"],
    }
    assert [(each.source, each.target, each.amount, each.code) for each in row.transfers] == [
        ("house", "jackpot/mega", 2_000 * DOLLAR, "management")
    ]
    assert meter(felt.rules, felt.state, felt.rules.jackpots["mega"], 1, felt.utc)["cents"] == 1_200_000
    news = events_of([row])
    assert news == [{"what": "set", "jackpot": "mega", "cents": 1_200_000}]
    facts = {"v": 1, "table": "bj-7", "epoch": 1, "seq": 9, "pub": 1, "at": "2026-11-18T15:00:00.000Z"}
    valid("event", facts | {"events": news})
    felt.audit()


def test_an_amount_may_fall_where_the_profile_lets_management_lower_it(felt: Felt) -> None:
    assert not felt.set("mega", 8_000)
    assert felt.meter_of("mega") == 8_000 * DOLLAR
    assert felt.state.book.jackpots["mega"].lowered == 2_000 * DOLLAR
    felt.with_rules(may_fall=felt.rules.may_fall - {"management"})
    assert felt.set("major", 3_000) == "set_no_lower"
    felt.with_rules(may_rise=felt.rules.may_rise - {"management"})
    assert felt.set("major", 5_000) == "set_no_higher"


def test_what_is_no_amount_is_refused(felt: Felt) -> None:
    for amount in (0, -DOLLAR, CENT // 2):
        assert felt.do(meter_events.SetMeter, jackpot="mega", amount=amount, reason="x") == "bad_setting"
    assert felt.set("mega", 10_000) == "set_already"
    assert felt.set("mega", 10_000 + 100_001) == "unreasonable_setting"
    assert felt.set("grand", 10_000) == "unknown_jackpot"
    daily = Felt(make_rules())
    assert daily.set("main", 2_000) == "not_set_by_hand"


def test_r063_at_most_once_in_24_elapsed_hours_and_each_meter_for_itself(felt: Felt) -> None:
    assert not felt.set("mega", 12_000)
    felt.wait(20 * 3600 + 40 * 60)
    assert refusal(felt, "mega", 11_000).endswith("24 hours must pass between two changes: 3 h 20 min are left.")
    assert not felt.set("major", 5_000)
    felt.wait(3 * 3600 + 20 * 60 - 1)
    assert refusal(felt, "mega", 11_000).endswith("0 h 1 min are left.")
    felt.wait(1)
    assert not felt.set("mega", 11_000)


def test_e40_a_spring_day_of_23_hours_does_not_shorten_the_wait() -> None:
    felt = Felt(tiered(), "2026-03-07 11:00")
    felt.until("2026-03-07 12:00")
    assert not felt.set("mega", 12_000)
    felt.until("2026-03-08 12:00")  # by the wall clock a day, elapsed 23 hours
    assert refusal(felt, "mega", 11_000).endswith("1 h 0 min are left.")
    felt.until("2026-03-08 13:00")
    assert not felt.set("mega", 11_000)


def test_e41_an_autumn_day_of_25_hours_does_not_lengthen_it() -> None:
    felt = Felt(tiered(), "2026-10-31 11:00")
    felt.until("2026-10-31 12:00")
    assert not felt.set("mega", 12_000)
    felt.until("2026-11-01 11:00")
    assert not felt.set("mega", 11_000)


def test_without_an_interval_it_may_be_set_between_any_hands() -> None:
    felt = Felt(tiered(hours=0))
    assert not felt.set("mega", 12_000)
    assert not felt.set("mega", 11_000)


def test_r144_never_while_anybody_plays_or_has_bet_for_it(felt: Felt) -> None:
    felt.touch("1/ll")
    assert felt.set("mega", 12_000) == "bets_on"
    felt.key("lock")
    assert felt.set("mega", 12_000) == "clear_first"
    felt.restart()
    assert felt.set("mega", 12_000) == "resume_first"
    felt.do(events.Resume)
    felt.clear()
    assert not felt.set("mega", 12_000)
    felt.do(events.Close)
    assert not felt.set("major", 5_000), "a closed table is between hands"


def test_a_coin_that_waits_for_the_next_hand_is_no_hand() -> None:
    felt = Felt(tiered(Sensor.COIN))
    felt.touch("1/ll")
    assert not felt.set("mega", 12_000)


def test_the_clock_must_be_trusted(felt: Felt) -> None:
    felt.step_clock(7_200)
    assert felt.set("mega", 12_000) == "clock_unknown"


def test_r063_a_paid_win_of_any_lets_all_be_set_again_once(felt: Felt) -> None:
    for jackpot, dollars in (("mega", 12_000), ("major", 5_000), ("minor", 1_500)):
        assert not felt.set(jackpot, dollars)
    felt.lock_with("1/ll 2/ll")
    felt.wins(**{"1/ll": MAJOR, "2/ll": MAJOR})
    felt.clear()
    assert felt.set("major", 9_000) == "win_first"
    felt.do(events.PayClaim, claim=1)
    assert felt.set("major", 9_000) == "win_first", "the other winner has nothing yet"
    assert felt.set("mega", 9_000) == "interval", "the win is not paid out"
    felt.pay()
    felt.restart()
    felt.do(events.Resume)
    for jackpot, dollars in (("mega", 9_000), ("major", 4_500), ("minor", 1_200)):
        assert not felt.set(jackpot, dollars), jackpot
        assert felt.set(jackpot, dollars + 1) == "interval"
    felt.audit()


def test_a_fixed_award_is_no_win_of_a_jackpot(felt: Felt) -> None:
    felt.set("mega", 12_000)
    felt.lock_with("1/ll")
    felt.wins(**{"1/ll": "three-queens"})
    felt.clear()
    assert felt.set("mega", 9_000) == "interval"


def test_r068_a_winner_who_does_not_come_keeps_only_his_own_meter_where_it_is(felt: Felt) -> None:
    """E29: his money is set aside; the other meters wait their hours and no longer."""
    felt.lock_with("1/ll")
    felt.wins(**{"1/ll": MAJOR})
    felt.clear()
    felt.wait(25 * 3600)
    assert felt.set("major", 9_000) == "win_first"
    assert not felt.set("mega", 9_000)


def test_an_open_claim_keeps_every_meter_where_it_is(felt: Felt) -> None:
    felt.lock_with("1/ll")
    felt.do(events.OpenClaim, spot="1/ll")
    felt.clear()
    assert felt.set("minor", 2_000) == "win_first"
    felt.do(events.DenyClaim, by=("floor", "manager"), claim=1, reason="no queens")
    assert not felt.set("minor", 2_000)


def test_c23_after_a_half_the_remainder_stands_until_it_is_set(felt: Felt) -> None:
    felt.lock_with("1/ll")
    felt.wins(**{"1/ll": MEGA})
    felt.pay()
    felt.clear()
    assert felt.meter_of("mega") == 5_000 * DOLLAR
    assert not felt.set("mega", 10_000)
    felt.lock_with("", "1/ll")
    felt.wins(**{"1/ll": MEGA})
    assert felt.meter_of("mega") == BASES["mega"], "after all of it the reset is automatic (C22)"
    felt.audit()


def test_r091_a_late_winner_of_a_hand_before_has_what_stood_there_then(felt: Felt) -> None:
    felt.lock_with("", "1/ll")
    felt.clear()
    assert not felt.set("mega", 2_000)
    felt.do(events.ReopenClaims, reason="overlooked")
    felt.wins(**{"1/ll": MEGA})
    assert felt.paid() == {"1/ll": 10_000 * DOLLAR}
    assert felt.meter_of("mega") == 2_000 * DOLLAR, "what was set is of the hands to come"
    felt.audit()


def test_r063_a_daily_post_too_may_follow_a_paid_win_at_once() -> None:
    for again, posts in ((True, 2), (False, 1)):
        rules = make_rules(min_interval_hours=48)
        felt = Felt(rules)
        felt.with_rules(posting=type(rules.posting)(automatic=True, min_interval_hours=48, again_after_win=again))
        for day in ("2026-11-19 12:00", "2026-11-20 12:00"):
            felt.lock_with("1/gbj")
            if day == "2026-11-20 12:00":
                felt.wins(**{"1/gbj": "three-aces-suited"})
                felt.pay()
            felt.clear()
            felt.until(day)
        assert len([row for row in felt.rows("post") if body_of(row)["amount"]]) == posts


def test_r091_r144_a_hand_that_is_locked_late_played_for_the_amount_of_its_own_time(felt: Felt) -> None:
    """E05: cleared without a lock; then management sets another amount; then the late lock."""
    felt.touch("1/ll")
    felt.wait(5)
    felt.key("clear")
    felt.wait(9)
    missed = felt.state.book.missed
    assert missed
    assert not felt.set("mega", 20_000)
    assert not felt.do(events.LateLock, moment=missed.seen[-1].utc, by=("pit",)), felt.refused
    assert not felt.do(events.ReopenClaims, reason="a winner")
    felt.wins(**{"1/ll": MEGA})
    felt.confirm("shift")
    assert felt.paid() == {"1/ll": BASES["mega"] // 2}
    assert felt.meter_of("mega") == 20_000 * DOLLAR, "which is of the hands to come"
    felt.audit()
