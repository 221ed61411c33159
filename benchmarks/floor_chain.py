"""What the way from a serial line to a sign costs without litbet: pty byte, synced commit of one row, one QoS 1
publish, receipt by a subscriber. `library_chain` is how the libraries' own examples do it, `raw_chain` the least
that Python can do. litbet's own way is measured beside them and stated as a ratio.

Each end is a process of its own, so that no chain carries another's imports:

    writer (the caller) --pty--> chain --MQTT--> mosquitto --MQTT--> subscriber

A chain with a lamp also answers each line, after the commit and before the publication, as a lamp would be lit.

    .venv/bin/python benchmarks/floor_chain.py --n 500
"""

import argparse
import asyncio
import json
import os
import pty
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from benchmarks.figures import percentile
from testbed.bench.broker import Broker

TOPIC = b"t"
ROW = {"table_id": "table-1", "kind": "coin", "amount": 100}


def library_chain(folder: Path, n: int, gap: float) -> list[int]:
    """Stream reader, SQLAlchemy Core in a thread, aiomqtt: nanoseconds for each of n lines, `gap` seconds apart."""
    return _measure("library", folder, n, gap)


def raw_chain(folder: Path, n: int, gap: float) -> list[int]:
    """add_reader, sqlite3 in the loop, MQTT by hand: nanoseconds for each of n lines, `gap` seconds apart."""
    return _measure("raw", folder, n, gap)


def lamp_chain(chain: str, folder: Path, n: int, gap: float) -> tuple[list[int], list[int]]:
    """Nanoseconds to the commit, as the chain itself reports it, and to the answer on the line."""
    commits, lamps = [], []
    with _running(chain, folder, n, "lamp") as (line, _):
        for i, written in _lines(line, n, gap):
            answer = b""
            while not answer.endswith(b"\n"):
                answer += os.read(line, 256)
            lamps.append(time.monotonic_ns() - written)
            number, committed = map(int, answer.split())
            assert number == i
            commits.append(committed - written)
    return commits, lamps


def _measure(chain: str, folder: Path, n: int, gap: float) -> list[int]:
    with _running(chain, folder, n) as (line, subscriber):
        written = [ns for _, ns in _lines(line, n, gap)]
        received = json.loads(subscriber.readline())
    return [after - before for before, after in zip(written, received, strict=True)]


def _lines(line: int, n: int, gap: float) -> Iterator[tuple[int, int]]:
    """Write n of them; each one's number, and when it was written."""
    due = time.monotonic()
    for i in range(n):
        due += gap
        time.sleep(max(0, due - time.monotonic()))
        ns = time.monotonic_ns()
        os.write(line, b"E %d\n" % i)
        yield i, ns


