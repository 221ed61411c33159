"""The connection between a bench and its page: the bench's messages go to every page, a page's orders go to the
bench."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from display.pages import Page, encoded

PAUSE = 0.3  # s before the next attempt to reach a bench that does not answer
LONGEST = 1 << 20  # bytes of a line


class FeltLine:
    """One connection for all pages."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pages: list[Page] = []
        self._newest: dict[str, str] = {}  # topic -> its newest message
        self._to: asyncio.StreamWriter | None = None

    def add(self, page: Page) -> None:
        self._pages.append(page)
        for topic, text in self._newest.items():
            page.tell(topic, text)

    def remove(self, page: Page) -> None:
        self._pages.remove(page)

    async def say(self, what: dict[str, Any]) -> None:
        if self._to is not None:
            self._to.write(encoded(what).encode() + b"\n")

    async def run(self) -> None:
        while True:
            with contextlib.suppress(OSError, ValueError):
                await self._serve()
            await asyncio.sleep(PAUSE)

    async def _serve(self) -> None:
        reader, self._to = await asyncio.open_unix_connection(self._path, limit=LONGEST)
        try:
            while line := await reader.readline():
                message = json.loads(line)
                text = encoded(message)
                self._newest[message["topic"]] = text
                for page in self._pages:
                    page.tell(message["topic"], text)
        finally:
            self._to.close()
            self._to = None
