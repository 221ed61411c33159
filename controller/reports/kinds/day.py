"""A gaming day's sheet."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, day_asked, one_day
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.day import day_of
    from controller.reports.facts import day_facts, day_lines
    from controller.reports.sheet import daily_sheet

    found = day_of(history, day_asked(history, asked))
    accounts = (*found.jackpots.values(), *found.beside.values())
    sound = not any(account.breaches for account in accounts)
    lines = list(day_lines(history, found))
    return Result(daily_sheet(words, history, found), day_facts(history, found), lines, sound)


REPORT = Report("day", "--day 2026-11-18 --pdf a.pdf", one_day, _make)
