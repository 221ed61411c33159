"""Who may ask the pages' server what: a real server process, and clients that browsers would be, or would not."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_connection
from typing import Any

import aiohttp
import pytest
from support.daemon.control import FakeControl
from support.display.browser import Display, showing
from support.processes.litbet import PATIENCE, until

from controller.config.resources import shipped
from testbed.bench.broker import Broker

FIELD = 'name="litbet-token" content="'
INSIDE = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser")
SITE = Path(__file__).parents[2] / "display" / "site"


@dataclass
class Rig:
    """What a display process needs of a table: files, a broker, and somebody at the control socket."""

    folder: Path
    config: Path
    broker: Broker
    control: FakeControl


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    folder = tmp_path_factory.mktemp("pages")
    control = FakeControl(folder / "control.sock")
    with Broker(folder) as broker:
        control.start()
        try:
            yield Rig(folder, shipped("config") / "table.toml", broker, control)
        finally:
            control.stop()


@pytest.fixture(scope="module")
def display(rig: Rig) -> Iterator[Display]:
    with showing(rig) as display:
        yield display


@asynccontextmanager
async def socket(display: Display, path: str, **headers: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A WebSocket as a page of the server's own opens it, unless the headers say otherwise."""
    async with aiohttp.ClientSession() as session:
        sent = {"Origin": display.url, **headers}
        async with session.ws_connect(f"{display.url}{path}", headers=sent) as opened:
            yield opened


async def page(display: Display, path: str, **headers: str) -> tuple[int, str, Any]:
    async with aiohttp.ClientSession() as session, session.get(f"{display.url}{path}", headers=headers) as answer:
        return answer.status, await answer.text(), answer.headers


async def token_of(display: Display) -> str:
    _, text, _ = await page(display, "/table/bj-1")
    return text.partition(FIELD)[2].partition('"')[0]


async def hears(opened: aiohttp.ClientWebSocketResponse, topic: str) -> dict[str, Any]:
    async for message in opened:
        facts: dict[str, Any] = json.loads(message.data)
        if facts["topic"] == topic:
            return facts
    raise AssertionError(f"the socket ended before {topic}: {opened.close_code}")


async def test_a_page_of_ours_presses_lock(display: Display, rig: Rig) -> None:
    token = await token_of(display)
    assert len(token) > 30
    async with socket(display, "/live/table/bj-1") as opened:
        await opened.send_json({"token": token})
        assert (await hears(opened, "floor"))["payload"] == {"status": {}, "actions": {}}
        await opened.send_json({"ask": "round lock", "id": 7})
        answer = await hears(opened, "answer")
    assert (answer["id"], answer["payload"]["ok"]) == (7, True)
    assert rig.control.commands().count("round lock") == 1


