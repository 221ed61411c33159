"""Who may decide what (R103, R143, R154): the profile's limits held against the people of the book.

A command's `by` are people whose PINs were checked. Dealer's keys need none: what a dealer may decide alone, anybody at
the table may.
"""

from collections.abc import Iterable, Mapping

from controller.core import events, meter_events
from controller.core.events import AddPerson, Command, Event
from controller.core.refusals import Refused
from controller.core.rules import Authority
from controller.core.state import Book, Person
from controller.core.turn import Turn

ROLES = ("dealer", "floor", "manager", "cage", "accounting", "technician", "administrator", "regulator")
ANSWERING = ("administrator", "manager", "accounting", "regulator")  # for who may answer at all

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
    meter_events.Post: "post",
    meter_events.HoldPost: "post",
    meter_events.ReleasePost: "post",
    meter_events.CorrectCount: "adjustment",
    events.CorrectWin: "adjustment",
    events.PayClaim: "payment",
    meter_events.TakeOver: "take_over",
    meter_events.HoldFunds: "service",  # whoever learns of it stops at once; to go on takes two
    meter_events.ReleaseFunds: "adjustment",
    meter_events.LowerMeter: "adjustment",
    meter_events.RaiseMeter: "adjustment",
    meter_events.SetMeter: "adjustment",
    meter_events.AcceptTerms: "parameters",
    meter_events.Retire: "parameters",
    meter_events.Keep: "parameters",
    meter_events.TransferOut: "take_over",
    meter_events.TransferIn: "take_over",
    meter_events.Dispose: "adjustment",
    events.Train: "round",
    meter_events.ReadSign: "post",
    meter_events.CountChips: "post",
    meter_events.Explain: "post",
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
    """The very first one is an administrator, made by whoever starts."""
    name = event.name.strip()
    roles = _roles(event.roles)
    if not name or not name.isprintable() or len(name) > 60:
        raise Refused("bad_name")
    if name in turn.book.people:
        raise Refused("known_already", name=name)
    if turn.book.founded:
        _for_people(turn, event.by)
    elif "administrator" not in roles:
        raise Refused("first_administrator")
    turn.write("person", {"name": name, "roles": roles})


def change_roles(turn: Turn, event: events.ChangeRoles) -> None:
    name, roles = event.name.strip(), _roles(event.roles)
    known(turn.book, name)
    _for_people(turn, event.by)
    _still_answered({**turn.book.people, name: Person(tuple(roles))})
    turn.write("person", {"name": name, "roles": roles})


def remove_person(turn: Turn, event: events.RemovePerson) -> None:
    known(turn.book, event.name)
    _for_people(turn, event.by)
    _still_answered({name: person for name, person in turn.book.people.items() if name != event.name})
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


def _roles(roles: Iterable[str]) -> list[str]:
    if set(roles) - set(ROLES) or not roles:
        raise Refused("unknown_role", roles=", ".join(ROLES))
    return list(dict.fromkeys(roles))


def _for_people(turn: Turn, by: Iterable[str]) -> None:
    """Nobody makes himself two people: an administrator and a second one, as soon as there is somebody else who could
    be it. Where no administrator is left, two people who answer for money."""
    administrators, answering = _who(turn.book.people, "administrator"), _who(turn.book.people, *ANSWERING)
    here = answering.intersection(by)
    if administrators and not here & administrators:
        raise Refused("needs_administrator")
    alone = bool(administrators) and len(answering) == 1
    if len(here) < 2 and not alone:
        raise Refused("needs_second" if administrators else "needs_administrator")


def _still_answered(people: Mapping[str, Person]) -> None:
    """Somebody is left who can add people: without, nobody could ever come again."""
    if not _who(people, "administrator") and len(_who(people, *ANSWERING)) < 2:
        raise Refused("last_to_answer")


def _who(people: Mapping[str, Person], *roles: str) -> set[str]:
    return {name for name, person in people.items() if set(person.roles).intersection(roles)}
