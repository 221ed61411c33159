"""The commands of a running table, made from the one list of commands, sent through its control socket."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from controller.cli.parser import Parser
from controller.cli.proofs import log_in, new_pin, proofs
from controller.cli.shared import command, config_of, family, of_a_table, socket_of
from controller.cli.speech import say, say_json, text
from controller.table.commands import ACTIONS, FAMILIES, QUERIES
from controller.table.commands.entry import Action, Argument, Kind, Proof, Query
from words.message import Message


def add(groups: Any) -> None:
    families = {name: family(groups, name) for name in FAMILIES}
    for action in ACTIONS.values():
        made = of_a_table(command(families[action.name.split()[0]], action.name, act, example(action)))
        made.set_defaults(command=action.name)
        made.add_argument("--by", action="append", default=[], metavar="NAME")
        _take(made, action.arguments)
    for query in QUERIES.values():
        if query.typed:
            group = families[query.name.split()[0]] if " " in query.name else groups
            go = end_log_in if query.proof is Proof.LOG_IN else look
            made = of_a_table(command(group, query.name, go, example(query)))
            made.set_defaults(command=query.name)
            _take(made, query.arguments)
    of_a_table(command(families["jackpot"], "jackpot sheet", sheet, "jackpot sheet"))


def _take(made: Parser, arguments: Iterable[Argument]) -> None:
    """The command's arguments, as the socket expects them."""
    for argument in arguments:
        if argument.kind is Kind.PIN:
            continue
        kind: dict[str, Any] = {"metavar": argument.name.upper()}
        if argument.many:
            kind["action"] = "append"
        if argument.positional:
            made.add_argument(argument.name, **kind)
        else:
            flag = argument.flag or f"--{argument.name}"
            made.add_argument(flag, dest=argument.name, required=argument.needed, **kind)
        if argument.kind is Kind.SPOT:
            made.add_argument("--wager")


def example(entry: Action | Query) -> str:
    """As a person types it; each --by asks for a PIN."""
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
    if not answer["ok"]:
        return _refused(args, answer)
    print(json.dumps(answer) if args.json else answer.get("login") or _sentences(answer))
    return 0


def _refused(args: argparse.Namespace, answer: dict[str, Any]) -> int:
    if args.json:
        print(json.dumps(answer))
    else:
        print(say(Message(answer["code"], answer["facts"])), file=sys.stderr)
    return 2 if answer["code"] == "refusals.bad_request" else 1


def _sentences(answer: dict[str, Any]) -> str:
    """A command without a row of its own is recorded as a note in the next row."""
    return " ".join(map(say_json, answer["say"])) or text("answers.noted")


def _facts(args: argparse.Namespace, arguments: Iterable[Argument]) -> dict[str, Any]:
    """What was typed, by argument name."""
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


# -- queries: they change nothing and need nobody's approval ---------------------------------------------------


def look(args: argparse.Namespace) -> int:
    from controller.cli import query_text

    query = QUERIES[args.command]
    answer = _ask(args, query.name, _facts(args, query.arguments))
    if not answer["ok"]:
        return _refused(args, answer)
    found = answer[query.name]
    print(json.dumps(found) if args.json else query_text.answer_text(query.name, found))
    return query_text.exit_status(query.name, found)


def end_log_in(args: argparse.Namespace) -> int:
    answer = _ask(args, args.command, {}, log_in())
    if not answer["ok"]:
        return _refused(args, answer)
    print(json.dumps(answer) if args.json else _sentences(answer))
    return 0


def sheet(args: argparse.Namespace) -> int:
    """Made from the table's files; it needs no daemon."""
    from controller.cli.speech import words
    from controller.reports.acceptance import accepted, warned
    from controller.reports.jackpot_sheet import facts
    from controller.reports.jackpot_sheet import sheet as laid_out
    from controller.reports.layout import stamp
    from controller.reports.layout.text import as_text

    config = config_of(args)
    if args.json:
        print(json.dumps({**facts(config), "accepted": accepted(config)}))
        return 0
    document = warned(laid_out(words(), config), words(), config)
    print(f"{as_text(document)}\n{stamp(document)}")
    return 0
