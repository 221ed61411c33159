"""Hits and money compared with the exact odds."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, days_asked, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.stats import stats_of
    from controller.reports.stats_paper import stats_facts, stats_lines, stats_paper

    found = stats_of(history, *days_asked(history, asked))
    lines = list(stats_lines(history, found))
    return Result(stats_paper(words, history, found), stats_facts(history, found), lines)


REPORT = Report("stats", "--from 2026-11-01 --to 2026-11-30", span, _make)
