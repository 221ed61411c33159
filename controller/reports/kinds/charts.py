"""Charts of the last gaming days."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _arguments(parser: argparse.ArgumentParser) -> None:
    span(parser)
    parser.add_argument("--svg", type=Path, metavar="DIR")


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.charts.data import charted
    from controller.reports.charts.overview import CHARTS
    from controller.reports.charts.paper import chart_facts, chart_lines, charts_paper, last_days
    from controller.reports.layout.figure import marked
    from controller.reports.layout.svg import as_svg

    found = charted(history, *last_days(history, asked.first, asked.last))
    figures = {name: draw(words, found) for name, draw in CHARTS.items()}
    if history.rules.unreal:
        mark = words.text("paper.training_mark")
        figures = {
            name: marked(figure, mark, words.text("paper.training_title", title=figure.title))
            for name, figure in figures.items()
        }
    named = {asked.svg / f"{name}.svg": figure for name, figure in figures.items()} if asked.svg else {}
    drawings = {path: as_svg(figure).encode() for path, figure in named.items()}
    paper, lines = charts_paper(words, history, found, figures), list(chart_lines(history, found))
    return Result(paper, chart_facts(found), lines, drawings=drawings)


REPORT = Report("charts", "--from 2026-11-01 --to 2026-11-30 --svg charts", _arguments, _make)
