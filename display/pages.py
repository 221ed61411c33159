"""One open page, as the server sees it: what it has still to be told. A slow page gets the newest of each kind, never a
growing heap."""

import asyncio
import json
import math
from typing import Any

from aiohttp import ClientConnectionResetError, web

Message = dict[str, Any]

MOST_WAITING = 200  # kinds of news; a page that reads nothing at all is let go
MOST_NESTED = 500  # brackets that a message may open: what nests without end cannot be passed on


class Page:
    """Told under a key; a newer word under the same key takes the older one's place while that still waits."""

    def __init__(self, socket: web.WebSocketResponse, sign: str | None = None) -> None:
        self.socket = socket
        self.sign = sign  # the name by which it may acknowledge
        self.seen = True  # a page that is hidden behind another says so
        self.asks = 0  # questions of it that wait for their answers
        self._waiting: dict[str, str] = {}
        self._news = asyncio.Event()

    def tell(self, key: str, text: str) -> None:
        self._waiting.pop(key, None)
        self._waiting[key] = text
        self._news.set()

    async def run(self) -> None:
        """Send until the page is gone."""
        while len(self._waiting) <= MOST_WAITING:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                key = next(iter(self._waiting))
                try:
                    await self.socket.send_str(self._waiting.pop(key))
                except ClientConnectionResetError:
                    return


def encoded(message: Message) -> str:
    return json.dumps(message, separators=(",", ":"))


def decoded(text: str | bytes) -> Any:
    """What JSON says to a browser, too; a ValueError of anything else. Python alone reads NaN, and numbers beyond all
    bounds as infinite, and then writes what no page can read."""
    told = text.decode() if isinstance(text, bytes) else text
    if told.count("[") + told.count("{") > MOST_NESTED:
        raise ValueError("nested without end")
    return json.loads(told, parse_constant=_finite, parse_float=_finite)


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no JSON number")
    return number
