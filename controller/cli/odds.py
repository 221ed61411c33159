"""`litbet odds`: what a pay table really returns, counted and not simulated."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.shared import CONFIG, beside, command, reference_table, whole
from controller.games.cards import Suit
from controller.games.strategy import STRATEGIES


def add(groups: Any) -> None:
    made = command(groups, "odds", show, "exact odds of a pay table", "odds DA4/3 --decks 4 --json")
    made.add_argument("paytable", nargs="?", metavar="PAYTABLE", help='its printed name, as DA4/3 or "LL/JP 1"')
    made.add_argument("--all", action="store_true", help="every pay table with every number of decks of its games")
    made.add_argument(
        "--decks", type=whole(1, 8), metavar="N", help="may be left out where only one number is approved"
    )
    made.add_argument(
        "--meter",
        action="append",
        metavar="AMOUNT",
        help="what the jackpot stands at, as 1250.00; of several jackpots mega=10000.00, once for each",
    )
    made.add_argument("--wager", metavar="AMOUNT", help="as 5.00")
    made.add_argument("--suit", choices=[*Suit], help="the chosen one of suit-specific awards (the table's, or hearts)")
    made.add_argument("--strategy", choices=[*STRATEGIES], help="the player's, for Bust Bonus (basic)")
    made.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=f"the table whose wager, meters, funding and suit count, if it plays this pay table ({CONFIG}, or the "
        "shipped); a file named here also brings the games and pay tables beside it",
    )


def show(args: argparse.Namespace) -> int:
    from controller.cli.speech import words
    from controller.config.catalogue import find_game, find_paytable, game_names, paytable_names
    from controller.reports.errors import ReportQuestionError
    from controller.reports.odds_report import Asked, permitted_decks, quote

    if (args.paytable is None) != args.all:
        raise ReportQuestionError("questions.one_or_all")
    suit = Suit(args.suit) if args.suit else None
    asked = Asked(args.decks, args.wager, args.meter, suit, args.strategy)
    if args.all and asked != Asked():
        raise ReportQuestionError("questions.all_as_configured")
    config = reference_table(args.config)
    place = beside(args.config)
    games = [find_game(name, place) for name in game_names(place)]
    games.sort(key=lambda game: game.id != config.game.id)  # the table's own game first

    def quotes(name: str) -> Iterator[Any]:
        paytable = find_paytable(name, place)
        for decks in permitted_decks(paytable, games) if args.all else [args.decks]:
            yield quote(paytable, config, games, replace(asked, decks=decks))

    found = [each for name in (paytable_names(place) if args.all else [args.paytable]) for each in quotes(name)]
    if args.json:
        facts = [each.facts() for each in found]
        print(json.dumps(facts if args.all else facts[0]))
    elif args.all:
        print("\n".join(each.line(words()) for each in found))
    else:
        print(found[0].text(words()))
    return 0
