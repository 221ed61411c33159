"""Signs by the hundred on one table's topics, and junk on every topic: what that costs a LOCK, from
its byte on the serial line to the synced commit, beside the same rounds without; and how long after the broker's return
the signs are right again.

    .venv/bin/python -m benchmarks.signs --n 300 --signs 1 200 1000
"""

import argparse
import json
import os
import random
import resource
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.figures import percentile, write
from benchmarks.floor_chain import connect, publications
from benchmarks.rig import PACE, Rig, rig
from controller.config.load import load
from controller.config.resources import shipped
from controller.daemon.control_client import ask
from testbed.bench.broker import Broker

MOST = 1.2  # times the LOCK without them, at the median
SOON = 2.0  # s after the broker's return
RUNS = 3
SIGNS = 200  # the most that a table expects; any number may listen
FLOOD = 1000  # messages of junk a second
OUTAGE = {"stopped": 1.5, "killed": 1.5, "frozen": 8.0}  # s; a link of a frozen broker is given up after 4
TOPICS = (
    "status", "round", "event", "jackpot/bonus/value", "do", "sign/stranger/ack", "sign/s-0/ack", "sign/s-1/ack", "x",
)  # fmt: skip


@contextmanager
def table(folder: Path, signs: int) -> Iterator[Rig]:
    """An open table that expects so many signs, or as many as a table may; a profile that only notes their silence."""
    expected = min(signs, SIGNS)
    (folder / "profiles").mkdir()
    profile = (shipped("config") / "profiles" / "nh-brook.toml").read_text()
    (folder / "profiles" / "nh-brook.toml").write_text(profile.replace('"close_betting"   ', '"event"   '))
    names = json.dumps([f"s-{number}" for number in range(expected)])
    text = (shipped("config") / "table.toml").read_text()
    (folder / "signed.toml").write_text(text.replace("#expected = []", f"expected = {names}"))
    with rig(folder) as made:
        made.config = load(folder / "signed.toml")
        assert len(made.config.rules.signs.expected) == expected
        made.init()
        made.start()
        made.do("table open")
        yield made


# -- LOCK ----------------------------------------------------------------------------------------------------


def locks(folder: Path, n: int, signs: int) -> tuple[list[int], int]:
    """Nanoseconds from the key to the commit, for each of n rounds; and how many signs were heard. With signs comes
    the junk."""
    with tempfile.TemporaryDirectory(dir=folder) as own, table(Path(own), signs) as made:
        if not signs:
            return _play(made, n), 0
        port = str(made.broker.port)
        with _helper("--crowd", port, "--signs", str(signs)), _helper("--flood", port):
            took = _play(made, n)
            return took, sum(bool(each["shows"]) for each in _status(made)["signs"]["acknowledged"])


def _play(made: Rig, n: int) -> list[int]:
    with made.commits("lock", n) as committed:
        pressed = made.play(n, PACE)
    return [after - before for before, after in zip(pressed, committed, strict=True)]


