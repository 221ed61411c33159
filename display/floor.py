"""The server's side of the dealer's and floor's pages: what they are sent, and their requests. While no page is open,
the server asks the controller nothing."""

import asyncio
import contextlib
from typing import Any

from display.control_line import ControlLine
from display.pages import Page, encoded

HEARTBEAT = 2.0  # s: some facts change with time alone
PAUSE = 0.3  # s before the next request to a controller that did not answer
SETTLING = 0.01  # s: changes that come together are sent together


class Floor:
    """Sends every page the same messages."""

    def __init__(self, control: ControlLine) -> None:
        self._control = control
        self._pages: list[Page] = []
        self._following: asyncio.Task[None] | None = None
        self._newest: dict[str, str] = {}  # by topic; a new page gets all of these at once
        self._again = asyncio.Event()

    def add(self, page: Page) -> None:
        self._pages.append(page)
        for topic, text in self._newest.items():
            page.tell(topic, text)
        if self._following is None:
            self._following = asyncio.create_task(self._follow())

    def remove(self, page: Page) -> None:
        self._pages.remove(page)
        if not self._pages and self._following:
            self._following.cancel()
            self._following, self._newest = None, {}

    async def ask(self, command: str, facts: dict[str, Any], who: list[dict[str, Any]]) -> dict[str, Any]:
        """A request from a page: the controller refuses commands that its list does not give to pages."""
        return await self._control.ask(command, facts, who, page=True)

    async def _follow(self) -> None:
        while True:
            watching = asyncio.create_task(self._watch())
            try:
                await self._look(watching)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            await asyncio.sleep(PAUSE)

    async def _watch(self) -> None:
        async for _ in self._control.changes():
            self._again.set()

    async def _look(self, watching: "asyncio.Task[None]") -> None:
        """Runs until the controller stops or restarts."""
        facts = await self._control.ask("table show")
        self._send("table", facts.get("table show"))
        while True:
            self._again.clear()
            found = await self._control.ask("floor")
            self._send("floor", found.get("floor"))
            self._send("link", {"control": found["ok"]})
            if not (facts["ok"] and found["ok"]) or watching.done():
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):  # wait_for may swallow the end of this task before Python 3.12
                    await self._again.wait()
            await asyncio.sleep(SETTLING)

    def _send(self, topic: str, payload: Any) -> None:
        """Sends the floor's facts each time, because pages show their age; other topics only when they change."""
        text = encoded({"topic": topic, "payload": payload})
        if topic != "floor" and self._newest.get(topic) == text:
            return
        self._newest[topic] = text
        for page in self._pages:
            page.tell(topic, text)
