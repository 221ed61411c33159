"""The four charts: how the meters went, what was wagered where, how many took the bet, and the wins beside the exact
odds. Each is a figure with a sentence that says the same (R211, R215)."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from controller.core.figure import Figure, Point, text_width
from controller.core.money import CENT
from controller.core.rules import Rules
from controller.core.sentences import Sentence, joined
from controller.reports.charts_data import Charted, Course, Move, Span
from controller.reports.charts_frame import (
    BAND,
    BLUE,
    EDGE,
    FAINT,
    GREY,
    GRID,
    HEADROOM,
    INK,
    ORANGE,
    SMALL,
    TEXT,
    TOP,
    WIDTH,
    Sheet,
    cut,
    dollars_of,
    in_dollars,
    marks_of_days,
    shade,
    short,
    spelled,
    steps,
)
from controller.reports.charts_sentences import say, seat
from controller.reports.stats import Hits, Stats
from controller.reports.words import jackpot_title, percent, usd

PANEL = 150.0  # height of one meter's drawing
ROW = 26.0  # height of a row of bars
WON_NAMES = 70.0  # between two amounts that are written at wins
EXPECTED = 76.0  # width of the column of what is expected
NO_WAGER = say("no_wager")


# -- meters --------------------------------------------------------------------------------------------------


def meter_chart(span: Span, courses: Sequence[Course], until: tuple[str, int]) -> Figure:
    """`until` is the day and time up to which it is known."""
    sheet = Sheet(say("meter" if len(courses) == 1 else "meters"), spelled(span))
    _legend(sheet)
    left = EDGE + max(
        [text_width(label, SMALL) for course in courses for label in _scale(course)[2]], default=30.0
    )  # fmt: skip
    left += 8
    closing = max([text_width(_to_the_cent(course.closing), TEXT, bold=True) for course in courses], default=0.0)
    width = WIDTH - left - EDGE - closing - 10
    top = TOP
    for course in courses:
        if len(courses) > 1:
            sheet.words(
                left, top + 8, cut(jackpot_title(span.rules, course.jackpot), TEXT, width), TEXT, INK, bold=True
            )
            top += 18
        _panel(sheet, span, course, until, (left, top, width))
        top += PANEL + 34
    if not courses:
        sheet.nothing(say("nothing"))
        top += 80
    return sheet.figure(top + 6, joined(_course_told(span, each) for each in courses) if courses else say("unknown"))


def _legend(sheet: Sheet) -> None:
    x = WIDTH - EDGE - 112
    sheet.triangle(x, 44)
    sheet.words(x + 9, 53, say("post"), TEXT, GREY)
    sheet.diamond(x + 66, 49)
    sheet.words(x + 78, 53, say("win"), TEXT, GREY)


def _scale(course: Course) -> tuple[float, float, list[str], list[float]]:
    """From where to where, and what is written beside it."""
    amounts = [in_dollars(each) for move in course.moves for each in (move.before, move.after)]
    amounts = [in_dollars(course.opening), *amounts]
    low, high = min(amounts), max(amounts)
    room = max((high - low) * 0.12, high * 0.02, 1.0)
    low, high = max(low - room, 0.0), high + room
    ticks = steps(low, high, 4)
    return low, high, [dollars_of(tick, ticks) for tick in ticks], ticks


def _panel(sheet: Sheet, span: Span, course: Course, until: tuple[str, int], at: tuple[float, float, float]) -> None:
    left, top, width = at
    low, high, labels, ticks = _scale(course)

    def down(amount: float) -> float:
        return top + PANEL * (high - amount) / (high - low)

    def along(day: str, utc: int) -> float:
        return left + width * span.place(day, utc) / len(span.days)

    for tick, label in zip(ticks, labels, strict=True):
        sheet.line([(left, down(tick)), (left + width, down(tick))], GRID)
        sheet.words(left - 8, down(tick) + 3.5, label, SMALL, GREY, "end")
    sheet.line([(left, top + PANEL), (left + width, top + PANEL)], FAINT)
    for x, name in marks_of_days(span, left, width):
        sheet.line([(x, top + PANEL), (x, top + PANEL + 4)], FAINT)
        sheet.words(x, top + PANEL + 17, name, SMALL, GREY, "middle")
    end = max(along(*until), left)
    points = _way(course, along, down, left, end)
    sheet.line(points, BLUE, 2.0)
    _marks(sheet, course.moves, along, down, (left, width))
    sheet.dot(end, points[-1][1], 3.2, BLUE)
    sheet.words(end + 8, points[-1][1] + 4, _to_the_cent(course.closing), TEXT, BLUE, bold=True)


def _to_the_cent(micros: int) -> str:
    """As signs show it: rounded down."""
    return usd(micros - micros % CENT)


def _way(
    course: Course,
    along: Callable[[str, int], float],
    down: Callable[[float], float],
    left: float,
    end: float,
) -> list[Point]:
    """In steps; of many small ones only the last at each place, and every post and win. A clock that stepped back does
    not turn the line round."""
    points: list[Point] = [(left, down(in_dollars(course.opening)))]
    here = left
    for move in course.moves:
        x = max(along(move.day, move.utc), here)
        y = down(in_dollars(move.after))
        if x - here < 0.8 and not move.kind and len(points) > 2:
            points[-1] = (points[-1][0], y)
            continue
        here = x
        points += [(x, down(in_dollars(move.before))), (x, y)]
    return [*points, (max(end, here), points[-1][1])]


def _marks(
    sheet: Sheet,
    moves: Iterable[Move],
    along: Callable[[str, int], float],
    down: Callable[[float], float],
    across: tuple[float, float],
) -> None:
    """Posts below the line, wins above it with their amounts, where these have room."""
    left, width = across
    free = left - WON_NAMES
    for move in moves:
        x = along(move.day, move.utc)
        if move.kind == "post":
            sheet.triangle(x, down(in_dollars(move.after)) + 3)
        elif move.kind == "win":
            y = down(in_dollars(move.before))
            sheet.diamond(x, y)
            label = usd(move.won)
            half = text_width(label, SMALL, bold=True) / 2
            place = min(max(x, left + half), left + width - half)
            if place - half > free:
                sheet.words(place, y - 11, label, SMALL, ORANGE, "middle", bold=True)
                free = place + half + 6


def _course_told(span: Span, course: Course) -> Sentence:
    posts, wins = course.count("post"), course.count("win")
    won = sum(move.won for move in course.moves)
    return say(
        "course",
        title=jackpot_title(span.rules, course.jackpot),
        span=spelled(span),
        opening=usd(course.opening),
        closing=usd(course.closing),
        posts=say("no_posts") if not posts else say("one_post") if posts == 1 else say("posts", number=posts),
        wins=say("no_wins") if not wins else say("one_win" if wins == 1 else "wins", number=wins, amount=usd(won)),
    )


# -- wagers --------------------------------------------------------------------------------------------------


def wagers_chart(span: Span, worth: Mapping[str, Counter[str]], lit: Mapping[str, Counter[str]]) -> Figure:
    """A single day by seats; of several the sum of each, and below it each seat."""
    total = sum((each.total() for each in worth.values()), 0)
    number = sum((each.total() for each in lit.values()), 0)
    told = say("wagers", span=spelled(span), number=f"{number:,}", amount=usd(total))
    if len(span.days) > 1:
        return _by_day(span, worth, lit, told)
    sheet = Sheet(
        say("wagers_by_seat"), say("wagers_under", span=spelled(span), number=f"{number:,}", amount=usd(total))
    )
    here, counts = worth.get(span.days[0], Counter()), lit.get(span.days[0], Counter())
    spots = _spots(span.rules, here)
    bars = [(seat(span.rules, spot), in_dollars(here[spot]), f"{usd(here[spot])} ({counts[spot]:,})") for spot in spots]
    seats = _listed((name, label.split()[0]) for name, _, label in bars)
    height = _bars(sheet, bars, dollars_of)
    return sheet.figure(height, joined((told, say("wagers_seats", seats=seats))))


def _spots(rules: Rules, counted: Mapping[str, int]) -> list[str]:
    """Those of the table's file, then those it no longer has."""
    return list(dict.fromkeys((*rules.spots, *sorted(spot for spot in counted if counted[spot]))))


