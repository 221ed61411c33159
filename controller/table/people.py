"""The people of a table and their roles (R150-R154). Their PINs are kept elsewhere."""

from collections.abc import Iterable, Mapping

from controller.table import authority, events, names, records
from controller.table.decision import Decision
from controller.table.journal import Entry, fold, without_fold
from controller.table.refusals import Refused
from controller.table.rules import Role, Rules
from controller.table.state import Book, Person
from controller.table.values import replace

APPROVERS_DIGITS, DIGITS = 6, 4  # of a PIN, at least


def add_person(decision: Decision, event: events.AddPerson) -> None:
    """The first person must be an administrator; anybody may add that one."""
    name, roles = names.normal(event.name), _roles(event.roles)
    if name in decision.book.people:
        raise Refused("known_already", name=name)
    names.check(name, (*decision.book.people, *decision.book.former))
    names.check_roles(name, roles)
    if decision.book.founded:
        for_people(decision, event.by)
    elif Role.ADMINISTRATOR not in roles:
        raise Refused("first_administrator")
    decision.write(records.PersonRoles(name=name, roles=roles))


def change_roles(decision: Decision, event: events.ChangeRoles) -> None:
    roles = _roles(event.roles)
    authority.known(decision.book, event.name)
    names.check_roles(event.name, roles)
    for_people(decision, event.by)
    _still_answered(decision.book, {**decision.book.people, event.name: Person(roles)})
    decision.write(records.PersonRoles(name=event.name, roles=roles))


def remove_person(decision: Decision, event: events.RemovePerson) -> None:
    authority.known(decision.book, event.name)
    for_people(decision, event.by)
    people = {name: person for name, person in decision.book.people.items() if name != event.name}
    _still_answered(decision.book, people)
    decision.write(records.PersonRemoved(name=event.name))


def pin_changed(decision: Decision, event: events.PinChanged) -> None:
    """Anybody may change their own PIN; people who may add people may change any."""
    authority.known(decision.book, event.name)
    if event.by != (event.name,):
        for_people(decision, event.by)
    decision.write(records.PinChange(name=event.name))


def least_digits(rules: Rules, roles: Iterable[str]) -> int:
    """How many digits a PIN has at least: six if one of the roles approves anything by it. Dealers approve by key."""
    by_pin = {role for rule in rules.authority for role in rule.roles if role != Role.DEALER}
    return APPROVERS_DIGITS if set(roles) & {*by_pin, *(role for role in Role if role.answers)} else DIGITS


def locked_out(decision: Decision, event: events.LockedOut) -> None:
    decision.write(records.LockOut(name=event.name, screen=event.screen))


def wrong_pins(decision: Decision, event: events.WrongPins) -> None:
    decision.write(records.WrongPins(name=event.name, screen=event.screen, number=event.number))


def logged_in(decision: Decision, event: events.LoggedIn) -> None:
    decision.write(records.Login())


def _roles(roles: Iterable[str]) -> tuple[str, ...]:
    if set(roles) - set(Role) or not roles:
        raise Refused("unknown_role", roles=tuple(Role))
    return tuple(dict.fromkeys(roles))


def for_people(decision: Decision, by: Iterable[str]) -> None:
    """Needs an administrator and a second administrator, as soon as somebody else could be one, so that nobody can act
    as two people. If no administrator is left, two people who answer for money are enough."""
    administrators, answering = _who(decision.book.people, Role.ADMINISTRATOR), _answering(decision.book.people)
    here = answering.intersection(by)
    if administrators and not here & administrators:
        raise Refused("needs_administrator")
    alone = bool(administrators) and len(answering) == 1
    if len(here) < 2 and not alone:
        raise Refused("needs_second" if administrators else "needs_administrator")


def _still_answered(book: Book, people: Mapping[str, Person]) -> None:
    """Refuse if fewer than two would be left who answer for money: nobody becomes the only one, who could then add
    people alone."""
    if len(_answering(people)) < min(2, len(_answering(book.people))):
        raise Refused("last_to_answer")


def _who(people: Mapping[str, Person], *roles: str) -> set[str]:
    return {name for name, person in people.items() if set(person.roles).intersection(roles)}


def _answering(people: Mapping[str, Person]) -> set[str]:
    return _who(people, *(role for role in Role if role.answers))


# -- what the records do to the book -------------------------------------------------------------------------

without_fold(records.PinChange, records.WrongPins, records.LockOut, records.Login)


@fold(records.PersonRoles)
def _known(book: Book, entry: Entry, record: records.PersonRoles) -> Book:
    former = tuple(name for name in book.former if name != record.name)
    return replace(book, people={**book.people, record.name: Person(record.roles)}, former=former, founded=True)


@fold(records.PersonRemoved)
def _removed(book: Book, entry: Entry, record: records.PersonRemoved) -> Book:
    people = {name: each for name, each in book.people.items() if name != record.name}
    return replace(book, people=people, former=(*book.former, record.name))
