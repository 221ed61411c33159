"""Training, log-ins and restored ledgers, as far as the core has a say (E75, R152, R170)."""

from dataclasses import replace

import pytest
from support.table.story import Table, body_of, make_rules

from controller.present.views import meter_state
from controller.table.events import Close, LoggedIn, Restored, Train


def test_training_begins_only_at_the_closed_table_and_by_somebody() -> None:
    table = Table()
    table.open()
    assert table.do(Train, on=True, by=("floor",)) == "train_closed"
    assert not table.do(Close)
    assert table.do(Train, on=True, by=()) == "needs_people"
    assert table.do(Train, on=False, by=("floor",)) == "no_training"
    before = table.state.book
    assert not table.do(Train, on=True, by=("floor",))
    assert table.state.book.epoch == before.epoch + 2, "the one between is the training's"
    assert table.state.book.balances == before.balances


def test_training_ends_where_it_is_and_signs_say_test_whatever_happens() -> None:
    table = Table(replace(make_rules(), training=True))
    assert meter_state(table.rules, table.state, "main") == "test"
    table.unlink()
    assert meter_state(table.rules, table.state, "main") == "test"
    epoch = table.state.book.epoch
    assert table.do(Train, on=True, by=("floor",)) == "training_already"
    assert not table.do(Train, on=False, by=("floor",))
    assert table.state.book.epoch == epoch


def test_a_log_in_is_a_row_with_its_name() -> None:
    table = Table()
    assert not table.do(LoggedIn, by=("manager",))
    assert [body_of(entry)["by"] for entry in table.rows("login")] == [["manager"]]


@pytest.mark.parametrize(
    ("older", "by", "refused"),
    [
        (False, (), "needs_people"),
        (False, ("cage",), "needs_people"),
        (False, ("technician",), ""),
        (True, ("manager",), "needs_people"),
        (True, ("manager", "manager"), "needs_people"),
        (True, ("manager", "floor"), "needs_people"),
        (True, ("manager", "accounting"), ""),
        (True, ("manager", "stranger"), "nobody"),
    ],
)
def test_who_may_put_a_ledger_back(older: bool, by: tuple[str, ...], refused: str) -> None:
    table = Table()
    assert table.do(Restored, epoch=7, older=older, by=by) == refused
    assert table.state.book.epoch == (1 if refused else 7)
