"""The controller's socket, asked as docs/CONTROL.md says: one JSON object a line. Each question has a connection of its
own, so that none waits for another's PIN."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

Answer = dict[str, Any]

LONGEST = 1 << 22  # bytes of an answer
PATIENCE = 30.0  # s
GONE = {"ok": False, "code": "refusals.no_controller", "facts": {}}


class ControlLine:
    """No state of its own: the controller may come and go."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def ask(
        self, command: str, facts: Answer | None = None, who: Sequence[Answer] = (), *, page: bool = False
    ) -> Answer:
        """The answer, or `GONE`. `page`: it is a page that asks, not this server for itself."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_unix_connection(self._path, limit=LONGEST)
                try:
                    asked = {"do": command, "with": {} if facts is None else facts, "who": who, "page": page}
                    writer.write(_line(asked))
                    line = await reader.readline()
                finally:
                    writer.close()
            answer = json.loads(line)
        except (OSError, ValueError, TimeoutError):
            return GONE
        return answer if isinstance(answer, dict) else GONE

    async def changes(self) -> AsyncIterator[Answer]:
        """A line whenever something has changed; it ends when the controller does."""
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


def _line(asked: Answer) -> bytes:
    return json.dumps(asked, separators=(",", ":")).encode() + b"\n"
