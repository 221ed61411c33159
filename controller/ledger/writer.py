"""The thread that owns the store: the event loop awaits its commits, and a failed one is the last.

Its own thread and queue: an executor's bookkeeping would be a tenth of the way from the LOCK key to the sign.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue

from controller.ledger.errors import StoreError
from controller.ledger.mirror import Mirror
from controller.ledger.rows import Checkpoint, Row
from controller.ledger.sentences import sentence
from controller.ledger.store import Store

IDLE = 0.01  # s without a wish; then the thread makes ready for the next

Work = Callable[[], None]
Tell = Callable[[BaseException | None], None]  # in the writer's thread: how a piece of work ended


class Writer:
    """Commits in the order in which they were asked for."""

    def __init__(self, store: Store, mirror: Mirror | None = None) -> None:
        self.mirror = mirror
        self._store = store
        self._asked: SimpleQueue[tuple[Work, Tell] | None] = SimpleQueue()
        self._failed: BaseException | None = None
        # A daemon: at the interpreter's end what was not committed is lost as at a power cut, and nothing hangs.
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def checkpoint(self) -> Checkpoint:
        """Between two commits only."""
        return self._store.checkpoint

    async def commit(self, rows: Sequence[Row], state: str) -> None:
        """On disk when this returns. A cancelled wait cancels no commit."""
        await self._do(partial(self._append, rows, state))

    async def alive(self) -> None:
        """Returns when the thread has got to it: everything asked for before is done."""
        await self._do(lambda: None)

    async def close(self) -> None:
        """After the commits already asked for."""
        await self._do(self._close)
        self._asked.put(None)
        self._thread.join()

    def _do(self, work: Work) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def tell(fault: BaseException | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(_settle, done, fault)

        self._asked.put((work, tell))
        return done

    # -- in its own thread -----------------------------------------------------------------------------------

    def _run(self) -> None:
        while (asked := self._next()) is not None:
            work, tell = asked
            try:
                work()
            except BaseException as fault:
                tell(fault)
            else:
                tell(None)

    def _next(self) -> tuple[Work, Tell] | None:
        """After a while without a wish the next commit's transaction is begun ahead of it."""
        try:
            return self._asked.get(timeout=IDLE)
        except Empty:
            self._store.make_ready()
            return self._asked.get()

    def _append(self, rows: Sequence[Row], state: str) -> None:
        # Judged in the thread, so that a commit already waiting behind a failed one is refused too.
        if self._failed is not None:
            raise StoreError(sentence("no_more_rows", name=self._store.name, why=self._failed)) from self._failed
        try:
            self._store.append(rows, state)
        except BaseException as error:
            self._failed = error
            if isinstance(error, StoreError):
                raise
            raise StoreError(sentence("not_stored", name=self._store.name, error=repr(error))) from error
        if self.mirror is not None:
            self.mirror.follow(rows)

    def _close(self) -> None:
        if self.mirror is not None:
            self.mirror.close()
        self._store.close()


def _settle(done: "asyncio.Future[None]", fault: BaseException | None) -> None:
    if done.done():  # who waited was cancelled
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)
