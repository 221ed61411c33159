"""The chart of a simulation: the return of each side bet over the rounds, and below it the course of each meter."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from controller.cli.speech import text, words
from controller.reports.charts.plot import GAP, Plot, Scale, legend
from controller.reports.charts.scales import counts_up_to, dollars_of, in_dollars, powers, steps
from controller.reports.charts.sheet import (
    BAND,
    BLUE,
    EDGE,
    GREY,
    INK,
    ORANGE,
    SMALL,
    TEXT,
    TOP,
    WIDTH,
    Sheet,
    cut,
)
from controller.reports.layout.figure import Figure, text_width
from controller.table.money import CENT
from testbed.rounds.compare import BetFound, mean_expected
from testbed.rounds.meter_life import DAY, MeterLife
from testbed.rounds.run import Point
from testbed.rounds.simulate import Simulated

HEAD = 60.0  # space above a bet's panel
METER_HEAD = 40.0  # space above a meter's panel
PANEL = 150.0  # height of a panel
FOOT = 44.0  # height of its axis and of the space below
BETWEEN = 26.0  # between two panels side by side
BAND_POINTS = 60
WINS_MARKED = 40  # at most: more marks would hide the line


def chart(of: Simulated) -> Figure:
    felt, bets = of.table.felt, of.found.bets
    opened = any(any(of.table.opening(bet.bet.id).values()) for bet in bets)
    title = text(
        "rounds.chart_title",
        game=felt.game.id,
        decks=felt.decks,
        rounds=of.tally.rounds,
        seed=of.seed,
    )
    sheet = Sheet(words(), title, text("rounds.chart_returned_meters" if opened else "rounds.chart_returned"))
    marks = (("simulated", BLUE, 2.0), ("exact", GREY, 2.0), ("errors", BAND, 10.0))
    legend(sheet, [(text(f"rounds.legend_{name}"), color, width) for name, color, width in marks])
    columns = _columns(len(bets))
    width = (WIDTH - 2 * EDGE - (columns - 1) * BETWEEN) / columns
    rise = HEAD + PANEL + FOOT
    for number, bet in enumerate(bets):
        row, column = divmod(number, columns)
        _returned(sheet, bet, of, (EDGE + column * (width + BETWEEN), TOP + row * rise, width))
    top = TOP + math.ceil(len(bets) / columns) * rise
    for life in of.lives:
        _meter(sheet, life, mean_expected(life, of.found), of.tally.rounds, top)
        top += METER_HEAD + PANEL + FOOT
    return sheet.figure(top, _description(of))


def _columns(bets: int) -> int:
    """Four panels are two rows of two."""
    return 2 if bets == 4 else min(bets, 3)


def _returned(sheet: Sheet, found: BetFound, of: Simulated, at: tuple[float, float, float]) -> None:
    left, top, width = at
    values = [(point.rounds, _percent(point, found, len(of.table.seats))) for point in of.way]
    last, exact = values[-1][0], 100 * float(found.exact)
    first = min(values[0][0], last / 2)

    def error(rounds: float) -> float:
        """Twice the standard error after this many rounds, in percent."""
        return 200 * found.error * math.sqrt(last / rounds)

    # The first rounds vary too much to be drawn: the panel has room for the errors of the last 29 of 30 rounds.
    reach = 2.5 * error(max(first, last / 30)) or 1.0
    ticks = steps(exact - reach, exact + reach, 5)
    digits = next((digits for digits in (0, 1) if all(abs(tick - round(tick, digits)) < 1e-9 for tick in ticks)), 2)
    labels = [f"{tick:.{digits}f} %" for tick in ticks]
    sheet.words(left, top + 8, cut(found.bet.title, TEXT, width, bold=True), TEXT, INK, bold=True)
    sheet.words(left, top + 22, cut(found.paytable.id, SMALL, width), SMALL, GREY)
    sheet.words(left, top + 36, text("rounds.bet_simulated", percent=f"{values[-1][1]:.2f}"), SMALL, BLUE)
    sheet.words(left, top + 50, text("rounds.bet_exact", percent=f"{exact:.2f}"), SMALL, GREY)
    start = left + max(text_width(label, SMALL) for label in labels) + GAP
    x = Scale(first, last, start, left + width, logarithmic=True)
    plot = Plot(sheet, x, Scale(exact - reach, exact + reach, top + HEAD + PANEL, top + HEAD))
    places = [first * (last / first) ** (step / BAND_POINTS) for step in range(BAND_POINTS + 1)]
    plot.band([(rounds, exact - error(rounds), exact + error(rounds)) for rounds in places], BAND)
    plot.levels(ticks, labels)
    plot.base(((x.place(rounds), f"{rounds:,}") for rounds in _rounds(first, last)), text("rounds.rounds"))
    plot.line([(first, exact), (last, exact)], GREY, 1.2)
    plot.line(values, BLUE, 1.6)
    if abs(values[-1][1] - exact) < reach:
        sheet.dot(left + width, plot.y.place(values[-1][1]), 2.6, BLUE)


def _percent(point: Point, found: BetFound, seats: int) -> float:
    return 100 + 100 * point.net[found.bet.id] / (point.rounds * seats * found.wager)


def _rounds(first: float, last: int) -> list[int]:
    """Powers of ten, or more numbers if there are few powers."""
    tens = powers(first, last)
    return tens if len(tens) > 1 else [count for count in counts_up_to(last) if count >= first]


def _meter(sheet: Sheet, life: MeterLife, expected: Fraction | None, rounds: int, top: float) -> None:
    days = [(at / DAY, in_dollars(micros)) for at, micros in life.points]
    high = 1.08 * max(*(amount for _, amount in days), in_dollars(round(expected or 0)))
    ticks = steps(0, high, 4)
    labels = [dollars_of(tick, ticks) for tick in ticks]
    code = {0: "meter_not_won", 1: "meter_won_one"}.get(len(life.at_hits), "meter_won")
    head = text(f"rounds.{code}", title=life.jackpot.configured.title, hits=len(life.at_hits))
    sheet.words(EDGE, top + 8, cut(head, TEXT, WIDTH - 2 * EDGE, bold=True), TEXT, INK, bold=True)
    left = EDGE + max(text_width(label, SMALL) for label in labels) + GAP
    x = Scale(0, rounds / DAY, left, WIDTH - EDGE)
    plot = Plot(sheet, x, Scale(0, high, top + METER_HEAD + PANEL, top + METER_HEAD))
    plot.levels(ticks, labels)
    plot.base(((x.place(day), f"{day:,g}") for day in steps(0, rounds / DAY, 8)), text("rounds.days_axis", rounds=DAY))
    plot.line(_steps([*days, (rounds / DAY, days[-1][1])]), BLUE, 1.6)
    if len(life.at_hits) <= WINS_MARKED:
        for (day, amount), (next_day, _) in pairwise(days):
            if day == next_day:
                sheet.diamond(x.place(day), plot.y.place(amount))
    name = EDGE
    for mean, color, code in (
        (life.mean_at_hit, ORANGE, "mean_won"),
        (expected, GREY, "mean_exact"),
    ):
        if mean is not None:
            plot.line([(0, in_dollars(round(mean))), (rounds / DAY, in_dollars(round(mean)))], color, 1.2)
            label = text(f"rounds.{code}", mean=round(mean / CENT) * CENT)
            sheet.line([(name, top + 20), (name + 14, top + 20)], color, 2.0)
            sheet.words(name + 19, top + 24, label, SMALL, GREY)
            name += 19 + text_width(label, SMALL) + 16


def _steps(values: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """An amount lasts until the next one."""
    before = values[0][1]
    for place, amount in values:
        yield place, before
        yield place, amount
        before = amount


def _description(of: Simulated) -> str:
    """The text alternative of the chart."""
    bets = [
        text(
            "rounds.alt_bet",
            bet=bet.bet.title,
            returned=f"{100 * float(bet.returned):.2f}",
            exact=f"{100 * float(bet.exact):.2f}",
        )
        for bet in of.found.bets
    ]
    meters = [
        text(
            "rounds.alt_meter",
            title=life.jackpot.configured.title,
            hits=len(life.at_hits),
            amount=life.points[-1][1] // CENT * CENT,
        )
        for life in of.lives
    ]
    return "".join(f"{each}. " for each in ("; ".join(bets), *meters)).strip()
