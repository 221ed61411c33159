"""`litbet games`: the rules of a game as a document."""

import argparse
import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.cli import testbed
from controller.cli.shared import beside, command, family, folders_of, reference_table, whole
from controller.cli.speech import text
from controller.games.cards import Suit


def add(groups: Any) -> None:
    games = family(groups, "games")
    command(games, "games list", show_all, "games list")

    made = command(games, "games show", show, "games show brook --pdf brook.pdf")
    made.add_argument("game", metavar="GAME")
    made.add_argument("--decks", type=whole(1, 8), action="append", metavar="N")
    made.add_argument("--paytable", action="append", metavar="NAME")
    made.add_argument("--suit", choices=[suit.value for suit in Suit])
    made.add_argument("--pdf", type=Path, metavar="FILE")
    made.add_argument("--config", type=Path, metavar="FILE")

    testbed.add_play(games)


def show_all(args: argparse.Namespace) -> int:
    from controller.config.catalogue import find_game, game_names
    from controller.games.phrases import decks_of

    games = [find_game(name) for name in game_names()]
    if args.json:
        print(json.dumps([asdict(game) for game in games]))
        return 0
    for game in games:
        print(text("game_list.heading", game=game.id, title=game.title))
        print(f"  {text('game_list.table', decks=decks_of(game.decks), seats=game.seats)}")
        print(f"  {text('game_list.side_bets', bets=tuple(bet.title for bet in game.side_bets.values()))}")
    return 0


def show(args: argparse.Namespace) -> int:
    from controller.cli.speech import words
    from controller.config.catalogue import find_game, find_paytable
    from controller.reports.acceptance import warned
    from controller.reports.files import PDF, write_file
    from controller.reports.layout import stamp
    from controller.reports.layout.pdf import as_pdf
    from controller.reports.layout.text import as_text
    from controller.reports.odds_report import jackpots_of
    from controller.reports.procedures import procedures
    from words.message import UsageError

    choices = (args.pdf, args.decks, args.paytable, args.suit)
    if args.json and any(each is not None for each in choices):
        raise UsageError("questions.data_alone")
    config = reference_table(args.config)
    place = beside(args.config)
    game = find_game(args.game, place)
    if args.json:
        print(json.dumps(asdict(game)))
        return 0
    names = args.paytable or [name for bet in game.side_bets.values() for name in bet.paytables]
    paytables = [find_paytable(name, place) for name in dict.fromkeys(names)]
    if args.suit and not any(each.suit_specific for each in paytables):
        raise UsageError("questions.no_suit_award")
    suit = Suit(args.suit) if args.suit else config.suit if config.game.id == game.id else None
    jackpots = {each.id: jackpots_of(each, config) for each in paytables}
    document = procedures(words(), game, paytables, args.decks or game.decks, suit, jackpots)
    if any(jackpots.values()):
        document = warned(document, words(), config)
    if args.pdf:
        paper = as_pdf(document, stamp(document), datetime.now(UTC))
        write_file(args.pdf, PDF, paper, folders_of(config))
        print(text("game_list.written", file=str(args.pdf)))
    else:
        print(as_text(document), end="")
    return 0
