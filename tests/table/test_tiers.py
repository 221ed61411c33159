"""$5 and $10 at one spot: known before the lock, shown by the lamp, paid by the pay table (R034, R098, C10, E17)."""

import pytest
from support.signs.schemas import valid
from support.spoken import say
from support.table.story import Table, body_of
from support.table.three_meters import BASES, FIVE, MEGA, MINOR, TEN, Felt, tiered

from controller.present.views import claim_view, meter, round_view
from controller.table import events
from controller.table.events import Lock
from controller.table.money import CENT, DOLLAR
from controller.table.rules import Sensor
from controller.table.state import hand_of

SENSORS = [Sensor.BUTTON, Sensor.PRESENCE]


@pytest.fixture
def felt() -> Felt:
    return Felt(tiered())


def view(felt: Felt) -> dict[str, object]:
    payload = round_view(felt.rules, felt.state, 1, felt.mono, felt.utc)
    valid("round", payload)
    return payload


# -- before the lock -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sensor", SENSORS)
def test_c11_a_bet_is_the_first_amount_unless_tier_says_otherwise(sensor: Sensor) -> None:
    felt = Felt(tiered(sensor))
    felt.touch("1/ll")
    felt.raise_("2/ll")
    felt.wait(1)
    assert [felt.shows(spot) for spot in felt.rules.spots] == ["lit", "raised", "waiting"]
    assert [felt.stake(spot) for spot in felt.rules.spots] == ["5.00", "10.00", "5.00"]
    assert view(felt)["stakes"] == {"2/ll": 1000}
    assert not felt.key("lock")
    (row,) = felt.rows("lock")
    assert body_of(row)["tiers"] == {"2/ll": TEN}
    assert sum(move.amount for move in row.transfers) == FIVE + TEN
    assert [felt.shows(spot) for spot in felt.rules.spots] == ["locked", "locked", "off"]
    assert view(felt)["stakes"] == {"2/ll": 1000}
    felt.audit()


def test_a_round_without_a_higher_bet_says_nothing_of_stakes(felt: Felt) -> None:
    felt.lock_with("1/ll")
    assert "stakes" not in view(felt)
    assert "tiers" not in body_of(felt.rows("lock")[0])


@pytest.mark.parametrize("sensor", SENSORS)
def test_c11_the_tier_is_forgotten_after_the_round(sensor: Sensor) -> None:
    felt = Felt(tiered(sensor))
    felt.raise_("1/ll")
    felt.wait(1)
    felt.key("lock")
    felt.wait(10)
    felt.key("settle")
    if sensor is Sensor.PRESENCE:
        felt.take("1/ll")
    felt.clear()
    felt.touch("1/ll")
    felt.wait(1)
    assert (felt.shows("1/ll"), felt.stake("1/ll")) == ("lit", "5.00")


def test_tier_and_the_touch_of_a_lit_seat_raise_it_and_again_come_round(felt: Felt) -> None:
    felt.touch("1/ll")
    felt.raise_("1/ll")
    assert felt.shows("1/ll") == "raised"
    felt.raise_("1/ll")
    assert felt.shows("1/ll") == "lit"
    felt.raise_("1/ll")
    felt.touch("1/ll")
    assert felt.shows("1/ll") == "waiting", "a press without TIER still takes the bet off"
    felt.touch("1/ll")
    assert felt.shows("1/ll") == "lit", "and the next bet is the first amount"


def test_tier_waits_ten_seconds_and_a_second_press_of_the_key_cancels(felt: Felt) -> None:
    felt.key("tier")
    felt.wait(10)
    felt.touch("1/ll")
    assert felt.shows("1/ll") == "lit"
    felt.key("tier")
    felt.key("tier")
    felt.touch("2/ll")
    assert felt.shows("2/ll") == "lit"
    felt.key("tier")
    felt.touch("3/ll")
    felt.touch("1/ll")
    assert [felt.shows(spot) for spot in felt.rules.spots] == ["waiting", "lit", "raised"], "one touch follows one key"


def test_a_tier_key_is_for_bets_that_are_not_locked(felt: Felt) -> None:
    felt.key("tier")
    felt.lock_with("1/ll")
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {"1/ll": TEN}
    assert felt.key("tier") == "clear_first"
    felt.clear()
    felt.do(events.Close)
    assert felt.key("tier") == "closed"
    table = Table()
    table.open()
    assert table.key("tier") == "no_tiers"


