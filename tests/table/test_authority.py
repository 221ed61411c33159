"""Who may decide what (R103, R143, R150, R153, R154): each command by who may and by who may not."""

import inspect
from dataclasses import replace

import pytest
from support.table.story import MAY, Table, body_of, make_rules

from controller.table import events, meter_events
from controller.table.authority import MATTERS
from controller.table.events import AddPerson, ChangeRoles, Command, Event, Lock, LockedOut, PinChanged, RemovePerson
from controller.table.meter_events import CorrectCount, TakeOver
from controller.table.money import DOLLAR
from controller.table.rules import Role
from controller.table.state import Person

HIS = {"round": "manager", "service": "technician", "post": "accounting", "payment": "cage"}  # one person is enough
BOTH = ("admin", "manager")


@pytest.mark.parametrize("command", [command for command, decision in MATTERS.items() if decision in HIS])
def test_r154_a_command_that_one_person_decides(command: type[Event]) -> None:
    """Asked before anything else is: who may not learns nothing of the table."""
    table = Table()
    table.open()
    right = HIS[MATTERS[command]]
    for name in ("dealer", "admin", "cage" if right != "cage" else "technician"):
        assert table.do(command, by=(name,)) == "needs_people", name
    assert table.do(command, by=()) == "needs_people"
    assert table.do(command, by=(right,)) != "needs_people"
    assert table.do(command, by=("dealer", right)) != "needs_people", "a name more does no harm"


@pytest.mark.parametrize("command", [command for command, decision in MATTERS.items() if len(MAY[decision]) == 2])
def test_r143_what_takes_two_different_people(command: type[Event]) -> None:
    table = Table()
    for by in [("manager",), ("manager", "manager"), ("manager", "floor"), ("admin", "accounting")]:
        assert table.do(command, by=by) == "needs_people", by
    assert table.do(command, by=MAY[MATTERS[command]]) != "needs_people"


def test_every_decision_of_a_command_is_one_that_a_profile_must_name() -> None:
    asked = set(MATTERS.values()) | {"award", "share"}
    assert asked <= {rule.decision for rule in make_rules().authority}
    known = (*vars(events).values(), *vars(meter_events).values())
    kinds = {kind for kind in known if inspect.isclass(kind) and issubclass(kind, Command)}
    assert set(MATTERS) <= kinds


def test_r153_who_is_not_known_answers_for_nothing() -> None:
    table = Table()
    table.open()
    assert table.do(Lock, by=("Mallory",)) == "nobody"
    assert table.do(Lock, by=("dealer",)) == ""
    assert body_of(table.wrote[0])["by"] == ["dealer"]
    assert table.key("clear") == "", "keys need no name"


def unfounded() -> Table:
    table = Table()
    table.state = table.state.__class__(table.state.book.__class__("bj-7", 1), table.state.live)
    return table


def test_the_first_person_is_an_administrator_and_nobody_is_asked() -> None:
    table = unfounded()
    assert table.do(AddPerson, name="Zoe", roles=("floor",)) == "first_administrator"
    assert table.do(AddPerson, name="Zoe", roles=("administrator",)) == ""
    assert table.do(AddPerson, name="Yan", roles=("floor",)) == "needs_administrator"


def test_r153_nobody_is_the_first_again_when_everybody_has_left() -> None:
    table = unfounded()
    assert table.do(AddPerson, name="Zoe", roles=("administrator",)) == ""
    table.state = replace(table.state, book=replace(table.state.book, people={}))
    assert table.do(AddPerson, name="Eve", roles=("administrator",)) == "needs_administrator"


def test_r154_roles_are_given_by_an_administrator_with_a_second_and_taken_with_the_next_ones() -> None:
    table = Table()
    assert table.do(AddPerson, name="Eve", roles=("floor",), by=("manager", "accounting")) == "needs_administrator"
    assert table.do(AddPerson, name="Eve", roles=("king",), by=BOTH) == "unknown_role"
    assert table.do(AddPerson, name="Eve", roles=(), by=BOTH) == "unknown_role"
    assert table.do(AddPerson, name=" ", roles=("floor",), by=BOTH) == "bad_name"
    assert table.do(ChangeRoles, name="Eve", roles=("floor",), by=BOTH) == "nobody"
    assert table.do(AddPerson, name="Eve", roles=("floor", "cage"), by=BOTH) == ""
    assert table.do(ChangeRoles, name="Eve", roles=("cage",), by=("cage", "admin")) == "needs_second"
    assert table.do(ChangeRoles, name="Eve", roles=("cage",), by=BOTH) == ""
    assert table.state.book.people["Eve"] == Person(("cage",))
    assert table.do(RemovePerson, name="Eve", by=("cage",)) == "needs_administrator"
    assert table.do(RemovePerson, name="Eve", by=BOTH) == ""
    assert table.do(RemovePerson, name="Eve", by=BOTH) == "nobody"


def test_r153_a_known_name_is_never_added_again() -> None:
    """Two who add the same name at once: the second changes nothing of the first one's roles."""
    table = Table()
    assert table.do(AddPerson, name=" floor ", roles=("administrator",), by=BOTH) == "known_already"
    assert table.state.book.people["floor"] == Person(("floor",))


