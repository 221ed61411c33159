"""`litbet games play`: whole rounds by the million, beside the exact odds."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.errors import UsageError
from controller.cli.shared import beside, command, whole
from controller.games.phrases import decks_of
from controller.games.strategy import STRATEGIES
from controller.reports.errors import ReportQuestionError

if TYPE_CHECKING:
    from controller.games.game import Game
    from controller.reports.layout.figure import Figure

DRAWINGS = (".png", ".svg")


def add(groups: Any) -> None:
    made = command(
        groups,
        "play",
        play,
        "play whole rounds and set what came beside the exact odds",
        "games play brook --rounds 1000000 --seed 1 --jobs 2 --plot brook.svg",
    )
    made.add_argument("game", metavar="GAME", help="as `litbet games list` names it")
    made.add_argument("--rounds", type=whole(1, 10**9), default=100_000, metavar="N", help="how many (100000)")
    made.add_argument("--seed", type=int, default=1, metavar="N", help="which rounds (1)")
    made.add_argument(
        "--jobs",
        type=whole(1, 256),
        default=1,
        metavar="N",
        help="processes, as many as there are processor cores at most; the rounds stay the same (1)",
    )
    made.add_argument(
        "--decks", type=whole(1, 8), metavar="N", help="in the shoe, where the game permits several numbers"
    )
    made.add_argument(
        "--paytable", action="append", default=[], metavar="ID", help="instead of the first that the game names"
    )
    made.add_argument("--strategy", choices=[*STRATEGIES], default="basic", help="how the players play (basic)")
    made.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="a table's file: its meters, wagers, decks and suit, and the games and pay tables beside it",
    )
    made.add_argument("--plot", type=_drawing, metavar="FILE", help="draw it, as .png or .svg")


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
    from testbed.rounds.table import full_table, pots_of

    config = load(args.config or shipped("config") / "table.toml")
    place = beside(args.config)
    game = find_game(args.game, place)
    if args.config and config.game.id != game.id:
        raise UsageError(f"{args.config} is a table of {config.game.id}; name a file of {game.id}.")
    asked = args.config is not None  # the shipped file gives its meters, if this is its game, and nothing else
    decks = args.decks or (config.decks if asked else None) or _only(game)
    named = {each: find_paytable(each, place) for bet in game.side_bets.values() for each in bet.paytables}
    chosen = [*args.paytable, *(config.paytables if asked else ())]
    try:
        felt = offer(game, decks, named, chosen)
    except RefusedError as error:
        raise UsageError(str(error)) from None
    if asked and config.suit:
        felt = replace(felt, suit=config.suit)
    table = full_table(felt, args.strategy, pots_of(config, felt) if config.game.id == game.id else ())
    with line_ended():
        simulated = simulate(table, args.rounds, args.seed, args.jobs, lambda done, of: bar(done, of, "rounds"))
    if args.plot:
        from testbed.rounds.charts import chart

        _write(chart(simulated), args.plot)
    if args.json:
        print(json.dumps(facts(simulated)))
    else:
        print(as_text(document(simulated)), end="")
    return 0


def _write(figure: "Figure", path: Path) -> None:
    from controller.reports.layout.png import as_png
    from controller.reports.layout.svg import as_svg

    if path.suffix == ".png":
        path.write_bytes(as_png(figure))
    else:
        path.write_text(as_svg(figure), encoding="utf-8")


def _only(game: "Game") -> int:
    if len(game.decks) > 1:
        raise ReportQuestionError("questions.several_decks", game=game.id, decks=decks_of(game.decks))
    return game.decks[0]


def _drawing(text: str) -> Path:
    path = Path(text)
    if path.suffix not in DRAWINGS or not path.parent.is_dir():
        raise argparse.ArgumentTypeError("write a file in an existing folder that ends in .png or .svg")
    return path
