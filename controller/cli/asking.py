"""Commands that ask a running daemon through its control socket."""

import argparse
import json
import sys
from typing import Any

from controller.cli.shared import command, config_of, of_a_table
from controller.commands import ACTIONS, FAMILIES, Action


def add(groups: Any) -> None:
    of_a_table(command(groups, "status", status, "what works, what does not, what to do", "status --json"))
    families: dict[str, Any] = {}
    for words, action in ACTIONS.items():
        family, name = words.split()
        if family not in families:
            family_parser = groups.add_parser(family, help=FAMILIES[family])
            families[family] = family_parser.add_subparsers(required=True, metavar="COMMAND")
        made = of_a_table(command(families[family], name, act, action.help, example(words, action)))
        made.set_defaults(command=words)
        made.add_argument("--by", action="append", metavar="NAME", help="who answers for it")
        for argument in action.arguments:
            flag = "--seat" if argument.name in ("spot", "spots") else f"--{argument.name}"
            made.add_argument(
                flag,
                dest=argument.name,
                required=argument.needed,
                help=argument.help,
                metavar=argument.name.upper(),
                **({"action": "append"} if argument.many else {}),
            )
    of_a_table(command(families["jackpot"], "show", show_jackpots, "meters and their counters", "jackpot show"))


def status(args: argparse.Namespace) -> int:
    found = _asked(args, "status", {})
    if args.json:
        print(json.dumps(found["status"]))
    else:
        from controller.terminal import status_text

        print(status_text(found["status"]))
    return 0


def show_jackpots(args: argparse.Namespace) -> int:
    found = _asked(args, "jackpot show", {})["jackpot show"]
    if args.json:
        print(json.dumps(found))
    else:
        for name, pot in found.items():
            print(f"{name}: {pot['title']} ({pot['type']}), meter ${pot['meter']}, {pot['state']}")
            print(f"  seed ${pot['base']}, reset ${pot['reset']}, rate {pot['rate_bp'] / 100:g} %")
            print(f"  wagers {pot['wagers']}, posts {pot['posts']} (${pot['posted']}), wins {pot['wins']}")
            print(f"  last day posted {pot['posted_to'] or 'none'}, accrued today ${pot['accrued_today']}")
            for due in pot["due"]:
                print(f"  due: {due['day']} {'-' if due['down'] else ''}${due['amount']}")
    return 0


def act(args: argparse.Namespace) -> int:
    action: Action = ACTIONS[args.command]
    facts: dict[str, Any] = {}
    for argument in action.arguments:
        value = getattr(args, argument.name)
        if value:
            facts[argument.name] = value
    if args.by:
        facts["by"] = args.by
    answer = _asked(args, args.command, facts)
    if args.json:
        print(json.dumps(answer))
    elif not answer["ok"]:
        print(answer["say"], file=sys.stderr)
    else:
        print("; ".join(f"row {row['seq']}: {row['kind']}" for row in answer["rows"]) or "noted")
    if answer["ok"]:
        return 0
    return 2 if answer["code"] == "bad_request" else 1


def _asked(args: argparse.Namespace, command: str, facts: dict[str, Any]) -> dict[str, Any]:
    from controller.control import ask

    path = args.dir / "control.sock" if args.dir else config_of(args).socket_path
    return ask(path, command, facts)


def example(words: str, action: Action) -> str:
    samples = {
        "spot": "--seat 3",
        "spots": "--seat 3",
        "reason": '--reason "misdeal"',
        "moment": "--moment 14:03:20",
        "claim": "--claim 1",
        "code": "--code unreasonable",
        "day": "--day 2026-11-18",
        "wager": "--wager gbj",
        "wagers": "--wagers -1",
    }
    return " ".join([words, *(samples[argument.name] for argument in action.arguments)])
