"""Horizontal bars, one row for each seat, and the list of those seats."""

from collections.abc import Callable, Mapping, Sequence

from controller.reports.charts.scales import steps
from controller.reports.charts.sheet import BLUE, EDGE, FAINT, GREY, GRID, INK, SMALL, TEXT, TOP, WIDTH, Label, Sheet
from controller.reports.labels import seat_name
from controller.table.rules import Rules
from words.message import Message, message

ROW = 26.0  # height
NAMES = 150.0  # maximum width


def bars(
    sheet: Sheet,
    rows: Sequence[tuple[Label, float, Label]],
    most: float,
    named: Callable[[float, Sequence[float]], str],
) -> float:
    """Rows of a name, a bar and its figure, on a scale up to `most`; returns the total height."""
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
    """The spots in the table's file, then those that it no longer has."""
    return list(dict.fromkeys((*rules.spots, *sorted(spot for spot in counted if counted[spot]))))


def seat(rules: Rules, spot: str) -> Message:
    """Its number; with the wager if seats have several spots."""
    return message("drawn.seat", seat=seat_name(rules, spot))
