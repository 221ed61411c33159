"""The web server of the pages: static files, and one WebSocket per page."""

import asyncio
import contextlib
import html
import logging
import signal
import socket
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

from aiohttp import WSMsgType, web
from aiohttp.http_exceptions import HttpProcessingError

from display.gate import Gate
from display.guard import Guard, cross_site, named_here, restricted, same_origin
from display.pages import Page, decoded
from display.settings import Settings
from words.catalogue import Catalogue, catalogue
from words.languages import LANGUAGES
from words.message import Fact

log = logging.getLogger(__name__)

FILES = Path(__file__).parent / "site"
LARGEST = 16_384  # bytes of a page's message
PULSE = 15.0  # s between pings of a WebSocket
UNKNOWN_TOKEN = 4403  # close code: the page is from an earlier run of this server


def worth_a_line(record: logging.LogRecord) -> bool:
    """Filters out messages about invalid HTTP requests: any client could fill the log with them."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


class Site(ABC):
    """What one kind of page needs: its address, its WebSocket, and tasks beside the web server."""

    title: ClassVar[str]  # in the list of pages
    private: ClassVar[bool]  # for the kiosk's user alone

    @abstractmethod
    def address(self) -> str:
        """Where the list of pages leads."""

    @abstractmethod
    def routes(self, server: "Server") -> list[web.AbstractRouteDef]:
        """Its requests."""

    def lines(self) -> list[Coroutine[Any, Any, None]]:
        return []


class Server:
    """Everything that one display process serves."""

    def __init__(self, settings: Settings, sites: Sequence[Site]) -> None:
        self.settings = settings
        self._sites = sites
        self._guard = Guard()
        self._gate = Gate(settings.kiosk)

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._gate.timed, restricted], client_max_size=LARGEST)
        app.router.add_get("/", self._index)
        app.router.add_get("/words/{language}.json", self._words)
        for site in self._sites:
            app.router.add_routes(site.routes(self))
        app.router.add_static("/site/", FILES)
        return app

    async def run(self, listeners: Sequence[socket.socket], ready: Callable[[], None]) -> None:
        """Runs until SIGTERM or SIGINT."""
        logging.getLogger("aiohttp.server").addFilter(worth_a_line)
        over = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        async with self.serving(listeners):
            ready()
            await over.wait()

    @contextlib.asynccontextmanager
    async def serving(self, listeners: Sequence[socket.socket]) -> AsyncIterator[None]:
        """Serves on these sockets until the end of the block."""
        runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        server = cast(web.Server, runner.server)
        lines = [line for site in self._sites for line in site.lines()]
        lines += [self._gate.admit(listener, server) for listener in listeners]
        tasks = [asyncio.create_task(line) for line in lines]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await runner.cleanup()

    # -- static files --------------------------------------------------------------------------------------------

    def page(self, folder: Path, *, private: bool) -> Callable[[web.Request], Any]:
        """Serves the page of a folder; a private page is served to the kiosk's user only."""
        text = (folder / "index.html").read_text(encoding="utf-8")

        async def show(request: web.Request) -> web.Response:
            if private:
                self.only_kiosk(request)
            facts = {
                "table": self.settings.table,
                "token": self._guard.token if private else "",
                "theme": request.query.get("theme", self.settings.theme),
                "language": self.language(request),
                "languages": " ".join(LANGUAGES),
            }
            page = text
            for key, value in facts.items():
                page = page.replace("{{" + key + "}}", html.escape(value, quote=True))
            return web.Response(text=page, content_type="text/html", headers={"Cache-Control": "no-store"})

        return show

    def language(self, request: web.Request) -> str:
        asked = request.query.get("language", self.settings.language)
        return asked if asked in LANGUAGES else self.settings.language

    def text(self, request: web.Request, code: str, /, **facts: Fact) -> str:
        return self.words(self.language(request)).text(code, **facts)

    async def _words(self, request: web.Request) -> web.Response:
        language = request.match_info["language"]
        if language not in LANGUAGES:
            raise web.HTTPNotFound(text=self.text(request, "pages.no_language", language=language))
        return web.json_response(self.words(language).sections(), headers={"Cache-Control": "no-cache"})

    def words(self, language: str) -> Catalogue:
        """The pages' sentences."""
        return catalogue(language)

    async def _index(self, request: web.Request) -> web.Response:
        words = self.words(self.language(request))
        sites = [site for site in self._sites if not site.private or self.is_kiosk(request)]
        links = "".join(
            f'<li><a href="{html.escape(site.address())}">{html.escape(words.text(site.title))}</a></li>'
            for site in sites
        )
        title = html.escape(words.text("pages.table", table=self.settings.table))
        head = f'<!doctype html><html lang="{self.language(request)}"><meta charset="utf-8"><title>{title}</title>'
        text = f"{head}<h1>{title}</h1><ul>{links}</ul></html>"
        return web.Response(text=text, content_type="text/html")

    # -- who asks --------------------------------------------------------------------------------------------

    def is_kiosk(self, request: web.Request) -> bool:
        """The browser of the kiosk's user sent the request, under one of this machine's own names."""
        return self._gate.is_kiosk(request) and named_here(request)

    def only_kiosk(self, request: web.Request) -> None:
        if not self.is_kiosk(request):
            raise web.HTTPForbidden(text=self.text(request, "pages.only_here"))

    def only_own(self, request: web.Request) -> None:
        """Refuses a picture to a foreign page: it could not read it, but would have it drawn."""
        self.only_kiosk(request)
        if cross_site(request):
            raise web.HTTPForbidden(text=self.text(request, "pages.other_origin"))

    # -- live ------------------------------------------------------------------------------------------------

    async def open(self, request: web.Request) -> web.WebSocketResponse:
        if not same_origin(request):
            raise web.HTTPForbidden(text=self.text(request, "pages.other_origin"))
        # Uncompressed: aiohttp compresses a long message in its own task, and nobody reads the error of that task if
        # the page leaves meanwhile.
        opened = web.WebSocketResponse(heartbeat=PULSE, max_msg_size=LARGEST, compress=False)
        await opened.prepare(request)
        return opened

    async def trusted(self, request: web.Request) -> Page | None:
        """Checks user, origin and token: one of this server's own pages, in the browser of the kiosk's user."""
        self.only_kiosk(request)
        opened = await self.open(request)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PULSE):
                first = await opened.receive()
            if first.type is WSMsgType.TEXT and self._guard.knows(_message(first.data).get("token")):
                return Page(opened)
        await opened.close(code=UNKNOWN_TOKEN)
        return None


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
