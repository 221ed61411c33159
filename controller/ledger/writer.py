"""The thread that owns the store: the event loop awaits its commits, and no commit follows a failed one.

It has its own queue, because an executor's bookkeeping would take a tenth of the time from the LOCK key to the sign.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue

from controller.ledger.errors import StoreError
from controller.ledger.rows import Checkpoint, Row
from controller.ledger.second_copy_thread import SecondCopy
from controller.ledger.store import Store

IDLE = 0.01  # s without work after which the thread begins the next transaction ahead

Work = Callable[[], None]
Report = Callable[[BaseException | None], None]  # called in the writer's thread with the result


class Writer:
    """Commits in the order of the calls."""

    def __init__(self, store: Store, second_copy: SecondCopy | None = None) -> None:
        self.second_copy = second_copy
        self._store = store
        self._pending: SimpleQueue[tuple[Work, Report] | None] = SimpleQueue()
        self._failed: BaseException | None = None
        # A daemon thread: the interpreter's exit does not wait for it; what is not committed is lost as in a power cut.
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def checkpoint(self) -> Checkpoint:
        """Only valid between two commits."""
        return self._store.checkpoint

    async def commit(self, rows: Sequence[Row], state: str) -> None:
        """When this returns, the rows are on disk. Cancelling the wait does not cancel the commit."""
        await self._do(partial(self._append, rows, state))

    async def alive(self) -> None:
        """Returns when every pending commit is done."""
        await self._do(lambda: None)

    async def close(self) -> None:
        """Closes after the pending commits."""
        await self._do(self._close)
        self._pending.put(None)
        self._thread.join()

    def _do(self, work: Work) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def report(fault: BaseException | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended in the meantime
                loop.call_soon_threadsafe(_settle, done, fault)

        self._pending.put((work, report))
        return done

    # -- in its own thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        while (pending := self._next()) is not None:
            work, report = pending
            try:
                work()
            except BaseException as fault:
                report(fault)
            else:
                report(None)

    def _next(self) -> tuple[Work, Report] | None:
        """Begins the next commit's transaction ahead, after an idle moment."""
        try:
            return self._pending.get(timeout=IDLE)
        except Empty:
            self._store.make_ready()
            return self._pending.get()

    def _append(self, rows: Sequence[Row], state: str) -> None:
        # Checked in the thread, so that a commit that already waits behind a failed one is rejected too.
        if self._failed is not None:
            raise StoreError("no_more_rows", name=self._store.name, why=self._failed) from self._failed
        try:
            self._store.append(rows, state)
        except BaseException as error:
            self._failed = error
            if isinstance(error, StoreError):
                raise
            raise StoreError("not_stored", name=self._store.name, error=repr(error)) from error
        if self.second_copy is not None:
            self.second_copy.follow(rows)

    def _close(self) -> None:
        if self.second_copy is not None:
            self.second_copy.close()
        self._store.close()


def _settle(done: "asyncio.Future[None]", fault: BaseException | None) -> None:
    if done.done():  # the waiting caller was cancelled
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
