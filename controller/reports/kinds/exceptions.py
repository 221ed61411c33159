"""The exception report."""

import argparse
from itertools import chain
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, days_asked, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.conduct import conduct_of
    from controller.reports.exceptions import exceptions_paper
    from controller.reports.facts import conduct_facts, deed_lines

    first, last = days_asked(history, asked)
    found = conduct_of(chain.from_iterable(history.day(day) for day in history.days(first, last)))
    facts = {"from": first, "to": last, **conduct_facts(history, found)}
    return Result(exceptions_paper(words, history, found, first, last), facts, deed_lines(history, found))


REPORT = Report("exceptions", "--from 2026-11-01 --to 2026-11-30", span, _make)