async def test_messages_are_not_compressed(display: Display) -> None:
    """Browsers offer it. A compressed message to a page that leaves would log an error that nobody can act on."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{display.url}/live/sign/bj-1", compress=15, headers={"Origin": display.url}) as opened,
    ):
        assert not opened.compress


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1"])
async def test_a_page_from_elsewhere_cannot_open_the_wire(display: Display, rig: Rig, origin: str) -> None:
    """Even with a token that it cannot have."""
    for path in ("/live/table/bj-1", "/live/sign/bj-1"):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with socket(display, path, Origin=origin):
                pass
        assert refused.value.status == 403


@pytest.mark.parametrize(
    "first", [{"token": "guessed"}, {"token": ""}, {"token": "\ud800"}, {"token": None}, {"ask": "round lock"}, [], 7]
)
async def test_without_the_token_nothing_is_asked(display: Display, rig: Rig, first: Any) -> None:
    before = len(rig.control.asked)
    async with socket(display, "/live/table/bj-1") as opened:
        await opened.send_json(first)
        await opened.send_json({"ask": "round lock", "id": 1})
        assert (await opened.receive()).type is aiohttp.WSMsgType.CLOSE
        assert opened.close_code == 4403
    assert "round lock" not in [asked["do"] for asked in rig.control.asked[before:]]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8480", "127.0.0.1.evil.example", "bj-1.local"])
async def test_a_foreign_name_for_this_machine_gets_no_dealers_page(display: Display, host: str) -> None:
    """A name that somebody else points here (DNS rebinding) would make its pages ours."""
    status, text, _ = await page(display, "/table/bj-1", Host=host)
    assert status == 403
    assert FIELD not in text
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        async with socket(display, "/live/table/bj-1", Host=host, Origin=f"http://{host}"):
            pass
    assert refused.value.status == 403


async def test_what_a_page_asks_is_passed_on_as_a_pages(display: Display, rig: Rig) -> None:
    """Whatever it is, and whatever it says of itself: the controller answers only what its list gives to pages."""
    token = await token_of(display)
    before = len(rig.control.asked)
    asked = [
        "user add",
        "jackpot set",
        "jackpot raise",
        "user pin",
        "bench wind",
        "watch",
        "table training",
        "nonsense",
    ]
    async with socket(display, "/live/table/bj-1") as opened:
        await opened.send_json({"token": token})
        for number, command in enumerate(asked):
            await opened.send_json({"ask": command, "id": number, "page": False})
            assert (await hears(opened, "answer"))["id"] == number
    pages = [each["do"] for each in rig.control.asked[before:] if each.get("page")]
    assert pages == asked
    own = {each["do"] for each in rig.control.asked[before:] if not each.get("page")}
    assert own == {"watch", "table show", "floor"}


async def test_nonsense_on_the_wire_ends_nothing(display: Display) -> None:
    token = await token_of(display)
    async with socket(display, "/live/table/bj-1") as opened:
        await opened.send_json({"token": token})
        for text in ("", "{", "[]", "7", '{"ask": 5}', '{"ask": "round lock", "with": []}', '{"ack": {}}', "[" * 5000):
            await opened.send_str(text)
        await opened.send_json({"ask": "user list", "id": 9})
        while (answer := await hears(opened, "answer"))["id"] != 9:
            pass
    assert answer["payload"]["ok"]


def test_a_request_that_is_none_is_refused_and_fills_no_log(rig: Rig) -> None:
    with showing(rig) as display:
        for junk in (b"GET \n\r\n\r\n", b"\x16\x03\x01\x00\xf0\r\n\r\n"):
            with create_connection(("127.0.0.1", display.port), timeout=30) as stranger:
                stranger.sendall(junk)
                assert stranger.recv(4096).startswith(b"HTTP/1.")
        assert display.process
        display.process.terminate()
        display.process.communicate(timeout=PATIENCE)
        log = display.process.log.text()
    assert "Error" not in log
    assert "Traceback" not in log


async def test_a_question_with_nonsense_for_people_is_answered(display: Display, rig: Rig) -> None:
    """What the page may not write is for the controller to say; a key must not wait for ever."""
    token = await token_of(display)
    async with socket(display, "/live/table/bj-1") as opened, asyncio.timeout(PATIENCE):
        await opened.send_json({"token": token})
        for number, who in enumerate((5, None, "floor", {"name": "floor"})):
            await opened.send_json({"ask": "round lock", "who": who, "id": number})
            assert (await hears(opened, "answer"))["id"] == number
            assert [each["who"] for each in rig.control.asked if each["do"] == "round lock"][-1] == who
        await opened.send_str('{"ask": "round lock", "id": 1e999}')  # comes back as no browser reads it
        await opened.send_json({"ask": "round lock", "id": "end"})
        assert (await hears(opened, "answer"))["id"] == "end"


async def test_a_sign_hears_and_asks_nothing(display: Display, rig: Rig) -> None:
    before = len(rig.control.asked)
    async with socket(display, "/live/sign/bj-1") as opened:
        await opened.send_json({"ask": "round lock", "id": 1})
        await opened.send_json({"ack": {"jackpot": "bonus", "epoch": 1, "seq": 1, "pub": 1, "cents": 1}})
        await opened.ping()
    assert "round lock" not in [asked["do"] for asked in rig.control.asked[before:]]


@pytest.mark.parametrize("path", ["/", "/sign/bj-1", "/table/bj-1", "/site/common/live.js", "/words/en.json", "/none"])
async def test_every_answer_says_what_a_browser_may_do_with_it(display: Display, path: str) -> None:
    _, _, headers = await page(display, path)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert (
        f"frame-ancestors {'SELF' if path.startswith('/sign/') else 'NONE'}".lower() in policy.replace("'", "").lower()
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] in ("no-store", "no-cache"), "a browser would go on with the version before"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


async def test_what_is_asked_for_in_an_address_stands_in_the_page_as_text(display: Display) -> None:
    _, text, _ = await page(display, '/sign/bj-1?theme="><script>x</script>')
    assert "<script>x" not in text


async def test_the_token_is_new_with_each_start_and_stands_in_no_public_page(display: Display, rig: Rig) -> None:
    ours = await token_of(display)
    for path in ("/", "/sign/bj-1", "/words/en.json", "/site/common/live.js"):
        assert ours not in (await page(display, path))[1]
    with showing(rig) as other:
        assert await token_of(other) != ours


async def test_nobody_reads_files_beside_the_pages(display: Display) -> None:
    for path in ("/site/../server.py", "/site/%2e%2e/server.py", "/site/", "/words/..%2f..%2fserver.json"):
        assert (await page(display, path))[0] in (403, 404), path


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_a_foreign_page_cannot_have_charts_drawn(display: Display, rig: Rig, site: str) -> None:
    before = rig.control.commands().count("jackpot chart")
    assert (await page(display, "/chart/bj-1/meter.svg", **{"Sec-Fetch-Site": site}))[0] == 403
    assert rig.control.commands().count("jackpot chart") == before


async def test_on_a_bench_alone_there_is_a_felt(display: Display) -> None:
    assert (await page(display, "/bench"))[0] == 404


async def test_other_machines_get_the_sign_alone(rig: Rig) -> None:
    """Asked over this machine's own address in the network, which is no loopback; where it has none, by a name that is
    not this machine's."""
    with showing(rig, host="0.0.0.0") as open_display:  # noqa: S104
        assert (await page(open_display, "/sign/bj-1", Host="table.example"))[0] == 200
        assert (await page(open_display, "/table/bj-1", Host="table.example"))[0] == 403


