"""Nobody destroys a file by the name that he gives to a paper: ledgers, links, devices, and files of other programs."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.reports.papers import lit
from support.table.story import Table

from controller.__main__ import main
from controller.config.load import load
from controller.config.resources import shipped
from controller.ledger.bookkeeping import to_rows
from controller.ledger.rows import GENESIS
from controller.ledger.store import Store
from controller.table import events
from controller.table.codec import encode

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table's folder after a day; nothing runs."""
    folder = tmp_path_factory.mktemp("table")
    text = (shipped("config") / "table.toml").read_text().replace("galaxy", "gbj")
    (folder / "table.toml").write_text(text.replace("brook-gbj-bonus-jackpot", "brook-galaxy-bonus-jackpot"))
    story = Table(load(folder / "table.toml").rules)
    story.open()
    lit(story, 3)
    story.do(events.Close)
    url = f"sqlite:///{folder / 'ledger.db'}"
    Store.create(url, to_rows(story.journal, GENESIS), encode(story.state.book)).close()
    (folder / "pins.json").write_text("{}")
    assert main(["report", "day", "--dir", str(folder)]) == 0  # whoever reads leaves the ledger's usual files
    return folder


@dataclass(frozen=True)
class Write:
    """A command that writes a file of this name into a folder that a person names."""

    name: str
    words: Sequence[str]  # FOLDER and TABLE are filled in
    table: Path

    def into(self, folder: Path) -> int:
        return main([each.replace("FOLDER", str(folder)).replace("TABLE", str(self.table)) for each in self.words])


WRITES = {
    "meter.svg": "report charts --dir TABLE --svg FOLDER",
    "day.pdf": "report day --dir TABLE --pdf FOLDER/day.pdf",
    "ledger.db-wal": "report day --dir TABLE --csv FOLDER/ledger.db-wal",
    "game.pdf": "games show brook --config TABLE/table.toml --pdf FOLDER/game.pdf",
    "rounds.png": "games play brook --rounds 1 --plot FOLDER/rounds.png",
    "rounds.svg": "games play brook --rounds 1 --plot FOLDER/rounds.svg",
}


@pytest.fixture(params=WRITES)
def write(request: pytest.FixtureRequest, table: Path) -> Write:
    return Write(request.param, WRITES[request.param].split(), table)


def all_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_no_paper_is_written_in_a_tables_folder(table: Path, tmp_path: Path, write: Write, capsys: Capture) -> None:
    """Nor below it, nor by a link to it."""
    before = all_of(table)
    (table / "below").mkdir()
    (tmp_path / "link").symlink_to(table)
    for folder in (table, table / "below", tmp_path / "link"):
        assert write.into(folder) == 1
        assert "Name another folder" in capsys.readouterr().err
    (table / "below").rmdir()
    assert all_of(table) == before


def test_the_ledger_itself_stays(table: Path, capsys: Capture) -> None:
    before = (table / "ledger.db").read_bytes()
    for option in ("--pdf", "--csv"):
        assert main(["report", "day", "--dir", str(table), option, str(table / "ledger.db")]) == 1
    assert main(["games", "show", "brook", "--pdf", str(table / "ledger.db")]) == 1, "another table's, unnamed"
    assert (table / "ledger.db").read_bytes() == before


FOREIGN = (b"", b"mine", b"SQLite format 3\0", b"%PDF-1.7 by another", b"a,b\n1,2\n", b"<svg/>", b"\x89PNG\r\n\x1a\n")


def test_a_file_that_litbet_did_not_write_stays(tmp_path: Path, write: Write, capsys: Capture) -> None:
    path = tmp_path / write.name
    for content in FOREIGN if "report" in write.words else FOREIGN[-4:]:
        path.write_bytes(content)
        assert write.into(tmp_path) == 1
        assert "litbet wrote" in capsys.readouterr().err
        assert path.read_bytes() == content


def test_a_link_is_not_followed(tmp_path: Path, write: Write, capsys: Capture) -> None:
    aim = tmp_path / "aim"
    (tmp_path / write.name).symlink_to(aim)
    for content in (None, b"mine"):
        if content:
            aim.write_bytes(content)
        assert write.into(tmp_path) == 1
        assert "is a link" in capsys.readouterr().err
        assert aim.exists() is bool(content)
    assert aim.read_bytes() == b"mine"


def test_a_pipe_is_not_opened(tmp_path: Path, write: Write, capsys: Capture) -> None:
    os.mkfifo(tmp_path / write.name)
    assert write.into(tmp_path) == 1
    assert "no ordinary file" in capsys.readouterr().err


def test_another_name_of_the_same_file_keeps_its_content(table: Path, tmp_path: Path, capsys: Capture) -> None:
    """A report beside which somebody made a hard link: the new one is a new file."""
    report, other = tmp_path / "day.csv", tmp_path / "other"
    assert main(["report", "day", "--dir", str(table), "--csv", str(report)]) == 0
    os.link(report, other)
    before = other.read_bytes()
    assert main(["report", "wins", "--dir", str(table), "--csv", str(report)]) == 0
    assert other.read_bytes() == before != report.read_bytes()


def test_an_older_paper_is_replaced_and_nothing_else_is_left(tmp_path: Path, write: Write) -> None:
    assert write.into(tmp_path) == write.into(tmp_path) == 0
    assert not [left.name for left in tmp_path.iterdir() if left.name.startswith(".")]


def test_a_report_without_lines_is_replaced_too(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "wins.csv"
    for name in ("slips", "day"):
        words = ("--from", "2026-01-01", "--to", "2026-01-02") if name == "slips" else ()
        assert main(["report", name, *words, "--dir", str(table), "--csv", str(path)]) == 0
    assert path.read_text().startswith("litbet_report,table,day")


def test_a_backup_is_not_put_into_the_tables_folder(table: Path, capsys: Capture) -> None:
    for to in (table, table / "backups"):
        assert main(["backup", str(to), "--dir", str(table)]) == 1
        assert "Name another folder" in capsys.readouterr().err
    assert not (table / "backups").exists()
