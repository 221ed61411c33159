"""Lying bars, a row for each seat, and the seats that have one."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from controller.present.sentences import joined
from controller.reports.charts.scales import steps
from controller.reports.charts.sentences import say
from controller.reports.charts.sheet import BLUE, EDGE, FAINT, GREY, GRID, INK, SMALL, TEXT, TOP, WIDTH, Sheet, cut
from controller.reports.layout.figure import text_width
from controller.table.rules import Rules

ROW = 26.0  # height
NAMES = 150.0  # width, at most


def bars(
    sheet: Sheet,
    rows: Sequence[tuple[str, float, str]],
    most: float,
    named: Callable[[float, Sequence[float]], str],
) -> float:
    """Rows of a name, a value and its figure, on a scale up to `most`; gives the height of all."""
    names = max([text_width(name, TEXT) for name, _, _ in rows], default=40.0)
    left = EDGE + min(names, NAMES) + 10
    room = max([text_width(label, TEXT) for _, _, label in rows], default=0.0)
    width = WIDTH - left - EDGE - room - 14
    ticks = steps(0, most, 5)
    bottom = TOP + ROW * len(rows)
    for tick in ticks:
        x = left + width * tick / most
        sheet.line([(x, TOP), (x, bottom)], GRID)
        sheet.words(x, bottom + 16, named(tick, ticks), SMALL, GREY, "middle")
    for number, (name, value, label) in enumerate(rows):
        y, long = TOP + ROW * number, width * max(value, 0) / most
        sheet.words(left - 10, y + ROW / 2 + 4, cut(name, TEXT, NAMES), TEXT, INK, "end")
        if long:
            sheet.box(left, y + 5, long, ROW - 10, BLUE)
        sheet.words(left + long + 8, y + ROW / 2 + 4, label, TEXT, INK)
    sheet.line([(left, TOP), (left, bottom)], FAINT)
    return bottom + 34


def spots_of(rules: Rules, counted: Mapping[str, int]) -> list[str]:
    """Those of the table's file, then those it no longer has."""
    return list(dict.fromkeys((*rules.spots, *sorted(spot for spot in counted if counted[spot]))))


def listed(figures: Iterable[tuple[str, str]]) -> str:
    return joined((say("seat_figure", name=name, figure=figure) for name, figure in figures), "listed")
