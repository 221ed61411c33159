"""`litbet report`: from the ledger alone, as text, JSON, CSV and PDF (R220)."""

import csv
import hashlib
import json
from pathlib import Path

import pytest
from support.reports.papers import claim, lit
from support.reports.pdf import words_of
from support.table.story import Table

from controller.__main__ import main
from controller.config.load import load
from controller.config.resources import shipped
from controller.ledger.bookkeeping import to_rows
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.reports import kinds
from controller.reports.report import reports
from controller.table import events
from controller.table.codec import encode

DAY = "2026-11-18"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table's file and its ledger after a day and a morning; nothing runs."""
    folder = tmp_path / "table"
    folder.mkdir()
    text = (shipped("config") / "table.toml").read_text().replace("galaxy", "gbj")
    text = text.replace("brook-gbj-bonus-jackpot", "brook-galaxy-bonus-jackpot")
    (folder / "table.toml").write_text(text)
    config = load(folder / "table.toml")
    table = Table(config.rules)
    table.open()
    lit(table, 400)
    for seat, award, by in ((1, "straight", "floor"), (2, "three-of-a-kind-suited", "manager")):
        table.press(seat)
        table.key("lock")
        claim(table, seat, award, by)
        table.key("clear")
        table.wait(20)
    table.press(1)
    table.key("lock")
    table.do(events.Void, reason='=HYPERLINK("http://x")', by=("floor",))
    table.do(events.Close)
    table.until("2026-11-19 10:00")
    url = f"sqlite:///{folder / 'ledger.db'}"
    Store.create(url, to_rows(table.journal, GENESIS), encode(table.state.book)).close()
    return folder


def run(folder: Path, *words: str) -> int:
    return main(["report", *words, "--dir", str(folder)])


def facts(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert run(folder, *words, "--json") == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_day_as_text_and_as_facts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "day", "--day", DAY) == 0
    assert "Daily sheet\nTable bj-1, Wednesday, November 18, 2026" in capsys.readouterr().out
    found = facts(folder, capsys, "day", "--day", DAY)
    assert (found["wagered"], found["won"], found["result"]) == ("2010.00", "640.00", "1370.00")
    assert facts(folder, capsys, "day")["day"] == "2026-11-19"