def test_a_tier_asked_for_is_gone_with_the_lock(felt: Felt) -> None:
    felt.touch("1/ll")
    felt.key("tier")
    felt.key("lock")
    felt.wait(1)
    felt.do(events.Unlock)
    felt.touch("2/ll")
    assert felt.shows("2/ll") == "lit"


def test_a_chip_that_did_not_lie_still_leaves_no_tier_behind() -> None:
    felt = Felt(tiered(Sensor.PRESENCE))
    felt.key("tier")
    felt.touch("1/ll")
    felt.wait(0.05)
    felt.take("1/ll")
    felt.wait(1)
    felt.touch("1/ll")
    felt.wait(1)
    assert felt.shows("1/ll") == "lit"
    felt.take("1/ll")
    felt.raise_("1/ll")  # lifted for a moment and put back: the touch
    felt.wait(1)
    assert felt.shows("1/ll") == "raised"
    felt.take("1/ll")
    felt.wait(1)
    felt.touch("1/ll")
    felt.wait(1)
    assert felt.shows("1/ll") == "lit", "another chip is another bet"


def test_the_command_names_the_amount_before_the_lock_without_a_name(felt: Felt) -> None:
    assert felt.do(events.SetTier, spot="1/ll", amount=TEN) == "not_lit"
    felt.touch("1/ll")
    assert felt.do(events.SetTier, spot="1/ll", amount=7 * DOLLAR) == "no_such_tier"
    assert not felt.do(events.SetTier, spot="1/ll", amount=TEN)
    assert felt.shows("1/ll") == "raised"
    assert not felt.do(events.SetTier, spot="1/ll", amount=FIVE)
    assert felt.shows("1/ll") == "lit"


# -- coins ---------------------------------------------------------------------------------------------------


def test_c11_the_credit_tells_and_what_remains_is_the_next_rounds() -> None:
    felt = Felt(tiered(Sensor.COIN))
    felt.touch("1/ll", "2/ll", "2/ll", "3/ll", "3/ll", "3/ll")
    assert [felt.shows(spot) for spot in felt.rules.spots] == ["lit", "raised", "raised"]
    felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {"2/ll": TEN, "3/ll": TEN}
    assert [felt.state.book.spot(spot).credit for spot in felt.rules.spots] == [0, 0, FIVE]
    felt.clear()
    assert [felt.shows(spot) for spot in felt.rules.spots] == ["waiting", "waiting", "lit"]
    assert felt.do(events.SetTier, spot="3/ll", amount=TEN) == "coin_spot"
    felt.audit()


def test_coins_given_back_with_a_void_round_are_all_of_them() -> None:
    felt = Felt(tiered(Sensor.COIN))
    felt.touch("1/ll", "1/ll")
    felt.key("lock")
    assert not felt.do(events.Void, reason="misdeal")
    assert felt.state.book.spot("1/ll").credit == TEN
    assert felt.shows("1/ll") == "raised"
    felt.audit()


# -- the lock taken back, forgotten, lost --------------------------------------------------------------------


@pytest.mark.parametrize("sensor", list(Sensor))
def test_an_unlock_gives_each_spot_its_tier_back(sensor: Sensor) -> None:
    felt = Felt(tiered(sensor))
    felt.touch("1/ll")
    felt.touch("2/ll", "2/ll") if sensor is Sensor.COIN else felt.raise_("2/ll")
    felt.wait(1)
    felt.key("lock")
    felt.wait(1)
    assert not felt.do(events.Unlock)
    assert [felt.shows(spot) for spot in felt.rules.spots][:2] == ["lit", "raised"]
    assert not felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {"2/ll": TEN}
    felt.audit()


def test_e05_a_late_lock_knows_the_tiers_of_its_moment(felt: Felt) -> None:
    felt.touch("1/ll")
    felt.wait(1)
    felt.raise_("1/ll")
    felt.wait(1)
    felt.raise_("2/ll")
    felt.wait(1)
    felt.key("clear")
    assert felt.state.book.missed
    moments = {lit.spots: (lit.utc, lit.tiers) for lit in felt.state.book.missed.seen}
    assert moments["1/ll",][1] == {"1/ll": TEN}
    assert not felt.do(events.LateLock, moment=moments["1/ll", "2/ll"][0])
    (row,) = felt.rows("late_lock")
    assert body_of(row)["tiers"] == {"1/ll": TEN, "2/ll": TEN}
    felt.restart()
    felt.audit()


