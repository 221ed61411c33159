"""Another page in the browser of the kiosk's user: a foreign site, a stranger's server at another port of this machine,
a name that resolves to this machine. In a real browser, which is the user's and so gets through the gate."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from support.daemon.control import FakeControl
from support.display.browser import CHROMIUM, FLAGS, Display, showing
from support.display.table_files import Files

from controller.config.resources import shipped
from testbed.bench.broker import Broker

EVIL = "evil.example"
PRESS = """async (address) => {
  const socket = new WebSocket(address);
  return await new Promise((told) => {
    socket.onmessage = () => told("heard");
    socket.onclose = () => told("closed");
    socket.onopen = () => {
      socket.send(JSON.stringify({ token: "guessed" }));
      socket.send(JSON.stringify({ ask: "round lock", id: 1 }));
    };
  });
}"""
READ = """async (address) => {
  try { return await (await fetch(address)).text(); } catch { return "refused"; }
}"""
SEND = """async (address) => {
  for (const request of [{ credentials: "include" }, { method: "POST", body: "round lock" }]) {
    await fetch(address, { mode: "no-cors", ...request }).catch(() => null);
  }
}"""
FRAME = """async (address) => {
  const frame = document.createElement("iframe");
  const loaded = new Promise((done) => { frame.onload = done; });
  frame.src = address;
  document.body.append(frame);
  await loaded;
}"""
WINDOW = """async (address) => {
  const opened = window.open(address);
  for (let turn = 0; opened && !opened.closed && turn < 1000; turn += 1) {
    await new Promise((next) => setTimeout(next, 10));
  }
  return opened === null || opened.closed;
}"""


@pytest.fixture(scope="module")
def control(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeControl]:
    control = FakeControl(tmp_path_factory.mktemp("pages") / "control.sock")
    control.start()
    yield control
    control.stop()


@pytest.fixture(scope="module")
def display(control: FakeControl) -> Iterator[Display]:
    folder = control.path.parent
    with Broker(folder) as broker, showing(Files(folder, shipped("config") / "table.toml", broker)) as display:
        yield display


@pytest.fixture(scope="module")
def strangers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a stranger's web server."""
    folder = tmp_path_factory.mktemp("stranger")
    Path(folder, "index.html").write_text("<!doctype html><title>stranger</title>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """In which the foreign site's name leads to this machine, as after DNS rebinding."""
    flags = [*FLAGS, f"--host-resolver-rules=MAP {EVIL} 127.0.0.1"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()


@pytest.fixture(params=["127.0.0.1", "localhost", EVIL])
def page(request: pytest.FixtureRequest, browser: Browser, strangers: int) -> Iterator[Page]:
    """The stranger's page."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"http://{request.param}:{strangers}/")
    yield page
    context.close()


def test_the_browser_gets_the_page_itself(browser: Browser, display: Display) -> None:
    page = browser.new_page()
    page.goto(f"{display.url}/table/bj-1")
    assert page.locator("meta[name=litbet-token]").get_attribute("content")
    page.close()


def test_a_foreign_page_cannot_read_the_dealers_page(page: Page, display: Display) -> None:
    for path in ("/table/bj-1", "/chart/bj-1/meter.svg", "/"):
        assert page.evaluate(READ, f"{display.url}{path}") == "refused"


def test_a_foreign_page_cannot_press(page: Page, display: Display, control: FakeControl) -> None:
    before = control.commands()
    line = f"{display.url}/live/table/bj-1".replace("http", "ws")
    assert page.evaluate(PRESS, line) == "closed"
    for path in ("/table/bj-1", "/chart/bj-1/meter.svg", "/live/table/bj-1"):
        page.evaluate(SEND, f"{display.url}{path}")
    assert control.commands() == before


def test_a_foreign_page_cannot_put_the_dealers_page_under_its_own(page: Page, display: Display) -> None:
    page.evaluate(FRAME, f"{display.url}/table/bj-1")
    (frame,) = (each for each in page.frames if each.parent_frame)
    assert frame.locator("#keys").count() == 0


def test_a_foreign_page_keeps_no_hold_of_a_window_with_the_dealers_page(page: Page, display: Display) -> None:
    assert page.evaluate(WINDOW, f"{display.url}/table/bj-1")


@pytest.mark.parametrize("path", ["/table/bj-1", "/chart/bj-1/meter.svg"])
def test_a_name_that_leads_here_gets_no_page(browser: Browser, display: Display, path: str) -> None:
    page = browser.new_page()
    answer = page.goto(f"http://{EVIL}:{display.port}{path}")
    assert answer is not None
    assert answer.status == 403
    assert "litbet-token" not in page.content()
    page.close()
