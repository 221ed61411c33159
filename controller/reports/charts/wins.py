"""The wins compared with what the exact odds predict for this number of wagers (R215)."""

import math
from collections.abc import Callable

from controller.reports.charts.data import Span
from controller.reports.charts.days import spelled
from controller.reports.charts.scales import counts_up_to
from controller.reports.charts.sheet import (
    BAND,
    BLUE,
    EDGE,
    GREY,
    GRID,
    INK,
    ORANGE,
    SMALL,
    TEXT,
    TOP,
    WIDTH,
    Label,
    Sheet,
)
from controller.reports.charts.wagers import NO_WAGER
from controller.reports.layout.figure import Figure, Point, text_width
from controller.reports.stats import Hits, Stats
from words.catalogue import Catalogue
from words.message import message

ROW = 26.0  # height
NAMES = 236.0  # maximum width
EXPECTED = 76.0  # width of the column of expected hits


def wins_chart(words: Catalogue, span: Span, stats: Stats) -> Figure:
    """Hits compared with the expected number and the band of 99 %. The scale is a square root: on it, chance scatters
    small and large counts equally."""
    sheet = Sheet(words, message("drawn.odds"), message("drawn.odds_under", span=spelled(span)))
    rows = [hits for play in stats.plays for hits in play.hits]
    if not rows:
        wagers = sum(play.wagers for play in stats.plays)
        why = message("drawn.whole_hand") if wagers else NO_WAGER
        sheet.nothing(why)
        return sheet.figure(TOP + 90, message("drawn.no_odds", span=spelled(span), why=why))
    several = len({hits.wager for hits in rows}) > 1
    names = [f"{hits.wager}: {hits.line.title}" if several else hits.line.title for hits in rows]
    left = EDGE + min(max(text_width(name, TEXT) for name in names), NAMES) + 12
    counts = max(sheet.width(_count(hits), TEXT, bold=True) for hits in rows)
    width = WIDTH - left - EDGE - EXPECTED - counts - 20
    most = max(max(hits.hits, hits.band.high, float(hits.band.expected)) for hits in rows) or 1

    def along(count: float) -> float:
        return left + width * math.sqrt(count / most)

    bottom = TOP + 14 + ROW * len(rows)
    before = left - 40.0
    for tick in counts_up_to(most):
        sheet.line([(along(tick), TOP + 14), (along(tick), bottom)], GRID)
        if along(tick) - before > 30:
            sheet.words(along(tick), bottom + 16, f"{tick:,}", SMALL, GREY, "middle")
            before = along(tick)
    _legend(sheet)
    sheet.words(WIDTH - EDGE - EXPECTED, TOP + 6, message("drawn.hits"), SMALL, GREY, "end", bold=True)
    sheet.words(WIDTH - EDGE, TOP + 6, message("drawn.expected"), SMALL, GREY, "end", bold=True)
    for number, (name, hits) in enumerate(zip(names, rows, strict=True)):
        _hits_row(sheet, name, hits, (left, TOP + 14 + ROW * (number + 0.5)), along)
    awards = tuple(
        message("drawn.award_figure", award=name, hits=hits.hits, expected=_expected(hits))
        for name, hits in zip(names, rows, strict=True)
    )
    return sheet.figure(bottom + 34, message("drawn.awards", span=spelled(span), awards=awards))


def _hits_row(sheet: Sheet, name: str, hits: Hits, at: Point, along: Callable[[float], float]) -> None:
    left, y = at
    sheet.words(left - 12, y + 4, name, TEXT, INK, "end", room=NAMES)
    sheet.box(along(hits.band.low), y - 5, max(along(hits.band.high) - along(hits.band.low), 2.0), 10, BAND)
    x = along(float(hits.band.expected))
    sheet.line([(x, y - 8), (x, y + 8)], GREY, 1.6)
    if hits.says:
        sheet.diamond(along(hits.hits), y)
    else:
        sheet.dot(along(hits.hits), y, 4.2, BLUE)
    color = ORANGE if hits.says else INK
    sheet.words(WIDTH - EDGE - EXPECTED, y + 4, _count(hits), TEXT, color, "end", bold=bool(hits.says))
    sheet.words(WIDTH - EDGE, y + 4, _expected(hits), TEXT, GREY, "end")


def _legend(sheet: Sheet) -> None:
    x = WIDTH - EDGE - 200
    sheet.dot(x, 49, 4.2, BLUE)
    sheet.words(x + 9, 53, message("drawn.hits"), TEXT, GREY)
    sheet.line([(x + 48, 41), (x + 48, 57)], GREY, 1.6)
    sheet.words(x + 54, 53, message("drawn.expected"), TEXT, GREY)
    sheet.box(x + 126, 44, 22, 10, BAND)
    sheet.words(x + 154, 53, message("drawn.band"), TEXT, GREY)


def _count(hits: Hits) -> Label:
    return message(f"drawn.too_{hits.says}", hits=hits.hits) if hits.says else f"{hits.hits:,}"


def _expected(hits: Hits) -> str:
    """With few digits, but never in scientific notation."""
    value = float(hits.band.expected)
    if value >= 1:
        return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}"
    return f"{value:.2g}" if value >= 0.001 or not value else "< 0.001"
