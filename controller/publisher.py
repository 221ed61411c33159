"""MQTT: what signs and the floor see of a table, and what signs say they show. It decides nothing.

There is no queue. Whoever changes the state calls `changed()`, and the newest snapshot goes out within that
call. While the broker is away or slow nothing waits but the wish to send whatever is newest by then. What is
retained is sent again at every connection and every `HEARTBEAT` seconds, because a broker may forget; what is
not retained (an event) is sent once.

It listens to the acknowledgements of the table's own signs (one that floods loses its voice for a while) and to its
own `status`, and to nothing else. Two controllers of one name would take the link from each other for ever and the
signs would flip: each finds the other's status in place of its own, and the one whose word signs would ignore falls
silent (E38).
"""

import asyncio
import functools
import json
import logging
import socket
import ssl
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.sign_sentences import sentence

log = logging.getLogger(__name__)

HEARTBEAT = 2.0  # seconds; a sign doubts what it shows after 10 without news (R128)
WINDOW = 10  # while so many messages are unacknowledged the next snapshot waits; brokers allow 20
SILENCE = 4.0  # a message unacknowledged for so long: the broker is frozen
KEEPALIVE = 5  # after one and a half times this the broker says our will
CONNECT_WITHIN = 1.5  # for TCP and TLS, and again for the broker's answer
PAUSES = (0.2, 1.2)  # before the next attempt: the first, the longest
FAREWELL = 0.5  # how long a stop waits for the broker to take the last word
PUBS_PER_ROW = 1 << 24
MOST_SAID = 60  # messages of one topic between two heartbeats; what says more floods
DEAF = 30  # heartbeats for which a topic that is flooded is not listened to
MOST_BYTES = 4096  # of a message to us; the broker throws larger ones away

HINTS = {
    "Connection refused": "hint_start",
    "not known": "hint_host",
    "timed out": "hint_frozen",
    "Not authorized": "hint_password",
    "has expired": "hint_expired",
    "not yet valid": "hint_early",
    "certificate": "hint_certificate",
    "No such file": "hint_certificate",
    "Unspecified error": "hint_broke",
}


def first_pub(seq: int, failed_at: int = 0) -> int:
    """Where a run begins to count its publications, so that they rise across restarts without a clock or a disk
    write: `seq` is the ledger's, after the row that each start writes, and so above that of any run before. A
    row has room for a year of heartbeats; a sign in JavaScript holds the number for 500 million rows. A start that
    could not write its row, at `failed_at` (utc ms), has only the clock to stand above the run before, which shares the
    row: it begins in the upper half of the room, and faster than anybody publishes."""
    upper = PUBS_PER_ROW // 2
    return seq * PUBS_PER_ROW + (upper + (failed_at >> 8) % upper if failed_at else 0)


@dataclass(frozen=True, slots=True)
class MqttSettings:
    host: str
    port: int = 1883
    prefix: str = "litbet"
    user: str | None = None
    password: str | None = None
    ca: str | None = None  # a file of certificates; when given, the link is TLS


@dataclass(frozen=True, slots=True)
class Message:
    """`topic` stands below prefix and table. `content` is what the message says apart from the number of its
    publication; while it is the same, `changed()` does not send it again. Without it the payload counts."""

    topic: str
    payload: bytes
    retain: bool
    expiry: int | None  # seconds until the broker forgets it
    content: object = None
    once: bool = False  # on each connection, and not again at each heartbeat: it clears what was retained


