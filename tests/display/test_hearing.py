"""What the pages' server hears of the broker and says to it: real mosquitto, a real server process, pages."""

import asyncio
import json
import math
import os
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import aiohttp
import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from support.config.files import Edit, write
from support.display.browser import Display, showing
from support.display.table_files import Files
from support.signs.broker import connecting
from support.waiting import PATIENCE, until

from buses.contract import Packet
from buses.mqtt_bus import MqttBus
from display.hearing import EXPIRY, Hearing
from display.kept_heads import KeptHeads
from testbed.bench.broker import Broker

METER = {"v": 1, "jackpot": "bonus", "epoch": 1, "seq": 5, "pub": 9, "cents": 125000, "state": "open"}
ACK = {name: METER[name] for name in ("jackpot", "epoch", "seq", "pub", "cents")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Files]:
    folder = tmp_path_factory.mktemp("hearing")
    with Broker(folder) as broker:
        yield Files(folder, write(folder, [Edit('#sign = "display-1"', 'sign = "display-1"')]), broker)


@pytest.fixture(scope="module")
def display(files: Files) -> Iterator[Display]:
    with showing(files) as display:
        yield display


@asynccontextmanager
async def table(files: Files) -> AsyncIterator[aiomqtt.Client]:
    """The controller's end, which hears the acknowledgements."""
    async with aiomqtt.Client("127.0.0.1", files.broker.port) as client:
        await client.subscribe("litbet/bj-1/sign/+/ack")
        yield client


async def publish(client: aiomqtt.Client, topic: str, payload: Any) -> None:
    await client.publish(f"litbet/bj-1/{topic}", json.dumps(payload) if payload is not None else b"", qos=1)


@asynccontextmanager
async def sign(display: Display, query: str = "") -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with aiohttp.ClientSession() as session:
        path = f"{display.url}/live/sign/bj-1{query}"
        async with session.ws_connect(path, headers={"Origin": display.url}) as opened:
            yield opened


async def hears(opened: aiohttp.ClientWebSocketResponse, topic: str) -> Any:
    async with asyncio.timeout(PATIENCE):
        async for message in opened:
            found = json.loads(message.data)
            if found["topic"] == topic:
                return found["payload"]
    raise AssertionError(f"the socket ended before {topic}")


async def meter(client: aiomqtt.Client, *pages: aiohttp.ClientWebSocketResponse, **changes: Any) -> None:
    """Published until every page has it: the server's own link to the broker comes when it comes."""
    await publish(client, "jackpot/bonus/meter", {**METER, **changes})
    for page in pages:
        while (await hears(page, "jackpot/bonus/meter"))["pub"] != {**METER, **changes}["pub"]:
            pass


async def acknowledged(client: aiomqtt.Client) -> tuple[str, dict[str, Any]]:
    async with asyncio.timeout(PATIENCE):
        message = await anext(aiter(client.messages))
        assert isinstance(message.payload, bytes)
        return str(message.topic), json.loads(message.payload)


async def first_word(client: aiomqtt.Client, page: aiohttp.ClientWebSocketResponse) -> None:
    """Until the server hears the broker, what is published is lost."""

    heard = asyncio.create_task(hears(page, "jackpot/bonus/meter"))
    while not heard.done():
        await publish(client, "jackpot/bonus/meter", METER)
        await asyncio.wait({heard}, timeout=0.1)
    heard.result()


async def test_the_newest_open_page_of_a_name_is_the_sign(files: Files, display: Display) -> None:
    """R131: two screens that answer for each other would hide that one of them is stuck. An onlooker never counts."""
    async with table(files) as client, sign(display) as first, sign(display, "?onlooker") as looks:
        await first_word(client, first)
        async with sign(display) as second:
            assert await hears(second, "jackpot/bonus/meter") == METER  # what is fresh is told at once
            for number, page in enumerate((first, looks, second)):
                await page.send_json({"ack": {**ACK, "pub": number}})
                await page.ping()
            topic, ack = await acknowledged(client)
            assert (topic, ack["pub"]) == ("litbet/bj-1/sign/display-1/ack", 2)
            assert ack["at"].endswith("Z")
        again = asyncio.create_task(acknowledged(client))
        while not again.done():  # the newest has gone: the older screen is the sign again, as soon as that is known
            await first.send_json({"ack": {**ACK, "pub": 3}})
            await asyncio.wait({again}, timeout=0.1)
        assert again.result()[1]["pub"] == 3


