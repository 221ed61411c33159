"""The dealer's and floor's page: the floor's messages, its requests to the controller, and the charts."""

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import web

from display.chart import in_language
from display.control_line import ControlLine
from display.floor import Floor
from display.pages import Page, encoded
from display.server import FILES, Server, Site, converse
from display.settings import Settings

MOST_ASKED = 20  # requests of one page without an answer
BUSY = {"ok": False, "code": "refusals.busy", "facts": {}}


class DealerSite(Site):
    title = "pages.dealer"
    private = True

    def __init__(self, settings: Settings, control: Path) -> None:
        self._table = settings.table
        self._control = ControlLine(control)
        self._floor = Floor(self._control)
        self._asking: set[asyncio.Task[None]] = set()

    def address(self) -> str:
        return f"/table/{self._table}"

    def routes(self, server: Server) -> list[web.AbstractRouteDef]:
        async def live(request: web.Request) -> web.StreamResponse:
            return await self._live(server, request)

        async def chart(request: web.Request) -> web.Response:
            return await self._chart(server, request)

        return [
            web.get(self.address(), server.page(FILES / "table", private=True)),
            web.get(f"/live/table/{self._table}", live),
            web.get(f"/chart/{self._table}/{{name}}.svg", chart),
        ]

    async def _chart(self, server: Server, request: web.Request) -> web.Response:
        """The controller draws it: this process has no ledger."""
        server.only_own(request)
        found = await self._control.ask("jackpot chart", {"chart": request.match_info["name"]}, page=True)
        if not found["ok"]:
            unknown = found["code"] == "refusals.bad_request"
            text = server.text(request, found["code"], **found["facts"])
            raise (web.HTTPNotFound if unknown else web.HTTPServiceUnavailable)(text=text)
        headers = {"Cache-Control": "no-store"}
        drawn = in_language(found["jackpot chart"]["svg"], server.language(request))
        return web.Response(text=drawn, content_type="image/svg+xml", headers=headers)

    async def _live(self, server: Server, request: web.Request) -> web.StreamResponse:
        """The page sends the token first; then it gets the floor's messages and may send requests."""
        page = await server.trusted(request)
        if page is None:
            return web.Response()

        async def handle(message: dict[str, Any]) -> None:
            self._ask(page, message)

        self._floor.add(page)
        try:
            await converse(page, handle)
        finally:
            self._floor.remove(page)
        return page.socket

    def _ask(self, page: Page, message: dict[str, Any]) -> None:
        """Answers when the controller does, so that the page can be used while a PIN is checked."""
        asked = message.get("ask")
        if not isinstance(asked, str):
            return
        facts, who = message.get("with", {}), message.get("who", [])
        number = message.get("id")

        def answered(found: dict[str, Any]) -> None:
            page.tell(f"answer {number}", encoded({"topic": "answer", "id": number, "payload": found}))

        async def answer() -> None:
            try:
                answered(await self._floor.ask(asked, facts, who))
            finally:
                page.asks -= 1

        if page.asks >= MOST_ASKED:
            answered(BUSY)
            return
        page.asks += 1
        task = asyncio.create_task(answer())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
