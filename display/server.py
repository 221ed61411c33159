"""The web server of the pages: plain files, one WebSocket a page."""

import asyncio
import contextlib
import html
import logging
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from display.chart import in_language
from display.control_line import ControlLine
from display.floor import Floor
from display.guard import Guard, armoured, cross_site, from_here, same_origin
from display.hearing import Hearing
from display.pages import Page, decoded, encoded
from display.settings import Settings
from words.catalogue import Catalogue, catalogue
from words.languages import LANGUAGES
from words.message import Fact

log = logging.getLogger(__name__)

SITE = Path(__file__).parent / "site"
LARGEST = 16_384  # bytes that a page may say at once
PULSE = 15.0  # s between two signs of life on a socket
MOST_ASKED = 20  # questions of one page that wait for their answers
BUSY = {"ok": False, "code": "refusals.busy", "facts": {}}
UNKNOWN_TOKEN = 4403  # close code: the page is of an earlier run of this server


def worth_a_line(record: logging.LogRecord) -> bool:
    """What cannot be read as a request is its sender's fault: anybody could fill our log with it."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


class Server:
    """Everything that one display process serves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._guard = Guard()
        self._control = ControlLine(settings.control)
        self._hearing = Hearing(settings.broker, settings.table, self._linked) if settings.broker else None
        self._floor = Floor(self._control, lambda: self._hearing.connected if self._hearing else None)
        self._asking: set[asyncio.Task[None]] = set()

    def _linked(self) -> None:
        self._floor.linked()

    def app(self) -> web.Application:
        table = self.settings.table
        app = web.Application(middlewares=[armoured], client_max_size=LARGEST)
        app.router.add_get("/", self._index)
        app.router.add_get(f"/sign/{table}", self.page(SITE / "sign", private=False))
        app.router.add_get(f"/live/sign/{table}", self._live_sign)
        app.router.add_get(f"/table/{table}", self.page(SITE / "table", private=True))
        app.router.add_get(f"/live/table/{table}", self._live_table)
        app.router.add_get(f"/chart/{table}/{{name}}.svg", self._chart)
        app.router.add_get("/words/{language}.json", self._words)
        app.router.add_static("/site/", SITE)
        return app

    def lines(self) -> list[Coroutine[Any, Any, None]]:
        """What is served as long as the pages are."""
        return [self._hearing.run()] if self._hearing else []

    async def run(self, ready: Callable[[], None]) -> None:
        """Until SIGTERM or SIGINT."""
        logging.getLogger("aiohttp.server").addFilter(worth_a_line)
        runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        lines = [asyncio.create_task(line) for line in self.lines()]
        try:
            await web.TCPSite(runner, self.settings.host, self.settings.port).start()
            ready()
            await over.wait()
        finally:
            for line in lines:
                line.cancel()
            await asyncio.gather(*lines, return_exceptions=True)
            await runner.cleanup()

    # -- plain files -----------------------------------------------------------------------------------------

    def page(self, folder: Path, *, private: bool) -> Callable[[web.Request], Any]:
        """One that says where it belongs to; a private one answers to this machine alone."""
        text = (folder / "index.html").read_text(encoding="utf-8")

        async def show(request: web.Request) -> web.Response:
            if private and not from_here(request):
                raise web.HTTPForbidden(text=self._text(request, "pages.only_here"))
            facts = {
                "table": self.settings.table,
                "token": self._guard.token if private else "",
                "theme": request.query.get("theme", self.settings.theme),
                "language": self._language(request),
                "languages": " ".join(LANGUAGES),
            }
            page = text
            for key, value in facts.items():
                page = page.replace("{{" + key + "}}", html.escape(value, quote=True))
            return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

        return show

    def _language(self, request: web.Request) -> str:
        asked = request.query.get("language", self.settings.language)
        return asked if asked in LANGUAGES else self.settings.language

    def _text(self, request: web.Request, code: str, /, **facts: Fact) -> str:
        return self.words(self._language(request)).text(code, **facts)

    async def _words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise web.HTTPNotFound(text=self._text(request, "pages.no_language", language=language))
        return web.json_response(self.words(language).sections(), headers={"Cache-Control": "no-cache"})

    def words(self, language: str) -> Catalogue:
        """What the pages say."""
        return catalogue(language)

    async def _chart(self, request: web.Request) -> web.Response:
        """Drawn by the controller's side; this process has no ledger."""
        if not from_here(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.only_here"))
        if cross_site(request):  # it could not see the picture, but have it drawn
            raise web.HTTPForbidden(text=self._text(request, "pages.other_origin"))
        found = await self._control.ask("jackpot chart", {"chart": request.match_info["name"]}, page=True)
        if not found["ok"]:
            unknown = found["code"] == "refusals.bad_request"
            text = self._text(request, found["code"], **found["facts"])
            raise (web.HTTPNotFound if unknown else web.HTTPServiceUnavailable)(text=text)
        headers = {"Cache-Control": "no-store"}
        drawn = in_language(found["jackpot chart"]["svg"], self._language(request))
        return web.Response(text=drawn, content_type="image/svg+xml", headers=headers)

    async def _index(self, request: web.Request) -> web.Response:
        # As an onlooker: the sign itself is opened by whoever sets its screen up, because it acknowledges as that sign.
        language = self._language(request)
        pages = {f"/sign/{self.settings.table}?onlooker": "pages.sign"}
        pages |= self.private_pages() if from_here(request) else {}
        words = self.words(language)
        links = "".join(
            f'<li><a href="{html.escape(address)}">{html.escape(words.text(code))}</a></li>'
            for address, code in pages.items()
        )
        title = html.escape(words.text("pages.table", table=self.settings.table))
        head = f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>{title}</title>'
        text = f"{head}<h1>{title}</h1><ul>{links}</ul></html>"
        return web.Response(text=text, content_type="text/html")

    def private_pages(self) -> dict[str, str]:
        """Those of this machine alone: their titles in the catalogue, by address."""
        return {f"/table/{self.settings.table}": "pages.dealer"}

    # -- live ------------------------------------------------------------------------------------------------

    async def _open(self, request: web.Request) -> web.WebSocketResponse:
        if not same_origin(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.other_origin"))
        socket = web.WebSocketResponse(heartbeat=PULSE, max_msg_size=LARGEST)
        await socket.prepare(request)
        return socket

    async def _live_sign(self, request: web.Request) -> web.StreamResponse:
        """A sign hears; it says what it shows, and nothing else."""
        if self._hearing is None:
            raise web.HTTPNotFound(text=self._text(request, "pages.no_broker"))
        socket = await self._open(request)
        # The screen at this machine's own output is the sign. Another machine's page only looks: who is it?
        # A sign elsewhere runs a display of its own, with a password of its own at the broker.
        is_sign = from_here(request) and "onlooker" not in request.query
        page = Page(socket, self.settings.sign if is_sign else None)
        hearing = self._hearing

        async def said(message: dict[str, Any]) -> None:
            if isinstance(message.get("seen"), bool):
                page.seen = message["seen"]
            if isinstance(message.get("ack"), dict):
                hearing.acknowledge(page, message["ack"])

        hearing.add(page)
        try:
            await converse(page, said)
        finally:
            hearing.remove(page)
        return socket

    async def _live_table(self, request: web.Request) -> web.StreamResponse:
        """Asked with our token first; then it is told the floor, and may ask."""
        page = await self.trusted(request)
        if page is None:
            return web.Response()

        async def said(message: dict[str, Any]) -> None:
            self._ask(page, message)

        self._floor.add(page)
        try:
            await converse(page, said)
        finally:
            self._floor.remove(page)
        return page.socket

    async def trusted(self, request: web.Request) -> Page | None:
        """A page of ours on this machine, by address, origin and token."""
        if not from_here(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.only_here"))
        socket = await self._open(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PULSE):
                first = await socket.receive()
            if first.type is WSMsgType.TEXT and self._guard.knows(_said(first.data).get("token")):
                return Page(socket)
        await socket.close(code=UNKNOWN_TOKEN)
        return None

    def _ask(self, page: Page, message: dict[str, Any]) -> None:
        """Answered in its own time: a page goes on while a PIN is checked."""
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


async def converse(page: Page, said: Callable[[dict[str, Any]], Any]) -> None:
    """Tell the page what is new and hear what it says, until it is gone."""
    telling = asyncio.create_task(page.run())
    telling.add_done_callback(lambda _: asyncio.ensure_future(page.socket.close()))
    try:
        async for message in page.socket:
            if message.type is WSMsgType.TEXT and (told := _said(message.data)):
                await said(told)
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


def _said(text: str) -> dict[str, Any]:
    """A page's message; of nonsense, nothing."""
    try:
        told = decoded(text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
