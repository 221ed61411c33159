"""Worked numbers, one test for each, at the tables that are shipped."""

from pathlib import Path

import pytest
from support.config.shipped import TABLES, shipped_rules
from support.spoken import say
from support.table.story import body_of
from support.table.three_meters import MEGA, Felt, utc

from controller.config.load import check
from controller.config.resources import shipped
from controller.present.views import meter
from controller.reports.tax import tax_of
from controller.table import events, meter_events
from controller.table.money import CENT, DOLLAR, parse_dollars

ACES = "three-aces-suited"
FULL = " ".join(f"{seat}/galaxy" for seat in range(1, 7))


def brook() -> Felt:
    return Felt(shipped_rules("nh-brook"))


def play(felt: Felt, wagers: int) -> None:
    for _ in range(wagers // 6):
        felt.lock_with(FULL)
        felt.clear()
    felt.lock_with(" ".join(FULL.split()[: wagers % 6]))
    felt.clear()


def night(felt: Felt, until: str = "2026-11-19 09:00") -> None:
    assert not felt.do(events.Close), felt.refused
    felt.until(until)


def posts(felt: Felt) -> list[tuple[str, int, int]]:
    """Gaming day, wagers and what they added."""
    return [(body_of(row)["for_day"], body_of(row)["base"], body_of(row)["amount"]) for row in felt.rows("post")]


THE_POST = ("2026-11-18", 2060 * DOLLAR, 206 * DOLLAR)


def test_a_day_of_412_lit_wagers_posts_206_dollars() -> None:
    felt = brook()
    play(felt, 412)
    night(felt)
    assert posts(felt) == [THE_POST]
    (row,) = felt.rows("post")
    assert (body_of(row)["before"], body_of(row)["after"]) == (1250 * DOLLAR, 1456 * DOLLAR)
    assert felt.meter_of("bonus") == 1456 * DOLLAR


def test_the_same_day_is_not_posted_again_after_a_restart() -> None:
    felt = brook()
    play(felt, 412)
    night(felt)
    felt.restart("boot-2")
    felt.wait(60)
    assert felt.do(meter_events.Post) == "nothing_due"
    felt.open()
    assert felt.meter_of("bonus") == 1456 * DOLLAR


def test_a_win_at_1456_in_the_afternoon_and_the_whole_days_ten_percent_the_next_morning() -> None:
    felt = brook()
    play(felt, 412)
    night(felt)
    felt.open()
    play(felt, 96)
    felt.until("2026-11-19 14:00")
    felt.lock_with(" ".join(FULL.split()[:4]))
    felt.wins(**{"1/galaxy": ACES})
    assert felt.paid() == {"1/galaxy": 1456 * DOLLAR}
    felt.clear()
    felt.pay()
    assert felt.meter_of("bonus") == 1250 * DOLLAR
    play(felt, 312)
    assert felt.meter_of("bonus") == 1250 * DOLLAR
    night(felt, "2026-11-20 09:00")
    assert body_of(felt.rows("post")[-1])["amount"] == 206 * DOLLAR
    assert felt.meter_of("bonus") == 1456 * DOLLAR


def test_three_closed_days_after_412_wagers_are_one_post_and_three_zero_days() -> None:
    felt = brook()
    play(felt, 412)
    night(felt, "2026-11-22 09:00")
    assert posts(felt) == [THE_POST, *((f"2026-11-{day}", 0, 0) for day in (19, 20, 21))]
    assert felt.meter_of("bonus") == 1456 * DOLLAR


# -- `llj`: MEGA 10,000; a $5 bet wins half of it, a $10 bet all ---------------------------------------------


def mega(fives: str = "", tens: str = "") -> Felt:
    felt = Felt(shipped_rules("nh-mega-major-minor"))
    assert felt.meter_of("mega") == 10_000 * DOLLAR
    felt.lock_with(fives, tens)
    felt.wins(**dict.fromkeys((*fives.split(), *tens.split()), MEGA))
    return felt


def test_one_five_dollar_winner_of_mega_leaves_the_other_half() -> None:
    felt = mega("1/ladies")
    assert felt.paid() == {"1/ladies": 5_000 * DOLLAR}
    assert felt.meter_of("mega") == 5_000 * DOLLAR
    felt.pay()
    assert felt.meter_of("mega") == 5_000 * DOLLAR, "no reset: it was not emptied"


def test_a_five_and_a_ten_dollar_winner_of_mega_have_a_third_and_two_thirds() -> None:
    felt = mega("1/ladies", "2/ladies")
    assert felt.paid() == {"1/ladies": 333_333 * CENT, "2/ladies": 666_667 * CENT}
    assert felt.meter_of("mega") == 0, "until its reset, with the payment"
    felt.pay()
    assert felt.meter_of("mega") == 10_000 * DOLLAR


def test_two_five_dollar_winners_of_mega_have_half_each() -> None:
    felt = mega("1/ladies 2/ladies")
    assert felt.paid() == {"1/ladies": 5_000 * DOLLAR, "2/ladies": 5_000 * DOLLAR}


# -- Washington --------------------------------------------------------------------------------------------------


def test_two_winners_of_a_house_jackpot_of_4000_have_4000_each() -> None:
    felt = Felt(shipped_rules("wa-house"))
    felt.set("house", 4_000)
    felt.touch("1/twenty-one", "2/twenty-one")
    felt.wait(5)
    felt.key("lock")
    (award,) = [line.event for line in felt.rules.wagers["twenty-one"].paytable.lines if line.shares]
    felt.wins(**{"1/twenty-one": award, "2/twenty-one": award})
    assert felt.paid() == {"1/twenty-one": 4_000 * DOLLAR, "2/twenty-one": 4_000 * DOLLAR}


def test_three_lit_seats_add_one_dollar_87_and_a_half_and_the_sign_keeps_the_rest_to_itself() -> None:
    felt = Felt(shipped_rules("wa-progressive"))

    def sign() -> object:
        return meter(felt.rules, felt.state, felt.rules.jackpots["progressive"], 1, felt.utc)["cents"]

    for _ in range(2):
        felt.touch("1/twenty-one", "2/twenty-one", "3/twenty-one")
        felt.wait(5)
        felt.key("lock")
        if felt.state.book.round == 1:
            assert felt.meter_of("progressive") == 2500 * DOLLAR + 1_875_000
            assert sign() == 250_187
        felt.take("1/twenty-one", "2/twenty-one", "3/twenty-one")
        felt.clear()
    assert felt.meter_of("progressive") == 2500 * DOLLAR + 3_750_000
    assert sign() == 250_375, "two halves of a cent are one"


# -- forms -------------------------------------------------------------------------------------------------------

AMOUNTS = ("1499.99", "1500.00", "1999.99", "2000.00")


def forms(paid_at: str) -> list[str]:
    """For these wins of a $5 bet."""
    rules = shipped_rules("nh-brook")
    wager = rules.wagers["galaxy"].amount
    due = (tax_of(rules, parse_dollars(amount), wager, utc(paid_at), returned=True) for amount in AMOUNTS)
    return [each.form if each else "" for each in due]


def test_which_five_dollar_wins_need_a_form_when_paid_in_2025() -> None:
    assert forms("2025-12-31 23:59") == ["", "W-2G", "W-2G", "W-2G"]


def test_which_five_dollar_wins_need_a_form_when_paid_in_2026() -> None:
    assert forms("2026-01-01 00:00") == ["", "", "", "W-2G"]


# -- decks -------------------------------------------------------------------------------------------------------


def test_six_decks_hold_no_third_hand_of_three_suited_aces() -> None:
    felt = brook()
    felt.lock_with("1/galaxy 2/galaxy 3/galaxy")
    for spot in ("1/galaxy", "2/galaxy"):
        assert not felt.do(events.OpenClaim, spot=spot, award=ACES)
    refused = felt.tell(events.OpenClaim(felt.at, spot="3/galaxy", award=ACES)).refused
    assert felt.refused == "implausible"
    assert refused
    assert refused.message.facts["claims"] == (1, 2), "whoever must look is told which cannot all be true"


@pytest.mark.parametrize("name", ["wa-house", "wa-progressive", "two-jackpots"])
def test_two_decks_are_refused_for_a_21_plus_3_jackpot(name: str, tmp_path: Path) -> None:
    text = (shipped("config") / TABLES[name]).read_text()
    assert "decks = 6" in text
    path = tmp_path / "table.toml"
    path.write_text(text.replace("decks = 6", "decks = 2"))
    errors, _ = check(path)
    assert any("decks: write 3 to 8, for which pay table PT-BJS-213-" in line for line in map(say, errors)), errors
