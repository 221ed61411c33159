"""The store on both databases: what is appended is there, what does not follow is refused."""

# ruff: noqa: S608 (the tests tamper with tables of their own)

import os
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from support.ledger.rows import EMPTY, append, drop_guards, new_store, next_rows, put_guards_back, sql, state_after
from support.spoken import problem

from controller.ledger.errors import LedgerCorrupt, LedgerExists, LedgerLocked, OtherVersion, OutOfOrder, StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Row, canonical, row_hash
from controller.ledger.store import Store


def stored(url: str) -> list[Row]:
    reader = Reader(url)
    try:
        return list(reader.walk())
    finally:
        reader.close()


def test_r160_what_was_appended_is_there_after_a_restart(url: str) -> None:
    store = new_store(url, 2)
    rows = next_rows(EMPTY, 2) + append(store, 3) + append(store, day=None) + append(store, day="2026-11-19")
    expected = store.checkpoint
    store.close()
    store.close()
    store = Store.open(url)
    assert store.checkpoint == expected
    assert store.checkpoint.state == state_after(7)
    rows += append(store, day="2026-11-19")
    store.close()
    assert stored(url) == rows
    assert sql(url, "SELECT count(*) FROM days") == 2


def test_extreme_values_come_back_as_they_were(url: str) -> None:
    """R058: 64 bits; any text that JSON can carry."""
    body = canonical({"note": "quote ' \" \\ \x00 \ud800 ✓ %s :x ?"})
    row = Row.link(EMPTY.head, 1, -(2**63), 2**63 - 1, False, "kind % 'x' ü", None, -(2**63), body, "[]")
    Store.create(url, [row], state_after(1)).close()
    assert stored(url) == [row]


def test_the_same_append_once_more_changes_nothing(url: str) -> None:
    store = new_store(url)
    rows = next_rows(store.checkpoint, 2)
    for _ in range(2):
        store.append(rows, state_after(3))
    store.close()
    store = Store.open(url)
    store.append(rows, state_after(3))
    assert store.checkpoint.seq == 3
    store.close()
    assert len(stored(url)) == 3


@pytest.mark.parametrize("wrong", ["gap", "stale", "fork", "forged", "other state", "nothing"])
def test_what_does_not_follow_is_refused_and_changes_nothing(url: str, wrong: str) -> None:
    store = new_store(url, 3)
    was, rows, state = store.checkpoint, next_rows(store.checkpoint, 2), state_after(5)
    match wrong:
        case "gap":
            rows = rows[1:]
        case "stale":
            rows = next_rows(EMPTY, 2)
        case "fork":
            rows = next_rows(replace(was, head=bytes(32)))
        case "forged":
            rows[1] = replace(rows[1], transfers='[["house","seat:1",5000000,"gift"]]')
        case "other state":  # the last rows again, with a state that they did not lead to
            rows, state = next_rows(EMPTY, 3)[2:], state_after(99)
        case "nothing":
            rows = []
    with pytest.raises(OutOfOrder):
        store.append(rows, state)
    assert store.checkpoint == was
    append(store)
    store.close()
    assert len(stored(url)) == 4


def test_rows_and_state_are_stored_together_or_not_at_all(url: str) -> None:
    """A row the database itself refuses (an index entry of its day is in the way) leaves nothing behind."""
    store = new_store(url)
    sql(url, "INSERT INTO days (first_seq, day) VALUES (3, 'x')")
    rows = next_rows(store.checkpoint, 1) + next_rows(store.checkpoint, 2, day="2026-11-19")[1:]
    rows[1] = Row.link(rows[0].hash, 3, 0, 0, True, "lock", "2026-11-19", None, "{}", "[]")
    tries: list[object] = []
    sa.event.listen(store._engine, "begin", tries.append)
    with problem(StoreError, r"refused.*days"):
        store.append(rows, state_after(3))
    assert store.checkpoint.seq == 1
    assert len(tries) == 1  # after a failed sync, trying again could succeed without the bytes being there
    store.close()
    assert len(stored(url)) == 1
    Store.open(url).close()


def test_another_writer_past_the_lock_is_noticed(url: str) -> None:
    store = new_store(url)
    sql(url, "UPDATE checkpoint SET seq = 7, hash = head")
    with problem(LedgerCorrupt, "another program"):
        append(store)
    store.close()
    assert sql(url, "SELECT count(*) FROM journal") == 1


