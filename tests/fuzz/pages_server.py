"""The pages' server: any bytes as an HTTP request, any text as a message of a page.

Promised: every request that is one gets a status below 500, with the words that say what a browser may do; our token
stands in no page for a host that is not this machine; the controller is asked nothing by a page that is not marked as
a page's; each question of a page is answered, with its id, in JSON as browsers read it; and nothing ends the server.
"""

import asyncio
import json
import logging
import os
import socket
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
from fuzz.surface import Surface, script, steps, strict

from buses.mqtt import MqttSettings
from controller.table.commands import ACTIONS, QUERIES
from display.dealer_site import DealerSite
from display.pages import MOST_NESTED
from display.server import LARGEST, Server
from display.settings import Settings
from display.sign_site import SignSite

OWN = ("table show", "floor", "watch")  # what the server itself asks
PATIENCE = 20.0  # s: a stop against hanging
MOST_MESSAGES = 12


class _Controller:
    """Answers everything."""

    def __init__(self) -> None:
        self.asked: set[str] = set()  # not in a page's name

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                asked = json.loads(line)
                if not asked.get("page"):
                    self.asked.add(asked["do"])
                svg = {"jackpot chart": {"svg": "<svg/>"}}
                writer.write(json.dumps({"ok": True, "say": "Done.", "floor": {}, **svg}).encode() + b"\n")
        except ConnectionError:
            return  # a page that left does not wait for its answer
        finally:
            writer.close()


class _Faults(logging.Handler):
    """What aiohttp says of handlers that failed."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[Any] = []

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else record.getMessage()
        if getattr(fault, "code", None) != 400:  # what is no request is said to be none
            self.found.append(fault)


class PagesServer(Surface):
    """Every request has an answer, and no page asks what it may not."""

    name = "pages-server"
    reaches = ("display/server.py", "display/guard.py", "display/gate.py", "display/pages.py", "display/floor.py",
               "display/sign_site.py", "display/dealer_site.py", "display/control_line.py", "display/hearing.py",
               "display/peer.py")  # fmt: skip
    words = ("http", "table", "sign", "bench", "ask", "with", "who", "id", "ack", "seen", "token", "GET", "POST",
             "HEAD", "OPTIONS", "/", "/table/bj-1", "/sign/bj-1", "/site/", "/words/en.json", "/chart/bj-1/meter.svg",
             "/bench",
             "?theme=%ff", "%00", "%ED%A0%80", "..", "%2e%2e", "Host: localhost", "Host: evil.example",
             "Origin: http://x", "Sec-Fetch-Site: cross-site", "Upgrade: websocket", "\r\n", "Range: bytes=0-",
             "If-Modified-Since: x", "Transfer-Encoding: chunked", *ACTIONS, *QUERIES)  # fmt: skip

    def seeds(self) -> Sequence[bytes]:
        paths = ("/", "/table/bj-1", "/sign/bj-1?theme=felt&language=es", "/words/en.json", "/site/common/live.js",
                 "/chart/bj-1/meter.svg", "/bench", "/live/sign/bj-1", "/nothing")  # fmt: skip
        gets = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" for path in paths]
        ask = {"ask": "round lock", "id": 1, "with": {}, "who": [{"name": "floor", "pin": "1"}]}
        return [
            *[script({"http": get}) for get in gets],
            script({"http": gets[1].replace("localhost", "evil.example")}, {"http": "\0\0"}),
            script({"table": [ask, {"ask": "jackpot set", "id": "x"}, {"id": 3}, [1], "no"]}),
            script(
                {"sign": [{"ack": {"jackpot": "bonus", "epoch": 1, "seq": 1, "pub": 1, "cents": 1}}, {"seen": False}]}
            ),
            script({"table": [ask, {**ask, "id": 2, "who": []}]}, {"sign": [{"seen": True}]}),
        ]

    def check(self, data: bytes) -> None:
        asyncio.run(self._check(data))

    async def _check(self, data: bytes) -> None:
        faults = _Faults()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: faults.found.append(context.get("exception") or context))
        log = logging.getLogger("aiohttp.server")
        log.addHandler(faults)
        controller = _Controller()
        with tempfile.TemporaryDirectory() as folder:
            control = Path(folder) / "control.sock"
            asked = await asyncio.start_unix_server(controller.serve, control)
            connect = MqttSettings(host="x", port=1).connect("bj-1", None)
            settings = Settings("bj-1", os.geteuid(), sign="sign-1")
            server = Server(settings, [SignSite(settings, connect), DealerSite(settings, control)])
            listener = socket.create_server(("127.0.0.1", 0))
            port = listener.getsockname()[1]
            try:
                async with server.serving([listener]), asyncio.timeout(PATIENCE):
                    for step in list(steps(data))[:MOST_MESSAGES]:
                        await self._step(server, port, step)
                    await self._converse(server, port, [{"ask": "user list", "id": "end"}])
            finally:
                log.removeHandler(faults)
                listener.close()
                asked.close()
        assert not faults.found, faults.found
        assert controller.asked <= set(OWN), f"asked {controller.asked - set(OWN)}"

    async def _step(self, server: Server, port: int, step: dict[str, Any]) -> None:
        match step:
            case {"http": str(text)}:
                await self._request(server, port, text.encode("latin-1", errors="replace"))
            case {"table": list(messages)}:
                await self._converse(server, port, messages[:MOST_MESSAGES])
            case {"sign": list(messages)}:
                await self._sign(port, messages[:MOST_MESSAGES])

    async def _request(self, server: Server, port: int, request: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(request)
            writer.write_eof()
            answer = await reader.read()
        except ConnectionError:
            return
        finally:
            writer.close()
        if answer:
            status = int(answer.split(b" ", 2)[1])
            assert status < 500, answer[:300]
            assert b"Content-Security-Policy" in answer or status in (100, 101, 400), answer[:300]
        if server._guard.token.encode() in answer:
            assert any(name in request for name in (b"localhost", b"127.0.0.1", b"[::1]")), "our token for a stranger"

    async def _converse(self, server: Server, port: int, messages: Sequence[Any]) -> None:
        """As the dealer's page does: its token first; each question is answered."""
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(
                f"http://127.0.0.1:{port}/live/table/bj-1", headers={"Origin": f"http://127.0.0.1:{port}"}
            ) as page,
        ):
            await page.send_str(json.dumps({"token": server._guard.token}))
            for message in messages:
                text = json.dumps(message)
                await page.send_str(text)
                if isinstance(message, dict) and isinstance(message.get("ask"), str) and _can_be_read(text):
                    await self._answered(page, message.get("id"))

    async def _answered(self, page: aiohttp.ClientWebSocketResponse, number: Any) -> None:
        async for message in page:
            answer = strict(message.data)
            if answer["topic"] == "answer" and answer["id"] == number:
                assert isinstance(answer["payload"]["ok"], bool)
                return
        raise AssertionError("the page's line has ended without an answer")

    async def _sign(self, port: int, messages: Sequence[Any]) -> None:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(
                f"http://127.0.0.1:{port}/live/sign/bj-1", headers={"Origin": f"http://127.0.0.1:{port}"}
            ) as page,
        ):
            for message in messages:
                await page.send_str(json.dumps(message))
            await page.ping()


def _can_be_read(text: str) -> bool:
    """By any other language, too, and without end in sight."""
    asked = json.loads(text)
    return (
        "Infinity" not in text and "NaN" not in text and len(text) < LARGEST and str(asked).count("[") < MOST_NESTED / 2
    )
