"""The web server of the pages: static files, and one WebSocket per page."""

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
from display.guard import Guard, cross_site, from_here, restricted, same_origin
from display.hearing import Hearing
from display.kept_heads import KeptHeads
from display.pages import Page, decoded, encoded
from display.settings import Settings
from words.catalogue import Catalogue, catalogue
from words.languages import LANGUAGES
from words.message import Fact

log = logging.getLogger(__name__)

SITE = Path(__file__).parent / "site"
LARGEST = 16_384  # bytes of a page's message
PULSE = 15.0  # s between pings of a WebSocket
MOST_ASKED = 20  # requests of one page without an answer
BUSY = {"ok": False, "code": "refusals.busy", "facts": {}}
UNKNOWN_TOKEN = 4403  # close code: the page is from an earlier run of this server


def worth_a_line(record: logging.LogRecord) -> bool:
    """Filters out messages about invalid HTTP requests: any client could fill the log with them."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


class Server:
    """Everything that one display process serves."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._guard = Guard()
        self._control = ControlLine(settings.control)
        self._hearing = Hearing(settings.connect, self._linked, KeptHeads(settings.heads)) if settings.connect else None
        self._floor = Floor(self._control, lambda: self._hearing.connected if self._hearing else None)
        self._asking: set[asyncio.Task[None]] = set()

    def _linked(self) -> None:
        self._floor.linked()

    def app(self) -> web.Application:
        table = self.settings.table
        app = web.Application(middlewares=[restricted], client_max_size=LARGEST)
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
        """The tasks that run beside the web server."""
        return [self._hearing.run()] if self._hearing else []

    async def run(self, ready: Callable[[], None]) -> None:
        """Runs until SIGTERM or SIGINT."""
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

    # -- static files --------------------------------------------------------------------------------------------

    def page(self, folder: Path, *, private: bool) -> Callable[[web.Request], Any]:
        """Serves the page of a folder; a private page is served to this machine only."""
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
        """The pages' sentences."""
        return catalogue(language)

    async def _chart(self, request: web.Request) -> web.Response:
        """The controller draws it: this process has no ledger."""
        if not from_here(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.only_here"))
        if cross_site(request):  # a foreign page could not read the chart, but would make the controller draw it
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
        # As an onlooker: the sign itself is opened by whoever sets up its screen, because it acknowledges as that sign.
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
        """The pages for this machine only: address -> title in the catalogue."""
        return {f"/table/{self.settings.table}": "pages.dealer"}

    # -- live ------------------------------------------------------------------------------------------------

    async def _open(self, request: web.Request) -> web.WebSocketResponse:
        if not same_origin(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.other_origin"))
        # Uncompressed: aiohttp compresses a long message in its own task, and nobody reads the error of that task if
        # the page leaves meanwhile.
        socket = web.WebSocketResponse(heartbeat=PULSE, max_msg_size=LARGEST, compress=False)
        await socket.prepare(request)
        return socket

    async def _live_sign(self, request: web.Request) -> web.StreamResponse:
        """A sign receives messages, and sends only what it shows."""
        if self._hearing is None:
            raise web.HTTPNotFound(text=self._text(request, "pages.no_broker"))
        socket = await self._open(request)
        # Only this machine's own screen is the sign: a page on another machine could be anybody's. A sign elsewhere
        # runs its own display process, with its own password at the broker.
        is_sign = from_here(request) and "onlooker" not in request.query
        page = Page(socket, self.settings.sign if is_sign else None)
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
        return socket

    async def _live_table(self, request: web.Request) -> web.StreamResponse:
        """The page sends the token first; then it gets the floor's messages and may send requests."""
        page = await self.trusted(request)
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

    async def trusted(self, request: web.Request) -> Page | None:
        """Checks address, origin and token: one of this server's own pages, on this machine."""
        if not from_here(request):
            raise web.HTTPForbidden(text=self._text(request, "pages.only_here"))
        socket = await self._open(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PULSE):
                first = await socket.receive()
            if first.type is WSMsgType.TEXT and self._guard.knows(_message(first.data).get("token")):
                return Page(socket)
        await socket.close(code=UNKNOWN_TOKEN)
        return None

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


async def converse(page: Page, handle: Callable[[dict[str, Any]], Any]) -> None:
    """Sends the page what is new and handles its messages until it disconnects."""
    sending = asyncio.create_task(page.run())
    sending.add_done_callback(lambda _: asyncio.ensure_future(page.socket.close()))
    try:
        async for received in page.socket:
            if received.type is WSMsgType.TEXT and (message := _message(received.data)):
                await handle(message)
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


def _message(text: str) -> dict[str, Any]:
    """A page's message; empty if it is not one."""
    try:
        message = decoded(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
