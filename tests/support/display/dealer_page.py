"""The dealer's page as hands use it: keys are touched, dialogs answered, PINs typed on its pad."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect
from support.display.browser import Display, screens
from support.display.layout import resize
from support.processes.litbet import PATIENCE, Daemon

from testbed.bench.table import pin_of

SMALL, LARGE = (800, 480), (1024, 600)
Message = dict[str, Any]


class FloorPage:
    def __init__(self, page: Page, display: Display) -> None:
        self.page, self.display = page, display
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        page.set_default_timeout(PATIENCE * 1000)

    def open(self, **query: str) -> None:
        asked = "&".join(f"{name}={value}" for name, value in query.items())
        self.page.goto(f"{self.display.url}/table/{self.display.table.status()['table']}?{asked}")
        expect(self.page.locator("#view .view")).to_be_visible()
        expect(self.page.locator("body")).not_to_have_class("blocked")

    def key(self, command: str, where: str = "", **facts: Any) -> Locator:
        """A key by what it asks the controller."""
        given = f"[data-facts='{json.dumps(facts, separators=(',', ':'))}']" if facts else ""
        return self.page.locator(f"{where} [data-command='{command}']{given}")

    def press(self, command: str, where: str = "", **facts: Any) -> None:
        """As soon as it may be pressed."""
        key = self.key(command, where, **facts)
        expect(key).not_to_have_attribute("aria-disabled", "true")
        key.click()

    def view(self, name: str) -> None:
        self.page.locator(f"[data-view={name}]").click()
        expect(self.page.locator(f"#view .of-{name}")).to_be_visible()

    def lamp(self, seat: int, pattern: str) -> None:
        expect(self.page.locator(f"[data-spot^='{seat}/'][data-lamp]")).to_have_attribute("data-lamp", pattern)

    def phase(self, phase: str) -> None:
        expect(self.page.locator("#head .phase")).to_have_class(f"phase {phase}")

    def says(self, *texts: str) -> None:
        for text in texts:
            expect(self.page.locator("#notice")).to_contain_text(text)

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    def choose(self, text: str) -> None:
        self.dialog.get_by_role("button", name=text, exact=True).click()

    def person(self, name: str, pin: str = "") -> None:
        """A name, and its PIN on the pad."""
        self.dialog.locator(".name", has=self.page.get_by_text(name, exact=True)).first.click()
        for digit in pin or pin_of(name):
            self.dialog.locator(".digit", has_text=digit).click()

    def people(self, *names: str, pin: str = "") -> None:
        """Those who answer for it, in one go."""
        for name in names[:-1]:
            self.person(name, pin)
            self.choose("Next person")
        self.person(names[-1], pin)
        send = self.dialog.locator(".send")
        expect(send).not_to_have_attribute("aria-disabled", "true")
        send.click()

    def cards(self, text: str) -> None:
        for card in text.split():
            self.dialog.locator(f"[data-rank='{card[0]}']").click()
            self.dialog.locator(f"[data-suit='{card[1]}']").click()

    def settled(self) -> None:
        """No dialog is open, and nothing waits."""
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def picture(self, name: str) -> None:
        size = self.page.viewport_size
        assert size is not None
        self.page.screenshot(path=screens() / f"table-{name}-{size['width']}x{size['height']}.png")

    def resize(self, size: tuple[int, int]) -> None:
        resize(self.page, *size)


@contextmanager
def floor_page(browser: Browser, display: Display, **query: str) -> Iterator[FloorPage]:
    """A page of its own, in a browser that remembers nothing."""
    context = browser.new_context(viewport={"width": SMALL[0], "height": SMALL[1]})
    try:
        floor = FloorPage(context.new_page(), display)
        floor.open(**query)
        yield floor
        assert floor.errors == []
    finally:
        context.close()


def betting(table: Daemon) -> None:
    """Between hands, and no seat lit: whatever the test before has left."""
    for claim in table.status()["claims"]:
        if claim["stage"] != "paid":
            table.do("win deny", by=("floor", "second"), claim=claim["claim"], reason="left by a test")
    if table.status()["phase"] in ("locked", "settled"):
        table.do("round clear")
    for spot, state in table.status()["spots"].items():
        if state["lamp"] == "lit":
            table.do("round drop-seat", spot=spot)
    table.lit()


def staged(
    page: Page, change: Callable[[str, Any], Any], answers: Callable[[str, Message], Any] = lambda *_: None
) -> None:
    """Between the page and its server: what the server says goes through `change(topic, payload)`, and what `answers`
    knows is answered by it. To show what no hand can bring about in a test's time."""

    def handle(ws: WebSocketRoute) -> None:
        server = ws.connect_to_server()

        def up(text: str | bytes) -> None:
            asked = json.loads(text)
            found = answers(asked["ask"], asked["with"]) if "ask" in asked else None
            if found is None:
                server.send(text)
            else:
                ws.send(json.dumps({"topic": "answer", "id": asked["id"], "payload": found}))

        def down(text: str | bytes) -> None:
            message = json.loads(text)
            if message["topic"] != "answer":
                message["payload"] = change(message["topic"], message["payload"])
            ws.send(json.dumps(message))

        ws.on_message(up)
        server.on_message(down)

    page.route_web_socket("**/live/table/**", handle)
