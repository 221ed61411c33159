"""litbet with one command more, as somebody adds one: an event, its handler, and an entry in the list of commands.
Run in the place of `python -m`."""

import sys
from dataclasses import replace
from importlib import import_module

from controller.table.commands import ACTIONS
from controller.table.commands.entry import REASON, Action, Place
from controller.table.decision import Decision
from controller.table.events import Command, event
from controller.table.rules import Matter


@event
class Visit(Command):
    """The supervisor comes, or leaves again."""

    reason: str = ""


def visit(decision: Decision, event: Visit) -> None:
    decision.reason(event.reason)
    decision.live = replace(decision.live, keyswitch=not decision.live.keyswitch)


ENTRY = Action("table visit", Visit, (REASON,), Matter.SERVICE, (Place.MACHINE,))


def add() -> None:
    ACTIONS[ENTRY.name] = ENTRY
    from controller.table.step import ANYWHERE

    ANYWHERE[Visit] = visit


if __name__ == "__main__":
    add()
    module = sys.argv.pop(1)
    sys.exit(import_module("controller.__main__" if module == "controller" else module).main())
