"""The four charts of a span of gaming days, by name."""

from collections.abc import Callable, Mapping

from controller.reports.charts.data import Charted
from controller.reports.charts.meter import meter_chart
from controller.reports.charts.take_up import take_up_chart
from controller.reports.charts.wagers import wagers_chart
from controller.reports.charts.wins import wins_chart
from controller.reports.layout.figure import Figure
from words.catalogue import Catalogue

CHARTS: Mapping[str, Callable[[Catalogue, Charted], Figure]] = {
    "meter": lambda words, found: meter_chart(words, found.span, found.courses, found.newest),
    "wagers": lambda words, found: wagers_chart(words, found.span, found.worth, found.lit),
    "take-up": lambda words, found: take_up_chart(words, found.span, found.stats.rounds, found.stats.lit),
    "wins": lambda words, found: wins_chart(words, found.span, found.stats),
}
