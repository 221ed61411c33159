"""The commands for people, their roles and PINs. The handlers in table/people.py decide who may approve them."""

from controller.table import events
from controller.table.commands.entry import (
    ONE,
    WITH_ADMINISTRATOR,
    Action,
    Argument,
    Effect,
    Kind,
    Proof,
    Query,
)

PERSON = Argument("name", Kind.NAME, '"F. Floor"')
ROLES = Argument("roles", Kind.NAMES, "--role floor", flag="--role")
PIN = Argument("pin", Kind.PIN, "", field=None)

ACTIONS = (
    Action(
        "user add",
        events.AddPerson,
        (PERSON, ROLES, PIN),
        proof=Proof.SOMEBODY,
        effect=Effect.SET_PIN,
        in_training=False,
        example_by=WITH_ADMINISTRATOR,
    ),
    Action(
        "user role",
        events.ChangeRoles,
        (PERSON, ROLES),
        in_training=False,
        example_by=ONE,
    ),
    Action(
        "user remove",
        events.RemovePerson,
        (PERSON,),
        effect=Effect.DROP_PIN,
        in_training=False,
        example_by=WITH_ADMINISTRATOR,
    ),
    Action(
        "user pin",
        events.PinChanged,
        (PERSON, PIN),
        effect=Effect.SET_PIN,
        in_training=False,
        example_by=ONE,
    ),
    Action(
        "user login",
        events.LoggedIn,
        proof=Proof.PIN,
        effect=Effect.LOG_IN,
        example_by=ONE,
    ),
)

QUERIES = (
    Query("user list", of_page=True),
    Query("user logout", proof=Proof.LOG_IN),
)
