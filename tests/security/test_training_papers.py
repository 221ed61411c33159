"""No paper of a training passes for a real one: every report, in every form, from the ledger of a training."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from support.reports.papers import claim, lit
from support.reports.pdf import pages_of, words_of
from support.spoken import problem, say
from support.table.story import Table, make_rules

from controller.__main__ import main
from controller.config.load import load
from controller.config.resources import shipped
from controller.daemon.fitting import fit
from controller.ledger.bookkeeping import to_book, to_rows
from controller.ledger.errors import ForeignLedger
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.present.answers import answer_of
from controller.present.views import status
from controller.reports.layout.figure import TRAINING
from controller.reports.report import reports
from controller.table import events
from controller.table.codec import encode

MARK = "TRAINING: nothing on this paper is real."
PURPLE = "0.4706 0.1176 0.5098 rg"  # the band at the top of a page
REPORTS = [report.name for report in reports()]


def folder_of(tmp_path: Path, *, training: bool) -> Path:
    """A day with two wins, a void round and a post, as practised or as played."""
    text = (shipped("config") / "table.toml").read_text().replace("galaxy", "gbj")
    (tmp_path / "table.toml").write_text(text.replace("brook-gbj-bonus-jackpot", "brook-galaxy-bonus-jackpot"))
    table = Table(replace(load(tmp_path / "table.toml").rules, training=training))
    table.open()
    lit(table, 40)
    for seat, award, by in ((1, "straight", "floor"), (2, "three-of-a-kind-suited", "manager")):
        table.press(seat)
        table.key("lock")
        claim(table, seat, award, by)
        table.key("clear")
        table.wait(20)
    table.do(events.Close)
    table.until("2026-11-19 10:00")
    Store.create(
        f"sqlite:///{tmp_path / 'ledger.db'}", to_rows(table.journal, GENESIS), encode(table.state.book)
    ).close()
    return tmp_path


@pytest.fixture(scope="module")
def practised(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory.mktemp("practised"), training=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory.mktemp("played"), training=False)


def run(folder: Path, name: str, *words: str) -> None:
    """With the table's own file, which says nothing of a training: the ledger says so."""
    asked = ("--slip", "1") if name == "slips" else ()
    assert main(["report", name, *asked, *words, "--dir", str(folder), "--config", str(folder / "table.toml")]) == 0


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_as_text_begins_and_ends_with_the_mark(
    name: str, practised: Path, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(practised, name)
    text = capsys.readouterr().out
    assert text.count(MARK) == 2
    assert text.startswith(f"*** {MARK}")
    assert text.rstrip().endswith("file it nowhere. ***")
    run(played, name)
    assert "TRAINING" not in capsys.readouterr().out


@pytest.mark.parametrize("name", REPORTS)
def test_every_page_of_every_pdf_has_mark_and_colours_of_its_own(
    name: str, practised: Path, played: Path, tmp_path: Path
) -> None:
    run(practised, name, "--pdf", str(tmp_path / "t.pdf"))
    pages = pages_of((tmp_path / "t.pdf").read_bytes())
    assert pages
    for page in pages:
        assert MARK in page
        assert page.count("TRAINING") >= 4, "in the band, and three times across the page"
        assert PURPLE in page
    run(played, name, "--pdf", str(tmp_path / "r.pdf"))
    real = (tmp_path / "r.pdf").read_bytes()
    assert "TRAINING" not in words_of(real)
    assert not any(PURPLE in page for page in pages_of(real))


@pytest.mark.parametrize("name", REPORTS)
def test_what_programs_read_says_so_in_each_line(
    name: str, practised: Path, played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, training in ((practised, True), (played, False)):
        run(folder, name, "--json")
        assert json.loads(capsys.readouterr().out).get("training", False) is training
        run(folder, name, "--csv", str(tmp_path / "a.csv"))
        capsys.readouterr()
        with (tmp_path / "a.csv").open(newline="") as file:
            lines = list(csv.DictReader(file))
        assert all((line.get("training") == "TRAINING") is training for line in lines)


def test_every_chart_is_framed_and_crossed(practised: Path, played: Path, tmp_path: Path) -> None:
    for folder, training in ((practised, True), (played, False)):
        run(folder, "charts", "--svg", str(tmp_path / folder.name))
        drawn = [path.read_text() for path in (tmp_path / folder.name).glob("*.svg")]
        assert len(drawn) == 4
        for figure in drawn:
            assert (TRAINING in figure, figure.count(">TRAINING<") == 3, "TRAINING: " in figure) == (training,) * 3


def test_slips_have_numbers_of_their_own(practised: Path, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    day = "2026-11-18"
    asked = {"slips": (), "wins": ("--from", day, "--to", day)}
    for folder, mine, other in ((practised, "T-1", "000001"), (played, "000001", "T-1")):
        for name, words in asked.items():
            run(folder, name, *words)
            text = capsys.readouterr().out
            assert mine in text
            assert other not in text


@pytest.mark.parametrize("name", ["slips", "wins"])
def test_programs_read_those_numbers_too(
    name: str, practised: Path, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, number in ((practised, "T-1"), (played, 1)):
        run(folder, name, *(("--from", "2026-11-18") if name == "wins" else ()), "--json")
        found = json.loads(capsys.readouterr().out)
        assert (found if name == "slips" else found["wins"][0])["slip"] == number


def test_the_pages_of_a_training_name_its_own_slip() -> None:
    table = Table(replace(make_rules(), training=True))
    table.open()
    table.lock(1)
    table.win(1, award="straight")
    (claim,) = status(table.rules, table.state, table.mono, table.utc)["claims"]
    assert claim["slip"] == "T-1"


def test_the_answer_at_a_training_names_its_own_slip() -> None:
    table = Table(replace(make_rules(), training=True))
    table.open()
    table.lock(1)
    table.win(1, award="straight")
    assert "slip T-1" in say(answer_of(table.rules, table.state.book, table.wrote))


def test_the_ledger_of_a_training_is_not_played_as_the_tables_own(practised: Path) -> None:
    url = f"sqlite:///{practised / 'ledger.db'}"
    store = Store.open(url)
    try:
        with problem(ForeignLedger, "this is the ledger of a training"):
            fit(load(practised / "table.toml").rules, "c", to_book(store.checkpoint))
    finally:
        store.close()
