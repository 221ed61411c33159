"""From a commit to the screen: LOCK and CLEAR change the meter's state, and each of many sign pages in one browser
reports when the frame with the new text was drawn; beside it a bare subscriber, as the lower bound. And what an idle
sign costs while heartbeats come.

    .venv/bin/python -m benchmarks.pixels --signs 20 --n 40
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.figures import percentile, write
from benchmarks.floor_chain import connect, publications
from benchmarks.rig import PATIENCE, Rig, rig, until

MOST = 150.0  # ms from the commit to the pixels, at the median
IDLE = 10.0  # s
APART = (0.35, 0.55)  # s between two commits: longer than any frame takes
BROWSER = ("/usr/bin/chromium", ("--no-sandbox", "--disable-gpu", "--disable-background-networking"))
STATES = {"lock": "locked", "clear": "open"}

# When the first frame with a new state had been drawn: the next one begins then.
WATCH = """() => {
  window.drawn = [];
  const node = document.querySelector(".jackpot");
  new MutationObserver(() => {
    const state = node.dataset.state;
    requestAnimationFrame(() => requestAnimationFrame(() => drawn.push([state, performance.now()])));
  }).observe(node, { attributeFilter: ["data-state"] });
}"""


@contextmanager
def pages(made: Rig) -> Iterator[tuple[str, int]]:
    """The display process: the address of its sign, and its number."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    table = ["--config", str(made.config.path), "--dir", str(made.folder)]
    where = ["--listen", f"127.0.0.1:{port}", "--broker", str(made.broker.port)]
    command = [sys.executable, "-m", "testbed.bench.display", *table, *where]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _answers(port), "the pages")
        yield f"http://127.0.0.1:{port}/sign/{made.config.rules.table}", process.pid
    finally:
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Witnesses:
    """The commits, as the controller reports them, and when a bare subscriber had their meter."""

    def __init__(self, made: Rig) -> None:
        self.committed: list[tuple[str, int]] = []
        self.received: list[tuple[str, int]] = []
        self._control = socket.socket(socket.AF_UNIX)
        self._control.connect(str(made.folder / "control.sock"))
        self._stream = self._control.makefile("rwb")
        self._stream.write(b'{"do": "watch"}\n')
        self._stream.flush()
        self._stream.readline()
        self._link = connect(made.broker.port, b"measure")
        topic = f"litbet/{made.config.rules.table}/jackpot/bonus/meter".encode()
        self._link.sendall(bytes([0x82, 5 + len(topic)]) + b"\x00\x01\x00" + bytes([len(topic)]) + topic + b"\x00")
        for reading in (self._watch, self._receive):
            threading.Thread(target=reading, daemon=True).start()

    def _watch(self) -> None:
        for line in self._stream:
            message = json.loads(line)
            self.committed += [(row["kind"], message["ns"]) for row in message["committed"] if row["kind"] in STATES]

    def _receive(self) -> None:
        state = ""
        for payload, now in publications(self._link):
            found = next((each for each in STATES.values() if f'"state":"{each}"'.encode() in payload), state)
            if state and found != state:
                self.received.append((found, now))
            state = found


def offset(page: Page) -> float:
    """What to add to the page's clock (ms) to have CLOCK_MONOTONIC; the quickest of some questions says it best."""
    found: list[tuple[int, float]] = []
    for _ in range(20):
        before = time.monotonic_ns()
        now = page.evaluate("performance.now()")
        after = time.monotonic_ns()
        found.append((after - before, (before + after) / 2e6 - now))
    return min(found)[1]


def play(made: Rig, n: int) -> None:
    """Rounds with one bet, each commit alone."""
    for _ in range(n):
        made.board.until("waiting")
        made.board.press(*made.seats)
        made.board.until("lit")
        time.sleep(APART[0])
        made.board.down("lock")
        made.board.until("locked")
        time.sleep(APART[1])
        made.board.up("lock")
        time.sleep(APART[0])
        made.board.press("clear")
        made.board.until("waiting")
        time.sleep(APART[1])