def test_e05_coins_refunded_since_are_not_locked_late() -> None:
    felt = Felt(tiered(Sensor.COIN))
    felt.touch("1/ll", "1/ll", "2/ll", "2/ll")
    then = felt.utc
    felt.wait(1)
    felt.do(events.RefundCoins, spot="1/ll")
    felt.touch("1/ll")
    felt.key("clear")
    assert not felt.do(events.LateLock, moment=then)
    assert body_of(felt.rows("late_lock")[0])["tiers"] == {"2/ll": TEN}
    assert not any(amount < 0 for name, amount in felt.state.book.balances.items() if name.startswith("credit/"))


def test_e31_the_tiers_of_a_locked_round_outlive_a_power_cut(felt: Felt) -> None:
    felt.lock_with("1/ll", "2/ll")
    felt.restart()
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {"2/ll": TEN}
    assert felt.stake("2/ll") == "10.00"


# -- after the lock ------------------------------------------------------------------------------------------


def test_e17_after_the_lock_a_person_answers_with_a_reason(felt: Felt) -> None:
    felt.lock_with("1/ll 2/ll")
    before = felt.state.book
    assert felt.do(events.SetTier, spot="1/ll", amount=TEN, reason="camera 3") == "needs_people"
    assert felt.do(events.SetTier, spot="1/ll", amount=TEN, by=("floor",)) == "say_why"
    assert felt.do(events.SetTier, spot="3/ll", amount=TEN, by=("floor",), reason="x") == "not_playing"
    assert felt.do(events.SetTier, spot="1/ll", amount=FIVE, by=("floor",), reason="x") == "stake_already"
    assert not felt.do(events.SetTier, spot="1/ll", amount=TEN, by=("floor",), reason="camera 3")
    (row,) = felt.rows("stake_change")
    assert [(move.source, move.target, move.amount) for move in row.transfers] == [("players", "house", FIVE)]
    assert felt.state.book.today
    assert before.today
    assert felt.state.book.today.base == {jackpot: base + FIVE for jackpot, base in before.today.base.items()}
    assert felt.state.book.today.wagers == before.today.wagers
    assert not felt.do(events.SetTier, spot="1/ll", amount=FIVE, by=("floor",), reason="no")
    assert felt.state.book.balances == before.balances
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {}
    felt.do(events.SetTier, spot="1/ll", amount=TEN, by=("floor",), reason="camera 3")
    assert not felt.do(events.Void, reason="misdeal")
    assert felt.state.book.today.base["mega"] == FIVE + TEN - FIVE - TEN
    assert felt.state.book.balances.get("players") == Felt(tiered()).state.book.balances.get("players")
    felt.audit()


def test_e11_a_spot_given_back_and_added_again_plays_for_the_first_amount(felt: Felt) -> None:
    felt.lock_with("", "1/ll")
    felt.do(events.VoidSpot, spot="1/ll", reason="no hand")
    felt.do(events.AddSpot, spot="1/ll", reason="it was a hand", by=("pit",))
    felt.wins(**{"1/ll": MEGA})
    felt.confirm("shift")
    assert felt.paid() == {"1/ll": 5_000 * DOLLAR}
    assert felt.state.book.balances["players"] == -FIVE


def test_e17_a_claim_that_is_decided_keeps_its_stake_and_an_open_one_changes(felt: Felt) -> None:
    felt.lock_with("1/ll 2/ll")
    felt.do(events.OpenClaim, spot="1/ll", award=MEGA)
    felt.do(events.ConfirmClaim, by=("floor",), claim=1)
    assert felt.claim_of("1/ll").approved == ("floor",)
    facts = {"spot": "1/ll", "amount": TEN, "reason": "camera 3"}
    assert felt.do(events.SetTier, by=("pit",), **facts) == "needs_people", "as many as approve the claim"
    assert not felt.do(events.SetTier, by=("pit", "shift"), **facts)
    claim = felt.claim_of("1/ll")
    assert (claim.stake, claim.approved) == (TEN, ()), "approvals were of half as much"
    two = ("admin", "manager")
    assert not felt.do(events.AddPerson, name="second", roles=("manager",), by=two)
    felt.confirm()
    assert felt.do(events.ConfirmClaim, by=("pit",), claim=1) == "interested"
    felt.confirm("second")
    assert felt.paid() == {"1/ll": 10_000 * DOLLAR}
    assert felt.do(events.SetTier, spot="1/ll", amount=FIVE, by=("floor",), reason="x") == "stake_stands"
    felt.audit()


# -- worked numbers of `llj` ---------------------------------------------------------------------------------


