"""A gaming day's figures for the Master Games Report."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, day_asked, one_day
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.day import day_of
    from controller.reports.games import games_facts, games_lines, games_paper

    found = day_of(history, day_asked(history, asked))
    lines = list(games_lines(history, found))
    return Result(games_paper(words, history, found), games_facts(history, found), lines)


REPORT = Report("games", "--day 2026-11-18 --csv games.csv", one_day, _make)