@pytest.mark.parametrize(
    "nonsense", [{**ACK, "pub": "9"}, {**ACK, "cents": 1.5}, {**ACK, "seq": None}, {**ACK, "epoch": True}, {}, [], 7]
)
async def test_nonsense_is_not_passed_on(files: Files, display: Display, nonsense: Any) -> None:
    async with table(files) as client, sign(display) as page:
        await page.send_json({"ack": nonsense})
        await page.send_json({"ack": {**ACK, "pub": 77}})
        assert (await acknowledged(client))[1]["pub"] == 77


async def test_pages_hear_what_is_said_and_no_nonsense(files: Files, display: Display) -> None:
    async with table(files) as client, sign(display) as page:
        await first_word(client, page)
        await client.publish("litbet/bj-1/jackpot/bonus/meter", b"{", qos=1)
        await client.publish("litbet/bj-1/jackpot/bonus/meter", b"[" * 5000, qos=1)
        await publish(client, "jackpot/bonus/meter", 7)
        await publish(client, "jackpot/bonus/meter", None)
        while await hears(page, "jackpot/bonus/meter") is not None:
            pass


class NewestWords:
    """A page of which only the newest words matter."""

    sign, seen = None, True

    def __init__(self) -> None:
        self.words: dict[str, str] = {}

    def tell(self, key: str, text: str) -> None:
        self.words[key] = text


def packet(topic: str, payload: bytes) -> Packet:
    return Packet(topic, payload, retained=False, expiry=None)


def hearing_with(page: NewestWords, port: int = 1) -> Hearing:
    hearing = Hearing(connecting(port, "bj-1"), KeptHeads(None))
    hearing.add(cast(Any, page))
    return hearing


@pytest.mark.parametrize(
    "no_json", [b"NaN", b'{"a": NaN}', b'{"a": -Infinity}', b'{"a": 1e999}', b'{"a": ' + b"[" * 970]
)
async def test_what_only_python_reads_reaches_no_page(no_json: bytes) -> None:
    """One such word, and JSON.parse would end the script of every page."""
    page = NewestWords()
    hearing_with(page)._hear(packet("status", no_json))
    assert page.words == {}


async def test_made_up_topics_and_endless_words_fill_no_memory() -> None:
    page = NewestWords()
    hearing = hearing_with(page)
    hearing._hear(packet("status", b'{"a": "' + b"x" * 20_000 + b'"}'))
    assert page.words == {}
    for number in range(1000):
        hearing._hear(packet("round", b'{"phase": "betting"}'))
        hearing._hear(packet(f"jackpot/{number}/meter", b"{}"))
    later = NewestWords()
    hearing.add(cast(Any, later))
    assert len(later.words) <= 100
    assert "round" in later.words, "what is said again and again is not crowded out"


