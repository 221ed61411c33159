"""Commands that ask a running daemon through its control socket."""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from controller.cli.proofs import log_in, new_pin, proofs
from controller.cli.shared import command, config_of, of_a_table, socket_of
from controller.commands import ACTIONS, FAMILIES, LOOKUPS, PIN, SEAT, Action, Argument
from controller.core.authority import NEEDS
from controller.core.events import AddPerson, ConfirmClaim, DenyClaim, RemovePerson

IN_PAIRS = ("adjustment", "parameters", "take_over")  # two people decide these in every shipped profile


def add(groups: Any) -> None:
    of_a_table(command(groups, "status", status, "what works, what does not, what to do", "status --json"))
    families: dict[str, Any] = {}
    for family, does in FAMILIES.items():
        families[family] = groups.add_parser(family, help=does).add_subparsers(required=True, metavar="COMMAND")
    for words, action in ACTIONS.items():
        family, name = words.split()
        made = of_a_table(command(families[family], name, act, action.help, example(words, action)))
        made.set_defaults(command=words)
        made.add_argument(
            "--by", action="append", default=[], metavar="NAME", help="who answers for it; a PIN is asked"
        )
        _take(made, action.arguments)
    for words, (go, does) in QUERIES.items():
        family, name = words.split()
        arguments = LOOKUPS.get(words, ())
        sample = " ".join([words, *(argument.sample for argument in arguments)])
        _take(of_a_table(command(families[family], name, go, does, sample)), arguments)


def _take(made: argparse.ArgumentParser, arguments: Iterable[Argument]) -> None:
    """What a command is told, as the socket knows it."""
    for argument in arguments:
        if argument is PIN:
            continue
        kind: dict[str, Any] = {"help": argument.help, "metavar": argument.name.upper()}
        if argument.many:
            kind["action"] = "append"
        if argument.positional:
            made.add_argument(argument.name, **kind)
        else:
            flag = argument.flag or f"--{argument.name}"
            made.add_argument(flag, dest=argument.name, required=argument.needed, **kind)
    if SEAT in arguments:
        made.add_argument("--wager", help="which bet, where the seat has two")


def example(words: str, action: Action) -> str:
    """As one types it, with a PIN asked for each --by."""
    samples = [argument.sample for argument in action.arguments if argument.needed]
    if words == "win claim":
        samples.append('--cards "Ah Ah Ah"')
    if action.event in NEEDS or action.event in (ConfirmClaim, DenyClaim) or words.startswith("user"):
        samples.append('--by "M. Manager"')
    if action.event in (AddPerson, RemovePerson):
        samples.append('--by "A. Admin"')
    if NEEDS.get(action.event) in IN_PAIRS:
        samples.append('--by "A. Clerk"')
    return " ".join([words, *filter(None, samples)])


def act(args: argparse.Namespace) -> int:
    action: Action = ACTIONS[args.command]
    facts = {argument.name: value for argument in action.arguments if (value := getattr(args, argument.name, None))}
    if SEAT in action.arguments:
        facts["spot"] = _spot_of(args)
    if args.command == "user add" and not args.by:
        from controller.cli.people import add_first

        return add_first(args)
    who = proofs(args.by)
    if action.asks_pin:
        facts["pin"] = new_pin(args.name)
    answer = asked(args, args.command, facts, who)
    if args.json:
        print(json.dumps(answer))
    elif not answer["ok"]:
        print(answer["say"], file=sys.stderr)
    else:
        print(answer.get("login") or answer["say"])
    if answer["ok"]:
        return 0
    return 2 if answer["code"] == "bad_request" else 1


def _spot_of(args: argparse.Namespace) -> str:
    return f"{args.spot}/{args.wager}" if args.wager else str(args.spot)


