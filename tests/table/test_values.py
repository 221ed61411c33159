"""The equality and the text of events and records: once, for all of them."""

from collections.abc import Iterator

from controller.table import meter_events, records
from controller.table.events import Event, KeyPressed, Moment
from controller.table.records import Record
from controller.table.rules import Key
from controller.table.values import Value, replace

AT = Moment(1, 2)


def kinds_of(base: type[Value]) -> Iterator[type[Value]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_no_event_or_record_has_an_equality_of_its_own() -> None:
    """One of a class between would not look at the fields of the classes below it."""
    for kind in (*kinds_of(Event), *kinds_of(Record)):
        assert not {"__eq__", "__repr__"} & vars(kind).keys(), kind


def test_values_are_equal_in_all_their_fields() -> None:
    assert KeyPressed(AT, Key.LOCK) == KeyPressed(AT, Key.LOCK)
    assert KeyPressed(AT, Key.LOCK) != KeyPressed(AT, Key.CLEAR)
    late = records.LateLock(spots=(), wagers={}, accruals={}, meters={}, moment=1, finished=True)
    assert replace(late, moment=2) != late


def test_values_of_two_kinds_are_never_equal() -> None:
    assert meter_events.ReleasePost(AT) != meter_events.AcceptTerms(AT)


def test_the_text_of_a_value_names_its_fields() -> None:
    assert repr(KeyPressed(AT, Key.LOCK)) == f"KeyPressed(at={AT!r}, key={Key.LOCK!r})"
