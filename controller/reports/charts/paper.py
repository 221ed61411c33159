"""Charts as a report: on paper with a sentence each, and their figures for programs."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from controller.reports.charts.data import Charted
from controller.reports.history import History
from controller.reports.layout.document import Block, Document, Picture
from controller.reports.layout.figure import Figure
from controller.reports.paper import source
from controller.reports.writer import Writer
from controller.table.gaming_day import DAY
from controller.table.money import amount
from words.catalogue import Catalogue
from words.message import UsageError

USUAL, MOST = 31, 92  # gaming days in one chart: default and maximum


def last_days(history: History, first: str | None, last: str | None) -> tuple[str, str]:
    """The range of days; without arguments it ends with the newest day and has the usual length."""
    until = last or history.newest_day()
    back = (USUAL - 1) * DAY
    since = first or max((date.fromisoformat(until) - back).isoformat(), min(history.first_day(), until))
    if since > until:
        raise UsageError("questions.days_reversed", first=since, last=until)
    if date.fromisoformat(until) - date.fromisoformat(since) >= MOST * DAY:
        raise UsageError("questions.chart_too_long", days=MOST, last=until)
    return since, until


def charts_paper(words: Catalogue, history: History, found: Charted, figures: Mapping[str, Figure]) -> Document:
    writer = Writer(words, history.rules)
    blocks: list[Block] = [Picture(figure) for figure in figures.values()]
    days = found.span.days
    return writer.document("drawn.charts", days[0], days[-1], (*blocks, *source(writer, history)))


def chart_facts(found: Charted) -> dict[str, Any]:
    return {
        "from": found.span.days[0],
        "to": found.span.days[-1],
        "meters": {
            course.jackpot: {
                "opening": amount(course.opening),
                "closing": amount(course.closing),
                "posts": course.count("post"),
                "wins": course.count("win"),
            }
            for course in found.courses
        },
        "rounds": found.stats.rounds,
    }


def chart_lines(history: History, found: Charted) -> Iterator[dict[str, Any]]:
    """One line for each day and seat."""
    for day, worth in sorted(found.worth.items()):
        for spot in dict.fromkeys((*history.rules.spots, *sorted(worth))):
            wagers = found.lit[day][spot]
            yield {
                "table": history.rules.table,
                "day": day,
                "spot": spot,
                "wagers": wagers,
                "dollars": amount(worth[spot]),
            }