def _bars(
    sheet: Sheet, bars: Sequence[tuple[str, float, str]], named: Callable[[float, Sequence[float]], str]
) -> float:
    """Lying bars with their names and figures; gives the height of all."""
    names = max([text_width(name, TEXT) for name, _, _ in bars], default=40.0)
    left = EDGE + min(names, 150.0) + 10
    room = max([text_width(label, TEXT) for _, _, label in bars], default=0.0)
    width = WIDTH - left - EDGE - room - 14
    most = max([amount for _, amount, _ in bars], default=0.0) or 1.0
    ticks = steps(0, most, 5)
    bottom = TOP + ROW * len(bars)
    for tick in ticks:
        x = left + width * tick / most
        sheet.line([(x, TOP), (x, bottom)], GRID)
        sheet.words(x, bottom + 16, named(tick, ticks), SMALL, GREY, "middle")
    for number, (name, amount, label) in enumerate(bars):
        y = TOP + ROW * number
        sheet.words(left - 10, y + ROW / 2 + 4, cut(name, TEXT, 150), TEXT, INK, "end")
        if amount > 0:
            sheet.box(left, y + 5, width * amount / most, ROW - 10, BLUE)
        sheet.words(left + width * max(amount, 0) / most + 8, y + ROW / 2 + 4, label, TEXT, INK)
    sheet.line([(left, TOP), (left, bottom)], FAINT)
    return bottom + 34


