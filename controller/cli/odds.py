"""`litbet odds`: the exact return of a pay table, counted and not simulated."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from controller.cli.shared import beside, command, reference_table, whole
from controller.games.cards import Suit
from controller.games.strategy import STRATEGIES


def add(groups: Any) -> None:
    made = command(groups, "odds", show, "odds DA4/3 --decks 4 --json")
    made.add_argument("paytable", nargs="?", metavar="PAYTABLE")
    made.add_argument("--all", action="store_true")
    made.add_argument("--decks", type=whole(1, 8), metavar="N")
    made.add_argument("--meter", action="append", metavar="AMOUNT")
    made.add_argument("--wager", metavar="AMOUNT")
    made.add_argument("--suit", choices=[suit.value for suit in Suit])
    made.add_argument("--strategy", choices=[*STRATEGIES])
    made.add_argument("--config", type=Path, metavar="FILE")


def show(args: argparse.Namespace) -> int:
    from controller.cli.speech import words
    from controller.config.catalogue import find_game, find_paytable, game_names, paytable_names
    from controller.reports.odds_report import Asked, permitted_decks, quote
    from words.message import UsageError

    if (args.paytable is None) != args.all:
        raise UsageError("questions.one_or_all")
    suit = Suit(args.suit) if args.suit else None
    asked = Asked(args.decks, args.wager, args.meter, suit, args.strategy)
    if args.all and asked != Asked():
        raise UsageError("questions.all_as_configured")
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
