"""How often each seat's bet was lit, in the rounds that were locked (R215)."""

from collections import Counter

from controller.reports.charts.bars import bars, seat, spots_of
from controller.reports.charts.data import Span
from controller.reports.charts.days import spelled
from controller.reports.charts.sheet import TOP, Sheet
from controller.reports.layout.figure import Figure
from controller.table.money import BASIS_POINTS
from words.catalogue import Catalogue
from words.message import message


def take_up_chart(words: Catalogue, span: Span, rounds: int, lit: Counter[str]) -> Figure:
    """How often each seat's bet was lit, in the rounds that were locked."""
    under = message("drawn.take_up_under", span=spelled(span), rounds=rounds)
    sheet = Sheet(words, message("drawn.take_up_by_seat"), under)
    if not rounds:
        sheet.nothing(message("drawn.no_round"))
        return sheet.figure(TOP + 90, message("drawn.take_up_none", span=spelled(span)))
    spots = spots_of(span.rules, lit)
    shares = {spot: _share(lit[spot], rounds) for spot in spots}
    rows = [
        (
            seat(span.rules, spot),
            100 * lit[spot] / rounds,
            message("drawn.share_of_rounds", share=shares[spot], rounds=lit[spot]),
        )
        for spot in spots
    ]
    height = bars(sheet, rows, 100.0, lambda value, _: f"{value:g} %")
    seats = tuple(message("drawn.seat_share", seat=seat(span.rules, spot), share=shares[spot]) for spot in spots)
    return sheet.figure(height, message("drawn.take_up", rounds=rounds, span=spelled(span), seats=seats))


def _share(part: int, whole: int) -> int:
    """In basis points, rounded down to a tenth of a percent."""
    return part * BASIS_POINTS // whole // 10 * 10
