"""The people of a table and their roles (R150-R154). Their PINs are kept elsewhere."""

from collections.abc import Iterable, Mapping

from controller.table import authority, events, records
from controller.table.decision import Turn
from controller.table.journal import Entry, fold, without_fold
from controller.table.refusals import Refused
from controller.table.rules import Role
from controller.table.state import Book, Person
from controller.table.values import replace


def add_person(turn: Turn, event: events.AddPerson) -> None:
    """The very first one is an administrator, made by whoever starts."""
    name = event.name.strip()
    roles = _roles(event.roles)
    if not name or not name.isprintable() or len(name) > 60:
        raise Refused("bad_name")
    if name in turn.book.people:
        raise Refused("known_already", name=name)
    if turn.book.founded:
        _for_people(turn, event.by)
    elif Role.ADMINISTRATOR not in roles:
        raise Refused("first_administrator")
    turn.write(records.PersonRoles(name=name, roles=roles))


def change_roles(turn: Turn, event: events.ChangeRoles) -> None:
    name, roles = event.name.strip(), _roles(event.roles)
    authority.known(turn.book, name)
    _for_people(turn, event.by)
    _still_answered({**turn.book.people, name: Person(roles)})
    turn.write(records.PersonRoles(name=name, roles=roles))


def remove_person(turn: Turn, event: events.RemovePerson) -> None:
    authority.known(turn.book, event.name)
    _for_people(turn, event.by)
    _still_answered({name: person for name, person in turn.book.people.items() if name != event.name})
    turn.write(records.PersonRemoved(name=event.name))


def pin_changed(turn: Turn, event: events.PinChanged) -> None:
    """One's own, or anybody's by who may add people."""
    authority.known(turn.book, event.name)
    if event.by != (event.name,):
        _for_people(turn, event.by)
    turn.write(records.PinChange(name=event.name))


def locked_out(turn: Turn, event: events.LockedOut) -> None:
    turn.write(records.LockOut(name=event.name))


def logged_in(turn: Turn, event: events.LoggedIn) -> None:
    turn.write(records.Login())


def _roles(roles: Iterable[str]) -> tuple[str, ...]:
    if set(roles) - set(Role) or not roles:
        raise Refused("unknown_role", roles=tuple(Role))
    return tuple(dict.fromkeys(roles))


def _for_people(turn: Turn, by: Iterable[str]) -> None:
    """Nobody makes himself two people: an administrator and a second one, as soon as there is somebody else who could
    be it. Where no administrator is left, two people who answer for money."""
    administrators, answering = _who(turn.book.people, Role.ADMINISTRATOR), _answering(turn.book.people)
    here = answering.intersection(by)
    if administrators and not here & administrators:
        raise Refused("needs_administrator")
    alone = bool(administrators) and len(answering) == 1
    if len(here) < 2 and not alone:
        raise Refused("needs_second" if administrators else "needs_administrator")


def _still_answered(people: Mapping[str, Person]) -> None:
    """Somebody is left who can add people: without, nobody could ever come again."""
    if not _who(people, Role.ADMINISTRATOR) and len(_answering(people)) < 2:
        raise Refused("last_to_answer")


def _who(people: Mapping[str, Person], *roles: str) -> set[str]:
    return {name for name, person in people.items() if set(person.roles).intersection(roles)}


def _answering(people: Mapping[str, Person]) -> set[str]:
    return _who(people, *(role for role in Role if role.answers))


# -- what the records do to the book -------------------------------------------------------------------------

without_fold(records.PinChange, records.LockOut, records.Login)


@fold(records.PersonRoles)
def _known(book: Book, entry: Entry, record: records.PersonRoles) -> Book:
    return replace(book, people={**book.people, record.name: Person(record.roles)}, founded=True)


@fold(records.PersonRemoved)
def _removed(book: Book, entry: Entry, record: records.PersonRemoved) -> Book:
    return replace(book, people={name: each for name, each in book.people.items() if name != record.name})
