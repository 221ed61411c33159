"""The morning's post (R060-R069, C05-C08; E33, E40, E43-E52) and the worked numbers of `brook`."""

from dataclasses import replace

import pytest
from support.table.story import Table, body_of, make_rules

from controller.table.events import Clear, Close, ConfirmClock, Resume, Tick, Unlock, Void, WithdrawClaim
from controller.table.funding import MANUAL_HOUSE
from controller.table.journal import BrokenEntryError, apply
from controller.table.meter_events import CorrectCount, HoldPost, Post, ReleasePost
from controller.table.money import DOLLAR
from controller.table.rules import Sensor
from words.message import message

SEED = 1250 * DOLLAR


def played(wagers: int, table: Table | None = None) -> Table:
    """A table that has played so many wagers today, and is closed."""
    table = table or Table()
    table.open()
    table.play_wagers(wagers)
    assert not table.do(Close)
    return table


def posts(table: Table) -> list[tuple[str, int]]:
    """Gaming day and cents of each post row."""
    return [(body_of(row)["for_day"], body_of(row)["amount"] // 10_000) for row in table.rows("post")]


def test_r060_r061_412_wagers_are_posted_once_before_opening_through_any_restart() -> None:
    table = played(412)
    table.until("2026-11-19 05:59")
    table.wait(59)
    assert table.meter == SEED
    table.restart("boot-2")
    table.wait(60)
    assert posts(table) == [("2026-11-18", 20600)]
    assert table.meter == 1456 * DOLLAR
    for _ in range(3):
        table.restart("boot-2")
        table.wait(60)
        assert table.do(Post) == "nothing_due"
    table.step_clock(-86_400)
    table.do(ConfirmClock)
    table.wait(86_400 - 3600)
    assert table.meter == 1456 * DOLLAR
    assert body_of(table.rows("post")[0])["base"] == 2060 * DOLLAR


def test_r061_c07_the_book_refuses_to_post_a_day_twice_or_out_of_order() -> None:
    table = played(2)
    table.until("2026-11-19 07:00")
    row = table.rows("post")[0]
    with pytest.raises(BrokenEntryError, match="not_due"):
        apply(table.state.book, replace(row, seq=table.state.book.seq + 1))


def test_e33_a_post_is_one_decision_all_of_it_or_nothing() -> None:
    """Power gone before the commit of the morning's rows: the day is still due, and is then posted, once."""
    table = played(10)
    table.until("2026-11-19 05:59:30")
    before = table.state
    table.wait(60)
    after = table.state.book
    table.state, table.journal = before, table.journal[: before.book.seq]  # nothing of it reached the disk
    table.restart("boot-2")
    table.tick()
    assert table.meter == SEED + 5 * DOLLAR == after.meter("main")
    assert len(posts(table)) == 1


def test_r062_c05_e46_roll_time_during_a_locked_round_waits_for_clear() -> None:
    table = Table(start="2026-11-19 05:50")
    table.open()
    table.play(1, 2)
    table.press(1, 2, 3, 4)
    table.key("lock")
    table.until("2026-11-19 06:30")
    assert table.meter == SEED
    assert table.do(Post) in ("nothing_due", "post_blocked")
    table.do(Clear, by=("dealer",))
    assert [entry.kind for entry in table.wrote] == ["clear", "day_start", "post"]
    assert table.wrote[0].day == "2026-11-18"
    assert table.meter == SEED + 3 * DOLLAR, "the round belongs to the old day"
    assert "by" in body_of(table.wrote[0])
    assert "by" not in body_of(table.wrote[2]), "nobody asked for the post"


def test_r062_the_boundary_where_lock_stands_for_clear_is_a_boundary_too() -> None:
    table = Table(make_rules(Sensor.PRESENCE), start="2026-11-19 05:50")
    table.open()
    table.place(1)
    table.wait(1)
    table.key("lock")
    table.until("2026-11-19 06:30")
    table.key("settle")
    table.key("lock")
    assert [entry.kind for entry in table.wrote] == ["clear", "day_start", "post", "lock"]
    assert table.wrote[3].day == "2026-11-19"
    assert table.state.book.locked is not None
    assert table.state.book.locked.meters == {"main": SEED + DOLLAR // 2}


def test_r062_e47_a_post_waits_for_an_open_claim_and_then_goes_to_the_meter() -> None:
    table = Table()
    table.open()
    table.press(1, 2)
    table.key("lock")
    table.key("win")
    table.press(1)
    table.wait(20)
    table.key("clear")
    table.until("2026-11-19 09:00")
    assert table.meter == SEED
    assert table.do(Post) == "post_blocked"
    assert table.do(WithdrawClaim, claim=1, by=("floor",)) == ""
    assert table.meter == SEED + DOLLAR


def test_e48_a_claim_of_the_last_hand_keeps_the_whole_days_ten_percent() -> None:
    table = Table()
    table.open()
    table.play(1, 2, 3, 4, 5, 6)
    table.press(1)
    table.key("lock")
    table.key("win")
    table.press(1)
    table.wait(20)
    table.key("clear")
    assert table.do(Close) == ""
    table.until("2026-11-20 09:00")
    table.do(WithdrawClaim, claim=1)
    assert posts(table) == [("2026-11-18", 350), ("2026-11-19", 0)]


def test_r065_the_whole_day_counts_and_void_wagers_do_not() -> None:
    table = Table()
    table.open()
    table.play(1, 2)
    table.press(3, 4)
    table.key("lock")
    table.do(Void, reason="misdeal")
    table.wait(60)
    table.play(5)
    table.until("2026-11-19 06:00")
    table.tick()
    assert posts(table) == [("2026-11-18", 150)]


def test_r064_e49_three_closed_days_are_one_post_and_zero_rows_in_order() -> None:
    table = played(412)
    table.until("2026-11-18 23:00")
    table.utc += 4 * 86_400_000  # the controller was off
    table.mono = 1_000
    table.restart("boot-2")
    table.tick()
    assert posts(table) == [("2026-11-18", 20600), ("2026-11-19", 0), ("2026-11-20", 0), ("2026-11-21", 0)]
    assert table.meter == 1456 * DOLLAR


def test_r064_e50_a_day_without_a_bet_posts_zero_and_is_on_record() -> None:
    table = Table()
    table.open()
    table.wait(3600)
    table.do(Close)
    table.until("2026-11-20 06:00")
    table.tick()
    assert posts(table) == [("2026-11-18", 0), ("2026-11-19", 0)]
    assert not any(row.transfers for row in table.rows("post"))


def test_e45_a_table_past_midnight_is_in_the_same_gaming_day() -> None:
    table = Table(start="2026-11-18 23:50")
    table.open()
    table.play(1)
    table.until("2026-11-19 00:30")
    table.play(1)
    today = table.state.book.today
    assert today is not None
    assert (today.day, today.wagers) == ("2026-11-18", {"gbj": 2})
    assert table.rows("lock")[1].day == "2026-11-18"


def test_r067_e52_a_profile_that_wants_a_persons_word_posts_only_on_it() -> None:
    table = played(10, Table(make_rules(automatic=False)))
    table.until("2026-11-19 09:00")
    table.open()
    assert table.meter == SEED
    table.press(1)
    assert table.key("lock") == "", "bets are allowed on the old amount"
    assert table.do(Post) == "post_blocked"
    table.wait(10)
    table.key("clear")
    assert table.do(Post, by=("accounting",)) == ""
    assert body_of(table.wrote[-1])["by"] == ["accounting"]
    assert table.meter == SEED + 5 * DOLLAR
    assert table.do(Post) == "nothing_due"


def test_r067_c08_a_disputed_count_is_held_corrected_in_its_base_and_released() -> None:
    table = played(10)
    assert table.do(HoldPost, reason="") == "say_why"
    assert table.do(HoldPost, reason="the box disagrees", by=("accounting",)) == ""
    assert table.do(HoldPost, reason="again") == "held_already"
    table.until("2026-11-19 09:00")
    table.open()
    assert table.meter == SEED
    assert table.do(Post) == "post_blocked"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-11, reason="x") == "count_below_zero"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-2, reason="phantoms") == ""
    assert table.do(ReleasePost) == ""
    assert table.do(ReleasePost) == "not_held"
    assert posts(table) == [("2026-11-18", 400)]


@pytest.mark.parametrize(("wagers", "cents"), [(4, 200), (-4, -200)])
def test_e51_c08_after_the_post_a_wrong_count_is_a_row_of_its_own_the_next_morning(wagers: int, cents: int) -> None:
    table = played(10)
    table.until("2026-11-19 09:00")
    table.open()
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=wagers, reason="recount") == ""
    assert table.meter == SEED + 5 * DOLLAR, "a posted day is never silently changed"
    table.play(1)
    table.until("2026-11-20 07:00")
    assert posts(table) == [("2026-11-18", 500), ("2026-11-19", 50), ("2026-11-18", cents)]
    assert [body_of(row)["correction"] for row in table.rows("post")] == [False, False, True]
    assert table.meter == SEED + (550 + cents) * 10_000
    count = table.state.book.jackpots["main"]
    assert (count.posted, count.raised, count.lowered) == (
        550 * 10_000,
        max(cents, 0) * 10_000,
        max(-cents, 0) * 10_000,
    )


