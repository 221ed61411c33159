"""Charts of the ledger: what they draw is what the rows and the day's sheets say, it stands where it belongs and within
the picture, and a page takes it as it is: no script, no style, everything escaped (R211, R215)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageColor
from support.reports.figures import assert_apart, assert_inside, frame_of, texts
from support.reports.papers import ENGLISH, claim, history_of, lit, text_of
from support.reports.pdf import words_of
from support.table.story import Table, body_of, make_rules
from support.table.three_meters import Felt, two_games

from controller.ledger.reader import Reader
from controller.reports.charts.data import Charted, charted
from controller.reports.charts.overview import CHARTS
from controller.reports.charts.paper import last_days
from controller.reports.charts.scales import steps
from controller.reports.charts.sheet import BAND, BLUE, GREEN, ORANGE
from controller.reports.charts.wagers import NO_WAGER
from controller.reports.day import day_of
from controller.reports.layout.document import Document, Picture
from controller.reports.layout.figure import Dot, Figure, Patch, Stroke, Words
from controller.reports.layout.pdf import as_pdf
from controller.reports.layout.png import as_png
from controller.reports.layout.svg import as_svg
from controller.reports.sheet import daily_sheet
from controller.table import events
from controller.table.funding import PER_WAGER
from controller.table.money import DOLLAR
from controller.table.rules import Rules
from display.chart import in_language
from words.catalogue import catalogue
from words.languages import LANGUAGES
from words.message import UsageError

SVG = "{http://www.w3.org/2000/svg}"
FIRST, LAST = "2026-11-18", "2026-12-18"
DRAWN = {"svg", "title", "desc", "g", "rect", "polyline", "polygon", "circle", "text"}
PIXELS = {(60, 60): BLUE, (4, 2): GREEN, (104, 50): ORANGE, (104, 30): "#ffffff", (10, 60): "#ffffff"}
WHEN = datetime(2026, 12, 18, tzinfo=UTC)


def month(rules: Rules | None = None, days: int = 30) -> Table:
    """Some rounds each day but each fifth, a small win each seventh, the jackpot on the ninth and the twentieth."""
    table = Table(rules)
    table.open()
    for day in range(days):
        if day % 5 != 4:
            lit(table, 10 + day)
            table.press(2)
            table.key("lock")
            if day in (8, 21):
                table.do(events.PayClaim, claim=claim(table, 2, "three-aces-suited", "floor", "manager"))
            elif day % 7 == 0:
                claim(table, 2, "straight", "floor")
            table.key("clear")
        table.wait(86_400)
    return table


@contextmanager
def drawn(
    table: Table, folder: Path, first: str, last: str, language: str = "en"
) -> Iterator[tuple[Charted, dict[str, Figure]]]:
    with history_of(table, folder) as history:
        found = charted(history, first, last)
        yield found, {name: draw(catalogue(language), found) for name, draw in CHARTS.items()}


@pytest.fixture(scope="module")
def table() -> Table:
    return month()


def shapes(figure: Figure, kind: type) -> list[object]:
    return [shape for shape in figure.shapes if isinstance(shape, kind)]


def marks(figure: Figure, color: str) -> int:
    """Of this colour, but for the one in the legend."""
    return sum(isinstance(shape, Patch) and shape.color == color for shape in figure.shapes) - 1


def test_the_meters_way_is_that_of_the_rows(table: Table, tmp_path: Path) -> None:
    """Each post and each win is marked, by shape and colour; the line ends where the meter stands."""
    with drawn(table, tmp_path, FIRST, LAST) as (found, figures):
        (course,) = found.courses
        assert (course.opening, course.closing) == (1250 * DOLLAR, table.meter)
        posts = [row for row in table.rows("post") if body_of(row)["amount"]]
        assert (course.count("post"), course.count("win")) == (len(posts), 2)
        assert marks(figures["meter"], GREEN) == len(posts)
        assert marks(figures["meter"], ORANGE) == 2
        amounts = [f"${move.won / DOLLAR:,.2f}" for move in course.moves if move.kind == "win"]
        assert len(amounts) == 2
        assert set(amounts) <= set(texts(figures["meter"]))
        line = next(shape for shape in figures["meter"].shapes if isinstance(shape, Stroke) and shape.color == BLUE)
        assert [x for x, _ in line.points] == sorted(x for x, _ in line.points)
        tops = sorted({y for _, y in line.points})
        assert line.points[0][1] == tops[-1], "it began at the lowest amount"


def test_wagers_and_take_up_are_those_of_the_days_sheets(table: Table, tmp_path: Path) -> None:
    with drawn(table, tmp_path, FIRST, LAST) as (found, figures), history_of(table, tmp_path) as history:
        sheets = [day_of(history, day) for day in history.days(FIRST, LAST)]
        assert {day.day: day.worth for day in sheets if day.rounds} == {d: w for d, w in found.worth.items() if w}
        assert found.stats.rounds == sum(day.rounds for day in sheets)
        total = sum(day.wagered for day in sheets)
        assert f"${total / DOLLAR:,.2f}" in figures["wagers"].description
        lit_2 = sum(day.lit["2/gbj"] for day in sheets)
        share = lit_2 * 1000 // found.stats.rounds / 10
        assert f"{share:g} % ({lit_2})" in texts(figures["take-up"])


def test_a_single_day_has_hours_and_seats(table: Table, tmp_path: Path) -> None:
    with drawn(table, tmp_path, FIRST, FIRST) as (found, figures):
        assert {"06:00", "10:00", "14:00"} <= set(texts(figures["meter"]))
        assert figures["wagers"].title == "Wagers by seat"
        assert f"$15.00 ({found.lit[FIRST]['2/gbj']})" in texts(figures["wagers"])


def test_wins_stand_beside_the_exact_odds(table: Table, tmp_path: Path) -> None:
    """A line outside its band is another shape and says so in words, not by colour alone."""
    with drawn(table, tmp_path, FIRST, LAST) as (found, figures):
        (play,) = found.stats.plays
        outside = [hits for hits in play.hits if hits.says]
        assert outside, "two jackpots in a month are too many for chance"
        figure = figures["wins"]
        assert sum(isinstance(shape, Patch) and shape.color == ORANGE for shape in figure.shapes) == len(outside)
        assert [f"{hits.hits:,}, too {hits.says}" for hits in outside] == [t for t in texts(figure) if ", too " in t]
        for hits in play.hits:
            assert hits.line.title in texts(figure)
        counts = [frame_of(shape)[0] for shape in figure.shapes if isinstance(shape, Words) and ", too " in shape.text]
        bands = [shape for shape in figure.shapes if isinstance(shape, Patch) and shape.color == BAND]
        assert max(x for band in bands[1:] for x, _ in band.points) < min(counts), "no band under a figure"


def pictures(folder: Path, language: str) -> Iterator[tuple[str, Figure]]:
    per_wager = make_rules(funding=PER_WAGER, limit=1300 * DOLLAR, reserve_bp=100)
    rich = make_rules(base=9_876_543 * DOLLAR)
    empty = Table()
    empty.open()
    games = Felt(two_games())
    games.touch("1/gbj", "1/ll", "2/ll")
    games.key("lock")
    games.clear()
    games.until("2026-11-20 12:00")
    stories: dict[str, tuple[Table, str, str]] = {
        "a month": (month(), FIRST, LAST),
        "five days": (month(days=6), FIRST, "2026-11-22"),
        "a day": (month(days=1), FIRST, FIRST),
        "a progressive": (month(per_wager, 12), FIRST, "2026-11-30"),
        "millions": (month(rich, 4), FIRST, "2026-11-21"),
        "nothing": (empty, FIRST, FIRST),
        "a month of nothing": (empty, "2026-10-20", FIRST),
        "four jackpots": (games, FIRST, "2026-11-20"),
    }
    for story, (table, first, last) in stories.items():
        here = folder / story
        here.mkdir()
        with drawn(table, here, first, last, language) as (_, figures):
            for name, figure in figures.items():
                yield f"{story}: {name}", figure


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_of_every_table_can_be_shown(tmp_path: Path, language: str) -> None:
    """Well-formed, within its frame, no text over another, and nothing that a page's rules of content forbid."""
    seen = 0
    for what, figure in pictures(tmp_path, language):
        seen += 1
        root = ElementTree.fromstring(as_svg(figure))  # noqa: S314  our own
        assert root.attrib["viewBox"] == f"0 0 {figure.width:g} {round(figure.height, 1):g}", what
        assert [root[0].tag, root[1].tag] == [f"{SVG}title", f"{SVG}desc"]
        assert root[1].text == figure.description
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in DRAWN, what
            assert not {"style", "href", "class", "onload"} & set(element.attrib), what
        assert_inside(figure, what)
        assert_apart(figure, what)
    assert seen == 32


