"""`litbet games play`: whole rounds by the million, compared with the exact odds."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.shared import beside, command, whole
from controller.cli.speech import text
from controller.games.strategy import STRATEGIES
from words.message import UsageError

if TYPE_CHECKING:
    from controller.games.game import Game
    from controller.reports.layout.figure import Figure

DRAWINGS = (".png", ".svg")


def add(groups: Any) -> None:
    made = command(groups, "games play", play, "games play brook --rounds 1000000 --seed 1 --jobs 2 --plot brook.svg")
    made.add_argument("game", metavar="GAME")
    made.add_argument("--rounds", type=whole(1, 10**9), default=100_000, metavar="N")
    made.add_argument("--seed", type=int, default=1, metavar="N")
    made.add_argument("--jobs", type=whole(1, 256), default=1, metavar="N")
    made.add_argument("--decks", type=whole(1, 8), metavar="N")
    made.add_argument("--paytable", action="append", default=[], metavar="ID")
    made.add_argument("--strategy", choices=[*STRATEGIES], default="basic")
    made.add_argument("--config", type=Path, metavar="FILE")
    made.add_argument("--plot", type=_drawing, metavar="FILE")


def play(args: argparse.Namespace) -> int:
    from controller.cli.terminal import bar, line_ended
    from controller.config.catalogue import find_game, find_paytable
    from controller.config.load import load
    from controller.config.resources import shipped
    from controller.games.bets import RefusedError
    from controller.games.offer import offer
    from controller.reports.layout.text import as_text
    from testbed.rounds.report import document, facts
    from testbed.rounds.simulate import simulate
    from testbed.rounds.table import felt_jackpots, full_table

    config = load(args.config or shipped("config") / "table.toml")
    place = beside(args.config)
    game = find_game(args.game, place)
    if args.config and config.game.id != game.id:
        raise UsageError("rounds.other_game", file=str(args.config), game=config.game.id, wanted=game.id)
    asked = args.config is not None  # the shipped file only supplies its meters, if this is its game
    decks = args.decks or (config.decks if asked else None) or _only(game)
    named = {each: find_paytable(each, place) for bet in game.side_bets.values() for each in bet.paytables}
    chosen = [*args.paytable, *(config.paytables if asked else ())]
    try:
        felt = offer(game, decks, named, chosen)
    except RefusedError as error:
        raise UsageError(error.message.code, **error.message.facts) from None
    if asked and config.suit:
        felt = replace(felt, suit=config.suit)
    table = full_table(felt, args.strategy, felt_jackpots(config, felt) if config.game.id == game.id else ())
    with line_ended():
        simulated = simulate(
            table, args.rounds, args.seed, args.jobs, lambda done, of: bar(done, of, text("rounds.rounds"))
        )
    if args.plot:
        from testbed.rounds.charts import chart

        _write(chart(simulated), args.plot)
    if args.json:
        print(json.dumps(facts(simulated)))
    else:
        print(as_text(document(simulated)), end="")
    return 0


def _write(figure: "Figure", path: Path) -> None:
    from controller.reports.files import PNG, SVG, write_file
    from controller.reports.layout.png import as_png
    from controller.reports.layout.svg import as_svg

    if path.suffix == ".png":
        write_file(path, PNG, as_png(figure))
    else:
        write_file(path, SVG, as_svg(figure).encode())


def _only(game: "Game") -> int:
    if len(game.decks) > 1:
        raise UsageError("rounds.which_decks", game=game.id, decks=game.decks)
    return game.decks[0]


def _drawing(typed: str) -> Path:
    path = Path(typed)
    if path.suffix not in DRAWINGS or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(text("rounds.drawing"))
    return path