@pytest.mark.parametrize("day", ["", "2026-11-19", "2026-11-17", "1999-01-01", "2026-1-1", "20261118", "yesterday"])
def test_e51_only_a_day_that_was_played_here_is_corrected(day: str) -> None:
    table = played(10)
    assert table.do(CorrectCount, day=day, wager="gbj", wagers=1, reason="x") == "unknown_day"


@pytest.mark.parametrize("day", ["2026-11-18", "2026-11-19"])
def test_e51_a_correction_is_no_larger_than_what_may_be_posted_at_once(day: str) -> None:
    """A posted day's correction is a post of its own, which no other correction makes smaller: the table would fault
    for ever."""
    table = played(10)
    table.until("2026-11-19 09:00")
    table.open()
    assert table.do(CorrectCount, day=day, wager="gbj", wagers=200_001, reason="typo") == "unreasonable_count"
    assert table.do(CorrectCount, day=day, wager="gbj", wagers=2, reason="recount") == ""
    table.until("2026-11-20 07:00")
    assert not table.state.book.faults


def test_e51_a_correction_cannot_take_more_than_the_meter_holds() -> None:
    """Otherwise the next morning's post could never run: a mistyped count would stop the table for good."""
    table = played(10)
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-11, reason="typo") == "count_below_zero"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-10, reason="all phantoms") == ""
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=10, reason="no, none") == ""
    table.until("2026-11-19 09:00")
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=-412_000, reason="typo") == "count_below_zero"
    assert table.do(CorrectCount, day="2026-11-18", wager="x", wagers=1, reason="typo") == "unknown_wager"
    assert table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=1, reason="") == "say_why"