def _by_day(span: Span, worth: Mapping[str, Counter[str]], lit: Mapping[str, Counter[str]], told: Sentence) -> Figure:
    sheet = Sheet(say("wagers_by_day"), say("above_and_below", span=spelled(span)))
    spots = _spots(span.rules, sum(lit.values(), Counter[str]()))
    totals = {day: worth[day].total() if day in worth else 0 for day in span.days}
    if not any(totals.values()):
        sheet.nothing(NO_WAGER)
        return sheet.figure(TOP + 90, told)
    names = [seat(span.rules, spot) for spot in spots]
    ticks = steps(0, in_dollars(max(totals.values())), 4)
    labels = [dollars_of(tick, ticks) for tick in ticks]
    left = EDGE + max(text_width(text, SMALL + 1) for text in (*names, *labels)) + 10
    width = WIDTH - left - EDGE
    column = width / len(span.days)
    high, base = 118.0, TOP + 118.0
    most = in_dollars(max(totals.values())) * HEADROOM
    for tick, label in zip(ticks, labels, strict=True):
        y = base - high * tick / most
        sheet.line([(left, y), (left + width, y)], GRID)
        sheet.words(left - 8, y + 3.5, label, SMALL, GREY, "end")
    for number, day in enumerate(span.days):
        tall = high * in_dollars(totals[day]) / most
        if tall:
            sheet.box(left + (number + 0.14) * column, base - tall, 0.72 * column, tall, BLUE)
            label = usd(totals[day]).split(".")[0]
            if text_width(label, SMALL) < column:
                sheet.words(left + (number + 0.5) * column, base - tall - 4, label, SMALL, INK, "middle")
    sheet.line([(left, base), (left + width, base)], FAINT)
    bottom = _cells(sheet, span, lit, spots, (left, base + 14, column))
    for x, name in marks_of_days(span, left, width):
        sheet.words(x, bottom + 15, name, SMALL, GREY, "middle")
    best = max(totals, key=lambda day: totals[day])
    return sheet.figure(bottom + 32, joined((told, say("most", amount=usd(totals[best]), day=short(best)))))


def _cells(
    sheet: Sheet, span: Span, lit: Mapping[str, Counter[str]], spots: Sequence[str], at: tuple[float, float, float]
) -> float:
    """A row for each seat, a cell for each day: the darker, the more."""
    left, top, column = at
    most = max(max(day.values(), default=0) for day in lit.values()) or 1
    for row, spot in enumerate(spots):
        y = top + 22 * row
        sheet.words(left - 8, y + 14, seat(span.rules, spot), SMALL + 1, INK, "end")
        for number, day in enumerate(span.days):
            wagers = lit[day][spot] if day in lit else 0
            color = shade(wagers / most) if wagers > 0 else "#f3f5f6"
            sheet.box(left + number * column + 0.6, y + 0.6, column - 1.2, 20.8, color)
            if wagers > 0 and text_width(str(wagers), SMALL) + 3 < column:
                ink = "#ffffff" if wagers / most > 0.6 else INK
                sheet.words(left + (number + 0.5) * column, y + 14.5, str(wagers), SMALL, ink, "middle")
    return top + 22 * len(spots)


# -- take-up -------------------------------------------------------------------------------------------------


def take_up_chart(span: Span, rounds: int, lit: Counter[str]) -> Figure:
    """How often each seat's bet was lit, of the rounds that were locked."""
    sheet = Sheet(say("take_up_by_seat"), say("take_up_under", span=spelled(span), rounds=f"{rounds:,}"))
    if not rounds:
        sheet.nothing(say("no_round"))
        return sheet.figure(TOP + 90, say("take_up_none", span=spelled(span)))
    spots = _spots(span.rules, lit)
    bars = [
        (seat(span.rules, spot), 100 * lit[spot] / rounds, f"{percent(lit[spot], rounds)} ({lit[spot]:,})")
        for spot in spots
    ]
    height = _bars(sheet, bars, lambda value, _: f"{value:g} %")
    seats = _listed((seat(span.rules, spot), percent(lit[spot], rounds)) for spot in spots)
    return sheet.figure(height, say("take_up", rounds=f"{rounds:,}", span=spelled(span), seats=seats))


