"""Two sensors of a seat for one bet, $5 and $10: one of them plays, the one lit first (C11)."""

from support.table.story import body_of
from support.table.three_meters import FIVE, MEGA, TEN, Felt, tiered

from controller.present.views import status
from controller.table import events
from controller.table.rules import Sensor
from words.message import as_json, message


def felt_of(sensor: Sensor) -> Felt:
    return Felt(tiered(sensor, 2, rivals=True))


def shown(felt: Felt) -> list[str]:
    return [felt.shows(spot) for spot in felt.rules.spots]


def test_pressing_the_other_button_moves_the_bet() -> None:
    felt = felt_of(Sensor.BUTTON)
    felt.touch("1/five")
    assert shown(felt) == ["lit", "off", "waiting", "waiting"]
    felt.wait(1)
    felt.touch("1/ten")
    assert shown(felt) == ["off", "lit", "waiting", "waiting"]
    felt.touch("2/five")
    assert not felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.spots == ("1/ten", "2/five")
    assert felt.state.book.locked.tiers == {}, "each plays for its own wager's amount"
    felt.wins(**{"1/ten": MEGA})
    assert felt.paid() == {"1/ten": felt.rules.jackpots["mega"].base}
    felt.audit()


def test_taking_the_bet_off_leaves_none() -> None:
    felt = felt_of(Sensor.BUTTON)
    felt.touch("1/five", "1/ten", "1/ten")
    assert shown(felt)[:2] == ["waiting", "waiting"]


def test_a_second_chip_is_no_bet_and_its_lamp_says_so() -> None:
    felt = felt_of(Sensor.PRESENCE)
    felt.touch("1/ten")
    felt.wait(1)
    felt.touch("1/five")
    felt.wait(1)
    assert shown(felt)[:2] == ["verify", "lit"]
    todo = status(felt.rules, felt.state, felt.mono, felt.utc)["todo"]
    second = message("asks.second", spot="1/five", rival="1/ten")
    assert as_json(second) in [ask["say"] for ask in todo]
    assert not felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.spots == ("1/ten",)
    assert sum(move.amount for move in felt.rows("lock")[0].transfers) == TEN
    felt.audit()


def test_the_first_of_two_chips_that_come_to_rest_plays_whichever_is_named_first() -> None:
    for first, second in (("1/five", "1/ten"), ("1/ten", "1/five")):
        felt = felt_of(Sensor.PRESENCE)
        felt.touch(first)
        felt.wait(0.1)
        felt.touch(second)
        felt.wait(1)
        assert (felt.shows(first), felt.shows(second)) == ("lit", "verify")
        felt.take(first)
        felt.wait(1)
        assert felt.shows(second) == "lit", "now it is the seat's only chip"


def test_a_flicker_of_the_first_chip_does_not_hand_the_bet_over() -> None:
    felt = felt_of(Sensor.PRESENCE)
    felt.touch("1/ten")
    felt.wait(1)
    felt.touch("1/five")
    felt.wait(1)
    felt.take("1/ten")
    felt.wait(0.1)
    felt.touch("1/ten")
    felt.wait(1)
    assert (felt.shows("1/five"), felt.shows("1/ten")) == ("verify", "lit")


def test_coins_in_both_slots_are_one_bet_and_the_other_stays_credit() -> None:
    felt = felt_of(Sensor.COIN)
    felt.touch("1/five")
    felt.wait(1)
    felt.touch("1/ten")
    felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.spots == ("1/five",)
    assert felt.state.book.spot("1/ten").credit == TEN
    felt.clear()
    felt.key("lock")
    assert felt.state.book.locked
    assert felt.state.book.locked.spots == ("1/ten",)
    felt.audit()


def test_a_seat_never_has_two_bets_in_a_round_by_hand_either() -> None:
    felt = felt_of(Sensor.BUTTON)
    felt.lock_with("1/five")
    assert felt.do(events.AddSpot, spot="1/ten", reason="camera 3") == "rival_plays"
    assert not felt.do(events.VoidSpot, spot="1/five", reason="it was a ten")
    assert not felt.do(events.AddSpot, spot="1/ten", reason="it was a ten")
    assert felt.state.book.today
    assert felt.state.book.today.base["mega"] == TEN
    assert felt.state.book.today.base["mega"] != FIVE + TEN


def test_a_late_lock_knows_which_of_them_was_lit() -> None:
    felt = felt_of(Sensor.PRESENCE)
    felt.touch("1/ten")
    felt.wait(1)
    felt.touch("1/five")
    felt.wait(1)
    then = felt.utc
    felt.key("clear")
    assert not felt.do(events.LateLock, moment=then)
    assert tuple(body_of(felt.rows("late_lock")[0])["spots"]) == ("1/ten",)


def test_an_unlock_gives_the_bet_back_to_the_one_that_played() -> None:
    felt = felt_of(Sensor.BUTTON)
    felt.lock_with("1/five 1/ten")
    felt.do(events.Unlock)
    assert shown(felt)[:2] == ["off", "lit"]