def test_the_facts_carry_a_hash_of_themselves(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = facts(folder, capsys, "day", "--day", DAY)
    digest = found.pop("sha256")
    text = json.dumps(found, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == digest


def test_a_csv_of_one_line_a_figure(folder: Path, tmp_path: Path) -> None:
    assert run(folder, "day", "--day", DAY, "--csv", str(tmp_path / "day.csv")) == 0
    with (tmp_path / "day.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    figures = {(line["section"], line["figure"]): line["dollars"] or line["count"] for line in lines}
    assert figures["money", "wagered"] == "2010.00"
    assert figures["jackpot bonus", "closing"] == "1250.00"
    assert figures["jackpot bonus", "posted"] == "201.00"
    assert figures["rounds", "rounds_void"] == "1"
    assert figures["account", "players"] == "-1370.00"  # a number, not a text
    assert {line["day"] for line in lines} == {DAY}


def test_what_people_typed_is_no_formula(folder: Path, tmp_path: Path) -> None:
    assert run(folder, "exceptions", "--from", DAY, "--csv", str(tmp_path / "e.csv")) == 0
    with (tmp_path / "e.csv").open(newline="") as file:
        (line,) = list(csv.DictReader(file))
    assert line["reason"] == """'=HYPERLINK("http://x")"""


@pytest.mark.parametrize(
    "words",
    [
        ("day", "--day", DAY),
        ("games", "--day", DAY),
        ("stats", "--from", DAY),
        ("variance", "--from", DAY),
        ("wins", "--from", DAY),
        ("exceptions", "--from", DAY),
        ("slips", "--from", DAY),
        ("slips", "--slip", "2"),
    ],
)
def test_the_same_ledger_prints_the_same_bytes(folder: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    one, two = tmp_path / "one.pdf", tmp_path / "two.pdf"
    assert run(folder, *words, "--pdf", str(one)) == run(folder, *words, "--pdf", str(two)) == 0
    assert one.read_bytes() == two.read_bytes()
    assert b"20261119" in one.read_bytes()  # made when its newest row was
    assert "Head of the chain" in words_of(one.read_bytes())


def test_files_and_facts_go_together(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = facts(folder, capsys, "slips", "--slip", "2", "--pdf", str(tmp_path / "slip.pdf"))
    assert (found["slip"], found["slip_amount"], found["status"]) == (2, "625.00", "paid")
    assert (tmp_path / "slip.pdf").exists()


def test_spans(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [win["slip"] for win in facts(folder, capsys, "wins", "--from", DAY)["wins"]] == [1, 2]  # type: ignore[attr-defined]
    assert facts(folder, capsys, "wins")["wins"] == []  # the newest day has none yet
    assert facts(folder, capsys, "slips", "--from", "2026-01-01", "--to", "2026-11-17")["slips"] == []
    assert facts(folder, capsys, "exceptions", "--from", DAY)["exceptions"] == {"floor": {"void": 1}}


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("day", "--day", "2026-11-30"), 1, "there is no sheet of 2026-11-30"),
        (("slips", "--slip", "3"), 1, "has issued 2"),
        (("wins", "--from", "2026-11-19", "--to", DAY), 2, "write the earlier day first"),
    ],
)
def test_what_cannot_be_reported(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, says: str
) -> None:
    assert run(folder, *words) == status
    assert says in capsys.readouterr().err


def test_a_day_is_written_as_a_day(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        run(folder, "day", "--day", "18.11.2026")
    assert error.value.code == 2
    assert "write a day as 2026-11-18" in capsys.readouterr().err


def test_charts_as_files_as_paper_and_as_figures(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where, pdf, lines_file = tmp_path / "charts", tmp_path / "c.pdf", tmp_path / "c.csv"
    assert run(folder, "charts", "--svg", str(where), "--pdf", str(pdf), "--csv", str(lines_file)) == 0
    output = capsys.readouterr().out
    for name in ("meter", "wagers", "take-up", "wins"):
        assert f"{where / name}.svg: written" in output
        assert (where / f"{name}.svg").read_text().startswith("<svg ")
    assert "What the meter stood at" in words_of(pdf.read_bytes())
    lines = list(csv.DictReader(lines_file.read_text().splitlines()))
    assert sum(int(line["wagers"]) for line in lines) == 402
    assert facts(folder, capsys, "charts", "--from", DAY, "--to", DAY)["rounds"] == 69
    assert run(folder, "charts", "--from", DAY) == 0
    assert "from $1,250.00 to $1,451.00, with 1 post and no wins." in capsys.readouterr().out


def test_a_report_is_in_the_language_of_the_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "es_US.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    assert run(folder, "slips", "--slip", "2") == 0
    assert "Seiscientos veinticinco dólares con 00/100" in capsys.readouterr().out
    assert run(folder, "slips", "--slip", "3") == 1
    assert "ha emitido 2" in capsys.readouterr().err


def test_facts_for_programs_are_the_same_in_every_language(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        ("day", "--day", DAY),
        *((name, "--from", DAY) for name in ("wins", "exceptions", "variance", "stats", "slips")),
    ]
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    found = {}
    for language in ("en", "es"):
        monkeypatch.setenv("LANG", language)
        found[language] = [facts(folder, capsys, *words) for words in asked]
    assert found["en"] == found["es"]


def test_a_report_is_one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "quiet.py").write_text(
        "from controller.reports.report import Report, span\nREPORT = Report('quiet', '', span, lambda *_: None)\n"
    )
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    names = [report.name for report in reports()]
    assert sorted(names) == ["charts", "day", "exceptions", "games", "quiet", "slips", "stats", "variance", "wins"]
