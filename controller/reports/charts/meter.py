"""How the meters changed, each in its own panel: a step for each contribution, marks at posts and wins (R211)."""

from collections.abc import Callable, Iterable, Sequence

from controller.reports.charts.data import Course, Move, Span
from controller.reports.charts.days import marks_of_days, spelled
from controller.reports.charts.plot import GAP, Plot, Scale
from controller.reports.charts.scales import dollars_of, in_dollars, steps
from controller.reports.charts.sheet import BLUE, EDGE, GREY, INK, ORANGE, SMALL, TEXT, TOP, WIDTH, Sheet
from controller.reports.labels import jackpot_title
from controller.reports.layout.figure import Figure, Point, text_width
from controller.table.money import CENT
from words.catalogue import Catalogue, money
from words.message import Message, message, sentences

PANEL = 150.0  # height of each meter's panel
WON_NAMES = 70.0  # the least distance between two amounts written at wins


def meter_chart(words: Catalogue, span: Span, courses: Sequence[Course], until: tuple[str, int]) -> Figure:
    """`until` is the day and time up to which the meter is known."""
    sheet = Sheet(words, message("drawn.meter" if len(courses) == 1 else "drawn.meters"), spelled(span))
    _legend(sheet)
    labels = [label for course in courses for label in _labels(_range(course))]
    left = EDGE + max((text_width(label, SMALL) for label in labels), default=30.0) + GAP
    closing = max([text_width(_to_the_cent(course.closing), TEXT, bold=True) for course in courses], default=0.0)
    width = WIDTH - left - EDGE - closing - 10
    top = TOP
    for course in courses:
        if len(courses) > 1:
            title = jackpot_title(span.rules, course.jackpot)
            sheet.words(left, top + 8, title, TEXT, INK, bold=True, room=width)
            top += 18
        _panel(sheet, span, course, until, (left, top, width))
        top += PANEL + 34
    if not courses:
        sheet.nothing(message("drawn.nothing"))
        top += 80
    return sheet.figure(
        top + 6, sentences(_sentence(span, each) for each in courses) if courses else message("drawn.unknown")
    )


def _legend(sheet: Sheet) -> None:
    x = WIDTH - EDGE - 112
    sheet.triangle(x, 44)
    sheet.words(x + 9, 53, message("drawn.post"), TEXT, GREY)
    sheet.diamond(x + 66, 49)
    sheet.words(x + 78, 53, message("drawn.win"), TEXT, GREY)


def _range(course: Course) -> tuple[float, float]:
    """The range of the scale, in dollars."""
    amounts = [in_dollars(each) for move in course.moves for each in (move.before, move.after)]
    amounts = [in_dollars(course.opening), *amounts]
    low, high = min(amounts), max(amounts)
    room = max((high - low) * 0.12, high * 0.02, 1.0)
    return max(low - room, 0.0), high + room


def _labels(range_: tuple[float, float]) -> list[str]:
    ticks = steps(*range_, 4)
    return [dollars_of(tick, ticks) for tick in ticks]


def _panel(sheet: Sheet, span: Span, course: Course, until: tuple[str, int], at: tuple[float, float, float]) -> None:
    left, top, width = at
    low, high = _range(course)
    days = Scale(0, len(span.days), left, left + width)
    plot = Plot(sheet, days, Scale(low, high, top + PANEL, top))
    plot.levels(steps(low, high, 4), _labels((low, high)))
    plot.base(marks_of_days(span, left, width))

    def down(micros: int) -> float:
        return plot.y.place(in_dollars(micros))

    def along(day: str, utc: int) -> float:
        return days.place(span.place(day, utc))

    end = max(along(*until), left)
    points = _way(course, along, down, left, end)
    plot.draw(points, BLUE, 2.0)
    _marks(sheet, course.moves, along, down, (left, width))
    sheet.dot(end, points[-1][1], 3.2, BLUE)
    sheet.words(end + 8, points[-1][1] + 4, _to_the_cent(course.closing), TEXT, BLUE, bold=True)


def _to_the_cent(micros: int) -> str:
    """Rounded down, as signs show it."""
    return money(micros - micros % CENT)


def _way(
    course: Course,
    along: Callable[[str, int], float],
    down: Callable[[int], float],
    left: float,
    end: float,
) -> list[Point]:
    """A step line. Of many small steps only the last one at each position is kept, and every post and win. A clock that
    stepped back does not make the line run backwards."""
    points: list[Point] = [(left, down(course.opening))]
    here = left
    for move in course.moves:
        x = max(along(move.day, move.utc), here)
        y = down(move.after)
        if x - here < 0.8 and not move.kind and len(points) > 2:
            points[-1] = (points[-1][0], y)
            continue
        here = x
        points += [(x, down(move.before)), (x, y)]
    return [*points, (max(end, here), points[-1][1])]


def _marks(
    sheet: Sheet,
    moves: Iterable[Move],
    along: Callable[[str, int], float],
    down: Callable[[int], float],
    across: tuple[float, float],
) -> None:
    """Posts below the line, wins above it with their amounts if there is room."""
    left, width = across
    free = left - WON_NAMES
    for move in moves:
        x = along(move.day, move.utc)
        if move.kind == "post":
            sheet.triangle(x, down(move.after) + 3)
        elif move.kind == "win":
            y = down(move.before)
            sheet.diamond(x, y)
            label = money(move.won)
            half = text_width(label, SMALL, bold=True) / 2
            place = min(max(x, left + half), left + width - half)
            if place - half > free:
                sheet.words(place, y - 11, label, SMALL, ORANGE, "middle", bold=True)
                free = place + half + 6


def _sentence(span: Span, course: Course) -> Message:
    posts, wins = course.count("post"), course.count("win")
    won = sum(move.won for move in course.moves)
    return message(
        "drawn.course",
        title=jackpot_title(span.rules, course.jackpot),
        span=spelled(span),
        opening=course.opening,
        closing=course.closing,
        posts=message({0: "drawn.no_posts", 1: "drawn.one_post"}.get(posts, "drawn.posts"), number=posts),
        wins=message({0: "drawn.no_wins", 1: "drawn.one_win"}.get(wins, "drawn.wins"), number=wins, amount=won),
    )