def texts_of(svg: str) -> list[str]:
    elements = ElementTree.fromstring(svg).iter()  # noqa: S314  our own
    return [element.text for element in elements if element.text and element.text.strip()]


@pytest.mark.parametrize("last", [FIRST, LAST])
def test_a_chart_drawn_in_one_language_is_shown_in_another(table: Table, tmp_path: Path, last: str) -> None:
    """On the page each of its texts is that of a chart drawn in the page's own language; none stays as it was."""
    with (
        drawn(table, tmp_path, FIRST, last) as (_, english),
        drawn(table, tmp_path, FIRST, last, "es") as (_, spanish),
    ):
        for name, figure in english.items():
            there, here = as_svg(figure), as_svg(spanish[name])
            assert texts_of(in_language(there, "es")) == texts_of(here)
            assert texts_of(in_language(here, "en")) == texts_of(there)
            for one, other in zip(shapes(figure, Words), shapes(spanish[name], Words), strict=True):
                assert isinstance(one, Words)
                assert isinstance(other, Words)
                if one.message and any(map(str.isalpha, one.text)):
                    assert one.text != other.text
            assert figure.description != spanish[name].description


def test_what_people_wrote_is_escaped(tmp_path: Path) -> None:
    rules = make_rules()
    title = '<script>alert("1")</script> & \x07 Co'
    rules = replace(rules, jackpots={"main": replace(rules.jackpots["main"], title=title)})
    with drawn(month(rules, 2), tmp_path, FIRST, FIRST) as (_, figures):
        text = as_svg(figures["meter"])
        assert "<script" not in text
        assert "\x07" not in text
        description = ElementTree.fromstring(text)[1].text  # noqa: S314
        assert description is not None
        assert '<script>alert("1")</script> &' in description