@pytest.mark.parametrize("table", ["journal", "days", "checkpoint"])
def test_r191_the_database_itself_refuses_to_change_or_remove(url: str, table: str) -> None:
    """Law 3. The checkpoint alone may be updated."""
    new_store(url, 2).close()
    column = {"journal": "kind", "days": "day", "checkpoint": "state"}[table]
    before = sql(url, f"SELECT max({column}) FROM {table}")
    update, delete = f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"
    forbidden = [delete, f"REPLACE INTO {table} SELECT * FROM {table}"]
    if url.startswith("postgresql"):
        forbidden = [delete, f"TRUNCATE {table}"]
    if table == "checkpoint":
        assert sql(url, update) == 1
    else:
        forbidden.append(update)
    for statement in forbidden:
        with pytest.raises(sa.exc.DBAPIError, match=f"{table}: a ledger only grows"):
            sql(url, statement)
    assert sql(url, f"SELECT max({column}) FROM {table}") == before


def test_columns_refuse_what_no_ledger_holds(url: str) -> None:
    new_store(url).close()
    good = {"seq": "2", "utc": "1", "trusted": "1", "hash": "(SELECT hash FROM journal)"}
    for column, value in [("seq", "0"), ("utc", "'x'"), ("utc", "NULL"), ("trusted", "2")]:
        v = good | {column: value}
        with pytest.raises(sa.exc.DBAPIError):
            sql(
                url,
                "INSERT INTO journal (seq, utc, mono, trusted, kind, body, transfers, hash) "
                f"VALUES ({v['seq']}, {v['utc']}, 1, {v['trusted']}, 'k', '', '', {v['hash']})",
            )
    with pytest.raises(sa.exc.DBAPIError):
        sql(url, "INSERT INTO checkpoint SELECT 2, seq, state, head, hash FROM checkpoint")


def test_a_second_opener_is_told_who_holds_it(url: str) -> None:
    store = new_store(url)
    with problem(LedgerLocked, f"in use by another controller.* {os.getpid()}") as refusal:
        Store.open(url)
    assert "secret" not in str(refusal.value)
    append(store)
    store.close()
    Store.open(url).close()


def test_an_existing_ledger_is_never_made_anew(url: str) -> None:
    new_store(url, 2).close()
    with pytest.raises(LedgerExists):
        new_store(url)
    assert len(stored(url)) == 2


def test_a_newer_schema_is_left_alone(url: str) -> None:
    new_store(url).close()
    sql(url, "UPDATE alembic_version SET version_num = '0099'")
    for opener in (Store.open, Reader):
        with problem(OtherVersion, r"newer litbet.*0099.*install"):
            opener(url)


@pytest.mark.parametrize("rows", [1, 31, 32, 33, 34, 80])
def test_the_checkpoint_and_the_last_32_rows_are_verified_at_each_start(url: str, rows: int) -> None:
    new_store(url, rows).close()
    drop_guards(url)
    first_verified = max(1, rows - 31)
    if first_verified > 1:
        sql(url, f"UPDATE journal SET mono = mono + 1 WHERE seq = {first_verified - 1}")
        put_guards_back(url)
        Store.open(url).close()  # the audit's affair
        drop_guards(url)
    sql(url, f"UPDATE journal SET mono = mono + 1 WHERE seq = {first_verified}")
    put_guards_back(url)
    with problem(LedgerCorrupt, f"row {first_verified} .*litbet audit"):
        Store.open(url)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE checkpoint SET state = '{}'",
        "UPDATE checkpoint SET seq = seq - 1",
        "UPDATE checkpoint SET hash = head",
        "DELETE FROM checkpoint",
        "DELETE FROM journal WHERE seq = 5",
        "DELETE FROM journal WHERE seq = 3",
        "DELETE FROM journal",
    ],
)
def test_r165_damage_keeps_the_table_out_of_service(url: str, damage: str) -> None:
    new_store(url, 5).close()
    drop_guards(url)
    sql(url, damage)
    put_guards_back(url)
    with problem(LedgerCorrupt, r"damaged.*litbet audit"):
        Store.open(url)
    Reader(url).close()


def test_a_tail_rewritten_with_its_hashes_does_not_fit_the_checkpoint(url: str) -> None:
    new_store(url, 3).close()
    drop_guards(url)
    forged = row_hash(next_rows(EMPTY, 2)[1].hash, *replace(next_rows(EMPTY, 3)[2], mono=0).columns())
    sql(url, "UPDATE journal SET mono = 0, hash = :hash WHERE seq = 3", {"hash": forged})
    put_guards_back(url)
    with problem(LedgerCorrupt, "does not end where its checkpoint says"):
        Store.open(url)


def test_a_ledger_without_its_guards_is_not_opened(file: Path) -> None:
    """Law 3: whoever took them off may come again."""
    url = f"sqlite:///{file}"
    new_store(url).close()
    sql(url, "DROP TRIGGER journal_no_update")
    with problem(LedgerCorrupt, "the trigger journal_no_update is missing"):
        Store.open(url)
