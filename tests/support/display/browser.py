"""The pages in a real browser: a display process beside a running table, and Chromium, as people have them."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, expect, sync_playwright
from support.processes.litbet import PATIENCE, Process, spawn, until

from testbed.bench.broker import Broker, free_port

CHROMIUM = "/usr/bin/chromium"
DRAWING = 300.0  # s: as PATIENCE, for what has the last turn on a busy machine
FLAGS = (  # as root, without a screen, and without a word to anybody outside
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Shown(Protocol):
    """What a display process needs of a table: a `Daemon`, or a stand-in."""

    @property
    def folder(self) -> Path: ...
    @property
    def config(self) -> Path: ...
    @property
    def broker(self) -> Broker: ...


class Display:
    """`litbet display` beside a table."""

    def __init__(self, table: Shown, *args: str, host: str = "127.0.0.1") -> None:
        self.table: Any = table  # mostly a `Daemon`
        self.host, self.port = host, free_port(self)
        self._args = args
        self.process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        table = ["--config", str(self.table.config), "--dir", str(self.table.folder)]
        listen = ["--listen", f"{self.host}:{self.port}"]
        broker = ["--broker", str(self.table.broker.port)]
        self.process = spawn(*table, *listen, *broker, *self._args, module="testbed.bench.display")
        until(self._answers, "the pages")

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.process.log.text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def charts_drawn(self) -> None:
        """Ask until they are: they are drawn behind everything else that the machine does, and the answer meanwhile is
        to ask again."""
        until(lambda: self._status("/chart/bj-1/meter.svg") != 503, "the charts", DRAWING)

    def _status(self, path: str) -> int:
        line = HTTPConnection("127.0.0.1", self.port)
        try:
            line.request("GET", path)
            return line.getresponse().status
        finally:
            line.close()

    def stop(self) -> None:
        if self.process is not None:
            self.process.end()
            self.process = None


@contextmanager
def showing(table: Shown, *args: str, host: str = "127.0.0.1") -> Iterator[Display]:
    display = Display(table, *args, host=host)
    try:
        display.start()
        yield display
    finally:
        display.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        expect.set_options(timeout=PATIENCE * 1000)
        try:
            yield browser
        finally:
            browser.close()


def screens() -> Path:
    """Where the pictures of the last run are kept."""
    folder = Path(__file__).parents[2] / "e2e" / "screens"
    folder.mkdir(exist_ok=True)
    return folder
