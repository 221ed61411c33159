"""`litbet odds`: what a pay table really returns, counted and not simulated."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from controller.cli.shared import CONFIG, command, reference_table
from controller.games.cards import Suit
from controller.games.strategy import STRATEGIES


def add(groups: Any) -> None:
    made = command(groups, "odds", show, "exact odds of a pay table", "odds DA4/3 --decks 4 --json")
    made.add_argument("paytable", nargs="?", metavar="PAYTABLE", help='its printed name, as DA4/3 or "LL/JP 1"')
    made.add_argument("--all", action="store_true", help="every pay table with every number of decks")
    made.add_argument("--decks", type=int, metavar="N", help="may be left out where only one number is approved")
    made.add_argument(
        "--meter",
        action="append",
        default=[],
        metavar="AMOUNT",
        help="what the jackpot stands at, as 1250.00; of several jackpots mega=10000.00, once for each",
    )
    made.add_argument("--wager", metavar="AMOUNT", help="as 5.00")
    made.add_argument("--suit", choices=[*Suit], default=Suit.HEARTS, help="the chosen one of suit-specific awards")
    made.add_argument("--strategy", choices=[*STRATEGIES], default="basic", help="the player's (Bust Bonus)")
    made.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the table whose wager, meters and funding count, if it plays this pay table ({CONFIG}, or the shipped)",
    )


def show(args: argparse.Namespace) -> int:
    from controller.config import find_paytable, paytable_names
    from controller.errors import UsageError
    from controller.quotes import Asked, quote

    if (args.paytable is None) != args.all:
        raise UsageError("name one pay table, or write --all")
    if args.all and (args.decks or args.meter or args.wager):
        raise UsageError("--all quotes every number of decks as configured; leave out --decks, --meter and --wager")
    config = reference_table(args.config)

    def quotes(name: str) -> Iterator[Any]:
        paytable = find_paytable(name)
        decks = range(paytable.min_decks, paytable.max_decks + 1) if args.all else [args.decks]
        for number in decks:
            yield quote(paytable, config, Asked(number, args.wager, args.meter, Suit(args.suit), args.strategy))

    found = [each for name in (paytable_names() if args.all else [args.paytable]) for each in quotes(name)]
    if args.json:
        told = [each.facts() for each in found]
        print(json.dumps(told if args.all else told[0]))
    elif args.all:
        print("\n".join(each.line() for each in found))
    else:
        print(found[0].text())
    return 0
