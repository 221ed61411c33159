"""What the speed table says of its figures, and what is read out of a trace."""

from pathlib import Path

from bench.__main__ import STAGES, beside, table
from bench.chart import draw
from bench.edge import synced
from bench.targets import TARGETS, Target

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


def test_a_run_without_a_figure_is_drawn_all_the_same(tmp_path: Path) -> None:
    history = [{"ratios": {MET.title: 1.5}}, {"ratios": {MET.title: 1.3, MISSED.title: 0.51}}]
    draw({MET: 1.3, MISSED: 0.51, REPORTED: 80}, history, tmp_path / "speed.svg")
    assert MET.title in (tmp_path / "speed.svg").read_text()
