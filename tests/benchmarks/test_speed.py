"""What the speed table says of its figures, and what is read out of a trace."""

from support.reports.figures import assert_apart, assert_inside, texts

from benchmarks.__main__ import STAGES, beside, table
from benchmarks.chart import chart
from benchmarks.edge import synced
from benchmarks.load_chart import chart as load_chart
from benchmarks.targets import TARGETS, Target
from controller.reports.charts.sheet import GREEN, GREY, ORANGE
from controller.reports.layout.figure import Patch

MET = Target("lock", "a", "edge to receipt", 1.3, 1.8)
MISSED = Target("idle", "b", "idle", 0.5)
REPORTED = Target("audit", "c", "audit", None, 90.0)


def test_a_sync_is_told_at_its_return_whether_or_not_another_thread_spoke_meanwhile() -> None:
    trace = (
        "71 1763528400.000100 fdatasync(9) = 0 <0.000250>\n"
        "71 1763528401.000100 fdatasync(9 <unfinished ...>\n"
        "72 1763528401.000300 fsync(4)      = 0 <0.000100>\n"
        "71 1763528401.000900 <... fdatasync resumed>) = 0 <0.000800>\n"
        "71 1763528402.000000 fdatasync(9) = -1 EIO (Input/output error) <0.000001>\n"
    )
    assert synced(trace) == [1763528400000350000, 1763528401000400000, 1763528401000900000]


def test_every_target_is_measured_under_a_name_of_its_own() -> None:
    assert {each.module for each in TARGETS} <= {stage.module for stage in STAGES}
    assert len({each.title for each in TARGETS}) == len(TARGETS)


def test_the_table_says_what_is_met() -> None:
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table({MET: 1.3, MISSED: 0.51, REPORTED: 80})]
    assert cells[2:] == [
        ["edge to receipt", "1.3", "1.3", "1.8", "met"],
        ["idle", "0.51", "0.5", "", "not met"],
        ["audit", "80", "", "90", ""],
    ]


def test_the_peers_have_a_column_each_and_one_that_is_left_out_has_none() -> None:
    found = {"peers": ["mqtt-io==2"], "litbet: p50 ms": 1.0, "mqtt-io: p50 ms": 5.0}
    found |= {"litbet, outage: on its own disk": 9, "mqtt-io, outage: on its own disk": None}
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in beside(found)]
    assert cells[0] == ["", "litbet", "mqtt-io"]
    assert cells[2:] == [
        ["p50 ms", "1.0", "5.0"],
        ["outage: on its own disk", "9", "none"],
    ]


def test_a_run_without_a_figure_is_drawn_all_the_same() -> None:
    history = [{"ratios": {MET.title: 1.5}}, {"ratios": {MET.title: 1.3, MISSED.title: 0.51}}]
    figure = chart({MET: 1.3, MISSED: 0.51, REPORTED: 80}, history)
    assert_inside(figure)
    assert_apart(figure)
    assert [MET.title, "1.3", MISSED.title, "0.51"] == [
        text for text in texts(figure) if text in (MET.title, "1.3", MISSED.title, "0.51")
    ]
    assert figure.description.startswith("1 of 2 targets are met")
    colors = {shape.color for shape in figure.shapes if isinstance(shape, Patch)}
    assert colors == {GREEN, ORANGE, GREY}, "met, missed, and one without a target"


def test_a_load_is_drawn_to_its_end() -> None:
    samples = [
        {"at": 60.0 * minute, "RSS MB": 52.0, "handles": 40, "WAL MB": 0, "answer ms": 0.5} for minute in range(9)
    ]
    figure = load_chart({f"table-{number}": samples for number in range(8)})
    assert_inside(figure)
    assert_apart(figure)
    assert {f"table-{number}" for number in range(8)} <= set(texts(figure))
    assert texts(figure)[0] == "8 tables for 8 minutes"
