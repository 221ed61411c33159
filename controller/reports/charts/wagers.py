"""What was wagered where: by seat for a single day, by day and seat for several (R211)."""

from collections import Counter
from collections.abc import Mapping, Sequence

from controller.reports.charts.bars import bars, seat, spots_of
from controller.reports.charts.data import Span
from controller.reports.charts.days import marks_of_days, spelled
from controller.reports.charts.plot import GAP, Plot, Scale
from controller.reports.charts.scales import dollars_of, in_dollars, shade, steps
from controller.reports.charts.sheet import BLUE, EDGE, FAINT, GREY, INK, SMALL, TOP, WIDTH, Label, Sheet
from controller.reports.layout.figure import Figure, text_width
from words.catalogue import Catalogue, money
from words.message import Message, message, sentences

COLUMNS = 118.0  # height of the columns for days
HEADROOM = 1.12  # room above the highest column for its label
CELL = 22.0  # height
NO_WAGER = message("drawn.no_wager")


def wagers_chart(
    words: Catalogue, span: Span, worth: Mapping[str, Counter[str]], lit: Mapping[str, Counter[str]]
) -> Figure:
    """By seat for a single day; for several days the sum of each, and below it each seat."""
    total = sum((each.total() for each in worth.values()), 0)
    number = sum((each.total() for each in lit.values()), 0)
    summary = message("drawn.wagers", span=spelled(span), number=number, amount=total)
    if len(span.days) > 1:
        under = message("drawn.above_and_below", span=spelled(span))
        sheet, draw = Sheet(words, message("drawn.wagers_by_day"), under), _by_day
    else:
        under = message("drawn.wagers_under", span=spelled(span), number=number, amount=total)
        sheet, draw = Sheet(words, message("drawn.wagers_by_seat"), under), _by_seat
    if not total:
        sheet.nothing(NO_WAGER)
        return sheet.figure(TOP + 90, summary)
    height, more = draw(sheet, span, worth, lit)
    return sheet.figure(height, sentences((summary, more)))


def _by_seat(
    sheet: Sheet, span: Span, worth: Mapping[str, Counter[str]], lit: Mapping[str, Counter[str]]
) -> tuple[float, Message]:
    here, counts = worth[span.days[0]], lit[span.days[0]]
    spots = spots_of(span.rules, here)
    rows = [
        (
            seat(span.rules, spot),
            in_dollars(here[spot]),
            message("drawn.amount_of_wagers", amount=here[spot], wagers=counts[spot]),
        )
        for spot in spots
    ]
    seats = tuple(message("drawn.seat_amount", seat=seat(span.rules, spot), amount=here[spot]) for spot in spots)
    height = bars(sheet, rows, max(amount for _, amount, _ in rows), dollars_of)
    return height, message("drawn.wagers_seats", seats=seats)


def _by_day(
    sheet: Sheet, span: Span, worth: Mapping[str, Counter[str]], lit: Mapping[str, Counter[str]]
) -> tuple[float, Message]:
    spots = spots_of(span.rules, sum(lit.values(), Counter[str]()))
    totals = {day: worth[day].total() if day in worth else 0 for day in span.days}
    most = in_dollars(max(totals.values())) * HEADROOM
    ticks = steps(0, most, 4)
    labels = [dollars_of(tick, ticks) for tick in ticks]
    beside: list[Label] = [*labels, *(seat(span.rules, spot) for spot in spots)]
    left = EDGE + max(sheet.width(label, SMALL + 1) for label in beside) + GAP
    width = WIDTH - left - EDGE
    column, base = width / len(span.days), TOP + COLUMNS
    plot = Plot(sheet, Scale(0, len(span.days), left, left + width), Scale(0, most, base, TOP))
    plot.levels(ticks, labels)
    for number, day in enumerate(span.days):
        tall = COLUMNS * in_dollars(totals[day]) / most
        if tall:
            sheet.box(left + (number + 0.14) * column, base - tall, 0.72 * column, tall, BLUE)
            label = money(totals[day]).split(".")[0]
            if text_width(label, SMALL) < column:
                sheet.words(left + (number + 0.5) * column, base - tall - 4, label, SMALL, INK, "middle")
    sheet.line([(left, base), (left + width, base)], FAINT)
    bottom = _cells(sheet, span, lit, spots, (left, base + 14, column))
    for x, name in marks_of_days(span, left, width):
        sheet.words(x, bottom + 15, name, SMALL, GREY, "middle")
    best = max(totals, key=lambda day: totals[day])
    return bottom + 32, message("drawn.most", amount=totals[best], day=best)


def _cells(
    sheet: Sheet, span: Span, lit: Mapping[str, Counter[str]], spots: Sequence[str], at: tuple[float, float, float]
) -> float:
    """A row for each seat and a cell for each day; darker means more."""
    left, top, column = at
    most = max(max(day.values(), default=0) for day in lit.values()) or 1
    for row, spot in enumerate(spots):
        y = top + CELL * row
        sheet.words(left - 8, y + 14, seat(span.rules, spot), SMALL + 1, INK, "end")
        for number, day in enumerate(span.days):
            wagers = lit[day][spot] if day in lit else 0
            color = shade(wagers / most) if wagers > 0 else "#f3f5f6"
            sheet.box(left + number * column + 0.6, y + 0.6, column - 1.2, CELL - 1.2, color)
            if wagers > 0 and text_width(str(wagers), SMALL) + 3 < column:
                ink = "#ffffff" if wagers / most > 0.6 else INK
                sheet.words(left + (number + 0.5) * column, y + 14.5, str(wagers), SMALL, ink, "middle")
    return top + CELL * len(spots)
