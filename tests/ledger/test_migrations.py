"""A ledger of an earlier release comes to the present schema with every row it had, or stays as it was.

There is one schema so far; the second one is made up here: it adds a table.
"""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from support.ledger.rows import append, new_store, sound, sql
from support.spoken import problem

from controller.ledger import migrations, schema
from controller.ledger.database import database_of
from controller.ledger.errors import DiskFull, LedgerCorrupt, OtherVersion
from controller.ledger.reader import Reader
from controller.ledger.store import Store

ROWS = 48
STEP = """
from alembic import op
import sqlalchemy as sa

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("seals", sa.Column("number", sa.Integer))
"""


@pytest.fixture
def second_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The program as a release with a second schema would be; gives the file of its step."""
    folder = shutil.copytree(migrations.FOLDER, tmp_path / "migrations")
    step = folder / "versions" / "v0002.py"
    step.write_text(STEP)
    seals = sa.Table("seals", schema.metadata, sa.Column("number", sa.Integer))
    monkeypatch.setattr(migrations, "FOLDER", folder)
    monkeypatch.setattr(schema, "VERSIONS", ("0001", "0002"))
    yield step
    schema.metadata.remove(seals)


@pytest.fixture
def old(url: str, request: pytest.FixtureRequest) -> str:
    """A ledger of the first release, opened by the second."""
    new_store(url, ROWS).close()
    request.getfixturevalue("second_release")
    return url


@pytest.fixture
def old_file(file: Path, request: pytest.FixtureRequest) -> Path:
    new_store(f"sqlite:///{file}", ROWS).close()
    request.getfixturevalue("second_release")
    return file


def journal(url: str) -> list[tuple[object, ...]]:
    """Whatever its version."""
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(sa.select(*schema.journal.c).order_by(schema.journal.c.seq)).all()
    engine.dispose()
    return [tuple(row) for row in rows]


def version(url: str) -> str:
    return str(sql(url, "SELECT version_num FROM alembic_version"))


def test_an_earlier_ledger_is_brought_up_with_every_row(old: str) -> None:
    before = journal(old)
    with problem(OtherVersion, r"older litbet \(schema 0001\).*litbet run"):
        Reader(old)
    store = Store.open(old)
    assert store.checkpoint.seq == ROWS
    append(store, day="2026-11-19")
    store.close()
    assert journal(old)[:ROWS] == before
    assert len(journal(old)) == ROWS + 1
    assert version(old) == "0002"
    assert sql(old, "SELECT count(*) FROM seals") == 0
    assert sound(old)
    for table in ("journal", "days"):
        with pytest.raises(sa.exc.DBAPIError, match="only grows"):
            sql(old, f"DELETE FROM {table}")  # noqa: S608


def test_the_earlier_file_stays_beside_it(old_file: Path) -> None:
    """Also what lay in its log alone, as after a power cut."""
    url = f"sqlite:///{old_file}"
    connection = sqlite3.connect(old_file)
    connection.execute("UPDATE checkpoint SET seq = seq")
    connection.commit()
    copy = old_file.with_name("ledger.db.before-0002")
    Store.open(url).close()
    connection.close()
    assert journal(f"sqlite:///{copy}") == journal(url)
    assert version(f"sqlite:///{copy}") == "0001"
    copy.unlink()
    Store.open(url).close()
    assert not copy.exists()  # once only


def test_a_step_that_fails_changes_nothing(old: str) -> None:
    sql(old, "CREATE TABLE seals (x INTEGER)")
    with pytest.raises(Exception, match="seals"):
        Store.open(old)
    assert version(old) == "0001"
    assert len(journal(old)) == ROWS


def test_a_step_that_loses_rows_is_undone(old_file: Path, second_release: Path) -> None:
    lossy = 'op.execute("DROP TRIGGER journal_no_delete")\n    op.execute("DELETE FROM journal WHERE seq = 7")\n    op.'
    second_release.write_text(STEP.replace("op.", lossy, 1))
    with problem(LedgerCorrupt, "undone"):
        Store.open(f"sqlite:///{old_file}")
    assert len(journal(f"sqlite:///{old_file}")) == ROWS


def test_no_room_for_the_copy(old_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with problem(DiskFull, "make room"):
        Store.open(f"sqlite:///{old_file}")
    assert version(f"sqlite:///{old_file}") == "0001"


def test_the_second_release_s_ledger_is_not_opened_by_the_first(
    url: str, second_release: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_store(url).close()
    monkeypatch.undo()
    before = journal(url)
    for opener in (Store.open, Reader):
        with problem(OtherVersion, r"newer litbet \(schema 0002; this one knows 0001\)"):
            opener(url)
    assert journal(url) == before
    assert version(url) == "0002"


def test_a_new_ledger_and_a_migrated_one_have_the_same_schema(url: str, request: pytest.FixtureRequest) -> None:
    new_store(url).close()
    created = shape(url)
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).unlink()
    else:
        url = request.getfixturevalue("postgres").new_database()
    database = database_of(url)
    database.make()
    engine = database.writer()
    with engine.begin() as connection:
        migrations.upgrade(connection)
    engine.dispose()
    assert shape(url) == created
    assert len(created) > 10


def shape(url: str) -> list[object]:
    """Every table, constraint, index and trigger, in the database's own words."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
    if url.startswith("postgresql"):
        query = (
            "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) "
            "FROM information_schema.columns WHERE table_schema = 'public' UNION ALL "
            "SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint "
            "WHERE connamespace = 'public'::regnamespace UNION ALL "
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION ALL "
            "SELECT pg_get_triggerdef(oid) FROM pg_trigger"
        )
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = sorted(" ".join(text.split()) for text in connection.exec_driver_sql(query).scalars())
    engine.dispose()
    return list(found)


def test_the_versions_known_are_those_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    steps = ScriptDirectory.from_config(config).walk_revisions()
    assert tuple(step.revision for step in steps)[::-1] == schema.VERSIONS


def test_alembic_is_imported_only_when_the_schema_differs(tmp_path: Path) -> None:
    program = (
        "import sys; from support.ledger.rows import new_store; from controller.ledger.store import Store\n"
        "new_store(sys.argv[1]).close(); Store.open(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    run = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/x.db"]
    path = {"PYTHONPATH": ":".join(str(Path(__file__).parents[up]) for up in (1, 2))}
    assert subprocess.run(run, env=path, capture_output=True, text=True, check=True).stdout == "False\n"
