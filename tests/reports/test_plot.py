"""Panels of charts: a line stops at the edge and goes on where it comes back, and names do not run into each other."""

import pytest
from support.reports.figures import assert_apart, assert_inside, texts

from controller.reports.charts.plot import Plot, Scale, between, legend
from controller.reports.charts.scales import powers
from controller.reports.charts.sheet import BAND, BLUE, EDGE, WIDTH, Sheet
from controller.reports.layout.figure import Patch, Stroke, Words
from words.catalogue import catalogue


def plot() -> Plot:
    """A hundred wide and fifty high; a value is a unit."""
    return Plot(Sheet(catalogue("en"), "A title", "below it"), Scale(0, 100, 0, 100), Scale(0, 50, 50, 0))


@pytest.mark.parametrize(
    ("points", "pieces"),
    [
        ([(0, 10), (5, 20)], [[(0, 10), (5, 20)]]),
        ([(0, 10), (10, 60)], [[(0, 10), (8, 50)]]),
        ([(0, -10), (10, 10), (20, -10)], [[(5, 0), (10, 10), (15, 0)]]),
        ([(0, 10), (10, 90), (20, 10)], [[(0, 10), (5, 50)], [(15, 50), (20, 10)]]),
        ([(0, -100), (10, 100)], [[(5, 0), (7.5, 50)]]),
        ([(0, 60), (10, 70), (20, 60)], []),
        ([(0, 60), (10, 60)], []),
        ([(0, 50), (10, 50)], [[(0, 50), (10, 50)]]),
        ([(0, 10)], []),
    ],
)
def test_a_line_is_cut_at_the_edges(points: list[tuple[float, float]], pieces: list[list[tuple[float, float]]]) -> None:
    assert list(between(points, 0, 50)) == pieces


def test_what_leaves_a_panel_is_not_drawn() -> None:
    panel = plot()
    panel.line([(0, 25), (50, 75), (100, 25)], BLUE)
    lines = [shape for shape in panel.sheet.shapes if isinstance(shape, Stroke)]
    assert [shape.points for shape in lines] == [((0, 25), (25, 0)), ((75, 0), (100, 25))]


def test_a_band_stays_in_its_panel() -> None:
    panel = plot()
    panel.band([(0, -10, 60), (100, 20, 30)], BAND)
    (band,) = (shape for shape in panel.sheet.shapes if isinstance(shape, Patch))
    assert band.points == ((0, 0), (100, 20), (100, 30), (0, 50))


def test_a_name_that_would_run_into_another_is_left_out() -> None:
    panel = plot()
    panel.base([(0, "0"), (10, "1,000,000"), (60, "2,000,000"), (110, "3")], "rounds")
    figure = panel.sheet.figure(200, "")
    assert texts(figure)[2:] == ["0", "2,000,000", "3", "rounds"]
    assert_apart(figure)


def test_a_name_at_the_right_edge_stays_on_the_page() -> None:
    panel = Plot(Sheet(catalogue("en"), "A title", "below it"), Scale(0, 1, EDGE, WIDTH - EDGE), Scale(0, 1, 90, 0))
    panel.base([(WIDTH - EDGE, "10,000,000 rounds")])
    assert_inside(panel.sheet.figure(200, ""))


def test_logarithms_give_each_power_of_ten_the_same_room() -> None:
    scale = Scale(10, 1000, 0, 200, logarithmic=True)
    assert [scale.place(value) for value in powers(10, 1000)] == pytest.approx([0, 100, 200])
    assert powers(11, 99) == []
    assert powers(1, 10**9)[-1] == 10**9


def test_the_names_of_a_legend_stand_in_order_at_the_right() -> None:
    sheet = Sheet(catalogue("en"), "A title", "below it")
    legend(sheet, [("one", BLUE, 2.0), ("another", BAND, 10.0)])
    figure = sheet.figure(200, "")
    assert_inside(figure)
    assert_apart(figure)
    places = {shape.text: shape.at[0] for shape in figure.shapes if isinstance(shape, Words)}
    assert WIDTH / 2 < places["one"] < places["another"]
