"""The commands of people, their roles and PINs. Who answers for them their handlers say (table/people.py)."""

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

PERSON = Argument("name", Kind.NAME, '"F. Floor"', "the person's name")
ROLES = Argument("roles", Kind.NAMES, "--role floor", "what the person may be; once for each role", flag="--role")
PIN = Argument("pin", Kind.PIN, "", "the new PIN, 4 to 12 digits", field=None)

ACTIONS = (
    Action(
        "user add",
        events.AddPerson,
        "somebody new, with roles and a PIN",
        (PERSON, ROLES, PIN),
        proof=Proof.SOMEBODY,
        effect=Effect.SET_PIN,
        in_training=False,
        example_by=WITH_ADMINISTRATOR,
    ),
    Action(
        "user role",
        events.ChangeRoles,
        "somebody has these roles from now on",
        (PERSON, ROLES),
        in_training=False,
        example_by=ONE,
    ),
    Action(
        "user remove",
        events.RemovePerson,
        "somebody has left",
        (PERSON,),
        effect=Effect.DROP_PIN,
        in_training=False,
        example_by=WITH_ADMINISTRATOR,
    ),
    Action(
        "user pin",
        events.PinChanged,
        "somebody has a new PIN",
        (PERSON, PIN),
        effect=Effect.SET_PIN,
        in_training=False,
        example_by=ONE,
    ),
    Action(
        "user login",
        events.LoggedIn,
        "a log-in in the place of a PIN: 5 minutes unused, at most 30",
        proof=Proof.PIN,
        effect=Effect.LOG_IN,
        example_by=ONE,
    ),
)

QUERIES = (
    Query("user list", "people, their roles, who is locked out", of_page=True),
    Query("user logout", "end a log-in, read at the prompt", proof=Proof.LOG_IN),
)
