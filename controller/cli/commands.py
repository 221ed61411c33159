"""The commands of a running table, from the one list of them, asked through its control socket."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from controller.cli.proofs import log_in, new_pin, proofs
from controller.cli.shared import command, config_of, of_a_table, socket_of
from controller.table.commands import ACTIONS, FAMILIES, QUERIES
from controller.table.commands.entry import Action, Argument, Kind, Proof, Query

SHEET = "what is configured, as the submission wants it (R016)"


def add(groups: Any) -> None:
    families: dict[str, Any] = {}
    for family, does in FAMILIES.items():
        families[family] = groups.add_parser(family, help=does).add_subparsers(required=True, metavar="COMMAND")
    for action in ACTIONS.values():
        family, name = action.name.split()
        made = of_a_table(command(families[family], name, act, action.help, example(action)))
        made.set_defaults(command=action.name)
        made.add_argument(
            "--by", action="append", default=[], metavar="NAME", help="who answers for it; a PIN is asked"
        )
        _take(made, action.arguments)
    for query in QUERIES.values():
        if query.typed:
            family, _, name = query.name.rpartition(" ")
            group = families[family] if family else groups
            go = end_log_in if query.proof is Proof.LOG_IN else look
            made = of_a_table(command(group, name, go, query.help, example(query)))
            made.set_defaults(command=query.name)
            _take(made, query.arguments)
    of_a_table(command(families["jackpot"], "sheet", sheet, SHEET, "jackpot sheet"))


def _take(made: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    """What a command is told, as the socket knows it."""
    for argument in arguments:
        if argument.kind is Kind.PIN:
            continue
        kind: dict[str, Any] = {"help": argument.help, "metavar": argument.name.upper()}
        if argument.many:
            kind["action"] = "append"
        if argument.positional:
            made.add_argument(argument.name, **kind)
        else:
            flag = argument.flag or f"--{argument.name}"
            made.add_argument(flag, dest=argument.name, required=argument.needed, **kind)
        if argument.kind is Kind.SPOT:
            made.add_argument("--wager", help="which bet, where the seat has two")


def example(entry: Action | Query) -> str:
    """As one types it, with a PIN asked for each --by."""
    samples = [argument.sample for argument in entry.arguments if argument.needed or argument.in_example]
    by = [f'--by "{name}"' for name in entry.people] if isinstance(entry, Action) else []
    return " ".join([entry.name, *filter(None, samples), *by])


def act(args: argparse.Namespace) -> int:
    action = ACTIONS[args.command]
    if action.proof is Proof.SOMEBODY and not args.by:
        from controller.cli.people import add_first

        return add_first(args)
    facts, who = _facts(args, action.arguments), proofs(args.by)
    if pin := action.argument(Kind.PIN):
        facts[pin.name] = new_pin(args.name)
    answer = _ask(args, action.name, facts, who)
    if args.json:
        print(json.dumps(answer))
    elif not answer["ok"]:
        print(answer["say"], file=sys.stderr)
    else:
        print(answer.get("login") or answer["say"])
    if answer["ok"]:
        return 0
    return 2 if answer["code"] == "bad_request" else 1


def _facts(args: argparse.Namespace, arguments: Iterable[Argument]) -> dict[str, Any]:
    """What was typed, by the arguments' names."""
    facts = {argument.name: value for argument in arguments if (value := getattr(args, argument.name, None))}
    for argument in arguments:
        if argument.kind is Kind.SPOT and args.wager:
            facts[argument.name] = f"{args.spot}/{args.wager}"
    return facts


def _ask(
    args: argparse.Namespace, command: str, facts: dict[str, Any], who: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    from controller.daemon.control_client import ask

    return ask(socket_of(args), command, facts, who or [])


# -- queries: they change nothing and need nobody ------------------------------------------------------------


def look(args: argparse.Namespace) -> int:
    from controller.cli import query_text
    from controller.daemon.control_client import ControlError

    query = QUERIES[args.command]
    answer = _ask(args, query.name, _facts(args, query.arguments))
    if not answer["ok"]:
        raise ControlError(answer["say"])
    found = answer[query.name]
    print(json.dumps(found) if args.json else query_text.text(query.name, found))
    return query_text.exit_status(query.name, found)


def end_log_in(args: argparse.Namespace) -> int:
    answer = _ask(args, args.command, {}, log_in())
    print(json.dumps(answer) if args.json else answer["say"], file=sys.stdout if answer["ok"] else sys.stderr)
    return 0 if answer["ok"] else 1


def sheet(args: argparse.Namespace) -> int:
    """From the table's files: it needs no daemon."""
    from controller.cli.speech import words
    from controller.reports.jackpot_sheet import facts
    from controller.reports.jackpot_sheet import sheet as laid_out
    from controller.reports.layout import stamp
    from controller.reports.layout.text import as_text

    config = config_of(args)
    document = laid_out(words(), config)
    print(json.dumps(facts(config)) if args.json else f"{as_text(document)}\n{stamp(document)}")
    return 0