@pytest.mark.parametrize(
    ("command", "facts"),
    [
        (AddPerson, {"name": "Eve", "roles": ("manager",)}),
        (ChangeRoles, {"name": "Ann", "roles": ("manager",)}),
        (RemovePerson, {"name": "Ann"}),
        (PinChanged, {"name": "manager"}),
    ],
)
def test_r143_one_administrator_alone_is_not_two_people(command: type[Command], facts: dict[str, object]) -> None:
    table = Table()
    for by in [("admin",), ("admin", "admin"), ("admin", "floor"), ("admin", "technician")]:
        assert table.do(command, by=by, **facts) == "needs_second", by
    assert table.do(command, by=("admin", "accounting"), **facts) == ""


def test_r143_the_only_one_who_could_answer_is_alone_until_there_is_a_second() -> None:
    table = unfounded()
    for name, role in [("Zoe", "administrator"), ("Yan", "floor"), ("Eve", "manager")]:
        assert table.do(AddPerson, name=name, roles=(role,), by=("Zoe",) if name != "Zoe" else ()) == ""
    assert table.do(AddPerson, name="Max", roles=("manager",), by=("Zoe",)) == "needs_second"
    assert table.do(AddPerson, name="Max", roles=("manager",), by=("Zoe", "Eve")) == ""


def test_the_only_administrator_has_left_two_people_who_answer_for_money_make_the_next() -> None:
    table = Table()
    assert table.do(RemovePerson, name="admin", by=BOTH) == ""
    facts = {"name": "Eve", "roles": ("administrator",)}
    for by in [("manager",), ("manager", "manager"), ("manager", "floor")]:
        assert table.do(AddPerson, by=by, **facts) == "needs_administrator"
    assert table.do(AddPerson, by=("manager", "accounting"), **facts) == ""
    assert body_of(table.rows("person_roles")[-1])["by"] == ["manager", "accounting"]


def test_r154_somebody_is_always_left_who_can_add_people() -> None:
    table = Table()
    for name in ("accounting", "auditor", "shift"):
        assert table.do(RemovePerson, name=name, by=BOTH) == ""
    assert table.do(RemovePerson, name="admin", by=BOTH) == "last_to_answer"
    assert table.do(ChangeRoles, name="admin", roles=("floor",), by=BOTH) == "last_to_answer"
    assert table.do(ChangeRoles, name="Ann", roles=("regulator",), by=BOTH) == ""
    assert table.do(ChangeRoles, name="admin", roles=("floor",), by=BOTH) == ""
    assert table.do(RemovePerson, name="Ann", by=("manager", "Ann")) == "last_to_answer"


def test_a_pin_is_changed_by_its_owner_or_who_may_add_people() -> None:
    table = Table()
    assert table.do(PinChanged, name="floor", by=("floor",)) == ""
    assert table.do(PinChanged, name="floor", by=("manager",)) == "needs_administrator"
    assert table.do(PinChanged, name="floor", by=()) == "needs_administrator"
    assert table.do(PinChanged, name="floor", by=BOTH) == ""
    table.tell(LockedOut(table.at, "floor", "dealer"))
    assert [row.kind for row in table.wrote] == ["lock_out"]


def test_every_role_of_r154_is_there() -> None:
    assert {"dealer", "floor", "manager", "cage", "accounting", "technician", "administrator", "regulator"} <= set(Role)
    assert {role for role in Role if role.answers} >= {"administrator", "manager", "accounting", "regulator"}
    assert not {role for role in Role if role.answers} & {"dealer", "floor", "cage", "technician"}


# -- a meter is taken over -----------------------------------------------------------------------------------


def test_a_live_meter_is_taken_over_with_yesterdays_wagers() -> None:
    """18,432.50 from another system, and 412 wagers of $5 there on the day before: the first post is 206.00."""
    table = Table()
    facts = {"jackpot": "main", "amount": 1_843_250 * DOLLAR // 100, "base": 2060 * DOLLAR}
    assert table.do(TakeOver, by=("manager",), **facts) == "needs_people"
    assert table.do(TakeOver, **{**facts, "jackpot": "mega"}) == "unknown_jackpot"
    assert table.do(TakeOver, **{**facts, "amount": 1}) == "bad_amount"
    assert table.do(TakeOver, **{**facts, "base": 10_000_000 * DOLLAR}) == "bad_amount"
    assert table.do(TakeOver, **facts) == ""
    assert [row.kind for row in table.wrote] == ["take_over", "post"]
    assert body_of(table.wrote[0])["by"] == ["manager", "accounting"]
    assert [move.code for move in table.wrote[0].transfers] == ["take_over"]
    assert (body_of(table.wrote[1])["for_day"], table.meter) == ("2026-11-17", 1_863_850 * DOLLAR // 100)
    assert table.do(TakeOver, **facts) == "taken_over"


def test_a_meter_is_taken_over_before_the_first_lock_only_and_at_a_closed_table() -> None:
    table = Table()
    facts = {"jackpot": "main", "amount": 1000 * DOLLAR, "base": 0}
    table.open()
    assert table.do(TakeOver, **facts) == "only_new"
    table.play(1)
    table.do(events.Close)
    assert table.do(TakeOver, **facts) == "only_new"


def test_a_smaller_meter_is_one_too() -> None:
    table = Table()
    assert table.do(TakeOver, jackpot="main", amount=0) == ""
    assert table.meter == 0


def test_no_take_over_on_a_doubtful_clock() -> None:
    table = Table(synced=False)
    assert table.do(TakeOver, jackpot="main", amount=DOLLAR) == "clock_unknown"


def test_r143_a_correction_by_hand_stands_with_both_names() -> None:
    table = Table()
    table.open()
    table.play(1)
    table.do(CorrectCount, day="2026-11-18", wager="gbj", wagers=1, reason="recount")
    assert body_of(table.wrote[0])["by"] == ["accounting", "auditor"]
