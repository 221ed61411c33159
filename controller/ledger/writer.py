"""The thread that owns the store: the event loop awaits its commits, and a failed one is the last."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from controller.ledger.errors import StoreError
from controller.ledger.mirror import Mirror
from controller.ledger.rows import Row
from controller.ledger.store import Store


class Writer:
    """Commits in the order in which they were asked for."""

    def __init__(self, store: Store, mirror: Mirror | None = None) -> None:
        self._store, self._mirror = store, mirror
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        self._failed: BaseException | None = None

    async def commit(self, rows: Sequence[Row], state: str) -> None:
        """On disk when this returns. A cancelled wait cancels no commit."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._append, rows, state)

    async def alive(self) -> None:
        """Returns when the thread has got to it: everything asked for before is done."""
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: None)

    async def close(self) -> None:
        """After the commits already asked for."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._mirror is not None:
            self._mirror.close()
        self._store.close()

    def _append(self, rows: Sequence[Row], state: str) -> None:
        # Judged in the thread, so that a commit already waiting behind a failed one is refused too.
        if self._failed is not None:
            raise StoreError(f"{self._store.name} takes no more rows since: {self._failed}") from self._failed
        try:
            self._store.append(rows, state)
        except BaseException as error:
            self._failed = error
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{self._store.name} could not store a row ({error!r}): restart") from error
        if self._mirror is not None:
            self._mirror.follow(rows)
