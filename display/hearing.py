"""What the table says over MQTT, for the sign pages, and what they say they show. One connection to the broker for all
pages; a new client for each connection; nothing is kept longer than a sign may show it."""

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Self

import aiomqtt

from display.pages import Page, decoded, encoded
from display.settings import BrokerSettings

log = logging.getLogger(__name__)
link_log = logging.getLogger("mqtt")
link_log.addFilter(lambda record: not _unasked(record))

FRESH = 10.0  # s: what is older tells a new page nothing (R128)
EXPIRY = 30  # s: with so many a table sends each word out, and the broker counts them down (docs/SIGNS.md)
KEEPALIVE, CONNECT_WITHIN = 5, 3.0
PAUSES = (0.2, 2.0)  # s before the next attempt: the first, the longest
LONGEST = 16_384  # bytes of a message; a table's longest is a quarter of it
MOST_TOPICS = 100  # a table has a few for itself and one for each meter; whoever makes up more fills no memory
MOST_ACKS = 100  # that wait for the broker; what comes on top is out of date anyway
TOPICS = ("status", "round", "event", "jackpot/+/meter")
ACKED = ("jackpot", "epoch", "seq", "pub", "cents")


class Hearing:
    """The newest word of each topic, and the pages that want every one."""

    def __init__(self, settings: BrokerSettings, table: str, linked: Callable[[], None]) -> None:
        self._settings = settings
        self._base = f"{settings.prefix}/{table}/"
        self._linked = linked
        self._said: dict[str, tuple[float, Any]] = {}  # topic -> when it was said, and what
        self._acks: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_ACKS)
        self._pages: list[Page] = []
        self.connected = False

    def add(self, page: Page) -> None:
        """With what is still fresh, so that nobody waits for the next heartbeat; and how old it is, for to a page that
        is opened anew no word may become any younger (R128)."""
        self._pages.append(page)
        now = asyncio.get_running_loop().time()
        for topic, (at, said) in self._said.items():
            if now - at < FRESH and topic != "event":
                page.tell(topic, _message(topic, said, now - at))

    def remove(self, page: Page) -> None:
        self._pages.remove(page)

    def acknowledge(self, page: Page, said: dict[str, Any]) -> None:
        """A page says what stands on its glass. A name is one screen's: the newest page that bears it is believed, for
        two that answer for each other would hide that one of them is stuck. A page that nobody sees keeps the name from
        no other: whoever leaves one open in the background must not silence the players' sign."""
        bearers = [each for each in self._pages if each.sign and each.seen]
        if bearers[-1:] != [page] or any(type(said.get(name)) is not int for name in ACKED[1:]):
            return
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        ack = {**{name: said[name] for name in ACKED[1:]}, "jackpot": str(said.get("jackpot", ""))[:40], "at": at}
        with contextlib.suppress(asyncio.QueueFull):
            self._acks.put_nowait((str(page.sign), encoded(ack)))

    async def run(self) -> None:
        """Keep the link until cancelled."""
        pause, longest = PAUSES
        told = ""
        while not _over():
            began = asyncio.get_running_loop().time()
            try:
                await self._serve()
            except (aiomqtt.MqttError, OSError, ValueError) as fault:
                why = f"the broker at {self._settings.host}:{self._settings.port} is not heard: {fault}"
                if why != told:
                    log.warning("%s", why)
                told = why
            if asyncio.get_running_loop().time() - began > longest:
                pause, told = PAUSES[0], ""
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    async def _serve(self) -> None:
        s = self._settings
        async with _Client(
            s.host, s.port, username=s.user, password=s.password, protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEPALIVE, timeout=CONNECT_WITHIN, logger=link_log,
            tls_context=ssl.create_default_context(cafile=s.ca) if s.ca else None,
        ) as client:  # fmt: skip
            for topic in TOPICS:
                await client.subscribe(self._base + topic, qos=0)
            if _over():
                return
            self._turn(connected=True)
            answering = asyncio.create_task(self._answer(client))
            try:
                async for message in client.messages:
                    payload = message.payload if isinstance(message.payload, bytes) else b""
                    self._hear(str(message.topic).removeprefix(self._base), payload, _age(message))
            finally:
                self._turn(connected=False)
                answering.cancel()
                await asyncio.gather(answering, return_exceptions=True)

    async def _answer(self, client: aiomqtt.Client) -> None:
        while self.connected:  # publish may swallow the end of this task before Python 3.12 (wait_for)
            sign, ack = await self._acks.get()
            with contextlib.suppress(aiomqtt.MqttError):  # the link's own end is told elsewhere
                await client.publish(f"{self._base}sign/{sign}/ack", ack, qos=0)

    def _turn(self, *, connected: bool) -> None:
        self.connected = connected
        self._linked()

    def _hear(self, topic: str, payload: bytes, age: float) -> None:
        """An empty meter says that its jackpot is no more; what is no JSON, or too long, says nothing."""
        try:
            said = decoded(payload) if payload else None
        except ValueError:
            return
        if len(payload) > LONGEST or (said is not None and not isinstance(said, dict)):
            return
        text = _message(topic, said, age)
        self._said.pop(topic, None)
        if len(self._said) >= MOST_TOPICS:
            del self._said[next(iter(self._said))]  # the one that was silent for longest
        self._said[topic] = (asyncio.get_running_loop().time() - age, said)
        for page in self._pages:
            page.tell(topic, text)


class _Client(aiomqtt.Client):
    """An attempt that is given up leaves nothing behind, though the thread in which it connects cannot be cancelled."""

    _given_up = False

    def __init__(self, *settings: Any, **options: Any) -> None:
        super().__init__(*settings, **options)
        for future in (self._connected, self._disconnected):  # aiomqtt may replace one whose fault nobody has read
            future.add_done_callback(_read)

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except BaseException:
            self._drop()
            raise
        self._disconnected.add_done_callback(_read)
        return self

    def _client_connect(self) -> None:
        super()._client_connect()
        if self._given_up:
            self._loop.call_soon_threadsafe(self._drop)

    def _drop(self) -> None:
        self._given_up = True
        self._client._sock_close()


def _read(done: "asyncio.Future[None]") -> None:
    """asyncio complains of a fault that nobody has read: that of a link which is lost just as it is made, or ended."""
    if not done.cancelled():
        done.exception()


def _message(topic: str, said: Any, age: float) -> str:
    return encoded({"topic": topic, "payload": said, "age": round(1000 * age)})


def _over() -> bool:
    """Our end was asked for; the library's own waits may swallow it before Python 3.12 (wait_for)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _unasked(record: logging.LogRecord) -> bool:
    """The broker acknowledges what nobody waits for: a subscription cut short by our own end, or its own nonsense."""
    return bool(record.exc_info and isinstance(record.exc_info[1], KeyError))


def _age(message: aiomqtt.Message) -> float:
    """In seconds. What the broker has kept is as old as it has counted down."""
    left = getattr(message.properties, "MessageExpiryInterval", None)
    return float(max(EXPIRY - left, 0)) if message.retain and isinstance(left, int) else 0.0
