"""Receives the table's messages over MQTT for the sign pages, and sends the pages' acknowledgements. All pages share
one connection to the broker, with a new client for each connection. No message is kept longer than a sign may show
it."""

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

FRESH = 10.0  # s: older messages are not sent to a new page (R128)
EXPIRY = 30  # s: the expiry with which a table publishes, and which the broker counts down (docs/SIGNS.md)
KEEPALIVE, CONNECT_WITHIN = 5, 3.0
PAUSES = (0.2, 2.0)  # s before the next attempt: the first, the longest
LONGEST = 16_384  # bytes of a message; a table's longest has a quarter of this
MOST_TOPICS = 100  # a table has a few, and one per meter; a client that invents more cannot fill the memory
MOST_ACKS = 100  # acknowledgements that wait for the broker; older ones would be out of date anyway
TOPICS = ("status", "round", "event", "jackpot/+/meter")
ACKED = ("jackpot", "epoch", "seq", "pub", "cents")


class Hearing:
    """The newest message of each topic, and the pages that get all of them."""

    def __init__(self, settings: BrokerSettings, table: str, linked: Callable[[], None]) -> None:
        self._settings = settings
        self._base = f"{settings.prefix}/{table}/"
        self._linked = linked
        self._newest: dict[str, tuple[float, Any]] = {}  # topic -> when it was published, and its payload
        self._acks: asyncio.Queue[tuple[str, str]] = asyncio.Queue(MOST_ACKS)
        self._pages: list[Page] = []
        self.connected = False

    def add(self, page: Page) -> None:
        """Sends a new page what is still fresh, so that it need not wait for the next heartbeat. Each message has its
        age: opening a page must not make an amount look newer (R128)."""
        self._pages.append(page)
        now = asyncio.get_running_loop().time()
        for topic, (at, payload) in self._newest.items():
            if now - at < FRESH and topic != "event":
                page.tell(topic, _message(topic, payload, now - at))

    def remove(self, page: Page) -> None:
        self._pages.remove(page)

    def acknowledge(self, page: Page, shown: dict[str, Any]) -> None:
        """Passes on what a page shows. Of several pages with one sign's name only the newest visible one counts: if
        each could answer for the other, nobody would notice that one of them is stuck. A hidden page does not count, so
        that a page left open in the background does not silence the players' sign."""
        bearers = [each for each in self._pages if each.sign and each.seen]
        if bearers[-1:] != [page] or any(type(shown.get(name)) is not int for name in ACKED[1:]):
            return
        at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        ack = {**{name: shown[name] for name in ACKED[1:]}, "jackpot": str(shown.get("jackpot", ""))[:40], "at": at}
        with contextlib.suppress(asyncio.QueueFull):
            self._acks.put_nowait((str(page.sign), encoded(ack)))

    async def run(self) -> None:
        """Keeps the connection up until cancelled."""
        pause, longest = PAUSES
        logged = ""
        while not _over():
            began = asyncio.get_running_loop().time()
            try:
                await self._serve()
            except (aiomqtt.MqttError, OSError, ValueError) as fault:
                why = f"the broker at {self._settings.host}:{self._settings.port} does not answer: {fault}"
                if why != logged:
                    log.warning("%s", why)
                logged = why
            if asyncio.get_running_loop().time() - began > longest:
                pause, logged = PAUSES[0], ""
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
        while self.connected:  # before Python 3.12 publish may swallow the cancellation of this task (wait_for)
            sign, ack = await self._acks.get()
            with contextlib.suppress(aiomqtt.MqttError):  # a lost connection is handled in `run`
                await client.publish(f"{self._base}sign/{sign}/ack", ack, qos=0)

    def _turn(self, *, connected: bool) -> None:
        self.connected = connected
        self._linked()

    def _hear(self, topic: str, payload: bytes, age: float) -> None:
        """An empty meter means that the jackpot has ended. Invalid JSON and long messages are ignored."""
        try:
            found = decoded(payload) if payload else None
        except ValueError:
            return
        if len(payload) > LONGEST or (found is not None and not isinstance(found, dict)):
            return
        text = _message(topic, found, age)
        self._newest.pop(topic, None)
        if len(self._newest) >= MOST_TOPICS:
            del self._newest[next(iter(self._newest))]  # the one that was silent longest
        self._newest[topic] = (asyncio.get_running_loop().time() - age, found)
        for page in self._pages:
            page.tell(topic, text)


class _Client(aiomqtt.Client):
    """A cancelled attempt leaves no connection behind, although the thread in which it connects cannot be cancelled."""

    _given_up = False

    def __init__(self, *settings: Any, **options: Any) -> None:
        super().__init__(*settings, **options)
        for future in (self._connected, self._disconnected):  # aiomqtt may replace one with an unread error
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
    """Reads the error of a connection that is lost while it is made or closed, because asyncio logs unread ones."""
    if not done.cancelled():
        done.exception()


def _message(topic: str, payload: Any, age: float) -> str:
    return encoded({"topic": topic, "payload": payload, "age": round(1000 * age)})


def _over() -> bool:
    """Whether this task is being cancelled; before Python 3.12 the library's own waits may swallow that (wait_for)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _unasked(record: logging.LogRecord) -> bool:
    """The broker answered a request that nobody waits for, such as a cancelled subscription."""
    return bool(record.exc_info and isinstance(record.exc_info[1], KeyError))


def _age(message: aiomqtt.Message) -> float:
    """In seconds; for a retained message, by how far the broker has counted down its expiry."""
    left = getattr(message.properties, "MessageExpiryInterval", None)
    return float(max(EXPIRY - left, 0)) if message.retain and isinstance(left, int) else 0.0
