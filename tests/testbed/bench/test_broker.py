"""The bench's broker: it starts, says why when it cannot, and leaves nothing behind."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from support.waiting import until

from testbed.bench.broker import Broker, BrokerError, free_port

STARTER = """
import sys, time
from pathlib import Path
from testbed.bench.broker import Broker
with Broker(Path(sys.argv[1])) as broker:
    print(broker.pid, flush=True)
    time.sleep(60)
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def test_listens_on_loopback_alone_and_goes(tmp_path: Path) -> None:
    with Broker(tmp_path) as broker:
        pid = broker.pid or 0
        assert alive(pid)
        socket.create_connection(("127.0.0.1", broker.port), 5).close()
        lines = [line for file in ("tcp", "tcp6") for line in Path("/proc/net", file).read_text().splitlines()]
        listening = {local for _, local, _, state, *_ in map(str.split, lines) if state == "0A"}
        assert [local for local in listening if local.endswith(f":{broker.port:04X}")] == [
            f"0100007F:{broker.port:04X}"
        ]
    assert not alive(pid)


async def test_dies_with_whoever_started_it(tmp_path: Path) -> None:
    """kill -9 of the bench leaves no broker behind, whoever runs it."""
    with subprocess.Popen([sys.executable, "-c", STARTER, tmp_path], stdout=subprocess.PIPE) as starter:
        assert starter.stdout
        pid = int(starter.stdout.readline())
        assert alive(pid)
        starter.kill()
    await until(lambda: not alive(pid))


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """Also when another broker answers there."""
    (tmp_path / "second").mkdir()
    with Broker(tmp_path) as first, pytest.raises(BrokerError, match=f"port={first.port}.*already in use"):
        Broker(tmp_path / "second", first.port).start()


def test_no_mosquitto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(BrokerError, match="no_mosquitto"):
        Broker(tmp_path).start()


def test_a_port_is_given_to_one_owner_and_stays_free_to_listen_at() -> None:
    """Servers are stopped and started again at it, and meanwhile nobody else is given it."""

    class Owner:
        pass

    owner = Owner()
    port = free_port(owner)
    for _ in range(2):
        with socket.create_server(("127.0.0.1", port)):
            socket.create_connection(("127.0.0.1", port), 5).close()
        with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
            stranger.bind(("127.0.0.1", port))
    del owner
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", port))
