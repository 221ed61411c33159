"""The chart of the figures: each beside its target and its bound, and as it was in every run of the history."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.targets import Target
from controller.reports.charts.scales import steps
from controller.reports.charts.sheet import EDGE, FAINT, GREEN, GREY, GRID, INK, ORANGE, SMALL, TOP, WIDTH, Sheet
from controller.reports.layout.figure import Figure, text_width
from words.catalogue import catalogue

ROW = 22.0  # height
VALUES = 46.0  # width of what is written behind a bar
THEN = 150.0  # width of the runs before
GAP = 10.0


def chart(measured: Mapping[Target, float], history: Sequence[Mapping[str, Any]]) -> Figure:
    """What has neither target nor bound is left to the table. Each is drawn as a share of its target, or of its bound
    where nothing was asked: so one axis serves all."""
    shown = {target: float(target.most or target.bound or 0) for target in measured if target.most or target.bound}
    runs = {
        target: [run["ratios"][target.title] for run in history if target.title in run["ratios"]] for target in shown
    }
    sheet = Sheet(
        catalogue("en"),
        "Speed beside its targets",
        "Shares of the target, or of CI's bound (black stroke) where there is none; right, this run and those before",
    )
    left = EDGE + max(text_width(target.title, SMALL) for target in shown) + GAP
    width = WIDTH - EDGE - THEN - VALUES - left
    bottom = TOP + 8 + ROW * len(shown)
    now = max([1.0, *(max(measured[each], each.bound or 0) / whole for each, whole in shown.items())])
    then = max([1.0, *(value / whole for each, whole in shown.items() for value in runs[each])])
    for start, room, most in ((left, width, now), (WIDTH - EDGE - THEN, THEN, then)):
        for tick in steps(0, most, 4):
            x = start + room * tick / most
            sheet.line([(x, TOP + 4), (x, bottom)], GREY if tick == 1 else GRID)
            sheet.words(x, bottom + 16, f"{100 * tick:g} %", SMALL, GREY, "middle")
        sheet.line([(start, TOP + 4), (start, bottom)], FAINT)
    for number, (target, whole) in enumerate(shown.items()):
        y = TOP + 8 + ROW * (number + 0.5)
        value = measured[target]
        color = GREY if target.most is None else GREEN if value <= target.most else ORANGE
        sheet.words(left - GAP, y + 4, target.title, SMALL, INK, "end")
        sheet.box(left, y - 6, width * value / whole / now, 12, color)
        if target.bound is not None:
            bound = left + width * target.bound / whole / now
            sheet.line([(bound, y - 9), (bound, y + 9)], INK, 1.6)
        end = max(value, target.bound or 0) / whole / now
        sheet.words(left + width * end + 6, y + 4, f"{value:g}", SMALL, color)
        for place, before in enumerate(runs[target], start=1):
            newest = place == len(runs[target])
            x = WIDTH - EDGE - THEN + THEN * before / whole / then
            sheet.dot(x, y, 4.0 if newest else 2.4, color if newest else FAINT)
    return sheet.figure(bottom + 34, _description(measured, shown))


def _description(measured: Mapping[Target, float], shown: Mapping[Target, float]) -> str:
    asked = [target for target in shown if target.most is not None]
    met = sum(measured[target] <= (target.most or 0) for target in asked)
    return f"{met} of {len(asked)} targets are met: green bars meet theirs, orange ones do not, grey ones have none."
