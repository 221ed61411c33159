"""Sign readings, chip counts, and variances."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, days_asked, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.variance import variance_facts, variance_lines, variances_of, variances_paper

    found = variances_of(history, *days_asked(history, asked))
    lines = list(variance_lines(history, found))
    return Result(variances_paper(words, history, found), variance_facts(history, found), lines)


REPORT = Report("variance", "--from 2026-11-01 --to 2026-11-30", span, _make)
