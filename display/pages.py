"""One open page, and what it still has to be sent. A slow page gets only the newest message of each topic, so the queue
does not grow."""

import asyncio
import json
import math
from typing import Any

from aiohttp import ClientConnectionResetError, web

Message = dict[str, Any]

MOST_WAITING = 200  # topics; a page that reads nothing is disconnected
MOST_NESTED = 500  # brackets in a message: the JSON encoder fails at deep nesting


class Page:
    """A newer message of a topic replaces an older one that has not been sent yet."""

    def __init__(self, socket: web.WebSocketResponse, sign: str | None = None) -> None:
        self.socket = socket
        self.sign = sign  # the sign name under which it may acknowledge
        self.seen = True  # a hidden page reports that it is hidden
        self.asks = 0  # number of its requests without an answer
        self._waiting: dict[str, str] = {}
        self._news = asyncio.Event()

    def tell(self, key: str, text: str) -> None:
        self._waiting.pop(key, None)
        self._waiting[key] = text
        self._news.set()

    async def run(self) -> None:
        """Send until the page disconnects."""
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
    """JSON as a browser reads it; anything else is a ValueError. Python's decoder also accepts NaN, and reads too large
    numbers as infinite, and its encoder then writes what no page can read."""
    source = text.decode() if isinstance(text, bytes) else text
    if source.count("[") + source.count("{") > MOST_NESTED:
        raise ValueError("nested too deeply")
    return json.loads(source, parse_constant=_finite, parse_float=_finite)


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no JSON number")
    return number
