"""Payout slips: one to print, or those of a span of days."""

import argparse
from typing import TYPE_CHECKING

from controller.reports.report import Report, Result, days_asked, span
from words.catalogue import Catalogue

if TYPE_CHECKING:
    from controller.reports.history import History


def _arguments(parser: argparse.ArgumentParser) -> None:
    span(parser)
    parser.add_argument("--slip", type=int, metavar="N")


def _make(words: Catalogue, history: "History", asked: argparse.Namespace) -> Result:
    from controller.reports.slips import slip_facts, slip_of, slip_paper, slips_in, slips_paper

    if asked.slip is not None:
        slip = slip_of(history, asked.slip)
        facts = slip_facts(history, slip)
        return Result(slip_paper(words, history, slip), facts, [facts])
    first, last = days_asked(history, asked)
    found = slips_in(history, first, last)
    lines = [slip_facts(history, each) for each in found]
    facts = {"from": first, "to": last, "slips": lines}
    return Result(slips_paper(words, history, found, first, last), facts, lines)


REPORT = Report("slips", "--slip 42 --pdf slip.pdf", _arguments, _make)