async def test_while_no_page_is_open_the_controller_is_left_alone(display: Display, rig: Rig) -> None:
    token = await token_of(display)
    async with socket(display, "/live/table/bj-1") as opened:
        await opened.send_json({"token": token})
        await hears(opened, "floor")
        before = len(rig.control.asked)
        rig.control.changed()
        await hears(opened, "floor")  # at once, not with the next heartbeat
        assert len(rig.control.asked) > before
    until(lambda: not rig.control.watched(), "the watch to end")


def test_pages_put_texts_in_as_texts() -> None:
    """What a person or a file says can never become markup or script."""
    for path in SITE.rglob("*.js"):
        text = path.read_text()
        found = [word for word in INSIDE if word in text]
        assert not found, f"{path.name} uses {found}"
    for path in SITE.rglob("*.html"):
        text = path.read_text()
        assert " style=" not in text, path
        assert " on" not in text.replace(" only", "").split("<body")[0], path
        assert "http" not in text.replace("http-equiv", ""), path


async def test_a_page_that_asks_too_much_is_told_so(display: Display, rig: Rig) -> None:
    """And takes no other page's turn: a question that nobody answers would leave its key waiting for ever."""
    token = await token_of(display)
    rig.control.deaf.add("user list")
    try:
        async with socket(display, "/live/table/bj-1") as greedy, socket(display, "/live/table/bj-1") as other:
            for opened in (greedy, other):
                await opened.send_json({"token": token})
            for number in range(21):
                await greedy.send_json({"ask": "user list", "id": number})
            answer = await hears(greedy, "answer")
            assert (answer["id"], answer["payload"]["code"]) == (20, "refusals.busy")
            await other.send_json({"ask": "round settle", "id": 1})
            assert (await hears(other, "answer"))["payload"]["ok"]
    finally:
        rig.control.deaf.clear()
