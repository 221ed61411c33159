"""Two sensors and two jackpot games at each seat, apart in everything (R004, R038, C25)."""

import pytest
from support.spoken import problem
from support.table.story import body_of
from support.table.three_meters import BASES, FIVE, MEGA, TEN, Felt, two_games

from controller.daemon.arguments import BadRequestError, event_of
from controller.present.views import meter, round_view
from controller.table import events
from controller.table.commands import ACTIONS
from controller.table.money import DOLLAR
from controller.table.rules import Sensor

ACES = "three-aces-suited"


@pytest.fixture
def felt() -> Felt:
    return Felt(two_games())


def test_r004_each_sensor_is_a_bet_of_its_own(felt: Felt) -> None:
    felt.touch("1/gbj", "1/ll", "2/ll")
    assert [felt.shows(spot) for spot in ("1/gbj", "1/ll", "2/gbj", "2/ll")] == ["lit", "lit", "waiting", "lit"]
    view = round_view(felt.rules, felt.state, 1, felt.mono, felt.utc)
    assert view["lit"] == ("1/gbj", "1/ll", "2/ll")
    felt.key("lock")
    (row,) = felt.rows("lock")
    assert body_of(row)["wagers"] == {"gbj": 1, "ll": 2}
    assert {jackpot: add[:2] for jackpot, add in body_of(row)["accruals"].items()} == {
        "main": [1, FIVE],
        "mega": [2, 2 * FIVE],
        "major": [2, 2 * FIVE],
        "minor": [2, 2 * FIVE],
    }


def test_each_meter_is_posted_with_its_own_wagers_and_rate(felt: Felt) -> None:
    felt.touch("1/gbj", "2/gbj")
    felt.raise_("1/ll")
    felt.key("lock")
    felt.clear()
    felt.until("2026-11-19 12:00")
    posted = {body_of(row)["jackpot"]: (body_of(row)["base"], body_of(row)["amount"]) for row in felt.rows("post")}
    assert posted == {"main": (2 * FIVE, DOLLAR)} | dict.fromkeys(BASES, (TEN, 2 * DOLLAR))
    felt.audit()


def test_r038_one_seat_has_a_claim_of_each_game_in_one_hand(felt: Felt) -> None:
    felt.touch("1/gbj", "1/ll", "2/gbj")
    felt.key("lock")
    felt.wins(**{"1/gbj": "straight"})
    assert not felt.do(events.OpenClaim, spot="1/ll", award="suited-20")
    assert [claim.spot for claim in felt.state.book.claims] == ["1/gbj", "1/ll"]
    felt.confirm()
    assert {claim.spot for claim in felt.state.book.claims if claim.slip} == {"1/gbj", "1/ll"}
    assert felt.meter_of("mega") == BASES["mega"]


def test_a_win_of_one_game_leaves_the_other_alone(felt: Felt) -> None:
    felt.touch("1/gbj", "1/ll", "2/ll")
    felt.key("lock")
    felt.do(events.OpenClaim, spot="2/ll", award=MEGA)
    shown = {
        name: meter(felt.rules, felt.state, jackpot, 1, felt.utc)["state"]
        for name, jackpot in felt.rules.jackpots.items()
    }
    assert shown == {"main": "locked", "mega": "verifying", "major": "locked", "minor": "locked"}
    felt.confirm()
    felt.pay()
    assert felt.meter_of("mega") == BASES["mega"] - 5_000 * DOLLAR
    assert felt.meter_of("main") == 1_250 * DOLLAR
    assert felt.state.book.jackpots["main"].wins == 0
    felt.audit()


@pytest.mark.parametrize("spot", ["1/gbj", "1/ll"])
def test_win_and_the_touch_of_either_spot_claim_for_that_one(felt: Felt, spot: str) -> None:
    felt.touch("1/gbj", "1/ll")
    felt.key("lock")
    felt.key("win")
    felt.touch(spot)
    (claim,) = felt.state.book.claims
    assert claim.spot == spot
    other = {"1/gbj": "1/ll", "1/ll": "1/gbj"}[spot]
    assert (felt.shows(spot), felt.shows(other)) == ("claimed", "locked")
    felt.key("win")
    felt.touch(other)
    assert {claim.spot for claim in felt.state.book.claims} == {"1/gbj", "1/ll"}


def test_r110_the_cards_of_one_hand_must_bear_both_games(felt: Felt) -> None:
    """Three aces of a suit and three queens cannot lie at one up card."""
    felt.touch("1/gbj", "2/ll")
    felt.key("lock")
    assert not felt.do(events.OpenClaim, spot="1/gbj", award=ACES)
    assert felt.do(events.OpenClaim, spot="2/ll", award=MEGA) == "implausible"
    assert not felt.do(events.OpenClaim, spot="2/ll", award="matched-20")


def test_one_seats_void_is_of_one_game(felt: Felt) -> None:
    felt.touch("1/gbj", "1/ll")
    felt.key("lock")
    assert not felt.do(events.VoidSpot, spot="1/ll", reason="misdeal")
    assert felt.state.book.locked
    assert felt.state.book.locked.spots == ("1/gbj",)
    assert felt.state.book.today
    assert felt.state.book.today.base == {"main": FIVE, "mega": 0, "major": 0, "minor": 0}


def test_chips_of_both_games_are_watched_apart() -> None:
    felt = Felt(two_games(Sensor.PRESENCE))
    felt.touch("1/gbj", "1/ll")
    felt.wait(1)
    felt.key("lock")
    felt.take("1/ll")
    felt.wait(1)
    assert (felt.shows("1/gbj"), felt.shows("1/ll")) == ("locked", "removed")


def test_a_seat_with_two_spots_is_named_with_its_wager(felt: Felt) -> None:
    action = ACTIONS["win claim"]
    made = event_of(action, {"spot": "1/ll"}, felt.rules, felt.at)
    assert isinstance(made, events.OpenClaim)
    assert made.spot == "1/ll"
    with problem(BadRequestError, "seat 1 has the spots 1/gbj and 1/ll: name one of them"):
        event_of(action, {"spot": "1"}, felt.rules, felt.at)
    with problem(BadRequestError, "there is no spot '9'"):
        event_of(action, {"spot": "9"}, felt.rules, felt.at)


def test_only_the_wager_with_tiers_is_raised(felt: Felt) -> None:
    felt.key("tier")
    felt.touch("1/gbj")
    assert felt.shows("1/gbj") == "lit"
    felt.touch("1/ll")
    assert felt.shows("1/ll") == "raised", "TIER waits for a seat that has several amounts"
