"""Lying bars, a row for each seat, and the seats that have one."""

from collections.abc import Callable, Mapping, Sequence

from controller.reports.charts.scales import steps
from controller.reports.charts.sheet import BLUE, EDGE, FAINT, GREY, GRID, INK, SMALL, TEXT, TOP, WIDTH, Label, Sheet
from controller.reports.labels import seat_name
from controller.table.rules import Rules
from words.message import Message, message

ROW = 26.0  # height
NAMES = 150.0  # width, at most


def bars(
    sheet: Sheet,
    rows: Sequence[tuple[Label, float, Label]],
    most: float,
    named: Callable[[float, Sequence[float]], str],
) -> float:
    """Rows of a name, a value and its figure, on a scale up to `most`; gives the height of all."""
    names = max([sheet.width(name, TEXT) for name, _, _ in rows], default=40.0)
    left = EDGE + min(names, NAMES) + 10
    room = max([sheet.width(label, TEXT) for _, _, label in rows], default=0.0)
    width = WIDTH - left - EDGE - room - 14
    ticks = steps(0, most, 5)
    bottom = TOP + ROW * len(rows)
    for tick in ticks:
        x = left + width * tick / most
        sheet.line([(x, TOP), (x, bottom)], GRID)
        sheet.words(x, bottom + 16, named(tick, ticks), SMALL, GREY, "middle")
    for number, (name, value, label) in enumerate(rows):
        y, long = TOP + ROW * number, width * max(value, 0) / most
        sheet.words(left - 10, y + ROW / 2 + 4, name, TEXT, INK, "end", room=NAMES)
        if long:
            sheet.box(left, y + 5, long, ROW - 10, BLUE)
        sheet.words(left + long + 8, y + ROW / 2 + 4, label, TEXT, INK)
    sheet.line([(left, TOP), (left, bottom)], FAINT)
    return bottom + 34


def spots_of(rules: Rules, counted: Mapping[str, int]) -> list[str]:
    """Those of the table's file, then those it no longer has."""
    return list(dict.fromkeys((*rules.spots, *sorted(spot for spot in counted if counted[spot]))))


def seat(rules: Rules, spot: str) -> Message:
    """Its number; with the wager where seats have two."""
    return message("drawn.seat", seat=seat_name(rules, spot))
