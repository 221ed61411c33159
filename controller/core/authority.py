"""Who may decide what (R103, R143, R154): the profile's limits held against the people of the book.

A command's `by` are people whose PINs were checked. Dealer's keys need none: what a dealer may decide alone, anybody at
the table may.
"""

from collections.abc import Iterable

from controller.core import events
from controller.core.events import AddPerson, Command, Event
from controller.core.refusals import Refused
from controller.core.rules import Authority
from controller.core.state import Book
from controller.core.turn import Turn

ROLES = ("dealer", "floor", "manager", "cage", "accounting", "technician", "administrator", "regulator")

# The commands that want a person, and the profile's decision that says which. Claims are approved in claims.py.
NEEDS: dict[type[Event], str] = {
    events.LateLock: "round",
    events.Void: "round",
    events.VoidSpot: "round",
    events.AddSpot: "round",
    events.ReopenClaims: "round",
    events.StopOffering: "round",
    events.Offer: "round",
    events.OverrideSigns: "round",
    events.ClearFault: "service",
    events.ConfirmClock: "service",
    events.Post: "post",
    events.HoldPost: "post",
    events.ReleasePost: "post",
    events.CorrectCount: "adjustment",
    events.CorrectWin: "adjustment",
    events.PayClaim: "payment",
    events.TakeOver: "take_over",
    events.Train: "round",
}


def rule(turn: Turn, decision: str, amount: int = 0) -> Authority:
    """The first limit that is not below the amount."""
    return next(
        rule
        for rule in turn.rules.authority
        if rule.decision == decision and (rule.up_to is None or amount <= rule.up_to)
    )


def check(turn: Turn, event: Command) -> None:
    """Whoever answers for it is known here; and for some commands it takes people with a right."""
    for name in event.by:
        known(turn.book, name)
    if decision := NEEDS.get(type(event)):
        enough(turn, rule(turn, decision), event.by)


def enough(turn: Turn, rule: Authority, names: Iterable[str]) -> None:
    """So many different people with the right roles; a name more does no harm."""
    with_right = [name for name in dict.fromkeys(names) if entitled(turn.book, rule, name)]
    if "dealer" not in rule.roles and len(with_right) < rule.persons:
        raise Refused(
            "needs_people", number=_number(rule.persons), roles=" or ".join(rule.roles), given=_given(turn.book, names)
        )


def entitled(book: Book, rule: Authority, name: str) -> bool:
    return bool(set(rule.roles) & set(book.people[name].roles))


def known(book: Book, name: str) -> None:
    if name not in book.people:
        raise Refused("nobody", name=name)


def _number(persons: int) -> str:
    return "one person" if persons == 1 else f"{persons} different people"


def _given(book: Book, names: Iterable[str]) -> str:
    told = [f"{name} ({', '.join(book.people[name].roles)})" for name in dict.fromkeys(names)]
    return f"by {' and '.join(told)} is not enough" if told else "nobody was named (--by)"


# -- people --------------------------------------------------------------------------------------------------


def add_person(turn: Turn, event: AddPerson) -> None:
    """By an administrator. The first one is made by whoever starts; when the only one has left, two people who answer
    for money make the next."""
    name = event.name.strip()
    unknown = set(event.roles) - set(ROLES)
    if unknown or not event.roles:
        raise Refused("unknown_role", roles=", ".join(ROLES))
    if not name or not name.isprintable() or len(name) > 60:
        raise Refused("bad_name")
    first = not turn.book.people
    if first and "administrator" not in event.roles:
        raise Refused("first_administrator")
    if not first:
        _for_people(turn, event.by)
    turn.write("person", {"name": name, "roles": list(dict.fromkeys(event.roles))})


def remove_person(turn: Turn, event: events.RemovePerson) -> None:
    known(turn.book, event.name)
    _for_people(turn, event.by)
    turn.write("no_person", {"name": event.name})


def pin_changed(turn: Turn, event: events.PinChanged) -> None:
    """One's own, or anybody's by who may add people."""
    known(turn.book, event.name)
    if event.by != (event.name,):
        _for_people(turn, event.by)
    turn.write("pin", {"name": event.name})


def locked_out(turn: Turn, event: events.LockedOut) -> None:
    turn.write("locked_out", {"name": event.name})


def logged_in(turn: Turn, event: events.LoggedIn) -> None:
    turn.write("login")


def _for_people(turn: Turn, by: Iterable[str]) -> None:
    roles = [set(turn.book.people[name].roles) for name in dict.fromkeys(by)]
    answering = [each for each in roles if each & {"manager", "accounting", "regulator", "administrator"}]
    if not any("administrator" in each for each in roles) and len(answering) < 2:
        raise Refused("needs_administrator")
