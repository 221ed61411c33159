"""The dealer's and floor's pages of one table: what they are told, and how they ask. The controller decides; while
no page is open nobody asks it anything."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from display.control_line import ControlLine
from display.pages import Page, encoded

HEARTBEAT = 2.0  # s: time alone changes some of what is shown
PAUSE = 0.3  # s until a controller that is away is asked again
SETTLING = 0.01  # s: what changes together is shown together


class Floor:
    """Every page sees the same."""

    def __init__(self, control: ControlLine, broker: Callable[[], bool | None]) -> None:
        self._control, self._broker = control, broker
        self._pages: list[Page] = []
        self._following: asyncio.Task[None] | None = None
        self._told: dict[str, str] = {}  # what a new page is told at once
        self._again = asyncio.Event()

    def add(self, page: Page) -> None:
        self._pages.append(page)
        for key, text in self._told.items():
            page.tell(key, text)
        if self._following is None:
            self._following = asyncio.create_task(self._follow())

    def remove(self, page: Page) -> None:
        self._pages.remove(page)
        if not self._pages and self._following:
            self._following.cancel()
            self._following, self._told = None, {}

    def linked(self) -> None:
        """The broker came or went."""
        self._again.set()

    async def ask(self, command: str, facts: dict[str, Any], who: list[dict[str, Any]]) -> dict[str, Any]:
        """In a page's name: the controller answers only what its list of commands gives to pages."""
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
        """Until the controller is gone, or is another one."""
        facts = await self._control.ask("table show")
        self._tell("table", facts.get("table show"))
        while True:
            self._again.clear()
            found = await self._control.ask("floor")
            self._tell("floor", found.get("floor"))
            self._tell("link", {"control": found["ok"], "broker": self._broker()})
            if not (facts["ok"] and found["ok"]) or watching.done():
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):  # wait_for may swallow the end of this task before Python 3.12
                    await self._again.wait()
            await asyncio.sleep(SETTLING)

    def _tell(self, key: str, what: Any) -> None:
        """The floor's facts each time, for their age counts; what stays as it was is not said again."""
        text = encoded({"topic": key, "payload": what})
        if key != "floor" and self._told.get(key) == text:
            return
        self._told[key] = text
        for page in self._pages:
            page.tell(key, text)
