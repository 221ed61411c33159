"""What the service manager hears (R162, R180)."""

import asyncio
import os
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.spoken import problem
from support.waiting import PATIENCE

from controller.config.load import load
from controller.config.resources import shipped
from controller.config.settings import ConfigError
from controller.daemon.assemble import partner_keys
from controller.daemon.systemd import notify, secret_in, watched


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


def test_a_secret_is_read_from_its_file_or_from_what_the_service_manager_hands_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "mqtt-password"
    secret.write_text("own\n")
    assert secret_in(str(secret), "[mqtt]") == "own"
    assert secret_in(None, "[mqtt]") is None
    handed = tmp_path / "credentials"
    handed.mkdir()
    (handed / "mqtt-password").write_text("handed over\n")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(handed))
    assert secret_in(str(secret), "[mqtt]") == "handed over"


def test_a_secret_that_cannot_be_read_names_its_file_and_its_section(tmp_path: Path) -> None:
    sentence = r"/none: the secret cannot be read: there is no such file; .* \(named in \[mqtt\]\)$"
    with problem(ConfigError, sentence):
        secret_in(f"{tmp_path}/none", "[mqtt]")


def test_the_keys_of_partners_come_from_files_that_only_the_service_reads(tmp_path: Path) -> None:
    config = replace(load(shipped("config") / "table.toml"), partners={"bj-2": str(tmp_path / "litbet.bj-2.key")})
    with problem(ConfigError, r"litbet.bj-2.key: the secret cannot be read: .* \(named in \[\[partner\]\]\)"):
        partner_keys(config)
    for text in ("", "ab" * 31, "xy" * 32, "ab" * 33):
        (tmp_path / "litbet.bj-2.key").write_text(text)
        with problem(ConfigError, "holds no key: write 64 hexadecimal digits"):
            partner_keys(config)
    (tmp_path / "litbet.bj-2.key").write_text("ab" * 32 + "\n")
    assert partner_keys(config) == {"bj-2": b"\xab" * 32}