def processes(browser: CDPSession) -> dict[str, float]:
    """Seconds of processor time by kind of process of the browser."""
    used: dict[str, float] = {}
    for each in browser.send("SystemInfo.getProcessInfo")["processInfo"]:
        used[each["type"]] = used.get(each["type"], 0.0) + each["cpuTime"]
    return used


def _ticks(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(browser: Browser, display: int) -> dict[str, float]:
    """Percent of one processor while nothing changes but heartbeats."""
    session = browser.new_browser_cdp_session()
    before, served, began = processes(session), _ticks(display), time.monotonic()
    time.sleep(IDLE)
    took = time.monotonic() - began
    after = processes(session)
    used = {kind: 100 * (seconds - before.get(kind, 0.0)) / took for kind, seconds in after.items()}
    return {
        "pages": used.get("renderer", 0.0),
        "browser": sum(used.values()),
        "display": 100 * (_ticks(display) - served) / took,
    }


def measure(folder: Path, signs: int, n: int) -> dict[str, Any]:
    with rig(folder) as made, sync_playwright() as playwright:
        made.init()
        made.start()
        made.do("table open")
        path, flags = BROWSER
        with pages(made) as (address, display):
            browser = playwright.chromium.launch(executable_path=path, args=list(flags))
            # Each in a window of its own: of tabs in one window only the one in front is drawn.
            opened = [browser.new_page(viewport={"width": 1920, "height": 1080}) for _ in range(signs)]
            for page in opened:
                page.goto(address)
                page.locator(".amount:not(:empty)").wait_for(timeout=PATIENCE * 1000)
                page.evaluate(WATCH)
            time.sleep(2 * APART[1])
            costs = idle(browser, display)
            witnesses = Witnesses(made)
            play(made, n)
            offsets = [offset(page) for page in opened]
            drawn = [page.evaluate("drawn") for page in opened]
            browser.close()
    kinds = [kind for kind, _ in witnesses.committed]
    assert kinds == ["lock", "clear"] * n, kinds
    took, slowest = [], [0] * len(kinds)
    for states, add in zip(drawn, offsets, strict=True):
        assert [state for state, _ in states] == [STATES[kind] for kind in kinds], "a page showed something else"
        each = [int((now + add) * 1e6) - ns for (_, now), (_, ns) in zip(states, witnesses.committed, strict=True)]
        took += each
        slowest = [max(pair) for pair in zip(slowest, each, strict=True)]
    assert [state for state, _ in witnesses.received] == [STATES[kind] for kind in kinds]
    floor = [now - ns for (_, now), (_, ns) in zip(witnesses.received, witnesses.committed, strict=True)]
    return {
        "signs in one browser": signs,
        "changes": len(kinds),
        "commit to pixels, p50 ms": round(percentile(took, 0.5) / 1e6, 1),
        "commit to pixels, p99 ms": round(percentile(took, 0.99) / 1e6, 1),
        "commit to the last sign's pixels, p50 ms": round(percentile(slowest, 0.5) / 1e6, 1),
        "commit to a bare subscriber, p50 ms": round(percentile(floor, 0.5) / 1e6, 2),
        "an idle sign, % of a processor": round(costs["pages"] / signs, 3),
        "the whole browser, idle, %": round(costs["browser"], 2),
        "the display process, idle, %": round(costs["display"], 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--signs", type=int, default=20)
    options.add_argument("--n", type=int, default=40, help="rounds, each of two changes")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as own:
        figures = measure(Path(own), chosen.signs, chosen.n)
    write("pixels", figures)
    if figures["commit to pixels, p50 ms"] > MOST:  # reported only: how fast a machine is decides nothing
        print(f"a sign shows a change only after more than {MOST:g} ms")


if __name__ == "__main__":
    main()
