"""The four charts of a span of gaming days, each by its name."""

from collections.abc import Callable, Mapping

from controller.reports.charts.data import Charted
from controller.reports.charts.meter import meter_chart
from controller.reports.charts.take_up import take_up_chart
from controller.reports.charts.wagers import wagers_chart
from controller.reports.charts.wins import wins_chart
from controller.reports.layout.figure import Figure

CHARTS: Mapping[str, Callable[[Charted], Figure]] = {
    "meter": lambda found: meter_chart(found.span, found.courses, found.newest),
    "wagers": lambda found: wagers_chart(found.span, found.worth, found.lit),
    "take-up": lambda found: take_up_chart(found.span, found.stats.rounds, found.stats.lit),
    "wins": lambda found: wins_chart(found.span, found.stats),
}