@contextmanager
def _running(chain: str, folder: Path, n: int, *lamp: str) -> Iterator[tuple[int, IO[bytes]]]:
    """The chain's line, and what its subscriber says."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    with tempfile.TemporaryDirectory(dir=folder) as own, Broker(Path(own)) as broker:
        subscriber = _process("subscriber", str(broker.port), str(n))
        daemon = _process(chain, str(broker.port), str(n), os.ttyname(slave), f"{own}/floor.db", *lamp)
        try:
            for process in (subscriber, daemon):
                assert _out(process).readline() == b"ready\n", f"the {process.args!r} did not start"
            yield master, _out(subscriber)
        finally:
            for process in (subscriber, daemon):
                process.kill()
                process.communicate()
            os.close(master)
            os.close(slave)


def _process(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE)


def _out(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdout is not None
    return process.stdout


def connect(port: int, name: bytes) -> socket.socket:
    """A connection of MQTT 3.1.1, by hand."""
    link = socket.create_connection(("127.0.0.1", port), timeout=30)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link.sendall(bytes([0x10, 12 + len(name)]) + b"\x00\x04MQTT\x04\x02\x00\x00\x00" + bytes([len(name)]) + name)
    assert link.recv(4) == b"\x20\x02\x00\x00"
    return link


def _subscriber(port: int, n: int) -> None:
    """Acknowledge each message and note when it came."""
    link = connect(port, b"subscriber")
    link.sendall(bytes([0x82, 5 + len(TOPIC)]) + b"\x00\x01\x00" + bytes([len(TOPIC)]) + TOPIC + b"\x01")
    assert link.recv(5)[0] == 0x90
    print("ready", flush=True)
    received: dict[int, int] = {}
    for payload, now in publications(link):
        received.setdefault(int(payload), now)
        if len(received) == n:
            break
    print(json.dumps([received[i] for i in range(n)]), flush=True)


def publications(link: socket.socket) -> Iterator[tuple[bytes, int]]:
    """Each message of QoS 1 or a retained one, acknowledged, and when it came."""
    data = b""
    while chunk := link.recv(65536):
        data += chunk
        now = time.monotonic_ns()
        while len(data) >= 2:
            length, at, shift = data[1] & 0x7F, 2, 7
            while data[at - 1] & 0x80 and len(data) > at:
                length |= (data[at] & 0x7F) << shift
                at, shift = at + 1, shift + 7
            if data[at - 1] & 0x80 or len(data) < at + length:
                break
            kind, packet, data = data[0], data[at : at + length], data[at + length :]
            if kind >> 4 != 3:
                continue
            head = 2 + int.from_bytes(packet[:2], "big")
            if kind & 0x06:
                link.sendall(b"\x40\x02" + packet[head : head + 2])
                head += 2
            yield packet[head:], now


async def _raw(port: int, tty_name: str, database: str, lamp: bool) -> None:
    rows = sqlite3.connect(database, isolation_level=None)
    rows.execute("PRAGMA journal_mode=WAL")
    rows.execute("PRAGMA synchronous=FULL")
    rows.execute(
        "CREATE TABLE e(id INTEGER PRIMARY KEY, ts INTEGER, table_id TEXT, kind TEXT, amount INTEGER, data TEXT)"
    )
    link = connect(port, b"raw")
    link.setblocking(False)
    line = os.open(tty_name, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    data = bytearray()

    def arrived() -> None:
        data.extend(os.read(line, 256))
        while (end := data.find(b"\n")) >= 0:
            i = int(data[2:end])
            del data[: end + 1]
            rows.execute("BEGIN IMMEDIATE")
            rows.execute(
                "INSERT INTO e(ts, table_id, kind, amount, data) VALUES (?, ?, ?, ?, ?)",
                (time.time_ns(), *ROW.values(), f"E {i}"),
            )
            rows.execute("COMMIT")
            if lamp:
                os.write(line, b"%d %d\n" % (i, time.monotonic_ns()))
            body = bytes([0, len(TOPIC)]) + TOPIC + (i % 65535 + 1).to_bytes(2, "big") + b"%d" % i
            link.send(bytes([0x32, len(body)]) + body)

    loop = asyncio.get_running_loop()
    loop.add_reader(line, arrived)
    loop.add_reader(link, lambda: link.recv(4096))
    print("ready", flush=True)
    await asyncio.Event().wait()


async def _library(port: int, n: int, tty_name: str, database: str, lamp: bool) -> None:
    from concurrent.futures import ThreadPoolExecutor

    import aiomqtt
    import sqlalchemy as sa

    events = sa.Table(
        "e",
        sa.MetaData(),
        sa.Column("id", sa.Integer, primary_key=True),
        *(sa.Column(name, sa.Integer) for name in ("ts", "amount")),
        *(sa.Column(name, sa.String) for name in ("table_id", "kind", "data")),
    )
    engine = sa.create_engine(f"sqlite:///{database}")

    @sa.event.listens_for(engine, "connect")
    def durable(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    events.metadata.create_all(engine)

    def commit(i: int) -> None:
        with engine.begin() as connection:
            connection.execute(sa.insert(events), {"ts": time.time_ns(), **ROW, "data": f"E {i}"})

    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    line = open(tty_name, "r+b", buffering=0)  # noqa: SIM115
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), line)
    with ThreadPoolExecutor(1) as writer:
        async with aiomqtt.Client("127.0.0.1", port) as client:
            print("ready", flush=True)
            for _ in range(n):
                i = int((await lines.readline())[2:])
                await loop.run_in_executor(writer, commit, i)
                if lamp:
                    line.write(b"%d %d\n" % (i, time.monotonic_ns()))
                await client.publish(TOPIC.decode(), b"%d" % i, 1)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    options.add_argument("--n", type=int, default=500)
    options.add_argument("--gap", type=float, default=0.01, help="seconds between two lines")
    options.add_argument("--folder", type=Path, default=Path(), help="on the disk to be measured")
    chosen = options.parse_args()
    for chain in (library_chain, raw_chain):
        took = chain(chosen.folder, chosen.n, chosen.gap)
        p50, p99 = (percentile(took, share) / 1e6 for share in (0.5, 0.99))
        print(f"{chain.__name__:14} p50 {p50:.3f} ms  p99 {p99:.3f} ms  (n={chosen.n})")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["subscriber", port, n]:
            _subscriber(int(port), int(n))
        case ["raw", port, _, tty_name, database, *lamp]:
            asyncio.run(_raw(int(port), tty_name, database, bool(lamp)))
        case ["library", port, n, tty_name, database, *lamp]:
            asyncio.run(_library(int(port), int(n), tty_name, database, bool(lamp)))
        case _:
            main()
