"""The register of wins."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, days_asked, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.register import register, win_facts, wins_paper

    first, last = days_asked(history, asked)
    found = register(history, first, last)
    lines = [win_facts(history, win) for win in found]
    facts = {"from": first, "to": last, "wins": lines}
    return Result(wins_paper(words, history, found, first, last), facts, lines)


REPORT = Report("wins", "--from 2026-11-01 --csv wins.csv", span, _make)
