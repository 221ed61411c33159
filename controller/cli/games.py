"""`litbet games`: the rules of a game for people."""

import argparse
import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.cli import testbed
from controller.cli.shared import beside, command, family, reference_table, whole
from controller.cli.speech import text
from controller.games.cards import Suit


def add(groups: Any) -> None:
    games = family(groups, "games")
    command(games, "games list", show_all, "games list")

    made = command(games, "games show", show, "games show brook --pdf brook.pdf")
    made.add_argument("game", metavar="GAME")
    made.add_argument("--decks", type=whole(1, 8), action="append", metavar="N")
    made.add_argument("--paytable", action="append", metavar="NAME")
    made.add_argument("--suit", choices=[*Suit])
    made.add_argument("--pdf", type=Path, metavar="FILE")
    made.add_argument("--config", type=Path, metavar="FILE")

    testbed.add_play(games)


def show_all(args: argparse.Namespace) -> int:
    from controller.config.catalogue import find_game, game_names

    games = [find_game(name) for name in game_names()]
    if args.json:
        print(json.dumps([asdict(game) for game in games]))
        return 0
    for game in games:
        bets = tuple(bet.title for bet in game.side_bets.values())
        print(text("console.game", game=game.id, title=game.title))
        size = "game_size_one" if game.decks == (1,) else "game_size"
        print(text(f"console.{size}", decks=game.decks, seats=game.seats))
        print(text("console.game_bets", bets=bets))
    return 0


def show(args: argparse.Namespace) -> int:
    from controller.cli.errors import UsageError
    from controller.config.catalogue import find_game, find_paytable
    from controller.reports.layout import stamp
    from controller.reports.layout.pdf import as_pdf
    from controller.reports.layout.text import as_text
    from controller.reports.odds_report import jackpots_of
    from controller.reports.procedures import procedures

    choices = (args.pdf, args.decks, args.paytable, args.suit)
    if args.json and any(each is not None for each in choices):
        raise UsageError("usage.game_json")
    config = reference_table(args.config)
    place = beside(args.config)
    game = find_game(args.game, place)
    if args.json:
        print(json.dumps(asdict(game)))
        return 0
    names = args.paytable or [name for bet in game.side_bets.values() for name in bet.paytables]
    paytables = [find_paytable(name, place) for name in dict.fromkeys(names)]
    if args.suit and not any(each.suit_specific for each in paytables):
        raise UsageError("usage.no_suit")
    suit = Suit(args.suit) if args.suit else config.suit if config.game.id == game.id else None
    jackpots = {each.id: jackpots_of(each, config) for each in paytables}
    try:
        document = procedures(game, paytables, args.decks or game.decks, suit, jackpots)
    except ValueError as error:
        raise UsageError("typed.text", text=str(error)) from None
    if args.pdf:
        args.pdf.write_bytes(as_pdf(document, stamp(document), datetime.now(UTC)))
        print(text("console.written", file=str(args.pdf)))
    else:
        print(as_text(document), end="")
    return 0