def _listed(figures: Iterable[tuple[str, str]]) -> str:
    return joined((say("seat_figure", name=name, figure=figure) for name, figure in figures), "listed")


# -- wins ----------------------------------------------------------------------------------------------------


def wins_chart(span: Span, stats: Stats) -> Figure:
    """Hits beside what the exact odds expect and the band of 99 %. The scale is that of square roots: on it chance
    scatters small counts and large ones alike."""
    sheet = Sheet(say("odds"), say("odds_under", span=spelled(span)))
    rows = [hits for play in stats.plays for hits in play.hits]
    if not rows:
        wagers = sum(play.wagers for play in stats.plays)
        why = say("whole_hand") if wagers else NO_WAGER
        sheet.nothing(why)
        return sheet.figure(TOP + 90, say("no_odds", span=spelled(span), why=why))
    several = len({hits.wager for hits in rows}) > 1
    names = [f"{hits.wager}: {hits.line.title}" if several else hits.line.title for hits in rows]
    left = EDGE + min(max(text_width(name, TEXT) for name in names), 236.0) + 12
    counts = max(text_width(_count(hits), TEXT, bold=True) for hits in rows)
    width = WIDTH - left - EDGE - EXPECTED - counts - 20
    most = max(max(hits.hits, hits.band.high, float(hits.band.expected)) for hits in rows) or 1

    def along(count: float) -> float:
        return left + width * math.sqrt(count / most)

    bottom = TOP + 14 + ROW * len(rows)
    before = left - 40.0
    for tick in _counts(most):
        sheet.line([(along(tick), TOP + 14), (along(tick), bottom)], GRID)
        if along(tick) - before > 30:
            sheet.words(along(tick), bottom + 16, f"{tick:,}", SMALL, GREY, "middle")
            before = along(tick)
    _odds_legend(sheet)
    sheet.words(WIDTH - EDGE - EXPECTED, TOP + 6, say("hits"), SMALL, GREY, "end", bold=True)
    sheet.words(WIDTH - EDGE, TOP + 6, say("expected"), SMALL, GREY, "end", bold=True)
    for number, (name, hits) in enumerate(zip(names, rows, strict=True)):
        _hits_row(sheet, name, hits, (left, TOP + 14 + ROW * (number + 0.5)), along)
    told = (
        say("award_figure", award=name, hits=hits.hits, expected=_expected(hits))
        for name, hits in zip(names, rows, strict=True)
    )
    awards = joined(told, "listed")
    return sheet.figure(bottom + 34, say("wins_told", span=spelled(span), awards=awards))


def _hits_row(sheet: Sheet, name: str, hits: Hits, at: Point, along: Callable[[float], float]) -> None:
    left, y = at
    sheet.words(left - 12, y + 4, cut(name, TEXT, 236), TEXT, INK, "end")
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


def _odds_legend(sheet: Sheet) -> None:
    x = WIDTH - EDGE - 200
    sheet.dot(x, 49, 4.2, BLUE)
    sheet.words(x + 9, 53, say("hits"), TEXT, GREY)
    sheet.line([(x + 48, 41), (x + 48, 57)], GREY, 1.6)
    sheet.words(x + 54, 53, say("expected"), TEXT, GREY)
    sheet.box(x + 126, 44, 22, 10, BAND)
    sheet.words(x + 154, 53, say("band"), TEXT, GREY)


def _count(hits: Hits) -> str:
    return say(f"too_{hits.says}", hits=f"{hits.hits:,}") if hits.says else f"{hits.hits:,}"


def _expected(hits: Hits) -> str:
    value = float(hits.band.expected)
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}" if value >= 1 else f"{value:.2g}"


def _counts(most: float) -> list[int]:
    found, power = [0], 1
    while power <= most:
        found += [power * each for each in (1, 2, 5) if power * each <= most]
        power *= 10
    return found


# -- all of them ---------------------------------------------------------------------------------------------

CHARTS: Mapping[str, Callable[[Charted], Figure]] = {
    "meter": lambda found: meter_chart(found.span, found.courses, found.newest),
    "wagers": lambda found: wagers_chart(found.span, found.worth, found.lit),
    "take-up": lambda found: take_up_chart(found.span, found.stats.rounds, found.stats.lit),
    "wins": lambda found: wins_chart(found.span, found.stats),
}