async def test_what_was_kept_says_how_old_it_is(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """R128: by the broker, for a display process that has just been started; by that process, for a new page. The
    broker counts real seconds, so what it keeps is published anew until it was heard in time."""
    monkeypatch.setattr("display.hearing.FRESH", math.inf)  # a busy machine may need longer for the new page
    key, counted_down = "jackpot/kept/meter", Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    counted_down.MessageExpiryInterval = EXPIRY - 1
    first = NewestWords()
    async with aiomqtt.Client("127.0.0.1", files.broker.port, protocol=aiomqtt.ProtocolVersion.V5) as client:

        async def keep(payload: bytes) -> None:
            await client.publish(f"litbet/bj-1/{key}", payload, qos=1, retain=True, properties=counted_down)

        while key not in first.words:
            await keep(json.dumps(METER).encode())
            hearing = hearing_with(first, files.broker.port)
            running = asyncio.create_task(hearing.run())
            with suppress(TimeoutError):
                async with asyncio.timeout(EXPIRY):
                    await until(lambda: key in first.words)
            running.cancel()
            await asyncio.wait({running})
        await keep(b"")
    age = json.loads(first.words[key])["age"]
    assert 1000 <= age <= 1000 * EXPIRY

    def later() -> int:
        """Milliseconds; two pages can be opened within one of them."""
        page = NewestWords()
        hearing.add(cast(Any, page))
        return int(json.loads(page.words[key])["age"])

    await until(lambda: later() > age)


async def test_a_slow_page_gets_the_newest_and_the_server_keeps_no_heap(files: Files, display: Display) -> None:
    async with table(files) as client, sign(display) as page:
        await first_word(client, page)
        for pub in range(100, 1100):
            await publish(client, "jackpot/bonus/meter", {**METER, "pub": pub})
        messages = 0
        while (await hears(page, "jackpot/bonus/meter"))["pub"] != 1099:
            messages += 1
        assert messages < 1100


async def test_an_attempt_that_is_given_up_leaves_nothing_behind(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its end is asked for while a thread connects: no socket, and no complaint of one when the process ends."""
    entered, leave, connect = threading.Event(), threading.Event(), socket.create_connection

    def slow(*address: Any, **options: Any) -> socket.socket:
        entered.set()
        leave.wait(PATIENCE)
        return connect(*address, **options)

    monkeypatch.setattr(socket, "create_connection", slow)
    hearing = Hearing(connecting(files.broker.port, "bj-1"), KeptHeads(None))
    running = asyncio.create_task(hearing.run())
    await asyncio.to_thread(entered.wait, PATIENCE)
    before = len(os.listdir("/proc/self/fd"))
    running.cancel()
    await asyncio.wait({running}, timeout=PATIENCE)
    leave.set()
    await asyncio.get_running_loop().shutdown_default_executor()
    async with asyncio.timeout(PATIENCE):
        while len(asyncio.all_tasks()) > 1 or len(os.listdir("/proc/self/fd")) > before:
            await asyncio.sleep(0.01)


async def test_a_broker_that_goes_and_comes_is_heard_again(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    broker.start()
    files = Files(tmp_path, write(tmp_path), broker)
    with showing(files) as display:
        async with sign(display) as page:
            async with table(files) as client:
                await first_word(client, page)
            await asyncio.to_thread(broker.stop)
            again = Broker(tmp_path, broker.port)
            await asyncio.to_thread(again.start)
            try:
                async with table(files) as client:
                    await first_word(client, page)
            finally:
                again.stop()


async def test_an_answer_to_what_nobody_asked_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    """So ends a display that is stopped while it subscribes; and so may a broker talk."""
    heard = asyncio.Event()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(b"\x20\x03\x00\x00\x00")  # CONNACK
        assert (await reader.read(4096))[0] == 0x82  # SUBSCRIBE
        writer.write(b"\x90\x04\x03\xe7\x00\x00")  # SUBACK of number 999
        writer.write(b"\xc0\x00")  # PINGREQ: no broker says it, and the client ends the link
        await reader.read()
        heard.set()
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as peer:
        port = peer.sockets[0].getsockname()[1]
        hearing = Hearing(connecting(port, "bj-1"), KeptHeads(None))
        running = asyncio.create_task(hearing.run())
        async with asyncio.timeout(PATIENCE):
            await heard.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert not [each for each in caplog.records if each.exc_info]


@pytest.mark.parametrize("moment", ["_on_connect", "_on_subscribe", "_on_disconnect"])
async def test_a_stop_in_any_moment_of_the_link(files: Files, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """The library's wait swallows what comes just then; a service that goes on would have to be killed."""
    answered = getattr(MqttBus, moment)

    def stop(self: Any, *what: Any) -> None:
        answered(self, *what)
        running.cancel()

    monkeypatch.setattr(MqttBus, moment, stop)
    hearing = Hearing(connecting(files.broker.port, "bj-1"), KeptHeads(None))
    running = asyncio.create_task(hearing.run())
    if moment == "_on_disconnect":
        while not hearing._bus:
            await asyncio.sleep(0)
        files.broker.stop()
        files.broker.start()
    await asyncio.wait({running}, timeout=PATIENCE)
    assert running.done()
