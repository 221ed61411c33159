"""Every ledger test runs on both databases unless it is about a file or a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.ledger.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if Postgres.MISSING:
        pytest.fail(Postgres.MISSING)  # set-up installs it: half a suite must not pass for a whole one
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ledger.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, file: Path) -> str:
    """Where a ledger may be made."""
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    server = request.getfixturevalue("postgres")
    return str(server.new_database())
