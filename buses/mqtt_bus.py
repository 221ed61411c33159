"""MQTT 5 as a bus: the only file that uses aiomqtt and paho."""

import asyncio
import errno
import functools
import socket
import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from buses.contract import SILENCE, Answered, BusError, Heard, Packet
from buses.mqtt import MqttSettings
from buses.mqtt_stranger import lets_strangers_in
from words.message import message

KEEPALIVE = 5  # seconds; after one and a half times this the broker publishes the will
CONNECT_WITHIN = 1.5  # seconds for TCP and TLS, and again for the broker's answer
FAREWELL = 0.5  # seconds that a stop waits for the broker to accept the last message
MOST_BYTES = 4096  # of an incoming message; the broker drops larger ones
PROBE = "probe"  # the topic of the table that nobody may write

BROKER_HINTS = {  # by the broker's reason code (MQTT 5, 2.4)
    0x80: "signs.hint_broke",
    0x86: "signs.hint_password",
    0x87: "signs.hint_password",
}
UNREACHABLE = (errno.ENETUNREACH, errno.EHOSTUNREACH)
EXPIRED, NOT_YET_VALID = 10, 9  # OpenSSL's verify codes


class MqttBus(aiomqtt.Client):
    """One connection, never entered twice. It uses internals of aiomqtt 2.5 for what the library cannot do: send
    without a task switch, tell a refusal from a success, and leave nothing behind when it fails or is cancelled."""

    def __init__(
        self,
        settings: MqttSettings,
        base: str,
        password: str | None,
        will: Packet | None,
        answered: Answered,
        heard: Heard,
    ) -> None:
        self.where = f"{settings.host}:{settings.port}"
        self.doubt: BusError | None = None
        self._settings = settings
        self._base = base
        self._qos = 1 if will else 0  # pages repeat their acknowledgements anyway
        with _explained(self.where):
            self._tls = ssl.create_default_context(cafile=settings.ca) if settings.ca else None
        super().__init__(
            settings.host,
            settings.port,
            username=settings.user,
            password=password,
            # One name per table: before this connection sends, the broker ends an older one and publishes its will.
            identifier=base.rstrip("/") if will else None,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            will=_will(base, will) if will else None,
            properties=_most_bytes() if will else None,
            timeout=CONNECT_WITHIN,
            keepalive=KEEPALIVE,
            tls_context=self._tls,
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
        )
        self._client.connect_timeout = CONNECT_WITHIN
        self._answered, self._heard = answered, heard
        self._asked: dict[int, str] = {}  # message id of a subscription -> its topic
        self._all_answered = asyncio.Event()  # no subscription waits for its answer
        self._dropped = self._sending = False
        self._quiet = asyncio.Event()
        self._probed: asyncio.Future[bool] = self._loop.create_future()  # whether the broker refuses the probe
        self._unacked: dict[int, tuple[str, float]] = {}  # message id -> topic and time, oldest first
        for future in (self._connected, self._disconnected):  # aiomqtt may replace one with an unread exception
            future.add_done_callback(_read)

    async def __aenter__(self) -> Self:
        try:
            try:
                with _explained(self.where):
                    await super().__aenter__()
                    if self._client.socket() is None:  # lost again already, which aiomqtt does not notice
                        raise self._failure("signs.ended", "signs.hint_log")
                    self.doubt = await self.doubted()
                self._disconnected.add_done_callback(_read)
                return self
            finally:
                task = asyncio.current_task()
                if task and task.cancelling():  # before Python 3.12 the library's wait_for may swallow this
                    raise asyncio.CancelledError
        except BaseException:
            self._drop()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._drop()

    async def doubted(self) -> BusError | None:
        """What others could publish here cannot be seen from the messages. But a broker that lets in who has no
        password, or that accepts from us what nobody may write, has no access list."""
        if self._settings.user is None or await lets_strangers_in(self._settings.host, self._settings.port, self._tls):
            return BusError("broker_open", where=self.where)
        self._client.publish(self._base + PROBE, b"", qos=1)
        async with asyncio.timeout(CONNECT_WITHIN):
            refused = await self._probed
        return None if refused else BusError("broker_unlisted", where=self.where)

    @property
    def unacked(self) -> list[str]:
        return [topic for topic, _ in self._unacked.values()]

    def send(self, packet: Packet) -> None:
        properties = _expiry(PacketTypes.PUBLISH, packet.expiry)
        topic = self._base + packet.topic
        self._sending = True
        info = self._client.publish(topic, packet.payload, self._qos, packet.retained, properties)
        self._sending = False
        self._unacked[info.mid] = packet.topic, self._loop.time()
        self._quiet.clear()
        self._write()

    def listen(self, topics: Iterable[str]) -> None:
        self._sending = True
        self._all_answered.clear()
        for topic in topics:
            _, number = self._client.subscribe(self._base + topic, qos=0)
            if number is not None:
                self._asked[number] = topic
        self._sending = False
        self._write()

    async def settled(self) -> None:
        answered = asyncio.ensure_future(self._all_answered.wait())
        either: set[asyncio.Future[Any]] = {answered, self._disconnected}
        await asyncio.wait(either, timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED)
        answered.cancel()

    def ignore(self, topic: str) -> None:
        self._client.unsubscribe(self._base + topic)

    def give_up(self) -> None:
        if not self._disconnected.done():
            self._disconnected.set_exception(aiomqtt.MqttError("another controller bears this table's name"))

    async def watch(self, seconds: float) -> None:
        await asyncio.wait({self._disconnected}, timeout=seconds)
        with _explained(self.where):
            if self._disconnected.done():
                fault = self._disconnected.exception()
                if isinstance(fault, aiomqtt.MqttError):
                    raise fault
                if fault is None:
                    raise self._failure("signs.ended", "signs.hint_log")
                raise aiomqtt.MqttError(str(fault))
            _, oldest = next(iter(self._unacked.values()), ("", self._loop.time()))
            if self._loop.time() - oldest > SILENCE:
                raise self._failure("signs.unanswered", "signs.hint_frozen")

    def _failure(self, error: str, hint: str) -> BusError:
        return BusError("broker_fails", where=self.where, error=message(error), hint=message(hint))

    async def leave(self, last: Packet | None) -> None:
        if last:
            self.send(last)
        # Not asyncio.timeout: before Python 3.11.3 it does not end quietly in a task that is being cancelled.
        quiet = asyncio.ensure_future(self._quiet.wait())
        await asyncio.wait({quiet}, timeout=FAREWELL if self._unacked else 0)
        quiet.cancel()
        self._client.disconnect()
        self._write()

    def _on_publish(self, _client: Any, _data: Any, mid: int, code: ReasonCode, _properties: Any) -> None:
        if mid not in self._unacked:  # the probe
            if not self._probed.done():
                self._probed.set_result(code.is_failure)
            return
        topic, _ = self._unacked.pop(mid)
        if not self._unacked:
            self._quiet.set()
        self._answered(topic, str(code) if code.is_failure else None)

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        left = getattr(message.properties, "MessageExpiryInterval", None)
        self._heard(Packet(message.topic.removeprefix(self._base), message.payload, bool(message.retain), left))

    def _on_subscribe(self, *arguments: Any) -> None:
        _client, _data, mid, (code,), _properties = arguments
        topic = self._asked.pop(mid, None)  # None: the broker answers an unknown subscription
        if not self._asked:
            self._all_answered.set()
        if topic and code.is_failure:
            self._answered(topic, str(code))

    def _on_unsubscribe(self, *_: Any) -> None:
        """Nobody waits for this."""

    def _write(self) -> None:
        self._client.loop_write()
        sock = self._client.socket()
        if sock is not None and self._client.want_write():  # the kernel accepts no more for now
            self._loop.add_writer(sock.fileno(), self._write)

    def _on_socket_register_write(self, *_: Any) -> None:
        if not self._sending:  # otherwise the write follows anyway
            self._loop.call_soon_threadsafe(self._write)

    def _client_connect(self) -> None:
        """Runs in aiomqtt's thread, which cannot be cancelled."""
        super()._client_connect()
        if self._dropped:
            self._loop.call_soon_threadsafe(self._drop)

    def _drop(self) -> None:
        """Closes without a message, whatever state the connection is in."""
        self._dropped = True
        self._client._sock_close()