def test_a_clock_that_was_put_back_does_not_turn_the_line_round(tmp_path: Path) -> None:
    """E43: rows after it have earlier times."""
    table = Table(make_rules(funding=PER_WAGER))
    table.open()
    table.wait(4 * 3600)
    table.play(1)
    table.step_clock(-3 * 3600)
    table.lock(2)
    table.win(2)
    table.key("clear")
    table.play(2)
    with drawn(table, tmp_path, FIRST, FIRST) as (_, figures):
        line = next(shape for shape in figures["meter"].shapes if isinstance(shape, Stroke) and shape.color == BLUE)
        assert [x for x, _ in line.points] == sorted(x for x, _ in line.points)


def test_the_same_figure_stands_in_the_daily_sheet(table: Table, tmp_path: Path) -> None:
    """As a picture on paper, as its sentence on a terminal."""
    with history_of(table, tmp_path) as history:
        day = day_of(history, "2026-11-26")
        sheet = daily_sheet(ENGLISH, history, day)
        figures = [block.figure for block in sheet.blocks if isinstance(block, Picture)]
        assert [figure.title for figure in figures] == ["What the meter stood at", "Wagers by seat", "Take-up by seat"]
        printed = words_of(as_pdf(sheet, "f", WHEN)).split("\n")
        for figure in figures:
            assert set(texts(figure)) <= set(printed)
            assert figure.description in text_of(sheet)


