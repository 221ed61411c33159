"""The players' sign: it receives messages, and sends only what it shows."""

from collections.abc import Coroutine
from typing import Any

from aiohttp import web

from buses.contract import Connect
from display.hearing import Hearing
from display.kept_heads import KeptHeads
from display.pages import Page
from display.server import FILES, Server, Site, converse
from display.settings import Settings


class SignSite(Site):
    title = "pages.sign"
    private = False

    def __init__(self, settings: Settings, connect: Connect | None) -> None:
        self._settings = settings
        # None: the table has no bus, and so no sign page
        self._hearing = Hearing(connect, KeptHeads(settings.heads)) if connect else None

    def address(self) -> str:
        # As an onlooker: the sign itself is opened by whoever sets up its screen, because it acknowledges as that sign.
        return f"/sign/{self._settings.table}?onlooker"

    def routes(self, server: Server) -> list[web.AbstractRouteDef]:
        async def live(request: web.Request) -> web.StreamResponse:
            return await self._live(server, request)

        table = self._settings.table
        page = server.page(FILES / "sign", private=False)
        return [web.get(f"/sign/{table}", page), web.get(f"/live/sign/{table}", live)]

    def lines(self) -> list[Coroutine[Any, Any, None]]:
        return [self._hearing.run()] if self._hearing else []

    async def _live(self, server: Server, request: web.Request) -> web.StreamResponse:
        if self._hearing is None:
            raise web.HTTPNotFound(text=server.text(request, "pages.no_broker"))
        opened = await server.open(request)
        # Only this machine's own screen is the sign: a page of another user or machine could be anybody's. A sign
        # elsewhere runs its own display process, with its own password at the broker.
        is_sign = server.is_kiosk(request) and "onlooker" not in request.query
        page = Page(opened, self._settings.sign if is_sign else None)
        hearing = self._hearing

        async def handle(message: dict[str, Any]) -> None:
            if isinstance(message.get("seen"), bool):
                page.seen = message["seen"]
            if isinstance(message.get("ack"), dict):
                hearing.acknowledge(page, message["ack"])

        hearing.add(page)
        try:
            await converse(page, handle)
        finally:
            hearing.remove(page)
        return opened
