"""How often each seat's bet was lit, of the rounds that were locked (R215)."""

from collections import Counter

from controller.reports.charts.bars import bars, listed, spots_of
from controller.reports.charts.data import Span
from controller.reports.charts.days import spelled
from controller.reports.charts.sentences import say, seat
from controller.reports.charts.sheet import TOP, Sheet
from controller.reports.layout.figure import Figure
from controller.reports.words import percent


def take_up_chart(span: Span, rounds: int, lit: Counter[str]) -> Figure:
    """How often each seat's bet was lit, of the rounds that were locked."""
    sheet = Sheet(say("take_up_by_seat"), say("take_up_under", span=spelled(span), rounds=f"{rounds:,}"))
    if not rounds:
        sheet.nothing(say("no_round"))
        return sheet.figure(TOP + 90, say("take_up_none", span=spelled(span)))
    spots = spots_of(span.rules, lit)
    rows = [
        (seat(span.rules, spot), 100 * lit[spot] / rounds, f"{percent(lit[spot], rounds)} ({lit[spot]:,})")
        for spot in spots
    ]
    height = bars(sheet, rows, 100.0, lambda value, _: f"{value:g} %")
    seats = listed((seat(span.rules, spot), percent(lit[spot], rounds)) for spot in spots)
    return sheet.figure(height, say("take_up", rounds=f"{rounds:,}", span=spelled(span), seats=seats))
