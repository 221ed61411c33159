"""Who may decide what (R103, R143, R154): compares the profile's limits with the people in the book.

`Command.by` names people whose PINs were checked. The dealer's keys need no PIN: anybody at the table may do what a
dealer may do alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from controller.table.commands import ACTIONS
from controller.table.decision import Decision
from controller.table.events import Command, Event
from controller.table.refusals import Refused
from controller.table.rules import Authority, Matter, Role, Rules
from controller.table.state import Book
from words.message import Message, message

# Checked before the command's handler. A claim's approval depends on its amount, so approvals.py checks it.
MATTERS: Mapping[type[Event], Matter] = {
    action.event: action.decision for action in ACTIONS.values() if action.decision
}


def limit(rules: Rules, matter: str, amount: int = 0) -> Authority:
    """Of an award the first limit that is at least this amount; of anything else the strictest of all, because only an
    award's amount is known beforehand. Whatever a profile says, a paired matter takes two people, and a dealer decides
    nothing that takes a name."""
    named = [rule for rule in rules.authority if rule.decision == matter]
    if matter == Matter.AWARD:
        return next(rule for rule in named if rule.up_to is None or amount <= rule.up_to)
    found = strictest(named)
    if not Matter(matter).by_name:
        return found
    return replace(without_dealer(found), persons=max(found.persons, 1 + Matter(matter).paired))


def rule(decision: Decision, matter: str, amount: int = 0) -> Authority:
    return limit(decision.rules, matter, amount)


def strictest(rules: Iterable[Authority]) -> Authority:
    """One rule that keeps all of them: the most people, with roles that each of them names."""
    first, *others = sorted(rules, key=lambda each: -each.persons)
    roles = tuple(role for role in first.roles if all(role in each.roles for each in others))
    return replace(first, roles=roles or first.roles)


def without_dealer(rule: Authority) -> Authority:
    """The same people, proved by name and none of them a dealer."""
    return replace(rule, roles=tuple(role for role in rule.roles if role != Role.DEALER))


def with_persons(rule: Authority, persons: int) -> Authority:
    return replace(rule, persons=persons)


def by_keys(rule: Authority) -> bool:
    """Whether the dealer's keys are enough, which need no PIN: they are one person, the dealer."""
    return Role.DEALER in rule.roles and rule.persons == 1


def check(decision: Decision, event: Command) -> None:
    """Everybody named must be known here, and some commands need people with certain roles."""
    for name in event.by:
        known(decision.book, name)
    if matter := MATTERS.get(type(event)):
        enough(decision, rule(decision, matter), event.by)


def enough(decision: Decision, rule: Authority, names: Iterable[str]) -> None:
    """Enough different people have the right roles; additional names are allowed."""
    with_right = [name for name in dict.fromkeys(names) if entitled(decision.book, rule, name)]
    if not by_keys(rule) and len(with_right) < rule.persons:
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