def _read(done: "asyncio.Future[None]") -> None:
    """Reads the exception of a link that is lost just as it is made or ended, because asyncio complains about unread
    ones."""
    if not done.cancelled():
        done.exception()


def _will(base: str, will: Packet) -> aiomqtt.Will:
    expiry = _expiry(PacketTypes.WILLMESSAGE, will.expiry)
    return aiomqtt.Will(base + will.topic, will.payload, 1, will.retained, expiry)


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


@contextmanager
def _explained(where: str) -> Iterator[None]:
    """Adds to an error what to do about it. ValueError: the host name is invalid."""
    try:
        yield
    except (aiomqtt.MqttError, OSError, ValueError) as fault:
        code = getattr(fault, "rc", None)
        why = str(code) if isinstance(code, ReasonCode) else str(fault)
        hint = _hint(fault)
        raise BusError("broker_fails", where=where, error=why, hint=message(hint)) from fault


def _hint(fault: BaseException) -> str:
    """What to do, by the type of the error; of an error of the library, by the type of the one behind it."""
    match fault:
        case aiomqtt.MqttCodeError(rc=ReasonCode(value=int(code))):
            return BROKER_HINTS.get(code, "signs.hint_log")
        case aiomqtt.MqttError():
            behind = fault.__cause__ or fault.__context__
            return _hint(behind) if behind else "signs.hint_log"
        case socket.gaierror():
            return "signs.hint_host"
        case ConnectionRefusedError():
            return "signs.hint_start"
        case TimeoutError():
            return "signs.hint_frozen"
        case ssl.SSLCertVerificationError(verify_code=code) if code in (EXPIRED, NOT_YET_VALID):
            return "signs.hint_expired" if code == EXPIRED else "signs.hint_early"
        case ssl.SSLError(reason="WRONG_VERSION_NUMBER"):
            return "signs.hint_frozen"
        case ssl.SSLError() | FileNotFoundError() | PermissionError():
            return "signs.hint_certificate"
        case OSError(errno=number) if number in UNREACHABLE:
            return "signs.hint_frozen"
        case ValueError():  # after the errors of certificates, which are such errors, too
            return "signs.hint_host"
    return "signs.hint_log"
