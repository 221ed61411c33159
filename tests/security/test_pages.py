"""Other users of the machine, at the pages: they get nothing of the dealer's, and take nobody's place. The same
attacks, as separate users under systemd, are in tests/system/test_pages.py."""

import asyncio
import contextlib
import json
import os
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from support.display import attacker
from support.waiting import PATIENCE, until

from display import gate
from display.dealer_site import DealerSite
from display.peer import peer_of
from display.server import Server
from display.settings import Settings
from display.sign_site import SignSite

OURS, ANOTHERS = os.geteuid(), os.geteuid() + 1
TABLE = b"GET /table/bj-1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@asynccontextmanager
async def serving(folder: Path, kiosk: int | None) -> AsyncIterator[str]:
    """Both pages at one address, of this user of the machine."""
    settings = Settings("bj-1", kiosk)
    server = Server(settings, [SignSite(settings, None), DealerSite(settings, folder / "control.sock")])
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        async with server.serving([listener]):
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"


async def connected(base: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))


async def test_the_kiosks_user_gets_the_page(tmp_path: Path) -> None:
    async with serving(tmp_path, OURS) as base:
        assert await attacker.page(base, "/table/bj-1") == "200 token"


@pytest.mark.parametrize("path", ["/table/bj-1", "/live/table/bj-1", "/chart/bj-1/meter.svg"])
async def test_another_user_does_not(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path, ANOTHERS) as base:
        assert await attacker.page(base, path) == "403"
        assert await attacker.press(base, "round lock") == "refused"
        assert await attacker.page(base, "/sign/bj-1") == "200"


async def test_on_a_bench_any_user_of_this_machine_does(tmp_path: Path) -> None:
    async with serving(tmp_path, None) as base:
        assert await attacker.page(base, "/table/bj-1") == "200 token"


def test_a_connection_that_its_owner_has_closed_is_nobodys() -> None:
    """The kernel then names user 0: whoever closes quickly would be root. What is half closed is no page either."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        for end in (socket.socket.close, lambda line: line.shutdown(socket.SHUT_WR)):
            line = socket.create_connection(listener.getsockname())
            with listener.accept()[0] as taken:
                assert peer_of(taken) == OURS
                end(line)
                assert peer_of(taken) is None
            line.close()


@pytest.mark.parametrize(("family", "address"), [(socket.AF_INET6, "::1"), (socket.AF_INET6, "::ffff:127.0.0.1")])
def test_a_user_is_known_by_either_kind_of_address(family: socket.AddressFamily, address: str) -> None:
    with (
        socket.create_server(("::", 0), family=family, dualstack_ipv6=True) as listener,
        socket.create_connection((address, listener.getsockname()[1])),
        listener.accept()[0] as taken,
    ):
        assert peer_of(taken) == OURS


async def test_one_peer_takes_no_more_than_his_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is beyond is closed at once, and not by its time. Places that are given up are free again."""
    monkeypatch.setattr(gate, "PATIENCE", 10 * PATIENCE)
    async with serving(tmp_path, ANOTHERS) as base, AsyncExitStack() as stack:
        for _ in range(gate.MOST_OF_ONE):
            stack.callback((await connected(base))[1].close)
        reader, writer = await connected(base)
        async with asyncio.timeout(PATIENCE):
            assert await reader.read() == b""
        writer.close()
        await stack.aclose()
        while await attacker.page(base, "/sign/bj-1") != "200":
            pass


async def test_the_kiosks_user_has_places_when_others_took_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others here come from many addresses; the kernel's word is staged for them."""
    strangers = [f"10.0.0.{number}" for number in range(20)]
    monkeypatch.setattr(gate, "MOST", 10)
    monkeypatch.setattr(gate, "peer_of", lambda taken: strangers.pop() if strangers else peer_of(taken))
    async with serving(tmp_path, OURS) as base, AsyncExitStack() as stack:
        for _ in range(20):
            stack.callback((await connected(base))[1].close)
        await until(lambda: not strangers)
        assert await attacker.page(base, "/table/bj-1") == "200 token"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nX-Slow: 1\r\n", TABLE, TABLE + b"GET / HT"])
async def test_who_asks_nothing_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    """From the start, in the middle of a head, or after an answer."""
    monkeypatch.setattr(gate, "PATIENCE", 0.2)
    async with serving(tmp_path, OURS) as base:
        reader, writer = await connected(base)
        writer.write(said)
        with contextlib.suppress(ConnectionResetError):
            await reader.read()  # to the end, which the server makes
        writer.close()


async def test_who_drips_a_head_gains_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE", 0.5)
    async with serving(tmp_path, OURS) as base:
        reader, writer = await connected(base)
        ended = asyncio.create_task(reader.read())
        while not ended.done():
            writer.write(b"X" if writer.transport.get_write_buffer_size() else b"G")
            await asyncio.sleep(0.01)
        await asyncio.wait({ended})
        ended.exception()
        writer.close()


async def test_a_line_that_is_used_outlives_the_time_of_a_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A WebSocket stays, however long its page says nothing."""
    monkeypatch.setattr(gate, "PATIENCE", 0.2)
    async with serving(tmp_path, OURS) as base, aiohttp.ClientSession(base) as session:
        token = re.findall(attacker.FIELD, await (await session.get("/table/bj-1")).text())[0]
        async with session.ws_connect("/live/table/bj-1", headers={"Origin": base}) as line:
            await line.send_json({"token": token})
            idle, writer = await connected(base)
            assert await idle.read() == b""  # whoever came later has been disconnected
            writer.close()
            await line.send_json({"ask": "user list", "id": 1})
            async for message in line:
                if json.loads(message.data)["topic"] == "answer":
                    return
    raise AssertionError("the line was closed")
