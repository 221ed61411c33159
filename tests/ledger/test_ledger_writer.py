"""The writer's thread: commits in order, none after a failed one."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.ledger.rows import new_store, next_rows, state_after
from support.spoken import problem

from controller.ledger.errors import OutOfOrder, StoreError
from controller.ledger.reader import Reader
from controller.ledger.rows import Row
from controller.ledger.store import Store
from controller.ledger.writer import Writer


def started(store: Store) -> Writer:
    writer = Writer(store)
    writer.start()
    return writer


async def test_commits_in_the_order_asked_and_off_the_loop(url: str) -> None:
    store = new_store(url)
    threads: set[int] = set()
    append = store.append

    def watched(rows: Sequence[Row], state: str) -> None:
        threads.add(threading.get_ident())
        append(rows, state)

    store.append = watched  # type: ignore[method-assign]
    writer = started(store)
    rows = next_rows(store.checkpoint, 20)
    await asyncio.gather(*(writer.commit([row], state_after(row.seq)) for row in rows))
    await writer.alive()
    await writer.close()
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    store = Store.open(url)
    assert store.checkpoint.seq == 21
    store.close()


async def test_r161_a_failed_write_is_the_last(url: str) -> None:
    """Law 6: also those that already wait behind it are refused."""
    store = new_store(url)
    writer = started(store)
    rows = next_rows(store.checkpoint, 3)
    outcomes = await asyncio.gather(
        writer.commit(rows[:1], state_after(2)),
        writer.commit(rows[2:], state_after(4)),
        writer.commit(rows[1:2], state_after(3)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), OutOfOrder, StoreError]
    with problem(StoreError, "accepts no more rows"):
        await writer.commit(rows[1:2], state_after(3))
    await writer.alive()
    await writer.close()
    reader = Reader(url)
    assert reader.checkpoint().seq == 2
    reader.close()


async def test_a_fault_of_our_own_stops_it_too(url: str) -> None:
    writer = started(new_store(url))
    with problem(StoreError, "AttributeError"):
        await writer.commit([None], "{}")  # type: ignore[list-item]
    with problem(StoreError, "accepts no more"):
        await writer.commit([], "{}")
    await writer.close()


async def test_a_cancelled_wait_cancels_no_commit(url: str) -> None:
    store = new_store(url)
    writer = started(store)
    commit = asyncio.ensure_future(writer.commit(next_rows(store.checkpoint), state_after(2)))
    await asyncio.sleep(0)
    commit.cancel()
    await writer.alive()
    assert store.checkpoint.seq == 2
    await writer.close()


async def test_in_a_quiet_moment_the_next_commit_is_begun_ahead(url: str) -> None:
    """Whoever reads is not kept from it, and sees what is committed."""
    store = new_store(url)
    made_ready = threading.Event()
    begin = store.make_ready

    def watched() -> None:
        begin()
        made_ready.set()

    store.make_ready = watched  # type: ignore[method-assign]
    writer, reader = started(store), Reader(url)
    for seq in (2, 3):
        assert await asyncio.to_thread(made_ready.wait, 30)
        assert reader.checkpoint().seq == seq - 1
        made_ready.clear()
        await writer.commit(next_rows(store.checkpoint), state_after(seq))
        assert reader.checkpoint().seq == seq
    assert await asyncio.to_thread(made_ready.wait, 30)
    await writer.close()
    reader.close()
    Store.open(url).close()


def test_a_transaction_begun_ahead_lets_no_other_write(tmp_path: Path) -> None:
    store = new_store(f"sqlite:///{tmp_path / 'ledger.db'}")
    store.make_ready()
    store.make_ready()
    with contextlib.closing(sqlite3.connect(tmp_path / "ledger.db", timeout=0)) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("DELETE FROM days")
        store.append(next_rows(store.checkpoint), state_after(2))
        assert other.execute("SELECT max(seq) FROM journal").fetchone() == (2,)
    store.make_ready()
    store.close()