def test_r098_meter_10000_one_five_dollar_winner_is_paid_5000_and_5000_is_left(felt: Felt) -> None:
    felt.lock_with("1/ll")
    felt.wins(**{"1/ll": MEGA})
    assert felt.paid() == {"1/ll": 5_000 * DOLLAR}
    assert felt.meter_of("mega") == 5_000 * DOLLAR


def test_c10_five_and_ten_dollar_winners_have_a_third_and_two_thirds(felt: Felt) -> None:
    felt.lock_with("1/ll", "2/ll")
    for spot in ("1/ll", "2/ll"):
        felt.do(events.OpenClaim, spot=spot, award=MEGA)
    claims = [claim_view(felt.rules, felt.state.book, claim) for claim in felt.state.book.claims]
    assert [each["amount"] for each in claims] == ["3333.33", "6666.67"], "before anybody approves"
    division = "seat 1 ($5.00) and seat 2 ($10.00): 1/3 and 2/3 of $10,000.00"
    assert [say(each["division"]) for each in claims] == [division] * 2
    felt.confirm()
    assert felt.paid() == {"1/ll": 333_333 * CENT, "2/ll": 666_667 * CENT}
    (row,) = felt.rows("meter_award")
    assert body_of(row)["won"]["drawn"] == 10_000 * DOLLAR, "the meter is empty before its reset"
    assert felt.meter_of("mega") == BASES["mega"]


def test_c10_two_five_dollar_winners_have_a_half_each(felt: Felt) -> None:
    felt.lock_with("1/ll 2/ll")
    felt.wins(**{"1/ll": MEGA, "2/ll": MEGA})
    assert felt.paid() == {"1/ll": 5_000 * DOLLAR, "2/ll": 5_000 * DOLLAR}


def test_r095_wa_house_jackpot_4000_two_winners_have_4000_each() -> None:
    felt = Felt(tiered(policy="full_each"))
    felt.lock_with("", "1/ll 2/ll")
    felt.wins(**{"1/ll": "three-queens-same-suit", "2/ll": "three-queens-same-suit"})
    assert felt.paid() == {"1/ll": 4_000 * DOLLAR, "2/ll": 4_000 * DOLLAR}
    assert felt.meter_of("major") == BASES["major"]


def test_c10_three_five_dollar_winners_have_a_third_each(felt: Felt) -> None:
    felt.lock_with("1/ll 2/ll 3/ll")
    felt.wins(**{"1/ll": MINOR, "2/ll": MINOR, "3/ll": MINOR})
    assert felt.paid() == {"1/ll": 33_334 * CENT, "2/ll": 33_333 * CENT, "3/ll": 33_333 * CENT}


def test_e26_mega_and_minor_in_one_hand_are_of_two_meters(felt: Felt) -> None:
    felt.lock_with("1/ll", "2/ll")
    felt.wins(**{"1/ll": MEGA, "2/ll": MINOR})
    assert felt.paid() == {"1/ll": 5_000 * DOLLAR, "2/ll": 1_000 * DOLLAR}
    assert [felt.meter_of(name) for name in BASES] == [5_000 * DOLLAR, BASES["major"], BASES["minor"]]


def test_r009_fixed_awards_grow_with_the_stake(felt: Felt) -> None:
    felt.lock_with("1/ll", "2/ll")
    felt.wins(**{"1/ll": "three-queens", "2/ll": "matched-20"})
    assert felt.paid() == {"1/ll": 250 * DOLLAR, "2/ll": 250 * DOLLAR}


def test_a_claim_of_the_last_round_has_the_stake_of_that_round(felt: Felt) -> None:
    felt.lock_with("", "1/ll")
    felt.clear()
    felt.do(events.ReopenClaims, reason="overlooked")
    felt.touch("1/ll")
    felt.wins(**{"1/ll": MEGA})
    assert felt.paid() == {"1/ll": 10_000 * DOLLAR}
    steps = [each.step for each in felt.state.book.deeds[hand_of(1, "1/ll")]]
    assert steps == ["tier", "reopening", "claim", "approval"]


def test_the_sign_shows_the_meter_and_never_a_stake(felt: Felt) -> None:
    felt.raise_("1/ll")
    payload = meter(felt.rules, felt.state, felt.rules.jackpots["mega"], 1, felt.utc)
    assert payload["cents"] == 1_000_000
    valid("meter", payload)


def test_a_lock_takes_the_tier_at_its_own_edge(felt: Felt) -> None:
    felt.raise_("1/ll")
    felt.tell(Lock(felt.at))
    assert felt.state.book.locked
    assert felt.state.book.locked.tiers == {"1/ll": TEN}
