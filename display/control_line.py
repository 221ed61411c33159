"""Requests through the control socket (docs/CONTROL.md): one JSON object per line. Each request has its own connection,
so that none waits while the PIN of another is checked."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

Answer = dict[str, Any]

LONGEST = 1 << 22  # bytes of an answer
PATIENCE = 30.0  # s that an answer may take
GONE = {"ok": False, "code": "refusals.no_controller", "facts": {}}


class ControlLine:
    """Keeps no connection open, so the controller may restart at any time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(
        self, command: str, facts: Answer | None = None, who: Sequence[Answer] = (), *, page: bool = False
    ) -> Answer:
        """The answer, or `GONE`. `page`: the request comes from a page, not from the server itself."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
                try:
                    request = {"do": command, "with": {} if facts is None else facts, "who": who, "page": page}
                    writer.write(_line(request))
                    line = await reader.readline()
                finally:
                    writer.close()
            answer = json.loads(line)
        except (OSError, ValueError, TimeoutError):
            return GONE
        return answer if isinstance(answer, dict) else GONE

    async def changes(self) -> AsyncIterator[Answer]:
        """Yields an item for each change; ends when the controller does."""
        try:
            reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
        except OSError:
            return
        try:
            writer.write(_line({"do": "watch", "with": {"changes": True}}))
            while line := await reader.readline():
                yield json.loads(line)
        except (OSError, ValueError):
            return
        finally:
            writer.close()


def _line(request: Answer) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"
