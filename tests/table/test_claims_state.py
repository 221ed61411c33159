"""The place of claims in the state (R038, R094, R108; E15, E20, E47): the WIN key and the touch of a seat."""

import pytest
from support.table.story import Table, body_of, locked

from controller.present.views import meter_state
from controller.table.events import Command, Resume, Unlock, Void, VoidSpot, WithdrawClaim
from controller.table.rules import Sensor


def claimed(table: Table) -> list[str]:
    return [claim.spot for claim in table.state.book.claims]


def test_r038_e15_two_seats_of_one_player_are_two_wagers_and_two_claims() -> None:
    table = locked(1, 2)
    assert body_of(table.rows("lock")[0])["wagers"] == {"gbj": 2}
    for seat in (1, 2):
        table.key("win")
        table.press(seat)
    assert claimed(table) == ["1/gbj", "2/gbj"]
    assert [body_of(row)["claim"] for row in table.rows("claim")] == [1, 2]
    assert [table.lamp(seat) for seat in (1, 2)] == ["claimed", "claimed"]
    table.key("win")
    table.press(1)
    assert len(claimed(table)) == 2, "one hand is one claim"


def test_the_touch_must_follow_within_ten_seconds_and_at_a_locked_seat() -> None:
    table = locked(1, 2)
    table.press(1)
    assert not claimed(table)
    table.key("win")
    table.press(3)
    assert not claimed(table)
    table.press(1)
    assert claimed(table) == ["1/gbj"]
    table.key("win")
    table.wait(10)
    table.press(2)
    assert claimed(table) == ["1/gbj"]
    table.key("win")
    table.key("win")
    table.press(2)
    assert claimed(table) == ["1/gbj"], "WIN again cancels"


def test_win_without_a_round_is_refused() -> None:
    table = Table()
    table.open()
    assert table.key("win") == "no_round"


def test_e20_a_claim_is_possible_until_clear_and_stays_open_after_it() -> None:
    table = locked(1)
    table.key("settle")
    table.wait(60)
    table.key("win")
    table.press(1)
    assert meter_state(table.rules, table.state, "main") == "verifying"
    assert table.key("clear") == ""
    assert (table.lamp(1), claimed(table)) == ("waiting", ["1/gbj"])
    table.press(2)
    assert table.key("lock") == "", "play goes on"
    assert meter_state(table.rules, table.state, "main") == "verifying"
    table.wait(10)
    assert table.do(WithdrawClaim, claim=2) == "no_claim"
    assert table.do(WithdrawClaim, claim=1, by=("floor",)) == ""
    assert meter_state(table.rules, table.state, "main") == "locked"


def test_r108_neither_restart_nor_fault_loses_a_claim() -> None:
    table = locked(1)
    table.key("win")
    table.press(1)
    table.unlink()
    table.restart("boot-2")
    table.do(Resume)
    table.key("clear")
    table.restart("boot-3")
    assert claimed(table) == ["1/gbj"]


@pytest.mark.parametrize(
    ("undo", "facts"),
    [(Unlock, {}), (Void, {"reason": "misdeal"}), (VoidSpot, {"spot": "1/gbj", "reason": "fouled"})],
)
def test_a_wager_that_goes_back_takes_its_claim_along(undo: type[Command], facts: dict[str, str]) -> None:
    table = locked(1, 2)
    table.key("win")
    table.press(1)
    assert table.do(undo, **facts) == ""
    assert not claimed(table)
    assert [row.round for row in table.rows("claim_end")] == [1]


def test_a_chip_put_on_a_locked_seat_after_win_is_the_touch_of_a_presence_table() -> None:
    table = locked(1, sensor=Sensor.PRESENCE)
    table.key("win")
    table.lift(1)
    assert not claimed(table)
    table.wait(0.3)
    table.place(1)
    assert claimed(table) == ["1/gbj"]