@contextmanager
def _helper(*words: str) -> Iterator[None]:
    """This module in a process of its own, until the block ends."""
    process = subprocess.Popen([sys.executable, "-m", "benchmarks.signs", *words], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"ready\n"
        yield
    finally:
        process.kill()
        process.communicate()


def _elsewhere() -> None:
    """In a casino these are other computers: they must not take the processor from what is measured."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def crowd(port: int, signs: int) -> None:
    """Each sign hears everything of the table and acknowledges once a second."""
    _elsewhere()
    selector = selectors.DefaultSelector()
    for number in range(signs):
        name = f"s-{number}"
        link = connect(port, name.encode())
        topic = b"litbet/bj-1/jackpot/+/meter"
        link.sendall(bytes([0x82, 5 + len(topic)]) + b"\x00\x01\x00" + bytes([len(topic)]) + topic + b"\x00")
        link.setblocking(False)
        selector.register(link, selectors.EVENT_READ, [name, 0.0])
    print("ready", flush=True)
    while True:
        for key, _ in selector.select():
            crowded, (name, last) = key.fileobj, key.data
            assert isinstance(crowded, socket.socket)
            data, now = crowded.recv(1 << 16), time.monotonic()
            found = data.rfind(b'{"v"')
            if found < 0 or now - last < 1.0:
                continue
            try:
                meter, _ = json.JSONDecoder().raw_decode(data[found:].decode(errors="replace"))
            except ValueError:
                continue  # the rest of it comes with the next piece
            key.data[1] = now
            ack = {name: meter[name] for name in ("jackpot", "epoch", "seq", "pub", "cents")} | {"at": ""}
            crowded.sendall(publication(f"litbet/bj-1/sign/{name}/ack".encode(), json.dumps(ack).encode()))


def flood(port: int) -> None:
    """Junk on every topic, from a client without a bad conscience."""
    _elsewhere()
    link = connect(port, b"vandal")
    print("ready", flush=True)
    began, sent = time.monotonic(), 0
    while True:
        while sent < (time.monotonic() - began) * FLOOD:
            topic = f"litbet/bj-1/{random.choice(TOPICS)}".encode()
            link.sendall(publication(topic, random.randbytes(random.randrange(200))))
            sent += 1
        time.sleep(0.005)


def publication(topic: bytes, payload: bytes) -> bytes:
    """A PUBLISH of QoS 0."""
    length, head = 2 + len(topic) + len(payload), b"\x30"
    while True:
        length, rest = divmod(length, 128)
        head += bytes([rest | (0x80 if length else 0)])
        if not length:
            return head + len(topic).to_bytes(2, "big") + topic + payload


# -- the broker's return -------------------------------------------------------------------------------------


def returns(folder: Path, outages: int) -> dict[str, list[int]]:
    """Milliseconds from the moment at which the broker answers again to the newest meter, for each kind of outage."""
    breaks: dict[str, tuple[Callable[[Broker], None], Callable[[Broker], None]]] = {
        "stopped": (Broker.stop, Broker.start),
        "killed": (_kill, Broker.start),
        "frozen": (_signal(signal.SIGSTOP), _signal(signal.SIGCONT)),
    }
    took: dict[str, list[int]] = {}
    with tempfile.TemporaryDirectory(dir=folder) as own, table(Path(own), SIGNS) as made:
        for name, (end, begin) in breaks.items():
            for _ in range(outages):
                end(made.broker)
                time.sleep(OUTAGE[name] + random.random())
                made.play(1)
                begin(made.broker)
                returned = time.monotonic_ns()
                took.setdefault(name, []).append(_right_again(made) - returned)
    return {name: [ns // 1_000_000 for ns in each] for name, each in took.items()}


def _right_again(made: Rig) -> int:
    """When a sign that starts now receives the row of the last CLEAR."""
    newest = b'"seq":' + str(_status(made)["seq"]).encode() + b","
    link = connect(made.broker.port, b"measure")
    topic = b"litbet/bj-1/jackpot/bonus/meter"
    link.sendall(bytes([0x82, 5 + len(topic)]) + b"\x00\x01\x00" + bytes([len(topic)]) + topic + b"\x01")
    for payload, now in publications(link):
        if newest in payload:
            link.close()
            return now
    raise SystemExit("the broker ended the connection")


def _status(made: Rig) -> dict[str, Any]:
    found: dict[str, Any] = ask(made.folder / "control.sock", "status", {})["status"]
    return found


def _signal(number: signal.Signals) -> Callable[[Broker], None]:
    def send(broker: Broker) -> None:
        assert broker.pid
        os.kill(broker.pid, number)

    return send


def _kill(broker: Broker) -> None:
    _signal(signal.SIGKILL)(broker)
    broker.stop()


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=300, help=f"rounds in each of {RUNS} runs")
    options.add_argument("--signs", type=int, nargs="+", default=[SIGNS], help="how many, each number in turn")
    options.add_argument("--outages", type=int, default=5, help="of the broker, of each kind")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    options.add_argument("--crowd", type=int, help=argparse.SUPPRESS)
    options.add_argument("--flood", type=int, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # the broker needs a file for each sign
    if chosen.crowd or chosen.flood:
        crowd(chosen.crowd, *chosen.signs) if chosen.crowd else flood(chosen.flood)
        return
    runs: dict[int, list[list[int]]] = {signs: [] for signs in (0, *chosen.signs)}
    heard: dict[int, int] = {}
    for _ in range(RUNS):
        for signs, each in runs.items():
            took, heard[signs] = locks(chosen.folder, chosen.n, signs)
            each.append(took)
    p50 = {signs: min(percentile(run, 0.5) for run in each) / 1e6 for signs, each in runs.items()}
    p99 = {signs: min(percentile(run, 0.99) for run in each) / 1e6 for signs, each in runs.items()}
    back = returns(chosen.folder, chosen.outages)
    ratios = {signs: p50[signs] / p50[0] for signs in chosen.signs}
    write(
        "signs",
        {
            **{f"LOCK to commit with {signs} signs, p50 ms": round(ms, 3) for signs, ms in p50.items()},
            **{f"with {signs} signs, p99 ms (best of {RUNS})": round(ms, 3) for signs, ms in p99.items()},
            **{f"{signs} signs and junk / none, p50": round(ratio, 2) for signs, ratio in ratios.items()},
            **{f"signs heard of {signs}": heard[signs] for signs in chosen.signs},
            **{
                f"right again, broker {name}, longest of {chosen.outages}, ms": max(each) for name, each in back.items()
            },
        },
    )
    if max(ratios.values()) > MOST:
        raise SystemExit(f"LOCK takes more than {MOST} times as long with signs and junk on every topic")
    if max(map(max, back.values())) > SOON * 1000:
        raise SystemExit(f"the signs are right again only after more than {SOON:g} s")


if __name__ == "__main__":
    main()