class Publisher:
    """`snapshot(pub)` renders the whole state as messages, in the order in which they shall go out. `offline`
    renders the last word about the table: the broker says it when the link breaks, we when we stop."""

    def __init__(
        self,
        settings: MqttSettings,
        table: str,
        snapshot: Callable[[int], Iterable[Message]],
        offline: Callable[[int], Message],
        first_pub: int,
        signs: Iterable[str] = (),
        heard: Callable[[str, bytes], None] = lambda _sign, _payload: None,
        link: "Callable[..., _Link] | None" = None,
    ) -> None:
        """`link` makes each connection; a world that is made up brings its own (controller/simulation/)."""
        self._settings = settings
        self._connect = link or _Link
        self._base = f"{settings.prefix}/{table}/"
        self._where = f"{settings.host}:{settings.port}"
        self._snapshot = snapshot
        self._offline = offline
        self._signs, self._heard = tuple(signs), heard
        self._pub = first_pub
        self._link: _Link | None = None
        self._said: dict[str, object] = {}  # topic -> content, unless the link broke before the broker had it
        self._held = False  # a snapshot waits for the window
        self._refused: dict[str, str] = {}  # topic -> reason
        self._sent = self._acked = self._connections = 0
        self._since = 0.0
        self._yields = False
        self._error = self._told = ""  # one sentence of the log for an outage

    def changed(self) -> None:
        """Show the newest state, now or as soon as that is possible. On the loop's thread; neither waits nor
        raises."""
        self._publish(everything=False)

    async def run(self) -> None:
        """Keep the link until cancelled; then the table is offline."""
        loop = asyncio.get_running_loop()
        self._since = loop.time()
        pause, longest = PAUSES
        while True:
            began = loop.time()
            try:
                await self._serve()
            except (aiomqtt.MqttError, OSError, ValueError) as fault:  # ValueError: a host's name that is none
                self._error = _sentence(self._where, fault)
                if self._error != self._told:
                    log.warning("%s", self._error)
                self._told = self._error
            if self._yields:
                self._error = sentence("broker_doubles", where=self._where)
                log.critical("%s", self._error)
                await asyncio.Event().wait()  # nothing but a person ends this
            if loop.time() - began > SILENCE:  # longer than an attempt: there was a link
                pause = PAUSES[0]
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    def health(self) -> Mapping[str, int | str | bool]:
        """`since`: seconds for which the link has been up, or down. `error` is the last, mended or not."""
        return {
            "connected": self._link is not None,
            "yields": self._yields,
            "since": round(asyncio.get_running_loop().time() - self._since),
            "sent": self._sent,
            "acked": self._acked,
            "refused": "; ".join(
                sentence("broker_refused", topic=topic, error=why) for topic, why in self._refused.items()
            ),
            "reconnects": max(0, self._connections - 1),
            "error": self._error,
        }

    async def _serve(self) -> None:
        """One connection, from the attempt to its loss."""
        will = self._offline(self._pub)
        async with self._connect(self._settings, self._base, will, self._answered, self._hear) as link:
            self._turn(link)
            link.listen([will.topic, *map(_ack, self._signs)])
            self._connections += 1
            self._told = ""
            log.info("The MQTT broker at %s shows the table", self._where)
            try:
                while True:
                    self._publish(everything=True)
                    await link.watch(HEARTBEAT)
                    link.hear_again()
            except asyncio.CancelledError:
                self._turn(None)
                await link.leave(self._offline(self._pub))
                raise
            finally:
                self._turn(None)
                for topic, _ in link.unacked.values():
                    self._said.pop(topic, None)

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic.startswith("sign/"):
            self._heard(topic.split("/")[1], payload)
        else:
            self._meet(payload)

    def _meet(self, status: bytes) -> None:
        """Our status, as the broker has it. A run before this one wrote older rows; a newer row is another
        controller's, and signs believe that. Of two at the same row either will do."""
        theirs, ours = _origin(status), _origin(self._offline(self._pub).payload)
        if self._link is not None and theirs and ours and theirs[-1] != ours[-1] and theirs > ours:
            self._yields = True
            self._link.give_up()

    def _turn(self, link: "_Link | None") -> None:
        self._link, self._since = link, asyncio.get_running_loop().time()

    def _publish(self, *, everything: bool) -> None:
        link = self._link
        self._held = link is not None and len(link.unacked) >= WINDOW
        if link is None or self._held:
            return
        try:
            for message in self._snapshot(self._pub):
                content = message.payload if message.content is None else message.content
                content = self._connections if message.once else content
                if (everything and message.retain and not message.once) or self._said.get(message.topic) != content:
                    link.send(message)
                    self._said[message.topic] = content
                    self._sent += 1
        except Exception as fault:
            # The table plays on; signs hear nothing more and say so, that is what their own time limit is for.
            log.exception("the state cannot be shown")
            self._error = sentence("broker_stops", error=repr(fault))
        self._pub += 1

    def _answered(self, topic: str, refusal: str | None) -> None:
        """The broker has taken a message, or refused it."""
        if refusal is None:
            self._acked += 1
            self._refused.pop(topic, None)
        elif topic not in self._refused:
            self._refused[topic] = refusal
            log.warning("The MQTT broker at %s refuses topic %s (%s)", self._where, topic, refusal)
        if self._held:
            asyncio.get_running_loop().call_soon(self.changed)


