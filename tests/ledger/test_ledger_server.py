"""What only a database server can do to us: restart, vanish, refuse, promise less than it should."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.ledger.postgres import Postgres
from support.ledger.rows import append, new_store, sound, sql
from support.spoken import problem, say

from controller.ledger.errors import LedgerLocked, NoLedger, OutOfOrder, ReadOnly, StoreError, Unreachable
from controller.ledger.reader import Reader
from controller.ledger.store import Store


@pytest.fixture
def store(postgres: Postgres) -> Iterator[Store]:
    store = new_store(postgres.new_database())
    yield store
    store.close()


def url_of(store: Store, postgres: Postgres) -> str:
    return postgres.url(store.name.split("@")[0])


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_an_append_survives_one_restart_of_the_server(postgres: Postgres, store: Store, mode: str) -> None:
    append(store, 2)
    postgres.stop(mode)
    postgres.start()
    append(store, 2)
    assert store.checkpoint.seq == 5
    with pytest.raises(LedgerLocked):  # the new connection holds the lock again
        Store.open(url_of(store, postgres))
    assert sound(url_of(store, postgres))


@pytest.mark.parametrize("committed", [True, False])
def test_a_connection_lost_at_the_commit(
    postgres: Postgres, store: Store, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    """Whether the server had committed or not, the rows are there once."""
    dialect = store._engine.dialect
    commit = dialect.do_commit

    def lost(driver: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        if committed:
            commit(driver)
        driver = driver.driver_connection
        backend = driver.info.backend_pid
        postgres.execute("postgres", f"SELECT pg_terminate_backend({backend}, 5000)")
        driver.execute("SELECT 1")

    monkeypatch.setattr(dialect, "do_commit", lost)
    append(store, 2)
    append(store)
    assert store.checkpoint.seq == 4
    assert sql(url_of(store, postgres), "SELECT count(*) FROM journal") == 4
    assert sound(url_of(store, postgres))


def test_a_server_that_stays_away(postgres: Postgres, store: Store) -> None:
    postgres.stop()
    try:
        with problem(Unreachable, r"cannot be reached.*check the server") as refusal:
            append(store)
        assert "secret" not in say(refusal.value.message)
        with pytest.raises(Unreachable):
            Reader(url_of(store, postgres))
    finally:
        postgres.start()
    assert store.checkpoint.seq == 1


def test_a_ledger_taken_over_meanwhile_is_not_written_twice(postgres: Postgres, store: Store) -> None:
    url = url_of(store, postgres)
    postgres.stop()
    postgres.start()
    other = Store.open(url)  # quicker than we were
    append(other)
    with pytest.raises(LedgerLocked):
        append(store)
    other.close()
    with pytest.raises((StoreError, OutOfOrder)):
        append(store)
    assert sql(url, "SELECT count(*) FROM journal") == 2
    assert sound(url)


@pytest.mark.parametrize(
    ("setting", "kind", "says"),
    [("fsync=off", StoreError, "set fsync=on"), ("default_transaction_read_only=on", ReadOnly, "is read-only")],
)
def test_a_server_that_cannot_keep_what_it_promises(
    postgres: Postgres, setting: str, kind: type[StoreError], says: str
) -> None:
    url = postgres.new_database()
    new_store(url).close()
    postgres.stop()
    postgres.start(setting)
    try:
        with problem(kind, says):
            Store.open(url)
        assert sound(url)
    finally:
        postgres.stop()
        postgres.start()


def test_no_such_database(postgres: Postgres) -> None:
    for opener in (Reader, Store.open):
        with problem(NoLedger, r"nowhere.*litbet init") as refusal:
            opener(postgres.url("nowhere"))
        assert "secret" not in say(refusal.value.message)


def test_no_such_role(postgres: Postgres) -> None:
    """The database exists, so nobody is told to create it."""
    url = postgres.new_database()
    with problem(Unreachable, r'role "nobody" does not exist'):
        Reader(url.replace("litbet:secret", "nobody"))


def test_a_role_without_the_right_to_write(postgres: Postgres) -> None:
    url = postgres.new_database()
    new_store(url).close()
    sql(url, "CREATE ROLE guest LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest")
    guest = Store.open(url.replace("litbet:secret", "guest"))
    with problem(ReadOnly, "grants"):
        append(guest)
    guest.close()
    sql(url, "DROP OWNED BY guest; DROP ROLE guest")