def asked(
    args: argparse.Namespace, command: str, facts: dict[str, Any], who: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    from controller.questions import ask

    return ask(socket_of(args), command, facts, who or [])


# -- questions: they change nothing and need nobody ----------------------------------------------------------


def _found(args: argparse.Namespace, query: str, facts: Mapping[str, Any] | None = None) -> Any:
    answer = asked(args, query, dict(facts or {}))
    if not answer["ok"]:
        from controller.questions import ControlError

        raise ControlError(answer["say"])
    if args.json:
        print(json.dumps(answer[query]))
    return answer[query]


def status(args: argparse.Namespace) -> int:
    found = _found(args, "status")
    if not args.json:
        from controller.terminal import status_text

        print(status_text(found))
    return 0


def show_jackpots(args: argparse.Namespace) -> int:
    found = _found(args, "jackpot show")
    for name, pot in found.items() if not args.json else ():
        print(f"{name}: {pot['title']} ({pot['type']}), meter ${pot['meter']}, {pot['state']}")
        print(f"  seed ${pot['base']}, reset ${pot['reset']}, rate {pot['rate_bp'] / 100:g} %")
        if pot["type"] == "progressive":
            print(f"  contributed ${pot['contributed']}, to the reserve {pot['reserve_bp'] / 100:g} %")
            print(f"  limit {'$' + pot['limit'] if pot['limit'] else 'none'}, overflow ${pot['overflow']}")
            print(f"  reserve ${pot['reserve']}, owed to winners ${pot['owed']}, house's advance ${pot['advance']}")
        print(f"  wagers {pot['wagers']}, posts {pot['posts']} (${pot['posted']}), wins {pot['wins']}")
        print(f"  last day posted {pot['posted_to'] or 'none'}, accrued today ${pot['accrued_today']}")
        for change in pot["pending"]:
            print(f"  {'accepted' if pot['accepted'] else 'proposed'}: {change}")
        if pot["last_day"]:
            print(f"  last gaming day {pot['last_day']}")
        if pot["left_to"]:
            print(f"  its money has gone to {pot['left_to']}")
        for due in pot["due"]:
            print(f"  due: {due['day']} {'-' if due['down'] else ''}${due['amount']}")
    return 0


def list_claims(args: argparse.Namespace) -> int:
    found = _found(args, "win list")["claims"]
    for claim in found if not args.json else ():
        amount = f", ${claim['amount']}" if claim["amount"] else ""
        approved = f", approved by {' and '.join(claim['approved'])}" if claim["approved"] else ""
        division = f" ({claim['division']})" if claim["division"] else ""
        print(
            f"claim {claim['claim']}: spot {claim['spot']}, round {claim['round']}, "
            f"{claim['award'] or 'no award named'}{amount}, {claim['stage']}{approved}"
            f"{division}"
        )
    if not found and not args.json:
        print("no claims")
    return 0


def list_variances(args: argparse.Namespace) -> int:
    found = _found(args, "reconcile list")["variances"]
    for each in found if not args.json else ():
        what = "sign of" if each["kind"] == "reading" else f"chips of {each['day']},"
        side = "more" if each["more"] else "less"
        print(f"variance {each['variance']}: {what} {each['about']}, ${each['amount']} {side}: {each['grade']}")
    if not found and not args.json:
        print("no open variances")
    return 0


def list_people(args: argparse.Namespace) -> int:
    found = _found(args, "user list")
    for name, person in found.items() if not args.json else ():
        pin = "" if person["pin"] else ", no PIN yet"
        out = f", locked out {person['locked_out']}" if person["locked_out"] else ""
        print(f"{name}: {', '.join(person['roles'])}{pin}{out}")
    if not found and not args.json:
        print("nobody yet: stop the table, then `litbet user add NAME --role administrator`")
    return 0


def list_faults(args: argparse.Namespace) -> int:
    found = _found(args, "fault list")
    for code, why in found.items() if not args.json else ():
        print(f"{code}: {why}")
    if not found and not args.json:
        print("no faults")
    return 0


def list_rounds(args: argparse.Namespace) -> int:
    from controller.replay.paper import listed

    found = _found(args, "round list")
    if not args.json:
        print(listed(found))
    return 0


def replay_round(args: argparse.Namespace) -> int:
    from controller.replay.paper import told

    found = _found(args, "round replay", {"round": args.round, "spot": _spot_of(args)})
    if not args.json:
        print(told(found))
    return 0 if found["verified"] else 1


def end_log_in(args: argparse.Namespace) -> int:
    answer = asked(args, "user logout", {}, log_in())
    print(json.dumps(answer) if args.json else answer["say"], file=sys.stdout if answer["ok"] else sys.stderr)
    return 0 if answer["ok"] else 1


def sheet(args: argparse.Namespace) -> int:
    """From the table's files: it needs no daemon."""
    from controller.documents import stamp
    from controller.documents.text import as_text
    from controller.jackpot_sheet import facts
    from controller.jackpot_sheet import sheet as laid_out

    config = config_of(args)
    document = laid_out(config)
    print(json.dumps(facts(config)) if args.json else f"{as_text(document)}\n{stamp(document)}")
    return 0


QUERIES = {
    "jackpot show": (show_jackpots, "meters and their counters"),
    "jackpot sheet": (sheet, "what is configured, as the submission wants it (R016)"),
    "round list": (list_rounds, "the last rounds, the newest first"),
    "round replay": (replay_round, "one seat's story of a round: sensor, lock, signs, claim, money, chain"),
    "win list": (list_claims, "the claims that are open or owed, and the last hands' paid ones"),
    "reconcile list": (list_variances, "the variances that nobody has explained"),
    "user list": (list_people, "people, their roles, who is locked out"),
    "user logout": (end_log_in, "end a log-in, read at the prompt"),
    "fault list": (list_faults, "what keeps the table out of service"),
}