def test_r063_c06_e40_a_profile_of_24_hours_waits_for_them_on_the_23_hour_day() -> None:
    """Spring 2027 in New York: 13 March 06:00 to 14 March 06:00 is 23 hours."""
    table = Table(make_rules(min_interval_hours=24), start="2027-03-12 10:00")
    table.open()
    table.play(1)
    table.until("2027-03-13 06:00")
    table.play(1)
    table.until("2027-03-14 06:59")
    assert posts(table) == [("2027-03-12", 50)]
    table.until("2027-03-14 07:00")
    table.tick()
    assert posts(table) == [("2027-03-12", 50), ("2027-03-13", 50)]


def test_r063_a_zero_row_is_no_update_of_the_meter() -> None:
    table = Table(make_rules(min_interval_hours=24), start="2027-03-12 10:00")
    table.until("2027-03-13 10:00")  # a day without a bet is posted on the 13th
    table.open()
    table.play(1)
    table.until("2027-03-14 06:00")
    table.tick()
    assert posts(table) == [("2027-03-12", 0), ("2027-03-13", 50)]


def test_r063_the_interval_does_not_let_a_later_row_block_the_first_for_ever() -> None:
    """By hand: what may be posted is, what must wait waits."""
    table = played(10, Table(make_rules(automatic=False, min_interval_hours=24)))
    table.until("2026-11-19 09:00")
    assert table.do(Post) == ""
    table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=2, reason="recount")
    table.open()
    table.play(1)
    table.do(Close)
    table.until("2026-11-20 10:00")
    assert table.do(Post) == ""
    assert posts(table)[1:] == [("2026-11-19", 50)]
    assert table.do(Post) == "post_blocked"
    table.until("2026-11-21 10:30")
    assert table.do(Post) == ""
    assert ("2026-11-18", 100) in posts(table)


def test_r063_without_an_interval_the_spring_day_is_posted_at_its_roll() -> None:
    table = Table(start="2027-03-13 10:00")
    table.open()
    table.play(1)
    table.until("2027-03-14 06:00")
    table.tick()
    assert posts(table) == [("2027-03-13", 50)]


def test_r068_an_amount_set_by_management_never_posts_by_formula() -> None:
    rules = make_rules()
    jackpot = replace(rules.jackpots["main"], funding=MANUAL_HOUSE)
    table = played(10, Table(replace(rules, jackpots={"main": jackpot})))
    table.until("2026-11-20 09:00")
    assert not posts(table)
    assert table.meter == SEED
    assert table.state.book.today is not None
    assert table.state.book.today.day == "2026-11-20", "its days end all the same"
    assert table.do(Post) == "nothing_due"


def test_r069_a_bonus_meter_does_not_move_with_the_wagers() -> None:
    table = Table()
    table.open()
    seen = {table.meter}
    for _ in range(20):
        table.play(1, 2, 3, 4, 5, 6)
        seen.add(table.meter)
    assert seen == {SEED}


def test_a_post_uses_the_rate_in_force_when_the_wagers_were_made() -> None:
    table = played(10)
    table.with_terms(rate_bp=500)
    table.restart()
    table.open()
    table.play(1, 2)
    table.until("2026-11-19 06:00")
    table.tick()
    assert posts(table) == [("2026-11-18", 550)]


