"""An older ledger comes to the present schema with every row it had, or stays as it was."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from support_ledger import append, new_store, sql

from controller.ledger import migrations, schema
from controller.ledger.audit import audit
from controller.ledger.dialects import database_of
from controller.ledger.errors import DiskFull, LedgerCorrupt, OtherVersion
from controller.ledger.reader import Reader
from controller.ledger.store import Store

OLD = Path(__file__).parents[1] / "data" / "ledger" / "0001.db"


@pytest.fixture
def old(file: Path) -> Path:
    shutil.copy(OLD, file)
    return file


def journal(file: Path) -> list[object]:
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT * FROM journal ORDER BY seq").fetchall()
    connection.close()
    return rows


def test_a_stored_old_ledger_is_brought_up(old: Path) -> None:
    before = journal(old)
    assert len(before) == 48
    url = f"sqlite:///{old}"
    with pytest.raises(OtherVersion, match=r"older litbet \(schema 0001\).*litbet run"):
        Reader(url)
    store = Store.open(url)
    assert store.checkpoint.seq == 48
    append(store, day="2026-11-18")
    append(store, day="2026-11-19")
    store.close()
    assert journal(old)[:48] == before

    reader = Reader(url)
    assert audit(reader, []) == []
    assert [row.seq for row in reader.rows_of_day("2026-11-17")][:4] == [2, 3, 6, 10]
    assert reader.extent().stretches[-2:] == [(47, "2026-11-18"), (50, "2026-11-19")]
    reader.close()
    for table in ("journal", "days"):
        with pytest.raises(sa.exc.DBAPIError, match="only grows"):
            sql(url, f"DELETE FROM {table}")  # noqa: S608


def test_the_old_file_is_kept(old: Path) -> None:
    """Also what lay in its log alone, as after a power cut."""
    connection = sqlite3.connect(old)
    connection.execute("UPDATE checkpoint SET seq = seq")
    connection.commit()
    copy = old.with_name("ledger.db.before-0002")
    Store.open(f"sqlite:///{old}").close()
    connection.close()
    assert journal(copy) == journal(old)
    assert sql(f"sqlite:///{copy}", "SELECT version_num FROM alembic_version") == "0001"
    copy.unlink()
    Store.open(f"sqlite:///{old}").close()
    assert not copy.exists()  # once only


def test_a_damaged_old_ledger_is_not_touched(old: Path) -> None:
    """A step that fails, or that changes the journal, leaves everything as it was."""
    sql(f"sqlite:///{old}", "CREATE TABLE days (x)")
    with pytest.raises(Exception, match="days"):
        Store.open(f"sqlite:///{old}")
    assert sql(f"sqlite:///{old}", "SELECT version_num FROM alembic_version") == "0001"


def test_a_step_that_loses_rows_is_undone(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def upgrade(connection: sa.Connection) -> None:
        connection.exec_driver_sql("DROP TRIGGER journal_no_delete")
        connection.exec_driver_sql("DELETE FROM journal WHERE seq = 7")

    monkeypatch.setattr(migrations, "upgrade", upgrade)
    with pytest.raises(LedgerCorrupt, match="undone"):
        Store.open(f"sqlite:///{old}")
    assert len(journal(old)) == 48


def test_no_room_for_the_copy(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DiskFull, match="make room"):
        Store.open(f"sqlite:///{old}")
    assert sql(f"sqlite:///{old}", "SELECT version_num FROM alembic_version") == "0001"


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
        "import sys; from support_ledger import new_store; from controller.ledger.store import Store\n"
        "new_store(sys.argv[1]).close(); Store.open(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )
    run = [sys.executable, "-c", program, f"sqlite:///{tmp_path}/x.db"]
    path = {"PYTHONPATH": ":".join(str(Path(__file__).parents[up]) for up in (1, 2))}
    assert subprocess.run(run, env=path, capture_output=True, text=True, check=True).stdout == "False\n"
