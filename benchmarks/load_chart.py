"""The chart of the load: memory, handles, write-ahead log and lateness of every table over the time."""

from collections.abc import Mapping, Sequence
from itertools import cycle

from benchmarks.load_watch import Sample
from controller.reports.charts.plot import GAP, Plot, Scale, legend
from controller.reports.charts.scales import powers, steps
from controller.reports.charts.sheet import EDGE, INK, SMALL, TEXT, TOP, WIDTH, Sheet
from controller.reports.layout.figure import Figure, text_width
from words.catalogue import catalogue

DRAWN = ("RSS MB", "handles", "WAL MB", "answer ms")
LATE = "answer ms"  # on a logarithmic scale: one answer in thousands takes a hundred times as long as most
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8b959e")
PANEL = 120.0  # height
RISE = 190.0  # from one panel to the next


def chart(series: Mapping[str, Sequence[Sample]]) -> Figure:
    minutes = max(_minutes(samples)[-1] for samples in series.values())
    sheet = Sheet(
        catalogue("en"),
        f"{len(series)} tables for {minutes:.0f} minutes",
        "Memory, handles, write-ahead log and answers",
    )
    colors = dict(zip(series, cycle(COLORS), strict=False))
    named = [(name, color, 2.0) for name, color in colors.items()]
    legend(sheet, named[:4], 20)
    legend(sheet, named[4:], 36)
    for number, figure in enumerate(DRAWN):
        top = TOP + 22 + number * RISE
        sheet.words(EDGE, top, figure, TEXT, INK, bold=True)
        values = [each[figure] for samples in series.values() for each in samples]
        plot = _plot(sheet, minutes, 1.1 * max(values), figure == LATE, top + 14)
        for name, samples in series.items():
            heights = (max(each[figure], plot.y.low) for each in samples)
            plot.line(zip(_minutes(samples), heights, strict=True), colors[name], 0.8)
    return sheet.figure(TOP + 22 + len(DRAWN) * RISE, f"{', '.join(DRAWN)} of {', '.join(series)}.")


def _minutes(samples: Sequence[Sample]) -> list[float]:
    return [(each["at"] - samples[0]["at"]) / 60 for each in samples]


def _plot(sheet: Sheet, minutes: float, most: float, late: bool, top: float) -> Plot:
    low, high = (1.0, max(most, 10.0)) if late else (0.0, most or 1.0)
    ticks = [*map(float, powers(low, high))] if late else steps(low, high, 4)
    labels = [f"{tick:,g}" for tick in ticks]
    left = EDGE + max(text_width(label, SMALL) for label in labels) + GAP
    x = Scale(0, minutes, left, WIDTH - EDGE)
    plot = Plot(sheet, x, Scale(low, high, top + PANEL, top, logarithmic=late))
    plot.levels(ticks, labels)
    plot.base(((x.place(tick), f"{tick:g}") for tick in steps(0, minutes, 8)), "minutes")
    return plot