def test_e52_the_post_is_due_until_it_runs_and_the_next_days_follow_in_order() -> None:
    table = played(10)
    table.do(HoldPost, reason="dispute")
    for day in ("2026-11-19", "2026-11-20"):
        table.until(f"{day} 10:00")
        table.open()
        table.play(1)
        table.do(Close)
    table.until("2026-11-21 10:00")
    assert not posts(table)
    table.do(ReleasePost)
    assert posts(table) == [("2026-11-18", 500), ("2026-11-19", 50), ("2026-11-20", 50)]


def test_e43_a_clock_that_jumps_forward_posts_nothing_by_itself() -> None:
    """Not even when the first event that sees it is a key and not a tick (R195)."""
    table = Table()
    table.open()
    table.play(1, 2)
    table.press(1)
    table.key("lock")
    table.wait(10)
    table.step_clock(5 * 86_400, tick=False)
    table.key("clear")
    assert not table.rows("post")
    assert not table.trusts_clock()
    assert [body_of(row)["trusted"] for row in table.rows("clock_trust")] == [True, False]
    assert not table.rows("clear")[-1].trusted
    table.wait(60)
    assert not table.rows("post"), "a time server's word is not enough now"
    table.step_clock(-5 * 86_400)
    table.do(ConfirmClock, by=("floor",))
    table.until("2026-11-19 06:00")
    table.tick()
    assert posts(table) == [("2026-11-18", 150)]


def test_e44_a_clock_that_jumps_back_posts_nothing_again() -> None:
    table = played(10)
    table.until("2026-11-19 09:00")
    table.step_clock(-86_400, tick=False)
    table.tell(Tick(table.at, True))
    assert not table.trusts_clock()
    table.do(ConfirmClock)
    table.wait(86_400)
    assert posts(table) == [("2026-11-18", 500)]
    rows = table.journal
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), "sequence orders, not time (R196)"


def test_e44_a_new_boot_with_a_clock_behind_the_ledger_waits_for_a_person() -> None:
    """Also when a time server vouches for it, and also after the restart's own rows were written with it."""
    table = played(10)
    table.until("2026-11-18 20:00")
    table.utc -= 3 * 86_400_000
    table.mono = 1_000
    table.restart("boot-2")
    table.wait(5)
    assert not table.trusts_clock()
    assert table.state.live.clock.why == message("reasons.clock_behind")
    table.restart("boot-3")
    table.wait(5)
    assert not table.trusts_clock()
    table.do(ConfirmClock)
    assert table.trusts_clock()


def test_r194_untrusted_time_at_opening_with_wagers_to_post_does_not_offer_the_bet() -> None:
    table = played(10)
    table.synced = False
    table.restart("boot-2")
    table.open()
    assert table.phase == "not_offered"
    assert table.state.book.reason
    table.do(ConfirmClock, by=("floor",))
    assert table.phase == "betting"
    table.wait(20)
    table.press(1)
    assert table.key("lock") == ""


def test_r194_offered_again_by_the_clock_a_chip_that_lay_there_was_not_seen_to_come() -> None:
    table = Table(make_rules(Sensor.PRESENCE), synced=False)
    table.open()
    assert table.phase == "not_offered"
    table.place(1)
    table.wait(5)
    table.do(ConfirmClock)
    assert (table.phase, table.lamp(1)) == ("betting", "verify")


def test_r194_untrusted_time_with_nothing_to_post_lets_the_table_play_but_not_post() -> None:
    table = Table()
    table.open()
    table.do(Close)
    table.synced = False
    table.restart("boot-2")
    table.open()
    assert table.phase == "betting"
    table.play(1)
    table.wait(3 * 86_400)
    assert not table.rows("post")
    assert table.do(Post) == "clock_unknown"
    assert not table.rows("lock")[0].trusted, "flagged"
    table.restart("boot-2")
    table.do(Resume)
    assert not table.rows("post")


def test_worked_number_of_12_and_a_half_percent_keeps_what_is_below_the_cent() -> None:
    table = Table(make_rules(rate_bp=1250))
    table.open()
    table.play(1, 2, 3)
    table.until("2026-11-19 06:00")
    table.tick()
    assert table.meter == SEED + 1_875_000


def test_e51_the_running_day_is_corrected_between_rounds() -> None:
    """A locked round's wagers may yet be unlocked: taken off twice, the day would fall below zero."""
    table = Table()
    table.open()
    table.press(1)
    table.key("lock")
    correction = {"day": "2026-11-18", "wager": "gbj", "wagers": -1, "reason": "counted twice"}
    assert table.do(CorrectCount, **correction) == "clear_first"
    table.do(Unlock)
    assert table.do(CorrectCount, **correction) == "count_below_zero"
