"""A bench as a technician starts it, and its page as his hands use it."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from support.display.browser import screens
from support.display.layout import resize
from support.processes.litbet import PATIENCE, Output, spawn, until

from controller.daemon.control_client import ask

CHIP = ".rack .chip >> nth=0"
SIZES = {"1280x800": (1280, 800), "1920x1080": (1920, 1080)}


class Bench:
    """`litbet bench` without a terminal."""

    def __init__(self, folder: Path, *args: str | Path) -> None:
        self.folder = folder
        self._output = Output()
        self.process = spawn("bench", "--dir", folder, *args, stdin=subprocess.DEVNULL, stdout=self._output.file)
        until(lambda: self.process.poll() is not None or "dealer's page" in self.output, "the addresses")
        assert self.process.poll() is None, self.output
        self.base = re.findall(r"http://[0-9.]+:\d+", self.output)[0]

    @property
    def output(self) -> str:
        return self._output.text() + self.process.log.text()

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = ask(self.folder / "control.sock", "status", {})["status"]
        return found

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.process.end()
        return status


@contextmanager
def benched(folder: Path, *args: str | Path) -> Iterator[Bench]:
    bench = Bench(folder, *args)
    try:
        yield bench
    finally:
        if bench.process.poll() is None:
            bench.stop()


class Hand:
    """One page, and what a hand does on it."""

    def __init__(self, page: Page, bench: Bench, query: str = "") -> None:
        self.page = page
        page.set_default_timeout(PATIENCE * 1000)
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(f"{bench.base}/bench{query}")
        page.wait_for_selector(".spot[data-lamp]")

    def spot(self, spot: str) -> str:
        return f'[data-spot="{spot}"]'

    def drag(self, source: str, target: str | tuple[float, float]) -> None:
        """With the mouse, as a person does: down, over there in some steps, up."""
        self.page.mouse.move(*self._middle(source))
        self.page.mouse.down()
        self.page.mouse.move(*(self._middle(target) if isinstance(target, str) else target), steps=6)
        self.page.mouse.up()

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box is not None, selector
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def bet(self, *spots: str) -> None:
        for spot in spots:
            self.drag(CHIP, self.spot(spot))
        for spot in spots:
            self.lamp(spot, "lit")

    def lamp(self, spot: str, pattern: str) -> None:
        """Wait until the board shows it."""
        expect(self.page.locator(self.spot(spot))).to_have_attribute("data-lamp", pattern)

    def chip(self, spot: str, lies: bool = True) -> None:
        expect(self.page.locator(self.spot(spot))).to_have_attribute("data-chip", str(lies).lower())

    def phase(self, phase: str) -> None:
        expect(self.page.locator(".phase")).to_have_attribute("data-phase", phase)

    def key(self, key: str) -> None:
        self.page.click(f'[data-key="{key}"]')

    def do(self, name: str, at: str | None = None) -> None:
        if at:
            self.page.select_option(".where select", at)
        self.page.click(f'[data-do="{name}"]')

    def works(self, name: str, works: bool) -> None:
        place = ("power", "broker", "board").index(name)
        light = self.page.locator(".works").nth(place)
        expect(light).to_have_attribute("data-works", str(works).lower())

    def says(self, text: str) -> None:
        expect(self.page.locator(".line")).to_contain_text(text)

    def cards(self, place: str) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(f"{place} [data-card]", "ns => ns.map(n => n.dataset.card)")
        return found

    def a_hand(self, *spots: str) -> None:
        """A whole one: bets, LOCK, cards, CLEAR."""
        self.bet(*spots)
        self.key("lock")
        self.phase("locked")
        self.page.wait_for_selector(".dealer [data-card]")
        self.key("clear")
        self.phase("betting")
        expect(self.page.locator("[data-card]")).to_have_count(0)

    def a_hand_of_chips(self, *spots: str) -> None:
        """The same where chips lie on their sensors: they are collected before CLEAR."""
        self.bet(*spots)
        self.key("lock")
        self.phase("locked")
        self.key("settle")
        self.phase("settled")
        for spot in spots:
            self.drag(self.spot(spot), (640, 420))
        for spot in spots:
            self.chip(spot, lies=False)
        self.key("clear")
        self.phase("betting")

    def picture(self, name: str) -> None:
        for size, (width, height) in SIZES.items():
            resize(self.page, width, height)
            self.page.screenshot(path=screens() / f"bench-{name}-{size}.png")
            assert self.misplaced() == []
        resize(self.page, 1280, 800)

    def misplaced(self) -> list[str]:
        """What overlaps, what is cut off, what stands outside."""
        found: list[str] = json.loads(self.page.evaluate(MISPLACED))
        return found


MISPLACED = """() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.offsetParent !== null);
  const name = (node) => node.className + ":" + node.textContent.slice(0, 20);
  const apart = all(".place, .seat > .cards > .hand, .award, .plate, .rack, .people, .keys, .dealer .hand, .mishap,"
    + " .clock, .sign, .line p, .head h1, .phase, .works, .links a");
  const boxes = apart.map((node) => [node, node.getBoundingClientRect()]);
  boxes.forEach(([one, a], place) => {
    const out = a.left < 0 || a.top < 0 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1;
    if (out) wrong.push("outside " + name(one));
    for (const [other, b] of boxes.slice(place + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1 && !one.contains(other)) wrong.push(name(one) + " over " + name(other));
    }
  });
  for (const node of all(".press, .seen, .line p, .plate, .phase, .award, .place .name, .rack .hint")) {
    const cut = node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    if (cut) wrong.push("cut " + name(node));
  }
  return JSON.stringify(wrong);
}"""
