"""Who may decide what (R103, R143, R154): the profile's limits held against the people of the book.

A command's `by` are people whose PINs were checked. Dealer's keys need none: what a dealer may decide alone, anybody at
the table may.
"""

from collections.abc import Iterable, Mapping

from controller.table.commands import ACTIONS
from controller.table.decision import Decision
from controller.table.events import Command, Event
from controller.table.refusals import Refused
from controller.table.rules import Authority, Matter, Role, Rules
from controller.table.state import Book
from words.message import Message, message

# Asked before a command's handler. Who approves a claim follows from what it takes (approvals.py).
MATTERS: Mapping[type[Event], Matter] = {
    action.event: action.decision for action in ACTIONS.values() if action.decision
}


def limit(rules: Rules, matter: str, amount: int = 0) -> Authority:
    """The first limit that is not below the amount."""
    return next(
        rule for rule in rules.authority if rule.decision == matter and (rule.up_to is None or amount <= rule.up_to)
    )


def rule(decision: Decision, matter: str, amount: int = 0) -> Authority:
    return limit(decision.rules, matter, amount)


def check(decision: Decision, event: Command) -> None:
    """Whoever answers for it is known here; and for some commands it takes people with a right."""
    for name in event.by:
        known(decision.book, name)
    if matter := MATTERS.get(type(event)):
        enough(decision, rule(decision, matter), event.by)


def enough(decision: Decision, rule: Authority, names: Iterable[str]) -> None:
    """So many different people with the right roles; a name more does no harm."""
    with_right = [name for name in dict.fromkeys(names) if entitled(decision.book, rule, name)]
    if Role.DEALER not in rule.roles and len(with_right) < rule.persons:
        given = _given(decision.book, names)
        people = message("given.one") if rule.persons == 1 else message("given.several", number=rule.persons)
        raise Refused("needs_people", people=people, roles=titles(rule.roles), given=given)


def entitled(book: Book, rule: Authority, name: str) -> bool:
    return bool(set(rule.roles) & set(book.people[name].roles))


def known(book: Book, name: str) -> None:
    if name not in book.people:
        raise Refused("nobody", name=name)


def titles(roles: Iterable[str]) -> tuple[Message, ...]:
    return tuple(message(f"roles.{role}") for role in roles)


def _given(book: Book, names: Iterable[str]) -> Message:
    people = tuple(
        message("given.person", name=name, roles=titles(book.people[name].roles)) for name in dict.fromkeys(names)
    )
    return message("given.too_few", people=people) if people else message("given.nobody")
