"""The control socket of the bench's controller, which may lose power and come back."""

import asyncio
import contextlib
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from testbed.bench.children import ended
from testbed.bench.errors import BenchError

Answer = dict[str, Any]
Dead = Callable[[], Awaitable[BenchError | None]]

PATIENCE = 20.0  # s until a controller that does not answer counts as failed
RETRY = 0.02  # s
LONGEST = 1 << 20  # bytes of an answer
OFF: Answer = {"ok": False, "code": "bench.off", "facts": {}}


class ControllerLine:
    """One request at a time. `dead` says why the controller ended, if it has; `hear` gets every change."""

    def __init__(
        self, path: Path, dead: Callable[[], Awaitable[BenchError | None]], hear: Callable[[Answer], None]
    ) -> None:
        self._path, self._dead, self._hear = path, dead, hear
        self._asking = asyncio.Lock()
        self._hearing: asyncio.Task[None] | None = None
        self.up = False

    async def open(self) -> None:
        """Returns as soon as the controller listens."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                watching = await asyncio.open_unix_connection(self._path, limit=LONGEST)
                watching[1].write(b'{"do": "watch", "with": {"changes": true}}\n')
                await watching[0].readline()
                break
            except OSError:  # it does not listen yet, or no longer
                if (why := await self._dead()) or time.monotonic() > deadline:
                    raise why or BenchError("bench.no_connection", path=str(self._path)) from None
                await asyncio.sleep(RETRY)
        self._hearing = asyncio.create_task(self._watch(*watching))
        self.up = True

    async def close(self) -> None:
        self.up = False
        if self._hearing:
            await ended([self._hearing])

    async def ask(self, command: str, facts: Answer, who: Sequence[Answer]) -> Answer:
        async with self._asking:
            if not self.up:
                return OFF
            line = b""
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    line = await self._answer(json.dumps({"do": command, "with": facts, "who": list(who)}).encode())
            if not line:
                return await self._unanswered(command)
            answer: Answer = json.loads(line)
            return answer

    async def _answer(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
        try:
            writer.write(request + b"\n")
            return await reader.readline()
        finally:
            writer.close()

    async def _unanswered(self, command: str) -> Answer:
        if not self.up:  # the power failed during the request
            return OFF
        raise await self._dead() or BenchError("bench.no_answer", command=command)

    async def _watch(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                self._hear(json.loads(line))
        except ConnectionError:
            return
        finally:
            writer.close()
