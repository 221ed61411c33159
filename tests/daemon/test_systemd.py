"""What the service manager hears (R162, R180)."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.waiting import PATIENCE

from controller.daemon.systemd import notify, watched


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@litbet-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(name.replace("@", "\0", 1))
        line.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield line


def test_it_hears_one_datagram(manager: socket.socket) -> None:
    notify("READY=1", "STATUS=all works")
    assert manager.recv(1000) == b"READY=1\nSTATUS=all works"


def test_nobody_listening_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    notify("READY=1")
    monkeypatch.delenv("NOTIFY_SOCKET")
    notify("READY=1")


async def test_a_manager_that_does_not_read_holds_nobody_up(manager: socket.socket) -> None:
    async with asyncio.timeout(30):
        for _ in range(10_000):
            await asyncio.to_thread(notify, "WATCHDOG=1")


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"),
    [
        ("15000000", "", 15.0),
        ("15000000", "me", 15.0),
        ("15000000", "1", None),
        ("", "", None),
        ("0", "", None),
        ("x", "", None),
    ],
)
def test_the_watchdog_is_for_the_process_it_names(
    usec: str, pid: str, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if pid == "me" else pid)
    assert watched() == seconds