class _Link(aiomqtt.Client):
    """One connection, never entered twice. It reaches into aiomqtt 2.5 for what that cannot do: send without a
    task switch, tell a refusal from a success, and leave nothing behind when it fails or is cancelled."""

    def __init__(
        self,
        settings: MqttSettings,
        base: str,
        will: Message,
        answered: Callable[[str, str | None], None],
        heard: Callable[[str, bytes], None],
    ) -> None:
        super().__init__(
            settings.host,
            settings.port,
            username=settings.user,
            password=settings.password,
            # One name for a table: the broker ends an older connection, and says its will, before this one speaks.
            identifier=base.rstrip("/"),
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            will=aiomqtt.Will(
                base + will.topic, will.payload, 1, will.retain, _expiry(PacketTypes.WILLMESSAGE, will.expiry)
            ),
            properties=_most_bytes(),
            timeout=CONNECT_WITHIN,
            keepalive=KEEPALIVE,
            tls_context=ssl.create_default_context(cafile=settings.ca) if settings.ca else None,
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
        )
        self._client.connect_timeout = CONNECT_WITHIN
        self._base = base
        self._answered, self._heard = answered, heard
        self._asked: dict[int, str] = {}  # message id of a subscription -> its topic
        self._said: dict[str, int] = {}  # topic -> how many messages since the last heartbeat
        self._deaf: dict[str, int] = {}  # topic -> heartbeats until it is listened to again
        self._dropped = self._sending = False
        self._quiet = asyncio.Event()
        self.unacked: dict[int, tuple[str, float]] = {}  # message id -> topic and time, oldest first

    async def __aenter__(self) -> Self:
        try:
            try:
                return await super().__aenter__()
            finally:
                task = asyncio.current_task()
                if task and task.cancelling():  # the library's own wait may swallow it before Python 3.12 (wait_for)
                    raise asyncio.CancelledError
        except BaseException:
            self._drop()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._drop()

    def send(self, message: Message) -> None:
        """The bytes are with the kernel when this returns, as far as it takes them."""
        properties = _expiry(PacketTypes.PUBLISH, message.expiry)
        topic = self._base + message.topic
        self._sending = True
        info = self._client.publish(topic, message.payload, 1, message.retain, properties)
        self._sending = False
        self.unacked[info.mid] = message.topic, self._loop.time()
        self._quiet.clear()
        self._write()

    def listen(self, topics: Iterable[str]) -> None:
        """Subscribe. Nothing waits for it; a refusal is told like that of a message."""
        self._sending = True
        for topic in topics:
            _, number = self._client.subscribe(self._base + topic, qos=0)
            if number is not None:
                self._asked[number] = topic
        self._sending = False
        self._write()

    def hear_again(self) -> None:
        """A heartbeat has passed."""
        self._said.clear()
        self._deaf = {topic: left - 1 for topic, left in self._deaf.items()}
        if rested := [topic for topic, left in self._deaf.items() if left <= 0]:
            self._deaf = {topic: left for topic, left in self._deaf.items() if left > 0}
            self.listen(rested)

    def give_up(self) -> None:
        if not self._disconnected.done():
            self._disconnected.set_exception(aiomqtt.MqttError("another controller bears this table's name"))

    async def watch(self, seconds: float) -> None:
        """Wait; raise as soon as the link is lost, or when the broker has owed an answer for too long."""
        await asyncio.wait({self._disconnected}, timeout=seconds)
        if self._disconnected.done():
            fault = self._disconnected.exception()
            raise (
                fault
                if isinstance(fault, aiomqtt.MqttError)
                else aiomqtt.MqttError(str(fault or "it ended the connection"))
            )
        _, oldest = next(iter(self.unacked.values()), ("", self._loop.time()))
        if self._loop.time() - oldest > SILENCE:
            raise aiomqtt.MqttError("an acknowledgement timed out")

    async def leave(self, last: Message) -> None:
        """The last word, and an end at which the broker does not say the will."""
        self.send(last)
        # Not asyncio.timeout: before Python 3.11.3 it does not end quietly in a task that is being cancelled.
        quiet = asyncio.ensure_future(self._quiet.wait())
        await asyncio.wait({quiet}, timeout=FAREWELL)
        quiet.cancel()
        self._client.disconnect()
        self._write()

    def _on_publish(self, _client: Any, _data: Any, mid: int, code: ReasonCode, _properties: Any) -> None:
        topic, _ = self.unacked.pop(mid)
        if not self.unacked:
            self._quiet.set()
        self._answered(topic, str(code) if code.is_failure else None)

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        topic = message.topic.removeprefix(self._base)
        if topic in self._deaf:
            return  # what was on its way
        count = self._said[topic] = self._said.get(topic, 0) + 1
        if count > MOST_SAID:
            log.warning("topic %s is flooded: it is not listened to for %g s", topic, DEAF * HEARTBEAT)
            self._deaf[topic] = DEAF
            self._client.unsubscribe(message.topic)
        else:
            try:
                self._heard(topic, message.payload)
            except Exception:  # or paho would end the link for it
                log.exception("topic %s: what it says cannot be handled", topic)

    def _on_subscribe(self, *told: Any) -> None:
        _client, _data, mid, (code,), _properties = told
        topic = self._asked.pop(mid)
        if code.is_failure:
            self._answered(topic, str(code))

    def _on_unsubscribe(self, *_: Any) -> None:
        """Nobody waits for it."""

    def _write(self) -> None:
        self._client.loop_write()
        sock = self._client.socket()
        if sock is not None and self._client.want_write():  # the kernel takes no more for now
            self._loop.add_writer(sock.fileno(), self._write)

    def _on_socket_register_write(self, *_: Any) -> None:
        if not self._sending:  # else the write follows anyway
            self._loop.call_soon_threadsafe(self._write)

    def _client_connect(self) -> None:
        """In aiomqtt's thread, which cannot be cancelled."""
        super()._client_connect()
        if self._dropped:
            self._loop.call_soon_threadsafe(self._drop)

    def _drop(self) -> None:
        """Close without a word, whatever state the connection is in."""
        self._dropped = True
        self._client._sock_close()
        if self._disconnected.done():
            self._disconnected.exception()  # asyncio complains of a fault nobody looked at


def _ack(sign: str) -> str:
    return f"sign/{sign}/ack"


def _origin(status: bytes) -> tuple[int, int, str] | None:
    """Epoch and row of a status, and the run that wrote it; None when it does not say."""
    try:
        said = json.loads(status)
        epoch, seq, run = said["epoch"], said["seq"], said["run"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return (epoch, seq, run) if type(epoch) is type(seq) is int and type(run) is str else None


def _most_bytes() -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MOST_BYTES
    return properties


@functools.lru_cache
def _expiry(packet: int, seconds: int | None) -> Properties | None:
    if seconds is None:
        return None
    properties = Properties(packet)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = seconds
    return properties


def _sentence(where: str, fault: Exception) -> str:
    code = getattr(fault, "rc", None)
    why = str(code) if isinstance(code, ReasonCode) else str(fault)
    hint = next((hint for sign, hint in HINTS.items() if sign in why), "hint_log")
    return sentence("broker_fails", where=where, error=why, hint=sentence(hint))
