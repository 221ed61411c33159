"""The first administrator: added at the machine itself while the daemon is stopped. People with that right add
everybody else."""

import argparse
import json
from contextlib import closing
from typing import Any

from controller.cli.proofs import new_pin
from controller.cli.shared import as_owner, config_of
from controller.cli.speech import text
from controller.daemon.clock import Clock, MachineClock
from controller.table.names import normal
from words.message import Problem


def add_first(args: argparse.Namespace) -> int:
    config = config_of(args)
    as_owner(config.dir)
    name = normal(args.name)
    add_person(config, MachineClock(), name, args.roles, lambda: new_pin(name))
    if args.json:
        print(json.dumps({"ok": True, "name": name, "roles": args.roles}))
    else:
        print(text("console.first_person", name=name, roles=tuple(args.roles)))
    return 0


def add_person(config: Any, clock: Clock, name: str, roles: list[str], ask_pin: Any) -> None:
    """Adds a person to a ledger that nobody else writes and that has no people yet."""
    from controller.daemon.clock import now
    from controller.daemon.pins import Pins, check_new
    from controller.ledger.accepted_terms import rules_in_force
    from controller.ledger.bookkeeping import to_book, to_rows
    from controller.ledger.reader import Reader
    from controller.ledger.store import Store
    from controller.table.codec import encode
    from controller.table.events import AddPerson
    from controller.table.people import least_digits
    from controller.table.sensors import fresh
    from controller.table.state import State
    from controller.table.step import step

    store = Store.open(config.ledger_url)  # holds the ledger's lock
    try:
        book = to_book(store.checkpoint)
        if book.people:
            raise Problem("usage.people_exist")
        with closing(Reader(config.ledger_url)) as reader:
            rules = rules_in_force(config.rules, reader, book)
        outcome = step(rules, State(book, fresh(rules)), AddPerson(now(clock), (), name, tuple(roles)))
        if outcome.refused:
            raise outcome.refused
        pin = ask_pin()
        check_new(pin, name, least_digits(rules, roles))
        Pins(config.dir / "pins.json").make(name, pin)  # first: nobody could set this PIN later
        store.append(to_rows(outcome.entries, store.checkpoint.head), encode(outcome.state.book))
    finally:
        store.close()