def test_paper_page_and_picture_show_the_same_shapes() -> None:
    """A mark of each kind, at its place."""
    figure = Figure(
        100, 50, "A title", "It is told.",
        (
            Stroke(((0, 0), (50, 50)), BLUE, 2),
            Patch(((0, 0), (10, 0), (0, 10)), GREEN),
            Dot((50, 25), 4, ORANGE),
            Words((100, 50), "the end", 10, "#000000", "end", bold=True),
        ),
    )  # fmt: skip
    page = as_pdf(Document("T", "K", (Picture(figure),)), "f", WHEN)
    assert "the end" in words_of(page)
    assert page == as_pdf(Document("T", "K", (Picture(figure),)), "f", WHEN), "the same bytes each time"
    root = ElementTree.fromstring(as_svg(figure))  # noqa: S314
    assert [element.tag.removeprefix(SVG) for element in root[3]] == ["polyline", "polygon", "circle", "text"]
    assert root[3][0].attrib["points"] == "0,0 50,50"
    assert root[3][0].attrib["stroke-width"] == "2"
    assert root[3][3].attrib["text-anchor"] == "end"
    png = as_png(figure)
    assert png == as_png(figure), "the same bytes each time"
    picture = Image.open(BytesIO(png))
    assert picture.size == (200, 100), "two pixels a unit"
    assert picture.info["Description"] == "It is told."
    colors = {at: ImageColor.getrgb(color) for at, color in PIXELS.items()}
    assert {at: picture.getpixel(at) for at in PIXELS} == colors
    above, right = picture.crop((0, 0, 200, 70)), picture.crop((130, 76, 200, 100))
    assert (0, 0, 0) not in {color for _, color in above.getcolors(99_999) or ()}
    assert (0, 0, 0) in {color for _, color in right.getcolors(99_999) or ()}, "the text ends at the right"


def test_no_day_but_those_asked_for_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 10."""
    read: list[int] = []
    rows = Reader.rows

    def counted(reader: Reader, *args: object, **kwargs: object) -> object:
        found = rows(reader, *args, **kwargs)  # type: ignore[arg-type]
        read.append(len(found))
        return found

    monkeypatch.setattr(Reader, "rows", counted)
    costs = []
    for days in (12, 40):
        with drawn(month(days=days), tmp_path, "2026-11-20", "2026-11-24") as (found, _):
            assert found.stats.rounds > 0
        costs.append(sum(read))
        read.clear()
    assert costs[0] == costs[1]


def test_the_last_month_unless_somebody_says_otherwise(table: Table, tmp_path: Path) -> None:
    with history_of(table, tmp_path) as history:
        assert last_days(history, None, None) == (FIRST, LAST)
        assert last_days(history, None, "2026-11-20") == (FIRST, "2026-11-20")
        assert last_days(history, "2026-12-01", None) == ("2026-12-01", LAST)
        with pytest.raises(UsageError, match="days_reversed first=2026-12-19 last=2026-12-01"):
            last_days(history, "2026-12-19", "2026-12-01")
        with pytest.raises(UsageError, match="chart_too_long days=92"):
            last_days(history, "2026-01-01", None)


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [(0, 1000, [0, 250, 500, 750, 1000]), (1234, 1260, [1240, 1250, 1260]), (0, 0.31, [0, 0.1, 0.2, 0.3])],
)
def test_scales_have_round_numbers(low: float, high: float, found: list[float]) -> None:
    assert steps(low, high, 4) == pytest.approx(found)


def test_a_time_without_wagers_says_so(tmp_path: Path) -> None:
    table = Table()
    table.open()
    with drawn(table, tmp_path, "2026-11-01", FIRST) as (_, figures):
        no_wager = catalogue("en").say(NO_WAGER)
        assert no_wager in texts(figures["wagers"])
        assert no_wager in texts(figures["wins"])


def test_a_corrected_amount_is_still_one_wager(tmp_path: Path) -> None:
    """A bet that played for $10 instead of $5 is one bet of $10 in the statistics, too."""
    table = Table(make_rules(amounts=(5 * DOLLAR, 10 * DOLLAR)))
    table.open()
    table.lock(1)
    table.do(events.SetTier, spot="1/gbj", amount=10 * DOLLAR, reason="camera 3", by=("floor",))
    table.key("clear")
    with drawn(table, tmp_path, FIRST, FIRST) as (found, _):
        (play,) = found.stats.plays
        assert (play.wagers, play.wagered, found.stats.lit["1/gbj"]) == (1, 10 * DOLLAR, 1)
        assert found.worth[FIRST]["1/gbj"] == 10 * DOLLAR
